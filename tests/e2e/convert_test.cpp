// `sinew convert` as users run it: each kind of output, read back by readers
// of the test's own, reports, and whatever can go wrong.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "sinew_process.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kData = SINEW_TEST_DATA;
const std::string kCharacter = kData + "/bmd1/valid/character.bmd";
const std::string kCreature = std::string(SINEW_SOURCE_DIR) + "/assets/creature.bmd";
const std::string kSkins = kData + "/gltf/two_skins.glb";

std::string fileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Convert : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("sinew-convert-" + std::to_string(getpid()) + "-" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::permissions(folder_, fs::perms::owner_all, ignored);
    fs::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder_))
      out.push_back(entry.path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
  }
  fs::path folder_;
};

using Point = std::array<double, 3>;

/// The posed vertices that another implementation worked out (tests/data/README of the formats), of
/// the meshes of the finest level, in Y up and metres: the file's +X, front +Y and up +Z become -X,
/// +Z and +Y, and 40 units a metre.
std::vector<std::vector<Point>> wantedPoses(const std::string& anim, double frame) {
  const json cases = json::parse(fileBytes(kData + "/bmd1/valid/character.pose.json"));
  std::vector<std::vector<Point>> out;
  for (const json& one : cases) {
    if (!one["vertices"].get<bool>()) continue;
    const json& result = one["result"];
    const bool rest = anim.empty() && result["anim"].is_null();
    const bool moment = !result["anim"].is_null() && result["anim"] == anim &&
                        std::abs(result["frame"].get<double>() - frame) < 1e-9;
    if (!rest && !moment) continue;
    for (std::size_t m = 0; m < 2; ++m) {  // the finest level has meshes 0 and 1
      std::vector<Point>& mesh = out.emplace_back();
      for (const json& p : result["meshes"][m]["positions"])
        mesh.push_back(
            {-p[0].get<double>() / 40, p[2].get<double>() / 40, p[1].get<double>() / 40});
    }
    return out;
  }
  ADD_FAILURE() << "no pose of '" << anim << "' at " << frame;
  return out;
}

/// The faces of those meshes as triangles, from the dump of the other implementation.
std::vector<std::vector<std::array<std::uint32_t, 3>>> wantedFaces() {
  const json dump = json::parse(fileBytes(kData + "/bmd1/valid/character.dump.json"));
  std::vector<std::vector<std::array<std::uint32_t, 3>>> out;
  for (std::size_t m = 0; m < 2; ++m) {
    auto& faces = out.emplace_back();
    for (const json& face : dump["meshes"][m]["faces"]) {
      const auto i = face["indices"].get<std::vector<std::uint32_t>>();
      faces.push_back({i[0], i[1], i[2]});
      if (i.size() == 4) faces.push_back({i[0], i[2], i[3]});
    }
  }
  return out;
}

/// An OBJ file as its text says; indices from 0.
struct Obj {
  struct Corner {
    std::uint32_t position, uv, normal;
  };
  std::vector<Point> positions, normals;
  std::vector<std::array<double, 2>> uvs;
  std::vector<std::array<Corner, 3>> faces;
  std::vector<std::string> objects;
  std::map<std::string, std::size_t> used;  ///< faces by material
  std::string library;
};

Obj readObj(const std::string& text) {
  Obj out;
  std::string material;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    double x = 0, y = 0, z = 0;
    if (kind == "v" && words >> x >> y >> z) out.positions.push_back({x, y, z});
    if (kind == "vn" && words >> x >> y >> z) out.normals.push_back({x, y, z});
    if (kind == "vt" && words >> x >> y) out.uvs.push_back({x, y});
    if (kind == "o") words >> out.objects.emplace_back();
    if (kind == "mtllib") words >> out.library;
    if (kind == "usemtl") words >> material;
    if (kind != "f") continue;
    auto& face = out.faces.emplace_back();
    ++out.used[material];
    for (Obj::Corner& corner : face) {
      std::string word;
      words >> word;
      EXPECT_EQ(std::sscanf(word.c_str(), "%u/%u/%u", &corner.position, &corner.uv, &corner.normal),
                3)
          << line;
      --corner.position;
      --corner.uv;
      --corner.normal;
    }
  }
  return out;
}

