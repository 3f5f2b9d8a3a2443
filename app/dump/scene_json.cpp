#include "app/dump/scene_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "app/dump/scene_words.h"
#include "app/sha256.h"
#include "format/pose/scene_pose.h"

namespace sinew::app::dump {
namespace {

class Printer {
 public:
  Printer(JsonStream& json, const scene::Scene& scene) : json_(json), scene_(scene) {}

  void models() {
    json_.key("models").beginArray();
    for (const scene::SceneModel& each : scene_.models)
      model(each);
    json_.endArray();
  }
  void textures() {
    json_.key("textures").beginArray();
    for (const scene::Texture& each : scene_.textures)
      texture(each);
    json_.endArray();
  }
  void clips() {
    json_.key("clips").beginArray();
    for (const scene::Clip& each : scene_.clips)
      clip(each);
    json_.endArray();
  }

 private:
  // -------------------------------------------------------------- values

  void index(std::string_view name, std::uint32_t value) {
    if (value == kNone)
      json_.null(name);
    else
      json_.field(name, value);
  }

  void value(const scene::Value& each) {
    std::visit(
        [this](const auto& content) {
          using T = std::decay_t<decltype(content)>;
          if constexpr (std::is_same_v<T, scene::Value::List>) {
            json_.beginArray(true);
            for (const scene::Value& element : content)
              value(element);
            json_.endArray();
          } else if constexpr (std::is_same_v<T, scene::Value::Object>) {
            json_.beginObject(true);
            members(content);
            json_.endObject();
          } else {
            json_.value(content);
          }
        },
        each.content());
  }

  void members(const scene::Value::Object& object) {
    for (const auto& [name, content] : object) {
      json_.key(name);
      value(content);
    }
  }

  void numbers(std::string_view name, const glm::dvec3& v) {
    json_.numbers(name, std::array{v.x, v.y, v.z});
  }

  template <class Range, class Write>
  void rows(std::string_view name, const Range& range, const Write& write) {
    json_.key(name);
    rows(range, write);
  }
  template <class Range, class Write>
  void rows(const Range& range, const Write& write) {
    json_.beginArray(true);
    for (const auto& each : range)
      write(each);
    json_.endArray();
  }
  /// As `rows`, null where there are none.
  template <class Range, class Write>
  void rowsOrNull(std::string_view name, const Range& range, const Write& write) {
    if (range.empty())
      json_.null(name);
    else
      rows(name, range, write);
  }

  // -------------------------------------------------------------- models

  void model(const scene::SceneModel& each) {
    json_.beginObject().field("name", each.name).field("member", each.member);
    if (each.lod) json_.field("lod", *each.lod);
    bones(each);
    influences(each);
    json_.key("materials").beginArray();
    for (const scene::Material& one : each.materials)
      material(one);
    json_.endArray();
    meshes(each);
    draws(each);
    samples(each);
    bounds(each);
    if (each.has_attachments) attachments(each);
    json_.key("source").beginObject();
    members(each.source);
    json_.endObject().endObject();
  }

  void bones(const scene::SceneModel& model) {
    json_.key("bones").beginArray();
    for (const scene::Bone& bone : model.bones) {
      json_.beginObject().field("name", bone.name);
      index("parent", bone.parent);
      numbers("translation", bone.rest.translation);
      const glm::dquat& q = bone.rest.rotation;
      json_.numbers("rotation", std::array{q.x, q.y, q.z, q.w});
      numbers("scale", bone.rest.scale);
      json_.field("inherit", wordFor(bone.inherit)).field("visible", bone.visible);
      if (bone.billboard == Billboard::None)
        json_.null("billboard");
      else
        json_.field("billboard", wordFor(bone.billboard));
      json_.numbers("world", bone.world.m);
      members(bone.extra);
      json_.endObject();
    }
    json_.endArray();
  }

  void influences(const scene::SceneModel& model) {
    json_.key("influences").beginArray();
    for (const scene::Influence& influence : model.influences) {
      json_.beginObject(true).numbers("bones", influence.bones);
      json_.numbers("weights", influence.weights);
      rowsOrNull("offsets", influence.offsets, [this](const Mat34d& m) { json_.numbers(m.m); });
      json_.endObject();
    }
    json_.endArray();
  }

