#include "app/regress/worker.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "app/batch.h"
#include "app/cli.h"
#include "app/document.h"
#include "app/receipt.h"
#include "app/regress/finish_picture.h"
#include "app/regress/wire.h"
#include "app/regress/worker_messages.h"
#include "app/sha256.h"
#include "app/shot_names.h"
#include "app/texture_finder.h"

namespace sinew::app::regress {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostScenes = 4;  ///< kept loaded

/// Reads exactly this much; false at the end of the input.
bool readFully(int file, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(file, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<std::string> readFrame() {
  std::uint64_t size = 0;
  if (!readFully(STDIN_FILENO, reinterpret_cast<char*>(&size), sizeof(size))) return std::nullopt;
  if (size > kMaxFrameBytes) return std::nullopt;
  std::string frame(static_cast<std::size_t>(size), '\0');
  if (!readFully(STDIN_FILENO, frame.data(), frame.size())) return std::nullopt;
  return frame;
}

/// Writes replies from any thread. One that nobody reads any more ends the process: who asked is
/// gone.
class Replies {
 public:
  void send(const std::string& frame) {
    const std::lock_guard lock(mutex_);
    std::size_t done = 0;
    while (done < frame.size()) {
      const ssize_t put = ::write(kReplyDescriptor, frame.data() + done, frame.size() - done);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) std::_Exit(static_cast<int>(ExitCode::OutputFailed));
      done += static_cast<std::size_t>(put);
    }
  }

 private:
  std::mutex mutex_;
};

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Threads that compare and encode. Only a few pictures wait, so that memory stays bounded.
class Finishers {
 public:
  Finishers(std::size_t count, Replies& replies) : most_waiting_(count + 1), replies_(replies) {
    for (std::size_t i = 0; i < count; ++i)
      threads_.emplace_back([this] { work(); });
  }
  Finishers(const Finishers&) = delete;
  Finishers& operator=(const Finishers&) = delete;
  ~Finishers() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
      thread.join();
  }

  struct Job {
    DrawnPicture drawn;
    std::vector<std::string> warnings;
    Clock::time_point started;
  };

  /// Waits while too many are waiting.
  void add(Job job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < most_waiting_; });
    waiting_.push_back(std::move(job));
    changed_.notify_all();
  }

 private:
  void work() {
    while (true) {
      Job job;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        job = std::move(waiting_.front());
        waiting_.pop_front();
      }
      changed_.notify_all();
      finish(job);
    }
  }

  void finish(Job& job) {
    CaseReply reply;
    try {
      reply = finishPicture(job.drawn);
    } catch (const std::exception& error) {
      reply = {};
      reply.error_code = "internal";
      reply.error = error.what();
    }
    reply.id = job.drawn.request.id;
    reply.warnings.insert(reply.warnings.begin(), job.warnings.begin(), job.warnings.end());
    reply.wall_ms = millisecondsSince(job.started);
    replies_.send(packed(reply));
  }

  std::size_t most_waiting_;
  Replies& replies_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

/// A model that is loaded and on the GPU.
struct Loaded {
  std::string key;
  std::unique_ptr<Scene> scene;
  std::string sha256;
  std::vector<std::string> warnings;
};

class Worker {
 public:
  Worker(std::unique_ptr<Batch> batch, Replies& replies, std::size_t encoders)
      : batch_(std::move(batch)), replies_(replies), finishers_(encoders, replies) {}

  /// Draws, and hands the picture on.
  void serve(const DrawRequest& request) {
    const Clock::time_point started = Clock::now();
    Result<Finishers::Job> job = fail("internal", "");
    try {
      job = draw(request);
    } catch (const std::exception& error) {
      job = fail("internal", error.what());
    }
    if (!job) {
      CaseReply reply;
      reply.id = request.id;
      reply.error_code = job.error().code;
      reply.error = describe(job.error());
      reply.wall_ms = millisecondsSince(started);
      replies_.send(packed(reply));
      return;
    }
    job->started = started;
    replies_.send(packed(DrawnReply{request.id}));
    finishers_.add(std::move(*job));
  }

 private:
  Result<Finishers::Job> draw(const DrawRequest& request) {
    std::vector<std::string> words{"shot", "--reference=baseline.png"};
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    words.insert(words.end(), {"--", request.model_path});
    Result<CommandLine> line = parseCommandLine(words);
    if (!line) return tl::unexpected(line.error());
    const Options& options = line->options;
    const Result<Loaded*> loaded = load(options);
    if (!loaded) return tl::unexpected(loaded.error());
    Scene& scene = *(*loaded)->scene;
    Result<State> state = stateFromOptions(options, scene.model());
    if (!state) return tl::unexpected(state.error());
    state->lod.hysteresis = false;
    const NamedView view = viewsOf(options).front();
    Result<renderer::Image> image = batch_->draw(options, scene, *state, view);
    if (!image) return tl::unexpected(image.error());
    const ReceiptSource source{request.receipt, request.receipt_file, (*loaded)->sha256,
                               batch_->driver()};
    Finishers::Job job;
    job.drawn = {request, std::move(*image), receiptText(source, options, *state, scene, view),
                 options.compare.settings, options.compare.mask};
    job.warnings = (*loaded)->warnings;
    return job;
  }

