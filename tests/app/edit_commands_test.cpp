// Editing pseudo-bones, undo and redo, and saving: commands without a window.

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/bone_ids.h"
#include "app/commands.h"
#include "app/regress/model_diff.h"
#include "tests/app/temp_folder.h"
#include "tests/app/window_fixture.h"

namespace sinew::app::test {
namespace {

using ::testing::HasSubstr;

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// character.bmd: "elbow" (#4) blends "arm" (#2) and "hand" (#3), half each.
class EditTest : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    path_ = folder_.write("character.bmd", contentOf(validFile("character.bmd")));
    run("open " + quoteArgument(path_));
    run("pause");
  }
  [[nodiscard]] std::array<float, 4> weights() {
    return presentWeights(viewer().scene()->model(), state(), 0).weights;
  }
  [[nodiscard]] std::array<std::uint32_t, 4> bones() {
    return presentWeights(viewer().scene()->model(), state(), 0).bones;
  }

  using Weights = std::array<float, 4>;
  using Bones = std::array<std::uint32_t, 4>;
  TempFolder folder_;
  std::string path_;
};

TEST_F(EditTest, UndoAndRedo) {
  EXPECT_EQ(refused("undo"), "there is nothing to undo");
  EXPECT_EQ(refused("redo"), "there is nothing to redo");
  run("weight elbow 0 0.25");
  run("weight elbow 1 1");
  EXPECT_EQ(weights(), (Weights{0.25f, 1.0f, 0, 0}));
  run("bone none");
  run("undo");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
  EXPECT_EQ(state().selection.pseudo_bone, 0u) << "what changes is shown";
  run("undo");
  EXPECT_EQ(weights(), (Weights{0.5f, 0.5f, 0, 0}));
  EXPECT_TRUE(state().pseudo_edits.empty());
  EXPECT_EQ(refused("undo"), "there is nothing to undo");
  run("redo");
  run("redo");
  EXPECT_EQ(weights(), (Weights{0.25f, 1.0f, 0, 0}));
  run("undo");
  run("weight elbow 0 0.75");  // another way on: what was undone is gone
  EXPECT_EQ(refused("redo"), "there is nothing to redo");
}

TEST_F(EditTest, OneGestureIsOneStep) {
  run("weight elbow 0 0.25");
  for (const std::string value : {"0.3", "0.4", "0.8", "1"})
    run("weight elbow 0 " + value + " more");
  run("weight elbow 1 0.25");  // another slider
  run("weight elbow 1 0.75 more");
  run("undo");
  EXPECT_EQ(weights(), (Weights{1.0f, 0.5f, 0, 0}));
  run("undo");
  EXPECT_EQ(weights(), (Weights{0.5f, 0.5f, 0, 0}));
  run("redo");
  EXPECT_EQ(weights(), (Weights{1.0f, 0.5f, 0, 0}));
  EXPECT_THAT(refused("weight elbow 0 1 again"), HasSubstr("\"again\" is unknown"));
}

TEST_F(EditTest, WeightsAreThoseThatTheFormatHolds) {
  run("weight elbow 0 0.3");  // F8A steps by 1/64 there: 0.296875 and 0.3125
  EXPECT_EQ(weights()[0], 0.296875f);
  run("weight elbow 0 0.001");  // below the smallest one
  EXPECT_EQ(weights()[0], 0.0f);
  EXPECT_EQ(refused("weight elbow 1 0.001"),
            "the weights of \"elbow\" would add up to 0, which blends nothing");
}

TEST_F(EditTest, AnEditBackToTheFileIsNone) {
  run("weight elbow 0 0.25");
  EXPECT_TRUE(viewer().unsaved());
  run("weight elbow 0 0.5");
  EXPECT_FALSE(viewer().unsaved());
}

