#include "app/texture_finder.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/png.h"
#include "app/text_case.h"
#include "temp_folder.h"

namespace sinew::app {
namespace {

/// A one-pixel PNG, told apart by its red value.
std::string pixel(std::uint8_t red) {
  renderer::Image image;
  image.width = image.height = 1;
  image.rgba = {red, 0, 0, 255};
  const auto bytes = encodePng(image).value();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

FoundTexture findTexture(const std::string& name, const std::string& model_path,
                         const std::vector<std::string>& texture_paths) {
  return TextureFinder(model_path, texture_paths).find(name);
}

int redOf(const FoundTexture& texture) {
  return texture.image ? texture.image->rgba[0] : -1;
}

bool tried(const FoundTexture& texture, const std::string& path) {
  return std::find(texture.tried.begin(), texture.tried.end(), path) != texture.tried.end();
}

TEST(FoldCase, KnowsTheAlphabets) {
  EXPECT_EQ(foldCase("Skin_01.TGA"), "skin_01.tga");
  EXPECT_EQ(foldCase("ТЕСТ"), "тест");
  EXPECT_EQ(foldCase("Ёж"), "ёж");
  EXPECT_EQ(foldCase("ŞÄÕŸ"), "şäõÿ");
  EXPECT_EQ(foldCase("ΆΣΩ"), "άσω");
  EXPECT_EQ(foldCase("(ノಠ益ಠ)ノ×ß"), "(ノಠ益ಠ)ノ×ß");
  EXPECT_EQ(foldCase("\xFF\xC0"
                     "A\xE0\x80"),
            "\xFF\xC0"
            "a\xE0\x80");  // no UTF-8: bytes stay
}

TEST(TextureFinder, FindsBesideTheModelWithEachExtension) {
  for (const char* extension : {"png", "tga", "jpg", "jpeg", "bmp", "dds"}) {
    const TempFolder folder;
    folder.write(std::string("skin.") + extension, pixel(7));  // told by content, not by name
    const FoundTexture found = findTexture("skin", folder / "model.bmd", {});
    EXPECT_EQ(found.path, folder / (std::string("skin.") + extension));
    EXPECT_EQ(redOf(found), 7) << extension << ' ' << found.problem;
  }
}

TEST(TextureFinder, TheNamesOwnExtensionComesFirst) {
  const TempFolder folder;
  folder.write("skin.png", pixel(1));
  folder.write("skin.bmp", pixel(2));
  EXPECT_EQ(redOf(findTexture("skin.bmp", folder / "m.bmd", {})), 2);
  EXPECT_EQ(redOf(findTexture("skin.tga", folder / "m.bmd", {})), 1);  // replaced
  EXPECT_EQ(redOf(findTexture("skin.abc", folder / "m.bmd", {})), 1);
  EXPECT_EQ(redOf(findTexture("skin", folder / "m.bmd", {})), 1);
}

TEST(TextureFinder, ANameWithADotKeepsIt) {
  const TempFolder folder;
  folder.write("skin.v2b.png", pixel(3));
  EXPECT_EQ(redOf(findTexture("skin.v2b", folder / "m.bmd", {})), 3);
}

TEST(TextureFinder, CaseBackslashesAndOtherScripts) {
  const TempFolder folder;
  folder.write("тест/(ノಠ益ಠ)ノ/Textures/КОЖА_Ş.PNG", pixel(9));
  const std::string model = folder / "тест/(ノಠ益ಠ)ノ/ş.bmd";
  const FoundTexture found = findTexture("textures\\кожа_ş", model, {});
  EXPECT_EQ(found.path, folder / "тест/(ノಠ益ಠ)ノ/Textures/КОЖА_Ş.PNG");
  EXPECT_EQ(redOf(found), 9);
}

TEST(TextureFinder, ExactCaseWins) {
  const TempFolder folder;
  folder.write("SKIN.png", pixel(1));
  folder.write("Skin.png", pixel(2));
  folder.write("skin.png", pixel(3));
  EXPECT_EQ(redOf(findTexture("Skin", folder / "m.bmd", {})), 2);
  EXPECT_EQ(redOf(findTexture("sKIN", folder / "m.bmd", {})), 1);  // first in byte order
}

TEST(TextureFinder, ResourcePrefixAndParents) {
  const TempFolder folder;
  folder.write("game/resource/gfx/a.png", pixel(1));
  folder.write("game/models/creatures/gfx/b.png", pixel(2));
  const std::string model = folder / "game/models/creatures/m.bmd";
  EXPECT_EQ(redOf(findTexture("resource/gfx/a", model, {})), 1);
  EXPECT_EQ(redOf(findTexture("RESOURCE\\gfx\\b", model, {})), 2);  // without the prefix
  folder.write("gfx/c.png", pixel(3));
  EXPECT_EQ(redOf(findTexture("resource/gfx/c", folder / "other/m.bmd", {})), 3);
}

TEST(TextureFinder, TheNearestParentWithTheFirstFolderEndsTheClimb) {
  const TempFolder folder;
  folder.write("gfx/a.png", pixel(1));
  std::filesystem::create_directories(folder / "game/gfx");
  EXPECT_EQ(redOf(findTexture("gfx/a", folder / "game/models/m.bmd", {})), -1);
}

TEST(TextureFinder, TexturePathsComeAfterTheModelsFolder) {
  const TempFolder folder;
  folder.write("extra/gfx/a.png", pixel(1));
  folder.write("extra/b.png", pixel(2));
  const std::vector<std::string> paths{folder / "none", folder / "extra"};
  EXPECT_EQ(redOf(findTexture("gfx/a", folder / "model/m.bmd", paths)), 1);
  EXPECT_EQ(redOf(findTexture("resource/gfx/b", folder / "model/m.bmd", paths)), 2);  // bare name
  folder.write("model/gfx/a.png", pixel(5));
  EXPECT_EQ(redOf(findTexture("gfx/a", folder / "model/m.bmd", paths)), 5);
}

TEST(TextureFinder, MissingTellsEveryPathTried) {
  const TempFolder folder;
  const FoundTexture missing =
      findTexture("resource/gfx/skin", folder / "m.bmd", {folder / "extra"});
  EXPECT_TRUE(missing.path.empty());
  EXPECT_FALSE(missing.image);
  for (const char* base : {"resource/gfx/skin.", "gfx/skin.", "extra/resource/gfx/skin.",
                           "extra/gfx/skin.", "skin.", "extra/skin."}) {
    for (const char* extension : {"png", "tga", "jpg", "jpeg", "bmp", "dds"}) {
      EXPECT_TRUE(tried(missing, folder / (std::string(base) + extension))) << base << extension;
    }
  }
  EXPECT_EQ(missing.tried.size(), 36u);
  const std::string text = describeMissing(missing);
  EXPECT_NE(text.find("\"resource/gfx/skin\": no such file"), std::string::npos);
  EXPECT_NE(text.find((folder / "extra/gfx/skin") + ".{png,tga,jpg,jpeg,bmp,dds}"),
            std::string::npos);
}

TEST(TextureFinder, NamesThatLeaveTheFoldersAreRefused) {
  const TempFolder folder;
  folder.write("secret.png", pixel(1));
  for (const std::string& name :
       {std::string("../secret"), std::string("a/../../secret"), std::string("..\\secret"),
        folder / "secret", std::string("\\secret"), std::string("C:\\secret"), std::string(""),
        std::string("."), std::string("secret\0x", 8)}) {
    const FoundTexture found = findTexture(name, folder / "models/m.bmd", {});
    EXPECT_TRUE(found.path.empty()) << name;
    EXPECT_TRUE(found.tried.empty()) << name;
    EXPECT_FALSE(found.problem.empty()) << name;
  }
}

TEST(TextureFinder, NamesOfOneFileShareItsImage) {
  const TempFolder folder;
  folder.write("skin.png", pixel(5));
  folder.write("torn.png", "no picture");
  TextureFinder finder(folder / "m.bmd", {});
  const FoundTexture first = finder.find("skin");
  const FoundTexture second = finder.find("./SKIN.tga");
  ASSERT_TRUE(first.image);
  EXPECT_EQ(first.image, second.image);
  EXPECT_EQ(second.name, "./SKIN.tga");
  EXPECT_EQ(finder.find("torn").problem, finder.find("TORN").problem);
  EXPECT_FALSE(finder.find("TORN").problem.empty());
  EXPECT_EQ(finder.locate("skin").path, first.path);
  EXPECT_FALSE(finder.locate("skin").image);
}

TEST(TextureFinder, WhatIsNoImageSaysSo) {
  const TempFolder folder;
  folder.write("skin.png", "not a picture at all");
  std::filesystem::create_directories(folder / "dir.png");
  const FoundTexture broken = findTexture("skin", folder / "m.bmd", {});
  EXPECT_EQ(broken.path, folder / "skin.png");
  EXPECT_FALSE(broken.image);
  EXPECT_NE(describeMissing(broken).find("cannot be shown"), std::string::npos);
  EXPECT_TRUE(findTexture("dir", folder / "m.bmd", {}).path.empty());
}

TEST(TextureFinder, FindsTheAuthorsOwn) {
  const std::string author = SINEW_SOURCE_DIR "/../shared/data/bmd1/author/";
  if (!std::filesystem::exists(author)) GTEST_SKIP() << "the author's files are not here";
  // The chicken and the box man name it so; it lies in resource/gfx beside them.
  for (const char* name : {"resource/gfx/002", "resource\\GFX\\002.tga"}) {
    const FoundTexture found = findTexture(name, author + "boxman0.bmd", {});
    EXPECT_NE(found.path.find("resource/gfx/002.dds"), std::string::npos) << name;
    EXPECT_TRUE(found.image) << name << ' ' << found.problem;
  }
}

}  // namespace
}  // namespace sinew::app
