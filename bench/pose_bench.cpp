// Posing and CPU skinning against plain glm code, inside one run (docs/performance.md).
//
//     pose_bench [FILE.bmd…] [Google Benchmark's options]
//
// Without files: made-up clips, the sample of assets/, and the chicken where ../shared is there.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/models.h"
#include "bench/naive_pose.h"
#include "bench/pose_clips.h"
#include "format/load.h"
#include "format/pose/expanded_clip.h"
#include "format/pose/pose.h"
#include "format/pose/samples.h"
#include "format/unpack.h"

namespace sinew::bench {
namespace {

// ---------------------------------------------------------------- time

/// Processor time of this thread: what others do on the machine counts little.
double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Time of a over time of b, taking turns; the best round of each, which disturbance cannot
/// improve.
template <class A, class B>
double ratioOfBest(int rounds, A&& a, B&& b) {
  const auto seconds = [](auto& pass) {
    const double start = threadSeconds();
    pass();
    return threadSeconds() - start;
  };
  double best_a = 1e9;
  double best_b = 1e9;
  for (int round = 0; round < rounds; ++round) {
    best_a = std::min(best_a, seconds(a));
    best_b = std::min(best_b, seconds(b));
  }
  return best_a / best_b;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0.0 : values[values.size() / 2];
}

// ---------------------------------------------------------------- posing

constexpr std::size_t kFrames = 1024;

/// A display of 60 frames a second playing a clip of 24.
std::vector<double> forwardFrames(double frame_count) {
  std::vector<double> out;
  for (std::size_t i = 0; i < kFrames; ++i)
    out.push_back(std::fmod(static_cast<double>(i) * 24.0 / 60.0, frame_count));
  return out;
}

std::vector<double> randomFrames(double frame_count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> frame(0.0, frame_count);
  std::vector<double> out;
  for (std::size_t i = 0; i < kFrames; ++i)
    out.push_back(std::fmod(frame(random), frame_count));
  return out;
}

enum class Subject : std::uint8_t { Naive, Expanded, Cursor };
enum class Order : std::uint8_t { Forward, Random };

/// All subjects over one clip, both orders.
class Contest {
 public:
  Contest(std::shared_ptr<const Model> model, std::uint32_t clip, std::string name)
      : model_(std::move(model)),
        clip_(model_->clips[clip]),
        name_(std::move(name)),
        naive_(*model_, clip_),
        expanded_(*model_),
        cursor_(*model_),
        forward_(forwardFrames(clip_.frame_count)),
        random_(randomFrames(clip_.frame_count)) {
    expanded_.setClip(clip);
    cursor_.setClip(clip, 0);
  }

  void pass(Subject subject, Order order) {
    const std::vector<double>& frames = order == Order::Forward ? forward_ : random_;
    for (const double frame : frames) {
      if (subject == Subject::Naive) {
        ::benchmark::DoNotOptimize(naive_.evaluate(static_cast<float>(frame)).data());
      } else {
        pose::Poser& poser = subject == Subject::Expanded ? expanded_ : cursor_;
        poser.evaluate(frame);
        ::benchmark::DoNotOptimize(poser.boneMatrices().data());
      }
      ::benchmark::ClobberMemory();
    }
  }

  double ratio(Subject a, Order a_order, Subject b, Order b_order) {
    return ratioOfBest(
        60, [&] { pass(a, a_order); }, [&] { pass(b, b_order); });
  }