TEST_F(EditTest, BonesOfASlot) {
  EXPECT_EQ(refused("weight elbow 2 1"), "slot 2 of \"elbow\" names no bone");
  run("weight-bone elbow 2 hip");
  run("weight elbow 2 1");
  EXPECT_EQ(bones(), (Bones{2, 3, 1, kNone}));
  EXPECT_EQ(weights(), (Weights{0.5f, 0.5f, 1.0f, 0}));
  // Half of the blend is the hip now: (arm + hand) / 4 + hip / 2.
  run("clip none");
  viewer().update();
  const auto origin = [&](std::span<const Mat34f> matrices, std::size_t i) {
    return glm::dvec3(matrices[i].m[3], matrices[i].m[7], matrices[i].m[11]);
  };
  const auto posed = viewer().scene()->poser().boneMatrices();
  const glm::dvec3 expected = (origin(posed, 2) + origin(posed, 3)) * 0.25 + origin(posed, 1) * 0.5;
  const glm::dvec3 blend = origin(viewer().scene()->poser().influenceMatrices(), 4);
  EXPECT_LT(glm::distance(blend, expected), 1e-5);

  run("weight-bone elbow 0 none");
  EXPECT_EQ(bones(), (Bones{kNone, 3, 1, kNone}));
  EXPECT_EQ(weights(), (Weights{0.0f, 0.5f, 1.0f, 0}));
  run("undo");
  EXPECT_EQ(bones(), (Bones{2, 3, 1, kNone}));
  EXPECT_EQ(refused("weight-bone elbow 0 elbow"),
            "\"elbow\" is a pseudo-bone: only normal bones can be blended");
  EXPECT_EQ(refused("weight-bone elbow 0 #9"), "there is no bone \"#9\" to blend");
  EXPECT_EQ(refused("weight-bone elbow 4 hip"), "4 is out of range: the slot is 0 to 3");
  EXPECT_EQ(refused("weight-bone hip 0 hip"), "\"hip\" is a normal bone, it has no weights");
}

TEST_F(EditTest, ResetIsOneStep) {
  run("weight elbow 0 0.25");
  run("weight elbow 1 0.25");
  run("weights reset");
  EXPECT_FALSE(viewer().unsaved());
  run("undo");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.25f, 0, 0}));
  run("weights reset elbow");
  run("weights reset");  // nothing left to put back is no step
  run("undo");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.25f, 0, 0}));
}

// ---------------------------------------------------------------- save

TEST_F(EditTest, SavedFilesHoldTheEditsAndNothingElse) {
  const std::string before = contentOf(path_);
  run("weight elbow 0 0.25");
  run("weight-bone elbow 2 hip");
  run("weight elbow 2 0.25");
  const std::string target = folder_ / "новый.bmd";
  run("save " + quoteArgument(target));
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_EQ(viewer().scene()->document().path, target);
  EXPECT_EQ(contentOf(path_), before) << "the old file stays";
  // The record lies at 768: ids, then weights; 0.25 is 0x50.
  std::string expected = before;
  expected[768 + 2] = 1;
  expected[768 + 4] = 0x50;
  expected[768 + 6] = 0x50;
  EXPECT_EQ(contentOf(target), expected);

  const auto loaded = openDocument(target, {}, false);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE((*loaded)->loaded.diagnostics.empty());
  EXPECT_EQ((*loaded)->model().pseudo_bones[0].weights, (Weights{0.25f, 0.5f, 0.25f, 0}));
  EXPECT_EQ((*loaded)->model().pseudo_bones[0].bones, (Bones{2, 3, 1, kNone}));
}

TEST_F(EditTest, TheDifferenceIsThePseudoBone) {
  run("weight elbow 0 0.25");
  const std::string target = folder_ / "other.bmd";
  run("save " + quoteArgument(target));
  const auto old_file = openDocument(path_, {}, false);
  const auto new_file = openDocument(target, {}, false);
  ASSERT_TRUE(old_file && new_file);
  const auto changes = regress::structuralChanges((*old_file)->model(), (*new_file)->model());
  // The blend, and the two vertices that hang on it.
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes[0].subject, "pseudo-bone \"elbow\"");
  for (std::size_t i = 1; i < changes.size(); ++i) {
    EXPECT_EQ(changes[i].text, "2 of 8 vertices have other bones") << changes[i].subject;
  }
}

