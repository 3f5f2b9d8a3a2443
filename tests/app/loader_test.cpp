// Loading on threads, folders and their order: no OpenGL.

#include "app/loader.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/folder_list.h"
#include "tests/app/models.h"
#include "tests/app/temp_folder.h"

namespace sinew::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Waits for a load, at most 20 s.
std::vector<Loader::Loaded> waitFor(Loader& loader) {
  for (int i = 0; i < 2000; ++i) {
    std::vector<Loader::Loaded> done = loader.take();
    if (!done.empty()) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {};
}

TEST(Loading, AThreadHandsTheDocumentOver) {
  const TempFolder folder;
  const std::string path = folder.write("a.bmd", bytesOf(redSquare()));
  std::atomic<int> woken{0};
  Loader loader([&woken] { ++woken; });
  const std::uint64_t load = loader.start(path, Options{});
  const auto done = waitFor(loader);
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].load, load);
  ASSERT_TRUE(done[0].document.has_value());
  EXPECT_EQ((*done[0].document)->path, path);
  EXPECT_EQ((*done[0].document)->model().meshes.size(), 1u);
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(loader.progress(load), nullptr);
}

TEST(Loading, ErrorsComeAsErrors) {
  Loader loader;
  (void)loader.start("/nowhere/at/all.bmd", Options{});
  const auto done = waitFor(loader);
  ASSERT_EQ(done.size(), 1u);
  ASSERT_FALSE(done[0].document.has_value());
  EXPECT_THAT(done[0].document.error().message, HasSubstr("/nowhere/at/all.bmd"));
}

TEST(Loading, ACancelledLoadIsNeverTaken) {
  const TempFolder folder;
  // As long as a file system lets a file be without writing it.
  const std::string path = folder.write("large.bmd", "BMD1");
  std::filesystem::resize_file(path, std::uintmax_t{512} << 20);
  Loader loader;
  const std::uint64_t load = loader.start(path, Options{});
  loader.cancel(load);
  const std::uint64_t other = loader.start(folder.write("b.bmd", bytesOf(redSquare())), Options{});
  const auto done = waitFor(loader);
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].load, other);
}

TEST(Loading, ManyAtOnceAndAnEndInBetween) {
  const TempFolder folder;
  const std::string path = folder.write("a.bmd", bytesOf(redSquare()));
  Loader loader;
  for (int i = 0; i < 20; ++i)
    (void)loader.start(path, Options{});
}

TEST(Loading, APipeIsRefused) {
  const TempFolder folder;
  const std::string path = folder / "pipe.bmd";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  Loader loader;
  (void)loader.start(path, Options{});
  const auto done = waitFor(loader);
  ASSERT_EQ(done.size(), 1u);
  ASSERT_FALSE(done[0].document.has_value());
  EXPECT_THAT(done[0].document.error().message, HasSubstr("is a pipe"));
}

TEST(Folders, OrderIsNatural) {
  EXPECT_TRUE(naturalLess("a2", "a10"));
  EXPECT_FALSE(naturalLess("a10", "a2"));
  EXPECT_TRUE(naturalLess("a002", "a10"));
  EXPECT_TRUE(naturalLess("B", "c"));
  EXPECT_TRUE(naturalLess("a", "ab"));
  EXPECT_TRUE(naturalLess("a2b", "a2c"));
  EXPECT_FALSE(naturalLess("same", "same"));
  // Equal but for case or zeros: still an order, so that sorting is stable from run to run.
  EXPECT_NE(naturalLess("A", "a"), naturalLess("a", "A"));
  EXPECT_NE(naturalLess("a1", "a01"), naturalLess("a01", "a1"));
}

TEST(Folders, ModelsAreToldByExtension) {
  EXPECT_TRUE(hasModelExtension("a.bmd"));
  EXPECT_TRUE(hasModelExtension("A.BMD"));
  EXPECT_FALSE(hasModelExtension("bmd"));
  EXPECT_FALSE(hasModelExtension(".bmd"));
  EXPECT_FALSE(hasModelExtension("a.bmd.txt"));
}

TEST(Folders, ListsFoldersFirstAndHidesDots) {
  const TempFolder folder;
  folder.write("b10.bmd", "x");
  folder.write("b9.BMD", "xyz");
  folder.write("notes.txt", "x");
  folder.write(".hidden.bmd", "x");
  folder.write("z/inside.bmd", "x");
  const auto shown = listFolder(folder.path().string(), false);
  ASSERT_TRUE(shown.has_value());
  std::vector<std::string> names;
  for (const FolderEntry& entry : *shown)
    names.push_back(entry.name);
  EXPECT_THAT(names, ElementsAre("z", "b9.BMD", "b10.bmd", "notes.txt"));
  EXPECT_TRUE((*shown)[0].is_folder);
  EXPECT_TRUE((*shown)[1].is_model);
  EXPECT_EQ((*shown)[1].size_bytes, 3u);
  EXPECT_FALSE((*shown)[3].is_model);
  EXPECT_EQ(listFolder(folder.path().string(), true)->size(), 5u);
  EXPECT_THAT(listFolder("/nowhere/at/all", false).error().message, HasSubstr("/nowhere/at/all"));
}

TEST(Folders, ModelsBesideAFile) {
  const TempFolder folder;
  const std::string a = folder.write("a.bmd", "x");
  const std::string odd = folder.write("b.dat", "x");
  folder.write("c.txt", "x");
  EXPECT_THAT(modelsBeside(a), ElementsAre(a));
  EXPECT_THAT(modelsBeside(odd), ElementsAre(a, odd));
}

TEST(Folders, PathsAreCompleted) {
  const TempFolder folder;
  folder.write("walk.bmd", "x");
  folder.write("water/x.bmd", "x");
  folder.write("Wand.bmd", "x");
  folder.write("wall.txt", "x");
  folder.write(".wig.bmd", "x");
  const std::string base = folder.path().string() + "/";
  EXPECT_THAT(completePath(base + "wa", false, 9),
              ElementsAre(base + "water/", base + "walk.bmd", base + "Wand.bmd"));
  EXPECT_THAT(completePath(base + "wa", false, 1), ElementsAre(base + "water/"));
  EXPECT_THAT(completePath(base + ".w", false, 9), ElementsAre(base + ".wig.bmd"));
  EXPECT_THAT(completePath("/nowhere/at/all/x", false, 9), ElementsAre());
  EXPECT_EQ(expandPath("a/b", "/x"), "/x/a/b");
  EXPECT_EQ(expandPath("/a", "/x"), "/a");
  EXPECT_EQ(expandPath("~/a", "/x"), std::string(std::getenv("HOME")) + "/a");
  EXPECT_EQ(expandPath("~a", "/x"), "/x/~a");
}

}  // namespace
}  // namespace sinew::app