  /// Bytes a bone and frame of the expanded clip.
  [[nodiscard]] double expandedBytes() const {
    std::vector<Transform> constant;
    for (const Bone& bone : model_->skeleton.bones)
      constant.push_back(bone.rest);
    const auto channels = pose::findMovingChannels(*clip_.keys, constant);
    const auto expanded = pose::ExpandedClip::make(clip_, {clip_.frame_count, clip_.loop, false},
                                                   channels, std::size_t{64} << 20);
    if (!expanded) return 0.0;
    return static_cast<double>(expanded->sizeBytes()) /
           (static_cast<double>(constant.size()) * clip_.frame_count);
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t boneCount() const { return model_->skeleton.bones.size(); }

 private:
  std::shared_ptr<const Model> model_;
  const Clip& clip_;
  std::string name_;
  NaivePoser naive_;
  pose::Poser expanded_;
  pose::Poser cursor_;
  std::vector<double> forward_;
  std::vector<double> random_;
};

using Contests = std::vector<std::shared_ptr<Contest>>;

void addClips(Contests& contests, Model model, const std::string& name) {
  const auto shared = std::make_shared<const Model>(std::move(model));
  for (std::uint32_t c = 0; c < shared->clips.size(); ++c) {
    const Clip& clip = shared->clips[c];
    if (!clip.keys || clip.keys->tracks.empty() || clip.frame_count < 2.0) continue;
    std::string clip_name = std::to_string(c);
    if (!clip.name.empty()) clip_name.assign(clip.name.data(), clip.name.size());
    contests.push_back(std::make_shared<Contest>(shared, c, name + clip_name));
  }
}

struct Named {
  Subject subject;
  const char* name;
};
constexpr Named kSubjects[] = {
    {Subject::Naive, "naive"}, {Subject::Expanded, "expanded"}, {Subject::Cursor, "cursor"}};

void registerTimes(const Contests& contests) {
  for (const auto& contest : contests) {
    for (const Named& subject : kSubjects) {
      for (const Order order : {Order::Forward, Order::Random}) {
        const std::string name = std::string("pose/") + contest->name() + "/" + subject.name +
                                 (order == Order::Forward ? "/forward" : "/random");
        ::benchmark::RegisterBenchmark(name.c_str(), [=](::benchmark::State& state) {
          for (auto _ : state)
            contest->pass(subject.subject, order);
          state.counters["seconds_a_bone"] = ::benchmark::Counter(
              static_cast<double>(kFrames * contest->boneCount()),
              ::benchmark::Counter::kIsIterationInvariantRate | ::benchmark::Counter::kInvert);
        })->Unit(::benchmark::kMicrosecond);
      }
    }
  }
}

void poseRatios(::benchmark::State& state, const Contests& contests) {
  std::vector<double> expanded, cursor, expanded_seek, cursor_seek, cursor_random, bytes;
  constexpr Order kForward = Order::Forward;
  constexpr Order kRandom = Order::Random;
  for (auto _ : state) {
    for (const auto& one : contests) {
      expanded.push_back(one->ratio(Subject::Expanded, kForward, Subject::Naive, kForward));
      cursor.push_back(one->ratio(Subject::Cursor, kForward, Subject::Naive, kForward));
      expanded_seek.push_back(one->ratio(Subject::Expanded, kRandom, Subject::Expanded, kForward));
      cursor_seek.push_back(one->ratio(Subject::Cursor, kRandom, Subject::Cursor, kForward));
      cursor_random.push_back(one->ratio(Subject::Cursor, kRandom, Subject::Naive, kRandom));
      bytes.push_back(one->expandedBytes());
      std::printf(
          "%-24s forward/naive: expanded %.3f cursor %.3f  random/forward: expanded %.2f "
          "cursor %.2f  random/naive: cursor %.2f  bytes a bone and frame %.1f\n",
          one->name().c_str(), expanded.back(), cursor.back(), expanded_seek.back(),
          cursor_seek.back(), cursor_random.back(), bytes.back());
    }
  }
  state.counters["expanded_to_naive"] = median(expanded);
  state.counters["cursor_to_naive"] = median(cursor);
  state.counters["expanded_seek_to_forward"] = median(expanded_seek);
  state.counters["cursor_seek_to_forward"] = median(cursor_seek);
  state.counters["cursor_to_naive_at_random"] = median(cursor_random);
  state.counters["most_bytes_a_bone_and_frame"] = *std::max_element(bytes.begin(), bytes.end());
}

// ---------------------------------------------------------------- skinning

/// One mesh, unpacked beforehand for the plain code; ours reads the packed bytes every time.
class SkinContest {
 public:
  explicit SkinContest(Model model) : model_(std::move(model)) {
    matrices_.resize(model_.influences.size());
    for (std::size_t i = 0; i < matrices_.size(); ++i)
      matrices_[i].m[3] = static_cast<float>(i);
    for (const Mesh& mesh : model_.meshes) {
      std::vector<UnpackedVertex> vertices(mesh.vertexCount());
      unpackVertices(model_, mesh, vertices);
      unpacked_.push_back(std::move(vertices));
      most_ = std::max<std::size_t>(most_, mesh.vertexCount());
    }
    positions_.resize(most_);
    normals_.resize(most_);
  }