TEST_F(EditTest, SavingOverTheOpenFileAndUndoing) {
  run("weight elbow 0 0.25");
  run("save");
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_EQ(viewer().messages.back().text, "Saved " + path_ + " (1 pseudo-bone changed).");
  run("reload");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
  run("undo");  // steps outlive the save: the old weights are an edit of the new file
  EXPECT_EQ(weights(), (Weights{0.5f, 0.5f, 0, 0}));
  EXPECT_TRUE(viewer().unsaved());
  run("redo");
  EXPECT_FALSE(viewer().unsaved());
  run("save");
  EXPECT_EQ(viewer().messages.back().text, "There is nothing to save: no weights were changed.");
}

TEST_F(EditTest, SavingKeepsTheView) {
  run("clip wave");
  run("frame 12");
  run("bone elbow");
  run("orbit 30 5");
  run("weight elbow 0 0.25");
  const Camera camera = state().camera;
  run("save " + quoteArgument(folder_ / "copy.bmd"));
  EXPECT_EQ(state().playback.clip, 1u);
  EXPECT_EQ(state().playback.frame, 12.0);
  EXPECT_EQ(state().selection.pseudo_bone, 0u);
  EXPECT_EQ(state().camera.position, camera.position);
}

TEST_F(EditTest, NothingElseIsEverReplaced) {
  run("weight elbow 0 0.25");
  const std::string other = folder_.write("other.bmd", contentOf(validFile("pseudo_bones.bmd")));
  const std::string notes = folder_.write("notes.txt", "not a model");
  EXPECT_EQ(refused("save " + quoteArgument(notes)),
            "\"" + notes + "\" is there and no BMD1 model, so it is not replaced");
  EXPECT_THAT(refused("save " + quoteArgument(notes) + " replace"), HasSubstr("no BMD1 model"));
  EXPECT_EQ(contentOf(notes), "not a model");
  EXPECT_EQ(refused("save " + quoteArgument(other)), "\"" + other + "\" exists already");
  EXPECT_EQ(contentOf(other), contentOf(validFile("pseudo_bones.bmd")));
  EXPECT_THAT(refused("save " + quoteArgument(folder_.path().string())), HasSubstr("is a folder"));
  EXPECT_THAT(refused("save /dev/null"), HasSubstr("no ordinary file"));
  EXPECT_THAT(refused("save /nowhere/at/all.bmd"), HasSubstr("/nowhere/at/all.bmd"));
  EXPECT_TRUE(viewer().unsaved()) << "what was not written is not saved";
  run("save " + quoteArgument(other) + " replace");
  EXPECT_EQ(contentOf(other).size(), contentOf(path_).size());
  // Nothing is left of the temporary files.
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    ++files;
  EXPECT_EQ(files, 3u);
}

TEST_F(EditTest, TexturesAreNotReplaced) {
  // A texture whose file begins like a model is still a texture.
  const std::string skin = folder_.write("skin/body.png", "BMD1 is what it says");
  run("reload");
  ASSERT_EQ(viewer().scene()->document().textures.front().path, skin);
  run("weight elbow 0 0.25");
  EXPECT_THAT(refused("save " + quoteArgument(skin) + " replace"), HasSubstr("is a texture"));
}

TEST_F(EditTest, ReloadingKeepsEditsOfTheSameBlends) {
  run("weight elbow 0 0.25");
  run("reload");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
  EXPECT_TRUE(viewer().unsaved());
  EXPECT_EQ(viewer().window.popup, Popup::None);
  run("undo");
  EXPECT_EQ(weights(), (Weights{0.5f, 0.5f, 0, 0}));
  run("redo");
  run("reload discard");
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_EQ(refused("undo"), "there is nothing to undo");
  EXPECT_THAT(refused("reload now"), HasSubstr("\"now\" is unknown"));
}

TEST_F(EditTest, ReloadingOtherBlendsAsksFirst) {
  run("weight elbow 0 0.25");
  folder_.write("character.bmd", contentOf(validFile("pseudo_bones.bmd")));
  const Document* before = &viewer().scene()->document();
  run("reload");
  EXPECT_EQ(viewer().window.popup, Popup::Unsaved);
  EXPECT_EQ(viewer().window.unsaved.reason, "The file has other pseudo-bones by now.");
  EXPECT_EQ(&viewer().scene()->document(), before);
  run("unsaved cancel");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
  // Saving over the other file would lose that one: a place is asked for.
  run("reload");
  EXPECT_THAT(refused("unsaved save"), HasSubstr("has changed since it was read"));
  EXPECT_TRUE(viewer().window.save_dialog);
  EXPECT_EQ(contentOf(path_), contentOf(validFile("pseudo_bones.bmd")));
  EXPECT_TRUE(viewer().unsaved());
  run("reload");
  run("unsaved discard");
  EXPECT_NE(viewer().scene()->model().pseudo_bones.size(), 1u);
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_EQ(refused("undo"), "there is nothing to undo");
}