double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST_F(Convert, ObjHoldsThePoseThatAnotherImplementationFinds) {
  const Finished run =
      runSinew({"convert", kCharacter, at("c.obj"), "--animation=walk", "--animation-frame=2.5"});
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  const Obj obj = readObj(fileBytes(at("c.obj")));
  const auto poses = wantedPoses("walk", 2.5);
  const auto faces = wantedFaces();
  ASSERT_EQ(poses.size(), 2u);
  ASSERT_EQ(obj.objects.size(), 2u) << "the finest level alone";
  ASSERT_EQ(obj.positions.size(), poses[0].size() + poses[1].size());
  EXPECT_EQ(obj.normals.size(), obj.positions.size());
  EXPECT_EQ(obj.uvs.size(), obj.positions.size());
  std::size_t face = 0;
  std::uint32_t first = 0;
  for (std::size_t m = 0; m < 2; ++m) {
    for (std::size_t v = 0; v < poses[m].size(); ++v)
      EXPECT_LT(distance(obj.positions[first + v], poses[m][v]), 1e-5) << m << ":" << v;
    for (const auto& wanted : faces[m]) {
      ASSERT_LT(face, obj.faces.size());
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(obj.faces[face][k].position, first + wanted[k]);
        EXPECT_EQ(obj.faces[face][k].normal, first + wanted[k]);
      }
      ++face;
    }
    first += static_cast<std::uint32_t>(poses[m].size());
  }
  EXPECT_EQ(face, obj.faces.size());
  EXPECT_EQ(obj.library, "c.mtl");
  const std::string materials = fileBytes(at("c.mtl"));
  for (const auto& [name, count] : obj.used)
    EXPECT_THAT(materials, HasSubstr("newmtl " + name + "\n")) << count << " faces";
}

TEST_F(Convert, ObjHasItsTextureBesideIt) {
  const Finished run = runSinew({"convert", kCreature, at("fox.obj")});
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_EQ(files(), (std::vector<std::string>{"fox.mtl", "fox.obj", "fox_0.png"}));
  EXPECT_THAT(fileBytes(at("fox.mtl")), HasSubstr("map_Kd fox_0.png\n"));
  EXPECT_EQ(fileBytes(at("fox_0.png")),
            fileBytes(std::string(SINEW_SOURCE_DIR) + "/assets/creature.png"));
}

/// Bytes of a binary PLY as numbers, in the order of its header.
class Ply {
 public:
  explicit Ply(const std::string& bytes) : bytes_(bytes) {
    const std::string end = "end_header\n";
    const std::size_t head = bytes.find(end);
    if (head == std::string::npos) return;
    std::istringstream lines(bytes.substr(0, head));
    std::string element;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string kind, type, name;
      words >> kind;
      if (kind == "format") words >> format;
      if (kind == "element" && words >> element) words >> counts[element];
      if (kind == "property" && element == "vertex" && words >> type >> name)
        properties.push_back(type + " " + name);
    }
    at_ = head + end.size();
  }
  template <class T>
  T take() {
    T value{};
    if (at_ + sizeof(T) <= bytes_.size()) std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  [[nodiscard]] bool atEnd() const { return at_ == bytes_.size(); }

  std::string format;
  std::map<std::string, std::size_t> counts;
  std::vector<std::string> properties;

 private:
  const std::string bytes_;
  std::size_t at_ = 0;
};

TEST_F(Convert, PlyHoldsThePoseThatAnotherImplementationFinds) {
  const Finished run =
      runSinew({"convert", kCharacter, at("c.ply"), "--animation=walk", "--animation-frame=2.5"});
  ASSERT_EQ(run.exit, 0) << run.err;
  Ply ply(fileBytes(at("c.ply")));
  EXPECT_EQ(ply.format, "binary_little_endian");
  EXPECT_THAT(ply.properties, testing::ElementsAre("float x", "float y", "float z", "float nx",
                                                   "float ny", "float nz", "float s", "float t",
                                                   "uchar red", "uchar green", "uchar blue"));
  const auto poses = wantedPoses("walk", 2.5);
  const auto faces = wantedFaces();
  ASSERT_EQ(poses.size(), 2u);
  ASSERT_EQ(ply.counts["vertex"], poses[0].size() + poses[1].size());
  ASSERT_EQ(ply.counts["face"], faces[0].size() + faces[1].size());
  for (const auto& mesh : poses) {
    for (const Point& wanted : mesh) {
      std::array<float, 8> v{};
      for (float& x : v)
        x = ply.take<float>();
      EXPECT_LT(distance({double{v[0]}, double{v[1]}, double{v[2]}}, wanted), 1e-5);
      const double length = std::hypot(double{v[3]}, double{v[4]}, double{v[5]});
      EXPECT_NEAR(length, 1.0, 1e-5);
      (void)ply.take<std::array<std::uint8_t, 3>>();
    }
  }
  std::uint32_t first = 0;
  for (std::size_t m = 0; m < 2; ++m) {
    for (const auto& wanted : faces[m]) {
      EXPECT_EQ(ply.take<std::uint8_t>(), 3);
      for (const std::uint32_t index : wanted)
        EXPECT_EQ(ply.take<std::uint32_t>(), first + index);
    }
    first += static_cast<std::uint32_t>(poses[m].size());
  }
  EXPECT_TRUE(ply.atEnd());
}