  void ours() {
    for (const Mesh& mesh : model_.meshes) {
      const std::size_t count = mesh.vertexCount();
      pose::skin(model_, mesh, matrices_, std::span(positions_).first(count),
                 std::span(normals_).first(count));
      ::benchmark::ClobberMemory();
    }
  }

  void naive() {
    std::vector<glm::mat4> bones;
    std::vector<glm::mat3> normal_bones;
    for (const Mat34f& m : matrices_) {
      glm::mat4 bone(1.0f);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c)
          bone[c][r] = m.m[static_cast<std::size_t>(4 * r + c)];
      }
      bones.push_back(bone);
      normal_bones.push_back(glm::transpose(glm::inverse(glm::mat3(bone))));
    }
    for (const auto& vertices : unpacked_) {
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const UnpackedVertex& v = vertices[i];
        positions_[i] = glm::vec3(bones[v.influence] * glm::vec4(v.position, 1.0f));
        normals_[i] = glm::normalize(normal_bones[v.influence] * v.normal);
      }
      ::benchmark::ClobberMemory();
    }
  }

 private:
  Model model_;
  std::vector<Mat34f> matrices_;
  std::vector<std::vector<UnpackedVertex>> unpacked_;
  std::size_t most_ = 0;
  std::vector<glm::vec3> positions_;
  std::vector<glm::vec3> normals_;
};

void registerSkin(const std::shared_ptr<SkinContest>& contest) {
  ::benchmark::RegisterBenchmark("skin/packed", [=](::benchmark::State& state) {
    for (auto _ : state)
      contest->ours();
  })->Unit(::benchmark::kMicrosecond);
  ::benchmark::RegisterBenchmark("skin/naive", [=](::benchmark::State& state) {
    for (auto _ : state)
      contest->naive();
  })->Unit(::benchmark::kMicrosecond);
  ::benchmark::RegisterBenchmark("skin/ratios",
                                 [=](::benchmark::State& state) {
                                   double ratio = 0.0;
                                   for (auto _ : state)
                                     ratio = ratioOfBest(
                                         40, [&] { contest->ours(); }, [&] { contest->naive(); });
                                   state.counters["packed_to_naive_unpacked"] = ratio;
                                 })
      ->Iterations(1)
      ->Unit(::benchmark::kMillisecond);
}

// ---------------------------------------------------------------- input

std::optional<Model> load(std::vector<std::byte> file) {
  auto bytes = std::make_shared<const std::vector<std::byte>>(std::move(file));
  auto loaded = loadModel(std::move(bytes), {});
  if (!loaded) return std::nullopt;
  return std::move(loaded->model);
}

void addFile(Contests& contests, const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return;
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  if (auto model = load({first, first + text.size()})) {
    addClips(contests, std::move(*model), path.stem().string() + ":");
  } else {
    std::fprintf(stderr, "%s cannot be read\n", path.c_str());
  }
}

int run(int argc, char** argv) {
  ::benchmark::Initialize(&argc, argv);
  Contests contests;
  for (int i = 1; i < argc; ++i)
    addFile(contests, argv[i]);
  if (argc < 2) {
    for (Model& model : makeClipModels())
      addClips(contests, std::move(model), "");
    const std::filesystem::path source = SINEW_SOURCE_DIR;
    addFile(contests, source / "assets/creature.bmd");
    addFile(contests, source / "../shared/data/bmd1/author/chicken1.bmd");
  }
  registerTimes(contests);
  if (!contests.empty()) {
    ::benchmark::RegisterBenchmark("pose/ratios",
                                   [&](::benchmark::State& state) { poseRatios(state, contests); })
        ->Iterations(1)
        ->Unit(::benchmark::kMillisecond);
  }
  if (auto model = load(makeModelFile({20, 50, 1}))) {
    registerSkin(std::make_shared<SkinContest>(std::move(*model)));
  }
  ::benchmark::RunSpecifiedBenchmarks();
  ::benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace sinew::bench

int main(int argc, char** argv) {
  return sinew::bench::run(argc, argv);
}