TEST_F(EditTest, AChangeOnDiskDoesNotTakeEditsAway) {
  run("weight elbow 0 0.25");
  folder_.write("character.bmd", contentOf(validFile("pseudo_bones.bmd")));
  const auto changed = viewer().reload(LoadKind::Changed);
  ASSERT_FALSE(changed.has_value());
  EXPECT_THAT(changed.error().message, HasSubstr("has other pseudo-bones now"));
  EXPECT_EQ(viewer().window.popup, Popup::None) << "nobody asked for it, so nobody is asked";
  EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
}

TEST_F(EditTest, AFileThatChangedSinceIsNotSavedOver) {
  run("weight elbow 0 0.25");
  run("save");
  run("weight elbow 0 0.75");
  run("save");  // our own write is no change
  std::string other = contentOf(path_);
  other[768 + 5] = 0x40;  // the second weight, by another program
  std::filesystem::remove(path_);
  folder_.write("character.bmd", other);
  run("weight elbow 0 0.25");
  EXPECT_THAT(refused("save"), HasSubstr("has changed since it was read"));
  EXPECT_EQ(contentOf(path_), other);
  run("reload");
  EXPECT_EQ(weights()[0], 0.25f);
  run("save");
  EXPECT_NE(contentOf(path_), other);
}

// ---------------------------------------------------------------- what takes the model's place

TEST_F(EditTest, OpeningAnotherFileAsksFirst) {
  const std::string other = folder_.write("other.bmd", contentOf(validFile("pseudo_bones.bmd")));
  const std::string stored = contentOf(path_);
  const auto shown = [&] { return viewer().scene()->document().path; };
  for (const std::string& command :
       {"open " + quoteArgument(other), std::string("file next"),
        std::string("file previous keep-camera"), "drop " + quoteArgument(other)}) {
    run("weight elbow 0 0.25");
    run(command);
    EXPECT_EQ(viewer().window.popup, Popup::Unsaved) << command;
    EXPECT_EQ(viewer().window.unsaved.names, "character.bmd");
    EXPECT_EQ(shown(), path_);
    run("unsaved cancel");
    EXPECT_EQ(viewer().window.popup, Popup::None);
    EXPECT_EQ(shown(), path_);
    EXPECT_EQ(weights()[0], 0.25f);
    EXPECT_EQ(refused("unsaved discard"), "no edits are asked about");

    run(command);
    run("unsaved discard");
    EXPECT_EQ(shown(), other) << command;
    EXPECT_FALSE(viewer().unsaved());
    EXPECT_EQ(contentOf(path_), stored);
    run("open " + quoteArgument(path_));
    EXPECT_EQ(weights()[0], 0.5f);
  }
  run("weight elbow 0 0.25");
  run("open " + quoteArgument(other));
  run("unsaved save");
  EXPECT_EQ(shown(), other);
  EXPECT_NE(contentOf(path_), stored) << "saved, and then gone on";
  run("open " + quoteArgument(path_));
  EXPECT_EQ(weights()[0], 0.25f);
  // A tab of its own takes nothing away.
  run("weight elbow 0 0.75");
  run("open " + quoteArgument(other) + " tab");
  EXPECT_EQ(viewer().window.popup, Popup::None);
  EXPECT_EQ(viewer().tabs().size(), 2u);
}

TEST_F(EditTest, TheCameraIsKeptBehindTheQuestion) {
  folder_.write("other.bmd", contentOf(validFile("pseudo_bones.bmd")));
  run("view top");
  run("weight elbow 0 0.25");
  const Camera camera = state().camera;
  run("file next keep-camera");
  run("unsaved discard");
  EXPECT_EQ(state().camera.position, camera.position);
}