/// The JSON of a GLB.
json glbJson(const std::string& bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < 20 || bytes.compare(0, 4, "glTF") != 0) return {};
  std::memcpy(&size, bytes.data() + 12, 4);
  return json::parse(bytes.substr(20, size), nullptr, false);
}

TEST_F(Convert, GltfComesInBothKindsWithTheSameContent) {
  ASSERT_EQ(runSinew({"convert", kCreature, at("fox.glb")}).exit, 0);
  ASSERT_EQ(runSinew({"convert", kCreature, at("fox.gltf")}).exit, 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"fox.glb", "fox.gltf"}));
  json binary = glbJson(fileBytes(at("fox.glb")));
  json text = json::parse(fileBytes(at("fox.gltf")), nullptr, false);
  ASSERT_TRUE(binary.is_object() && text.is_object());
  EXPECT_EQ(binary["images"].size(), 1u);
  EXPECT_GE(binary["animations"].size(), 1u);
  EXPECT_EQ(binary["buffers"][0]["byteLength"], text["buffers"][0]["byteLength"]);
  binary.erase("buffers");
  text.erase("buffers");
  EXPECT_EQ(binary, text);
  ASSERT_EQ(runSinew({"convert", kCreature, at("first.glb"), "--lods=first"}).exit, 0);
  EXPECT_LT(glbJson(fileBytes(at("first.glb")))["meshes"].size(), binary["meshes"].size());
}

TEST_F(Convert, Bmd1PassesTheCheckerAndTheReportAddsUp) {
  const Finished run = runSinew({"convert", kSkins, at("skins.bmd"), "--report", "--json"});
  ASSERT_EQ(run.exit, 0) << run.err;
  const Finished check = runSinew({"check", "--strict", at("skins.bmd")});
  EXPECT_EQ(check.exit, 0) << check.out;
  const json report = json::parse(run.out, nullptr, false);
  ASSERT_TRUE(report.is_object()) << run.out;
  EXPECT_EQ(report["command"], "convert");
  EXPECT_EQ(report["file"], kSkins);
  EXPECT_EQ(report["out"], at("skins.bmd"));
  EXPECT_EQ(report["source_bytes"], fs::file_size(kSkins));
  const json& bytes = report["bytes"];
  EXPECT_EQ(bytes["file"], fs::file_size(at("skins.bmd")));
  std::uint64_t sum = 0;
  for (const auto& [name, size] : bytes.items())
    sum += name == "file" ? 0 : size.get<std::uint64_t>();
  EXPECT_EQ(sum, bytes["file"].get<std::uint64_t>());
  EXPECT_LE(report["rest"]["max_percent"].get<double>(), 0.25) << "the limit of balanced";
  EXPECT_GE(report["rest"]["max"].get<double>(), report["rest"]["rms"].get<double>());
  EXPECT_FALSE(report["clips"].empty());
  std::uint64_t frames = 0;
  for (const json& clip : report["clips"])
    frames += clip["bytes"].get<std::uint64_t>();
  EXPECT_EQ(frames, bytes["frames"].get<std::uint64_t>());
  const Finished text = runSinew({"convert", kSkins, at("skins.bmd"), "--report"});
  ASSERT_EQ(text.exit, 0) << text.err;
  for (const char* word : {"bytes", "vertices", "at rest", "in clips", "bones", "records", "clip"})
    EXPECT_THAT(text.out, HasSubstr(word));
}

TEST_F(Convert, AskedForLessErrorItIsLess) {
  const auto worst = [&](const std::string& size) {
    const Finished run = runSinew({"convert", kSkins, at("s.bmd"), "--report", "--json", size});
    EXPECT_EQ(run.exit, 0) << run.err;
    const json report = json::parse(run.out, nullptr, false);
    return report["in_clips"]["rms"].get<double>();
  };
  EXPECT_LT(worst("--size=best"), worst("--size=smallest"));
}

