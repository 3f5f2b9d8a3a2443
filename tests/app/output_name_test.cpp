#include "app/output_name.h"

#include <gtest/gtest.h>

#include "app/shot_names.h"
#include "temp_folder.h"

namespace sinew::app {
namespace {

NameFields walking() {
  const NameFields path = fieldsOfPath("models/creature.v2.bmd");
  return {path.model, path.ext, "walk", 12.0, "1", 7, "front"};
}

std::string filled(std::string_view text, const NameFields& fields) {
  const auto name = NameTemplate::parse(text);
  return name ? name->fill(fields) : std::string("error: ").append(name.error().code);
}

TEST(OutputName, FillsEveryField) {
  EXPECT_EQ(filled("out/{model}-{ext}-{anim}-{frame}-{lod}-{n}-{view}.png", walking()),
            "out/creature.v2-bmd-walk-12-1-7-front.png");
  EXPECT_EQ(filled("{frame:4}_{n:2}.png", walking()), "0012_07.png");
  EXPECT_EQ(filled("plain.png", walking()), "plain.png");
  EXPECT_EQ(filled("{{{model}}}", walking()), "{creature.v2}");
}

TEST(OutputName, FractionsOfFrames) {
  NameFields fields = walking();
  fields.frame = 3.5;
  EXPECT_EQ(filled("{frame}", fields), "3.5");
  EXPECT_EQ(filled("{frame:4}", fields), "0003.5");
  fields.frame = 2.0000001;
  EXPECT_EQ(filled("{frame:3}", fields), "002");
  fields.frame = 0.0;
  EXPECT_EQ(filled("{frame}", fields), "0");
  fields.frame = 120.0;
  EXPECT_EQ(filled("{frame:2}", fields), "120");
}

TEST(OutputName, NamesOutOfFilesCannotLeadElsewhere) {
  NameFields fields = walking();
  fields.anim = std::string("../../etc/pass\nwd\\x");
  EXPECT_EQ(filled("o/{anim}.png", fields), "o/.._.._etc_pass_wd_x.png");
  fields.anim = "..";
  EXPECT_EQ(filled("o/{anim}/x.png", fields), "o/__/x.png");
  fields.anim = ".";
  EXPECT_EQ(filled("o/.{anim}/x.png", fields), "o/._/x.png");
  fields.anim = std::string(99, 'a').append("é");  // 101 bytes: not cut inside the character
  EXPECT_EQ(filled("{anim}", fields), std::string(99, 'a'));
}

TEST(OutputName, WrongTemplatesAreUsageErrors) {
  for (const char* text : {"{mdoel}.png", "{}", "{model", "model}", "{model:3}", "{frame:0}",
                           "{frame:12}", "{n:}", "{n:x}", "{frame:4:4}"}) {
    EXPECT_EQ(filled(text, walking()), "error: usage") << text;
  }
}

TEST(OutputName, PathsAreSplit) {
  EXPECT_EQ(fieldsOfPath("-").model, "stdin");
  EXPECT_EQ(fieldsOfPath("a/b.bmd").model, "b");
  EXPECT_EQ(fieldsOfPath("a.d/b").model, "b");
  EXPECT_EQ(fieldsOfPath("a.d/b").ext, "");
  EXPECT_EQ(fieldsOfPath(".hidden").model, ".hidden");
}

Options shotOf(std::vector<std::string> files, std::string output,
               std::vector<NamedView> views = {}) {
  Options options;
  options.command = Command::Shot;
  options.files = std::move(files);
  options.output = std::move(output);
  options.camera.views = std::move(views);
  return options;
}

std::string codeOf(const Options& options) {
  const auto names = ShotNames::create(options);
  return names ? "ok" : names.error().code;
}

TEST(ShotNames, ClashesAreFoundBeforeAnythingIsDrawn) {
  const std::vector<NamedView> two{NamedView::Front, NamedView::Top};
  EXPECT_EQ(codeOf(shotOf({"a.bmd", "b.bmd"}, "")), "ok");
  EXPECT_EQ(codeOf(shotOf({"x/a.bmd", "y/a.bmd"}, "")), "usage");
  EXPECT_EQ(codeOf(shotOf({"x/a.bmd", "y/a.bmd"}, "{n}.png")), "ok");
  EXPECT_EQ(codeOf(shotOf({"a.bmd"}, "", two)), "ok");
  EXPECT_EQ(codeOf(shotOf({"a.bmd"}, "a.png", two)), "usage");
  EXPECT_EQ(codeOf(shotOf({"a.bmd"}, "{view}.png", two)), "ok");
  EXPECT_EQ(codeOf(shotOf({"a.bmd"}, "{view}.png", {NamedView::Top, NamedView::Top})), "usage");
  EXPECT_EQ(codeOf(shotOf({"a.bmd", "b.bmd"}, "{view}.png", two)), "usage");
  EXPECT_EQ(codeOf(shotOf({"a.bmd", "b.bmd"}, "-")), "usage");
  EXPECT_EQ(codeOf(shotOf({"a.bmd"}, "-")), "ok");
}

TEST(ShotNames, ClashesOfContentAreFoundOnTheWay) {
  const Options options = shotOf({"a.bmd", "b.bmd"}, "{anim}.png");
  auto names = ShotNames::create(options);
  ASSERT_TRUE(names);
  NameFields fields = walking();
  EXPECT_EQ(names->next(fields).value(), "walk.png");
  EXPECT_EQ(names->next(fields).error().code, "usage");
  fields.anim = std::string("run");
  EXPECT_TRUE(names->next(fields));
}

TEST(ShotNames, OnlyTheOptionItselfMeansStandardOutput) {
  NameFields fields = walking();
  fields.anim = std::string("-");
  const Options by_clip = shotOf({"a.bmd"}, "{anim}");
  EXPECT_EQ(ShotNames::create(by_clip)->next(fields).value(), "./-");
  const Options by_user = shotOf({"a.bmd"}, "-");
  EXPECT_EQ(ShotNames::create(by_user)->next(fields).value(), "-");
}

TEST(ShotNames, NeverReplacesAModelOrWhatItMustNot) {
  const TempFolder folder;
  const std::string model = folder.write("m.bmd", "x");
  const Options onto_itself = shotOf({model}, folder / "./m.bmd");
  EXPECT_EQ(ShotNames::create(onto_itself)->next(fieldsOfPath(model)).error().code, "usage");
  Options keep = shotOf({model}, folder.write("old.png", "x"));
  EXPECT_TRUE(ShotNames::create(keep)->next(fieldsOfPath(model)));
  keep.overwrite = false;
  EXPECT_EQ(ShotNames::create(keep)->next(fieldsOfPath(model)).error().code, "output.exists");
}

TEST(ShotNames, NeverReplacesATexture) {
  // A texture is often called as its model is, which `{model}.png` beside it would replace.
  const TempFolder folder;
  const std::string model = folder.write("m.bmd", "x");
  const std::string texture = folder.write("m.png", "x");
  const Options onto_texture = shotOf({model}, folder / "{model}.png");
  auto names = ShotNames::create(onto_texture);
  ASSERT_TRUE(names);
  names->protect({folder / "./m.png", folder / "gone.png"}, "a texture of a model");
  const auto refused = names->next(fieldsOfPath(model));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "usage");
  EXPECT_NE(refused.error().message.find("texture"), std::string::npos);
  EXPECT_TRUE(names->next(fieldsOfPath("other.bmd")));
}

}  // namespace
}  // namespace sinew::app