  void meshes(const scene::SceneModel& model) {
    json_.key("meshes").beginArray();
    for (std::uint32_t i = 0; i < model.meshes.size(); ++i) {
      const auto draw =
          std::find_if(model.draws.begin(), model.draws.end(),
                       [i](const scene::Draw& candidate) { return candidate.mesh == i; });
      mesh(model.meshes[i], draw == model.draws.end() ? kNone : draw->material);
    }
    json_.endArray();
  }

  void mesh(const scene::Mesh& each, std::uint32_t material) {
    const auto vec3 = [this](const glm::vec3& v) { json_.numbers(std::array{v.x, v.y, v.z}); };
    json_.beginObject().field("name", each.name);
    index("material", material);
    json_.field("visible", each.visible).numbers("influence", each.influence);
    rows("positions", each.positions, vec3);
    rowsOrNull("normals", each.normals, vec3);
    rowsOrNull("tangents", each.tangents, [&](const glm::vec4& v) {
      if (each.tangent_size == 4)
        json_.numbers(std::array{v.x, v.y, v.z, v.w});
      else
        vec3(v);
    });
    rowsOrNull("binormals", each.binormals, vec3);
    sets("colors", each.colors, [this](const glm::u8vec4& c) {
      json_.numbers(std::array{c.r, c.g, c.b, c.a});
    });
    sets("uvs", each.uvs, [this](const glm::vec2& v) { json_.numbers(std::array{v.x, v.y}); });
    json_.key("triangles").beginArray(true);
    for (std::size_t t = 0; t + 2 < each.triangles.size(); t += 3)
      json_.numbers(std::array{each.triangles[t], each.triangles[t + 1], each.triangles[t + 2]});
    json_.endArray();
    rows("lines", each.lines, [this](const auto& line) { json_.numbers(line); });
    json_.numbers("points", each.points);
    members(each.extra);
    json_.endObject();
  }

  /// A list of sets; null for one that is missing before a present one.
  template <class V, class Write>
  void sets(std::string_view name, const std::vector<std::vector<V>>& all, const Write& write) {
    json_.key(name).beginArray();
    for (const std::vector<V>& set : all) {
      if (set.empty())
        json_.value(nullptr);
      else
        rows(set, write);
    }
    json_.endArray();
  }

  void draws(const scene::SceneModel& model) {
    json_.key("draws").beginArray();
    for (const scene::Draw& draw : model.draws) {
      json_.beginObject(true).field("mesh", draw.mesh);
      index("material", draw.material);
      index("bone", draw.bone);
      json_.field("translucent", draw.translucent).field("priority", draw.priority).endObject();
    }
    json_.endArray();
  }

  void samples(const scene::SceneModel& model) {
    json_.key("samples").beginArray();
    for (std::uint32_t i = 0; i < scene_.clips.size(); ++i) {
      if (scene_.clips[i].kind != scene::ClipKind::Bones) continue;
      json_.beginObject().field("clip", i).key("bones").beginArray();
      const auto tracks =
          std::find_if(model.clip_tracks.begin(), model.clip_tracks.end(),
                       [i](const scene::ClipTracks& candidate) { return candidate.clip == i; });
      if (tracks != model.clip_tracks.end()) {
        for (const scene::BoneTrack& track : tracks->tracks)
          boneSamples(track, scene_.clips[i].frames);
      }
      json_.endArray().endObject();
    }
    json_.endArray();
  }

  void boneSamples(const scene::BoneTrack& track, std::uint32_t frames) {
    json_.beginObject().field("bone", track.bone).field("inherit", wordFor(track.inherit));
    json_.key("frames").beginArray(true);
    for (std::uint32_t frame = 0; frame < frames && track.curve != nullptr; ++frame) {
      const Transform local = track.curve->at(frame);
      const glm::dvec3& t = local.translation;
      const glm::dquat& q = local.rotation;
      const glm::dvec3& s = local.scale;
      json_.numbers(std::array{t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z});
    }
    json_.endArray().endObject();
  }

