// What the vertex shader makes of every record of the corpus, against the CPU's unpacking and
// skinning.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "format/load.h"
#include "format/pose/pose.h"
#include "format/unpack.h"
#include "renderer/vertex_capture.h"
#include "tests/renderer/gl_fixture.h"

namespace sinew::renderer::test {

namespace {

SharedBytes readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(),
                 [](char c) { return std::byte(static_cast<unsigned char>(c)); });
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

std::vector<std::filesystem::path> modelFiles(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".bmd") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Largest component-wise distance, relative to the larger of 1 and the expected vector's largest
/// component.
template <class V>
double relativeError(const V& got, const V& expected) {
  double largest = 1.0;
  double difference = 0.0;
  for (glm::length_t c = 0; c < V::length(); ++c) {
    largest = std::max(largest, std::abs(static_cast<double>(expected[c])));
    difference = std::max(difference,
                          std::abs(static_cast<double>(got[c]) - static_cast<double>(expected[c])));
    if (!std::isfinite(got[c])) return 1e9;
  }
  return difference / largest;
}

class CaptureTest : public GlTest {
 protected:
  /// Captures a mesh under a pose and compares all of it. \return how many vertices were compared.
  std::size_t compare(const Model& model, const GpuModel& gpu, std::uint32_t index,
                      const std::vector<Mat34d>& exact, const std::string& what) {
    const Mesh& mesh = model.meshes[index];
    const std::size_t count = mesh.vertexCount();
    if (count == 0) return 0;
    std::vector<Mat34f> matrices(exact.size());
    for (std::size_t i = 0; i < exact.size(); ++i) {
      std::transform(exact[i].m.begin(), exact[i].m.end(), matrices[i].m.begin(),
                     [](double v) { return static_cast<float>(v); });
    }
    std::vector<UnpackedVertex> stored(count);
    unpackVertices(model, mesh, stored);
    std::vector<glm::dvec3> positions(count);
    std::vector<glm::dvec3> normals(count);
    pose::skin(model, mesh, exact, positions, normals);
    const auto captured = captureVertices(renderer(), gpu, index, matrices);
    EXPECT_TRUE(captured.has_value()) << what;
    if (!captured || captured->size() != count) return 0;
    for (std::size_t i = 0; i < count; ++i) {
      const CapturedVertex& got = (*captured)[i];
      const glm::vec3 color =
          glm::vec3(stored[i].color[0], stored[i].color[1], stored[i].color[2]) / 255.0f;
      EXPECT_LE(relativeError(glm::dvec3(got.position), positions[i]), 1e-5)
          << what << " vertex " << i;
      EXPECT_LE(relativeError(glm::dvec3(got.normal), normals[i]), 1e-5) << what << " vertex " << i;
      EXPECT_LE(relativeError(got.uv, stored[i].uv), 1e-6) << what << " vertex " << i;
      EXPECT_LE(relativeError(got.color, color), 1e-6) << what << " vertex " << i;
      if (::testing::Test::HasFailure()) return i;
    }
    return count;
  }

  /// Compares all meshes of a file at rest and in the middle of each of its clips.
  std::size_t compareFile(const std::filesystem::path& path, const LoadOptions& options,
                          Renderer& renderer_to_use) {
    const auto loaded = loadModel(readFile(path), options);
    if (!loaded) return 0;
    const Model& model = loaded->model;
    auto gpu = renderer_to_use.upload(model);
    EXPECT_TRUE(gpu.has_value()) << path;
    if (!gpu) return 0;
    std::vector<std::vector<Mat34d>> poses{
        std::vector<Mat34d>(std::max<std::size_t>(model.influences.size(), 1)),
        pose::evaluateExact(model, std::nullopt, 0.0).influences};
    for (std::uint32_t clip = 0; clip < model.clips.size(); ++clip) {
      const double frame =
          pose::resolveFrame(model.clips[clip], model.clips[clip].frame_count * 0.4);
      poses.push_back(pose::evaluateExact(model, clip, frame).influences);
    }
    std::size_t compared = 0;
    for (std::uint32_t mesh = 0; mesh < model.meshes.size(); ++mesh) {
      for (std::size_t i = 0; i < poses.size(); ++i) {
        compared += compare(model, *gpu, mesh, poses[i],
                            path.filename().string() + " mesh " + std::to_string(mesh) + " pose " +
                                std::to_string(i));
      }
    }
    return compared;
  }

