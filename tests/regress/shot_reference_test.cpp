// `sinew shot --reference` and `--from` as users run them.

#include "tests/regress/test_run_fixture.h"

namespace sinew::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class ShotReference : public TestRunFixture {
 protected:
  Finished shoot(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"shot", "--gl-device=software", "--resolution=64,48", "--view=front"});
    return runSinew(arguments);
  }
  [[nodiscard]] std::string red() const { return folder_ / "red.bmd"; }
  [[nodiscard]] std::string reference() const { return folder_ / "reference.png"; }
};

TEST_F(ShotReference, TellsSameAndDifferent) {
  ASSERT_EQ(shoot({red(), "-o", reference()}).exit, 0);
  const Finished same = shoot({red(), "--reference", reference(), "--metric=exact"});
  EXPECT_EQ(same.exit, 0) << same.err;
  EXPECT_EQ(same.out, reference() + ": same [exact]: no pixel differs\n");
  EXPECT_FALSE(fs::exists("red.png"));  // no picture where none is asked for
  changeRed();
  const std::string out = folder_ / "out.png";
  const Finished different = shoot({red(), "--reference", reference(), "-o", out});
  EXPECT_EQ(different.exit, 1);
  EXPECT_THAT(different.out, StartsWith(reference() + ": different [delta]: "));
  EXPECT_EQ(image(out).width, 64);
  EXPECT_EQ(image(folder_ / "out.diff.png").width, 64);
  // All limits off: the same pictures pass.
  const Finished lax = shoot({red(), "--reference", reference(), "--max-diff-ratio=1",
                              "--max-diff-run=1000", "--window-density=1"});
  EXPECT_EQ(lax.exit, 0) << lax.out;
  EXPECT_EQ(shoot({red(), "--reference", reference(), "--reference-threshold=1"}).exit, 0);
  EXPECT_EQ(shoot({red(), "--reference", reference(), "--ignore=0,0,63,47"}).exit, 2);
}

TEST_F(ShotReference, HasTheExitStatusesOfCompare) {
  ASSERT_EQ(shoot({red(), "-o", reference()}).exit, 0);
  const Finished size = shoot({red(), "--reference", reference(), "--resolution=32,24"});
  EXPECT_EQ(size.exit, 6);
  EXPECT_THAT(size.err, HasSubstr("the picture has 32x24 pixels"));
  EXPECT_EQ(shoot({red(), "--reference", folder_ / "none.png"}).exit, 3);
  EXPECT_EQ(shoot({red(), "--reference", red()}).exit, 3);
  EXPECT_EQ(shoot({red(), red(), "--reference", reference()}).exit, 2);
  EXPECT_EQ(shoot({red(), "--reference", reference(), "-o", "-"}).exit, 2);
  EXPECT_EQ(shoot({red(), "--metric=exact"}).exit, 2);
  // A reference is never replaced, nor by the picture of what differs.
  const std::string before = bytes(reference());
  EXPECT_EQ(shoot({red(), "--reference", reference(), "-o", reference()}).exit, 2);
  fs::rename(reference(), folder_ / "x.diff.png");
  changeRed();
  EXPECT_EQ(shoot({red(), "--reference", folder_ / "x.diff.png", "-o", folder_ / "x.png"}).exit, 2);
  EXPECT_EQ(bytes(folder_ / "x.diff.png"), before);
}

class ShotFrom : public ShotReference {};

TEST_F(ShotFrom, RepeatsAShotFromItsPicture) {
  const std::string first = folder_ / "first.png";
  ASSERT_EQ(shoot({folder_ / "walk.bmd", "--animation=walk", "--animation-time=0.05", "--edges",
                   "-o", first})
                .exit,
            0);
  const std::string again = folder_ / "again.png";
  const Finished repeated = runSinew({"shot", "--from", first, "-o", again});
  EXPECT_EQ(repeated.exit, 0) << repeated.err;
  EXPECT_EQ(repeated.err, "");
  EXPECT_EQ(bytes(again), bytes(first));
  // Its receipt names no folder of this machine, and no time of day.
  EXPECT_EQ(bytes(first).find(folder()), std::string::npos);
  EXPECT_THAT(bytes(first), HasSubstr("sinew shot walk.bmd "));
  EXPECT_THAT(bytes(first), HasSubstr("--camera-position="));
  // Moved together, they still find each other.
  fs::create_directory(folder_ / "moved");
  for (const char* name : {"first.png", "walk.bmd"})
    fs::rename(folder_ / name, folder_ / (std::string("moved/") + name));
  EXPECT_EQ(runSinew({"shot", "--from", folder_ / "moved/first.png", "-o", again}).exit, 0);
  EXPECT_EQ(bytes(again), bytes(folder_ / "moved/first.png"));
  // Another look of the same.
  EXPECT_EQ(
      runSinew({"shot", "--from", folder_ / "moved/first.png", "--view=iso", "-o", again}).exit, 0);
  EXPECT_NE(image(again).rgba, image(folder_ / "moved/first.png").rgba);
}

TEST_F(ShotFrom, AnotherModelNeedsToBeNamed) {
  const std::string first = folder_ / "first.png";
  ASSERT_EQ(shoot({red(), "-o", first}).exit, 0);
  changeRed();
  const std::string again = folder_ / "again.png";
  const Finished refused = runSinew({"shot", "--from", first, "-o", again});
  EXPECT_EQ(refused.exit, 3);
  EXPECT_THAT(refused.err, HasSubstr("another SHA-256"));
  EXPECT_FALSE(fs::exists(again));
  const Finished forced = runSinew({"shot", "--from", first, red(), "-o", again});
  EXPECT_EQ(forced.exit, 0);
  EXPECT_THAT(forced.err, HasSubstr("is not the file that"));
  EXPECT_NE(image(again).rgba, image(first).rgba);
  // The picture that is read is never written over.
  EXPECT_EQ(runSinew({"shot", "--from", first, red(), "-o", first}).exit, 2);
  EXPECT_EQ(runSinew({"shot", "--from", first, red(), red()}).exit, 2);
}

TEST_F(ShotFrom, PicturesWithoutReceiptAreSaid) {
  writeImage(folder_ / "plain.png", [] {
    renderer::Image plain;
    plain.width = plain.height = 1;
    plain.rgba = {1, 2, 3, 255};
    return plain;
  }());
  const Finished none = runSinew({"shot", "--from", folder_ / "plain.png"});
  EXPECT_EQ(none.exit, 3);
  EXPECT_THAT(none.err, HasSubstr("it has no receipt of sinew"));
  EXPECT_EQ(runSinew({"shot", "--from", red()}).exit, 3);
  EXPECT_EQ(runSinew({"shot", "--from", folder_ / "none.png"}).exit, 3);
  EXPECT_EQ(runSinew({"shot"}).exit, 2);
}

TEST_F(ShotFrom, ComparesWithTheOldPicture) {
  const std::string first = folder_ / "first.png";
  ASSERT_EQ(shoot({red(), "-o", first}).exit, 0);
  const Finished same = runSinew({"shot", "--from", first, "--reference", first, "--metric=exact"});
  EXPECT_EQ(same.exit, 0) << same.err;
}

}  // namespace
}  // namespace sinew::e2e