  void bounds(const scene::SceneModel& model) {
    std::vector<bool> drawn(model.meshes.size(), false);
    for (const scene::Draw& draw : model.draws)
      drawn[draw.mesh] = true;
    const std::vector<Mat34d> influences =
        pose::sceneInfluences(model, pose::sceneWorlds(scene_, model, std::nullopt, 0.0));
    glm::dvec3 least(0.0), greatest(0.0);
    bool any = false;
    for (std::size_t i = 0; i < model.meshes.size(); ++i) {
      if (!drawn[i]) continue;
      for (const glm::dvec3& p : pose::scenePositions(model.meshes[i], influences)) {
        least = any ? glm::min(least, p) : p;
        greatest = any ? glm::max(greatest, p) : p;
        any = true;
      }
    }
    if (!any) {
      json_.null("bounds");
      return;
    }
    json_.key("bounds").beginObject(true);
    numbers("min", least);
    numbers("max", greatest);
    json_.endObject();
  }

  void attachments(const scene::SceneModel& model) {
    json_.key("attachments").beginArray();
    for (const scene::SceneAttachment& each : model.attachments) {
      json_.beginObject(true).field("name", each.name);
      index("bone", each.bone);
      json_.numbers("matrix", each.matrix.m).field("kind", each.kind);
      members(each.extra);
      json_.endObject();
    }
    json_.endArray();
  }

  // -------------------------------------------------------------- materials

  void material(const scene::Material& each) {
    json_.beginObject().field("name", each.name);
    const glm::dvec4& c = each.color;
    json_.numbers("color", std::array{c.r, c.g, c.b, c.a}).field("cull", wordFor(each.cull));
    alpha(each);
    if (each.blend) {
      json_.key("blend").beginObject(true).field("src", wordFor(each.blend->src));
      json_.field("dst", wordFor(each.blend->dst));
      json_.field("op", each.blend->subtract ? "subtract" : "add").endObject();
    } else {
      json_.null("blend");
    }
    if (each.depth) {
      json_.key("depth").beginObject(true).field("test", each.depth->test);
      json_.field("compare", wordFor(each.depth->compare));
      json_.field("write", each.depth->write).endObject();
    } else {
      json_.null("depth");
    }
    json_.key("textures").beginArray();
    for (const scene::Layer& one : each.layers)
      layer(one);
    json_.endArray();
    const bool has_gx = std::any_of(each.extra.begin(), each.extra.end(),
                                    [](const auto& member) { return member.first == "gx"; });
    if (!has_gx) json_.null("gx");
    members(each.extra);
    json_.endObject();
  }

  void alpha(const scene::Material& each) {
    json_.key("alpha").beginObject(true).field("mode", wordFor(each.alpha));
    json_.field("cutoff", each.alpha_cutoff);
    if (each.alpha_test) {
      const scene::AlphaTest& test = *each.alpha_test;
      json_.key("test").beginObject(true).field("compare0", wordFor(test.compare0));
      json_.field("ref0", test.ref0).field("op", wordFor(test.op));
      json_.field("compare1", wordFor(test.compare1)).field("ref1", test.ref1).endObject();
    } else {
      json_.null("test");
    }
    json_.endObject();
  }

  void layer(const scene::Layer& each) {
    json_.beginObject(true).field("name", each.name);
    index("texture", each.texture);
    json_.field("palette", each.palette).field("role", each.role);
    index("map", each.map);
    json_.field("mapping", wordFor(each.mapping));
    if (each.mapping == scene::Mapping::Uv)
      json_.field("uv", each.uv);
    else
      json_.null("uv");
    json_.key("wrap").beginArray(true).value(wordFor(each.wrap[0])).value(wordFor(each.wrap[1]));
    json_.endArray();
    if (each.min_filter && each.mag_filter) {
      json_.key("filter").beginArray(true).value(wordFor(*each.min_filter));
      json_.value(wordFor(*each.mag_filter)).endArray();
    } else {
      json_.null("filter");
    }
    json_.numbers("matrix", each.matrix);
    members(each.extra);
    json_.endObject();
  }