  std::size_t compareFolder(const std::filesystem::path& folder, const LoadOptions& options,
                            Renderer& renderer_to_use) {
    std::size_t compared = 0;
    for (const auto& path : modelFiles(folder)) {
      compared += compareFile(path, options, renderer_to_use);
      if (HasFailure()) break;
    }
    return compared;
  }
};

const std::filesystem::path kCorpus = std::filesystem::path(SINEW_TEST_DATA) / "bmd1";

TEST_F(CaptureTest, ValidFilesUnpackAsOnTheCpu) {
  EXPECT_GT(compareFolder(kCorpus / "valid", {}, renderer()), 4000U);
}

TEST_F(CaptureTest, InvalidFilesUnpackAsOnTheCpu) {
  EXPECT_GT(compareFolder(kCorpus / "invalid", {}, renderer()), 1000U);
}

TEST_F(CaptureTest, EveryReadingUnpacksAsOnTheCpu) {
  for (const bmd1::St128 st128 : {bmd1::St128::Spec, bmd1::St128::Offset, bmd1::St128::Legacy16}) {
    for (const bmd1::Shade shade : {bmd1::Shade::Rgb, bmd1::Shade::Bgr}) {
      LoadOptions options;
      options.bmd1.st128 = st128;
      options.bmd1.shade = shade;
      for (const char* name : {"v128_readings", "v128_legacy", "v128_halves", "colour_bytes",
                               "v_mixed", "v96_tags", "character"}) {
        const auto path = kCorpus / "valid" / (std::string(name) + ".bmd");
        EXPECT_GT(compareFile(path, options, renderer()), 0U) << name;
      }
    }
  }
}

// Mixed lists beyond the texture buffer's size are read as overlapping attributes instead: nothing
// is lost.
TEST_F(CaptureTest, StreamsBeyondTheTextureBufferUnpackTheSame) {
  RendererOptions options;
  options.max_texture_buffer_texels = 1024;
  Renderer small = makeRenderer(options);
  EXPECT_GT(compareFolder(kCorpus / "valid", {}, small), 4000U);
}

TEST_F(CaptureTest, AuthorsFilesUnpackAsOnTheCpu) {
  const auto folder = std::filesystem::path(SINEW_SOURCE_DIR) / "../shared/data/bmd1/author";
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "no author's files beside the checkout";
  EXPECT_GT(compareFolder(folder, {}, renderer()), 1000U);
}

// All 256 codes of F8A, all exponents of a packed position, and every kind of half in one mixed
// list.
TEST_F(CaptureTest, AllScalarCodesUnpackAsOnTheCpu) {
  Model model = emptyModel();
  MeshParts parts;
  parts.form = PackedForm::Mixed;
  for (std::uint32_t code = 0; code < 256; ++code) {
    parts.word_offsets.push_back(static_cast<std::uint32_t>(parts.words.size()));
    parts.words.push_back(code << 24 ^ code * 0x01003FU);  // E = code >> 3
    parts.words.push_back(0xF8000000U | (code % 4) << 24 | code * 0x01234U);
    parts.words.push_back(code << 24 | code | (255 - code) << 8 | (code ^ 0x5A) << 16);
  }
  for (std::uint32_t code = 0; code < 0x10000; code += 7) {
    parts.word_offsets.push_back(static_cast<std::uint32_t>(parts.words.size()));
    parts.words.push_back(code | (code ^ 0x8421U) << 16);
    parts.words.push_back(0xFD000000U | (code & 0xFF) << 16 | (code * 31 & 0xFFFF));
    parts.words.push_back(code * 0x10001U);
    parts.words.push_back(code & 0x00FFFFFFU);
  }
  addMesh(model, parts, flatMaterial(255, 255, 255));
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  const std::vector<Mat34d> identity(1);
  EXPECT_EQ(compare(model, *gpu, 0, identity, "codes"), parts.word_offsets.size());
}

TEST_F(CaptureTest, PlainVerticesComeThrough) {
  Model model = emptyModel();
  auto arrays = std::make_shared<VertexArrays>();
  arrays->positions = {{1, 2, 3}, {4, 5, 6}, {-7, 8, 9}};
  arrays->normals = {{0, 0, 1}, {0, 2, 0}, {0, 0, 0}};
  arrays->uvs = {{{0.25f, 0.5f}, {1.0f, 2.0f}, {-3.0f, 4.0f}}};
  arrays->colors = {{{255, 0, 51, 255}, {0, 0, 0, 255}, {102, 204, 255, 255}}};
  arrays->influences = {0, 0, 0};
  Mesh mesh;
  mesh.vertices = std::shared_ptr<const VertexArrays>(arrays);
  mesh.triangles = {0, 1, 2};
  model.meshes.push_back(mesh);
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  const std::vector<Mat34f> identity(1);
  const auto captured = captureVertices(renderer(), *gpu, 0, identity);
  ASSERT_TRUE(captured.has_value());
  EXPECT_EQ((*captured)[2].position, glm::vec3(-7, 8, 9));
  EXPECT_EQ((*captured)[1].normal, glm::vec3(0, 1, 0));  // renormalised
  EXPECT_EQ((*captured)[2].normal, glm::vec3(0, 0, 0));
  EXPECT_EQ((*captured)[2].uv, glm::vec2(-3, 4));
  EXPECT_NEAR((*captured)[0].color.z, 0.2f, 1e-6f);  // 51 / 255
}

TEST_F(CaptureTest, MissingInfluencesAreTheFirst) {
  Model model = emptyModel();
  MeshParts parts = flatSquare();
  for (std::size_t i = 1; i < parts.words.size(); i += 2)
    parts.words[i] |= 200U << 24;
  addMesh(model, parts, flatMaterial(255, 255, 255));
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  std::vector<Mat34f> moved(1);
  moved[0].m[3] = 5.0f;
  const auto captured = captureVertices(renderer(), *gpu, 0, moved);
  ASSERT_TRUE(captured.has_value());
  EXPECT_EQ((*captured)[0].position, glm::vec3(-95, -100, 0));
}

TEST_F(CaptureTest, MeshesThatAreNotThereAreErrors) {
  const Model model = emptyModel();
  auto gpu = renderer().upload(model);
  ASSERT_TRUE(gpu.has_value());
  EXPECT_FALSE(captureVertices(renderer(), *gpu, 3, {}).has_value());
}

}  // namespace

}  // namespace sinew::renderer::test