TEST_F(EditTest, QuittingSavesAllTabs) {
  const std::string other = folder_.write("other.bmd", contentOf(validFile("character.bmd")));
  const std::string stored = contentOf(path_);
  run("weight elbow 0 0.25");
  run("open " + quoteArgument(other) + " tab");
  run("weight elbow 0 0.75");
  run("quit");
  EXPECT_EQ(viewer().window.unsaved.names, "character.bmd, other.bmd");
  run("unsaved save");
  EXPECT_TRUE(viewer().quit_requested);
  EXPECT_NE(contentOf(path_), stored);
  EXPECT_NE(contentOf(other), stored);
}

TEST_F(EditTest, WhatCannotBeSavedIsNotLeft) {
  const std::string other = folder_.write("other.bmd", contentOf(validFile("character.bmd")));
  run("weight elbow 0 0.25");
  run("open " + quoteArgument(other) + " tab");
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  run("quit");
  EXPECT_THAT(refused("unsaved save"), HasSubstr("is a folder"));
  EXPECT_FALSE(viewer().quit_requested);
  EXPECT_EQ(viewer().tab(), 0u) << "the one that is not saved is shown";
  EXPECT_TRUE(viewer().window.save_dialog);
  run("save " + quoteArgument(folder_ / "third.bmd"));
  run("quit");
  EXPECT_TRUE(viewer().quit_requested);
}

TEST_F(EditTest, AnotherTabWithdrawsTheQuestion) {
  run("weight elbow 0 0.25");
  run("open " + quoteArgument(validFile("pseudo_bones.bmd")) + " tab");
  run("tab 0");
  run("close");
  ASSERT_EQ(viewer().window.popup, Popup::Unsaved);
  run("tab next");
  EXPECT_EQ(viewer().window.popup, Popup::None);
  EXPECT_EQ(refused("unsaved discard"), "no edits are asked about");
  EXPECT_EQ(viewer().tabs().size(), 2u);
  EXPECT_THAT(refused("unsaved maybe"), HasSubstr("is no answer"));
}

TEST_F(EditTest, WhatIsEditedWhileAFileLoadsIsAskedAbout) {
  const std::string other = folder_.write("other.bmd", contentOf(validFile("pseudo_bones.bmd")));
  viewer().loadInBackground({});
  run("open " + quoteArgument(other));
  run("weight elbow 0 0.25");
  run("tab new");
  for (int i = 0; i < 2000 && viewer().loading(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    viewer().tick(0.0);
  }
  EXPECT_EQ(viewer().window.popup, Popup::Unsaved);
  EXPECT_EQ(viewer().tab(), 0u) << "who is asked sees what about";
  EXPECT_EQ(weights()[0], 0.25f);
}

TEST_F(EditTest, AFileWithFaultsCanBeSavedWithoutNewOnes) {
  const std::string path =
      folder_.write("faulty.bmd", contentOf(invalidFile("pseudo_id_range.bmd")));
  run("open " + quoteArgument(path));
  const Model& model = viewer().scene()->model();
  ASSERT_FALSE(model.pseudo_bones.empty());
  run("dismiss all");
  run("save " + quoteArgument(folder_ / "same.bmd"));
  EXPECT_EQ(contentOf(folder_ / "same.bmd"), contentOf(path));
}

TEST_F(EditTest, TheDialogOpensAndCloses) {
  run("save-as on");
  EXPECT_TRUE(viewer().window.save_dialog);
  run("cancel");
  EXPECT_FALSE(viewer().window.save_dialog);
  run("close");
  EXPECT_EQ(refused("save"), "no model is open, so there is nothing to save");
  EXPECT_EQ(refused("save-as on"), "no model is open");
  EXPECT_EQ(refused("undo"), "no model is open");
}

TEST_F(EditTest, EachTabHasEditsOfItsOwn) {
  run("weight elbow 0 0.25");
  run("open " + quoteArgument(validFile("pseudo_bones.bmd")) + " tab");
  EXPECT_FALSE(viewer().unsaved());
  EXPECT_TRUE(viewer().hasEdits(0));
  EXPECT_EQ(refused("undo"), "there is nothing to undo");
  run("tab 0");
  EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
  run("undo");
  EXPECT_FALSE(viewer().unsaved());
}

}  // namespace
}  // namespace sinew::app::test