TEST_F(Convert, LoopIsAboutTheClipsWritten) {
  const auto loops = [&](const std::string& choice) {
    const Finished run = runSinew({"convert", kSkins, at("l.bmd"), choice, "--report", "--json"});
    EXPECT_EQ(run.exit, 0) << run.err;
    return json::parse(run.out, nullptr, false)["clips"][0]["loop"].get<bool>();
  };
  EXPECT_TRUE(loops("--loop=on"));
  EXPECT_FALSE(loops("--loop=off"));
}

TEST_F(Convert, NothingIsWrittenWhereAFileWouldBeLost) {
  std::ofstream(at("fox.mtl")) << "mine";
  const Finished kept = runSinew({"convert", kCreature, at("fox.obj"), "--no-clobber"});
  EXPECT_EQ(kept.exit, 5);
  EXPECT_THAT(kept.err, HasSubstr("fox.mtl\" exists already"));
  EXPECT_EQ(files(), (std::vector<std::string>{"fox.mtl"})) << "none of the others either";
  EXPECT_EQ(fileBytes(at("fox.mtl")), "mine");
  EXPECT_EQ(runSinew({"convert", kCreature, at("fox.obj")}).exit, 0);
  EXPECT_NE(fileBytes(at("fox.mtl")), "mine");
}

TEST_F(Convert, TheSourceIsNeverReplaced) {
  fs::copy_file(kCreature, at("fox.bmd"));
  const std::string before = fileBytes(at("fox.bmd"));
  fs::create_symlink(at("fox.bmd"), at("other.bmd"));
  for (const std::string& out : {at("fox.bmd"), at("other.bmd")}) {
    const Finished run = runSinew({"convert", at("fox.bmd"), out});
    EXPECT_EQ(run.exit, 2);
    EXPECT_THAT(run.err, HasSubstr("is the file that is read"));
  }
  EXPECT_EQ(fileBytes(at("fox.bmd")), before);
}

TEST_F(Convert, OutputThatCannotBeWrittenIsExit5) {
  for (const std::string kind : {"bmd", "glb", "obj", "ply"}) {
    const Finished run = runSinew({"convert", kCharacter, at("no/such/folder/c." + kind)});
    EXPECT_EQ(run.exit, 5) << kind;
    EXPECT_THAT(run.err, HasSubstr("cannot be written"));
  }
  EXPECT_THAT(files(), IsEmpty());
  const Finished full =
      runSinewInto("/dev/full", {"convert", kSkins, at("s.bmd"), "--report", "--json"});
  EXPECT_EQ(full.exit, 5) << "the report";
}

TEST_F(Convert, HostileInputIsAnErrorAndLeavesNothing) {
  std::size_t files_tried = 0;
  for (const auto& entry : fs::directory_iterator(kData + "/gltf/hostile")) {
    const std::string path = entry.path().string();
    const Finished run = runSinew({"convert", path, at("out.bmd")});
    EXPECT_TRUE(run.exit == 3 || run.exit == 1 || run.exit == 0) << path << ": " << run.exit;
    EXPECT_EQ(run.err.empty(), run.exit == 0 && run.err.empty()) << path;
    const bool made = fs::exists(at("out.bmd"));
    EXPECT_EQ(made, run.exit != 3 && made) << path;
    if (made) {
      EXPECT_EQ(runSinew({"check", at("out.bmd")}).exit, 0) << path;
    }
    fs::remove(at("out.bmd"));
    ++files_tried;
  }
  EXPECT_GE(files_tried, 10u);
  std::ofstream(at("noise.glb"), std::ios::binary) << std::string(1000, '\xA5');
  EXPECT_EQ(runSinew({"convert", at("noise.glb"), at("out.bmd")}).exit, 3);
  EXPECT_EQ(runSinew({"convert", at("nobody.glb"), at("out.bmd")}).exit, 3);
  EXPECT_FALSE(fs::exists(at("out.bmd")));
}

TEST_F(Convert, WrongOptionsAreExit2) {
  const std::vector<std::vector<std::string>> cases = {
      {"convert", kSkins, at("a.bmd"), "--rate=100"},
      {"convert", kSkins, at("a.bmd"), "--max-position-error=0"},
      {"convert", kSkins, at("a.fbx")},
      {"convert", kSkins, at("a.glb"), "--report"},
      {"convert", kSkins, at("a.obj"), "--animation=nobody"}};
  for (const auto& arguments : cases) {
    const Finished run = runSinew(arguments);
    EXPECT_EQ(run.exit, 2) << arguments.back() << ": " << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
  EXPECT_THAT(files(), IsEmpty());
}

}  // namespace
}  // namespace sinew::e2e