  // -------------------------------------------------------------- textures

  void texture(const scene::Texture& each) {
    json_.beginObject().field("name", each.name).field("member", each.member);
    if (each.format.empty()) {
      json_.null("format").null("width").null("height");
    } else {
      json_.field("format", each.format).field("width", each.width).field("height", each.height);
    }
    json_.field("palette", each.palette);
    std::vector<std::optional<std::string>> hashes;
    const std::size_t levels = each.pixels == nullptr ? 0 : each.pixels->levelCount();
    for (std::size_t level = 0; level < levels; ++level)
      hashes.push_back(hashOf(*each.pixels, level));
    json_.field("sha256", hashes.empty() ? std::nullopt : hashes.front());
    json_.key("levels").beginArray();
    for (std::size_t level = 0; level < levels; ++level) {
      const Pixels::Size size = each.pixels->size(level);
      json_.beginObject(true).field("width", size.width).field("height", size.height);
      json_.field("sha256", hashes[level]).endObject();
    }
    json_.endArray();
    if (levels > 0) probe(*each.pixels);
    members(each.extra);
    json_.endObject();
  }

  /// Sixteen texels, for images whose decoders round differently.
  void probe(const Pixels& pixels) {
    const std::vector<std::uint8_t> rgba = pixels.decode(0);
    if (rgba.empty()) return;
    const Pixels::Size size = pixels.size(0);
    std::vector<double> values;
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t at = 3 * i % size.height * size.width + 5 * i % size.width;
      for (std::size_t c = 4 * at; c < 4 * at + 4; ++c)
        values.push_back(rgba[c]);
    }
    json_.numbers("probe", values);
  }

  static std::optional<std::string> hashOf(const Pixels& pixels, std::size_t level) {
    const std::vector<std::uint8_t> rgba = pixels.decode(level);
    if (rgba.empty()) return std::nullopt;
    return sha256Hex(std::as_bytes(std::span(rgba)));
  }

  // -------------------------------------------------------------- clips

  void clip(const scene::Clip& each) {
    json_.beginObject().field("name", each.name).field("kind", wordFor(each.kind));
    json_.field("frames", each.frames).field("rate", each.rate_hz).field("loop", each.loop);
    json_.field("duration", scene::durationOf(each));
    rows("targets", each.targets, [this](const std::string& name) { json_.value(name); });
    json_.key("tracks").beginArray();
    for (const scene::ValueTrack& one : each.tracks)
      track(one);
    json_.endArray();
    members(each.extra);
    if (each.has_events) {
      json_.key("events").beginArray();
      for (const scene::Event& event : each.events) {
        json_.beginObject(true).field("name", event.name).field("time", event.time_s).endObject();
      }
      json_.endArray();
    }
    if (each.stored_tracks) {
      json_.key("stored_tracks");
      value(each.stored_tracks());
    }
    json_.endObject();
  }

  void track(const scene::ValueTrack& each) {
    json_.beginObject().field("target", each.target);
    std::visit([this](const auto& values) { frames(values); }, each.values);
    json_.endObject();
  }

  void frames(const scene::UvTrack& track) {
    json_.field("layer", track.layer);
    rows("frames", track.frames, [this](const auto& frame) { json_.numbers(frame); });
  }
  void frames(const scene::TextureTrack& track) {
    json_.field("map", track.map);
    rows("frames", track.frames, [this](const scene::TextureTrack::Names& names) {
      json_.beginArray(true);
      for (const auto& name : {names.texture, names.palette}) {
        if (name)
          json_.value(*name);
        else
          json_.value(nullptr);
      }
      json_.endArray();
    });
  }
  void frames(const scene::ColorTrack& track) {
    const auto color = [this](const glm::u8vec4& c) {
      json_.numbers(std::array{c.r, c.g, c.b, c.a});
    };
    json_.field("color", track.color).key("mask");
    color(track.mask);
    rows("frames", track.frames, color);
  }
  void frames(const scene::VisibilityTrack& track) {
    json_.key("frames").beginArray(true);
    for (const bool shown : track.frames)
      json_.value(shown);
    json_.endArray();
  }