  /// The model of the options, from memory where it was used lately.
  Result<Loaded*> load(const Options& options) {
    const std::string key = keyOf(options);
    const auto found = std::find_if(loaded_.begin(), loaded_.end(),
                                    [&key](const Loaded& one) { return one.key == key; });
    if (found != loaded_.end()) {
      loaded_.splice(loaded_.begin(), loaded_, found);
      return &loaded_.front();
    }
    if (loaded_.size() >= kMostScenes) loaded_.pop_back();
    Result<Loaded> fresh = read(options);
    if (!fresh) return tl::unexpected(fresh.error());
    fresh->key = key;
    loaded_.push_front(std::move(*fresh));
    return &loaded_.front();
  }

  /// All that decides what is loaded.
  static std::string keyOf(const Options& options) {
    std::string key = options.files.front();
    for (const std::string& argument : options.given) {
      for (const char* name : {"--format", "--reading", "--texture-path", "--strict"}) {
        if (argument.rfind(name, 0) == 0) key += '\n' + argument;
      }
    }
    return key;
  }

  Result<Loaded> read(const Options& options) {
    Result<std::shared_ptr<Document>> opened = openDocument(options.files.front(), options, true);
    if (!opened) {
      // What cannot be read and what is no model are one thing here.
      return fail("input.model", describe(opened.error()));
    }
    const std::shared_ptr<Document> document = std::move(*opened);
    const bool strict = document->loaded.mode == Mode::Strict;
    Loaded out;
    for (const Diagnostic& diagnostic : document->loaded.diagnostics) {
      if (!strict || diagnostic.severity != Severity::Error) continue;
      return fail("invalid", describe(diagnostic));
    }
    for (const FoundTexture& texture : document->textures) {
      if (texture.image) continue;
      if (strict) return fail("invalid", describeMissing(texture));
      out.warnings.push_back(describeMissing(texture));
    }
    Result<std::unique_ptr<Scene>> scene = Scene::create(document, batch_->renderer());
    if (!scene) return tl::unexpected(scene.error());
    out.scene = std::move(*scene);
    const auto& limits = out.scene->gpuModel().warnings();
    out.warnings.insert(out.warnings.end(), limits.begin(), limits.end());
    out.sha256 = sha256Hex(*document->model().bytes);
    return out;
  }

  std::unique_ptr<Batch> batch_;  // outlives what is on the GPU
  Replies& replies_;
  std::list<Loaded> loaded_;  ///< the last used first
  Finishers finishers_;
};

/// The context by the first request, or the reply that there is none.
Result<std::unique_ptr<Batch>> start(const WorkerSetup& setup) {
  std::vector<std::string> words{"shot", "--resolution=16,16"};
  if (!setup.gl_device.empty()) words.push_back("--gl-device=" + setup.gl_device);
  words.emplace_back("model");
  const Result<CommandLine> line = parseCommandLine(words);
  if (!line) return tl::unexpected(line.error());
  return Batch::create(line->options);
}

}  // namespace

ExitCode runTestWorker() {
  // The terminal's Ctrl-C goes to all; who started this one ends it.
  std::signal(SIGINT, SIG_IGN);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::optional<std::string> first = readFrame();
  const std::optional<WorkerSetup> setup = first ? unpackSetup(*first) : std::nullopt;
  if (!setup) return ExitCode::Usage;
  Replies& replies = *new Replies;  // threads may use it to the end of the process
  Result<std::unique_ptr<Batch>> batch = start(*setup);
  WorkerReady ready;
  if (!batch) {
    ready.error_code = batch.error().code;
    ready.error = describe(batch.error());
    replies.send(packed(ready));
    return ExitCode::NoGl;
  }
  const renderer::GpuInfo& info = (*batch)->renderer().info();
  ready.renderer = {info.vendor, info.renderer, info.version, info.software};
  replies.send(packed(ready));
  Worker worker(std::move(*batch), replies, std::clamp<std::size_t>(setup->encoders, 1, 64));
  while (const std::optional<std::string> frame = readFrame()) {
    const std::optional<DrawRequest> request = unpackRequest(*frame);
    if (!request) break;
    worker.serve(*request);
  }
  // Nobody waits for what is still under way, and taking GL down takes longer than drawing.
  std::_Exit(static_cast<int>(ExitCode::Ok));
}

}  // namespace sinew::app::regress