  JsonStream& json_;
  const scene::Scene& scene_;
};

void head(JsonStream& json, std::string_view command, std::string_view format, Mode mode) {
  json.beginObject().field("schema", 1).field("command", command).field("format", format);
  json.field("mode", toString(mode));
}

void texts(JsonStream& json, std::string_view name, const std::vector<std::string>& all) {
  json.key(name).beginArray();
  for (const std::string& text : all)
    json.value(text);
  json.endArray();
}

void vectors(JsonStream& json, std::string_view name, const std::vector<glm::dvec3>& all) {
  json.key(name).beginArray(true);
  for (const glm::dvec3& v : all)
    json.numbers(std::array{v.x, v.y, v.z});
  json.endArray();
}

void poseModel(JsonStream& json, const scene::Scene& scene, const scene::SceneModel& model,
               const SceneMoment& moment, bool vertices) {
  const std::vector<Mat34d> worlds = pose::sceneWorlds(
      scene, model, moment.frame ? moment.clip : std::nullopt, moment.frame.value_or(0.0));
  json.beginObject().key("bones").beginArray();
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    json.beginObject(true).field("name", model.bones[i].name).numbers("matrix", worlds[i].m);
    json.endObject();
  }
  json.endArray();
  if (vertices) {
    const std::vector<Mat34d> influences = pose::sceneInfluences(model, worlds);
    json.key("meshes").beginArray();
    for (const scene::Mesh& mesh : model.meshes) {
      json.beginObject();
      vectors(json, "positions", pose::scenePositions(mesh, influences));
      if (mesh.normals.empty())
        json.null("normals");
      else
        vectors(json, "normals", pose::sceneNormals(mesh, influences));
      json.endObject();
    }
    json.endArray();
  }
  json.endObject();
}

}  // namespace

void writeSceneDiagnostics(JsonStream& json, std::span<const Diagnostic> diagnostics) {
  json.key("diagnostics").beginArray();
  for (const Diagnostic& diagnostic : diagnostics) {
    json.beginObject(true)
        .field("kind", diagnostic.rule)
        .field("severity", toString(diagnostic.severity))
        .field("offset", diagnostic.offset)
        .field("path", diagnostic.path)
        .field("count", diagnostic.count);
    if (diagnostic.member)
      json.field("member", *diagnostic.member);
    else
      json.null("member");
    json.field("layer", diagnostic.layer).field("message", diagnostic.message).endObject();
  }
  json.endArray();
}

void printScene(JsonStream& json, std::string_view format, Mode mode,
                const scene::ReadScene& read) {
  head(json, "dump", format, mode);
  if (!read.unreadable) {
    const scene::Scene& scene = read.scene;
    json.field("up", scene.up == UpAxis::Y ? "Y" : "Z");
    if (scene.left_handed) json.field("handed", "left");
    texts(json, "wrappers", scene.wrappers);
    texts(json, "members", scene.members);
    Printer printer(json, scene);
    printer.models();
    printer.textures();
    printer.clips();
  }
  writeSceneDiagnostics(json, read.diagnostics);
  json.endObject().finish();
}

void printScenePose(JsonStream& json, std::string_view format, Mode mode,
                    const scene::ReadScene& read, const SceneMoment& moment, bool vertices) {
  head(json, "pose", format, mode);
  const scene::Scene& scene = read.scene;
  if (moment.clip) {
    json.field("anim", scene.clips[*moment.clip].name).field("anim_index", *moment.clip);
  } else {
    json.null("anim").null("anim_index");
  }
  json.field("frame", moment.frame);
  json.key("models").beginArray();
  for (const scene::SceneModel& model : scene.models)
    poseModel(json, scene, model, moment, vertices);
  json.endArray();
  writeSceneDiagnostics(json, read.diagnostics);
  json.endObject().finish();
}

}  // namespace sinew::app::dump
