#include "app/cli.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinew::app {
namespace {

using Arguments = std::vector<std::string>;
using testing::HasSubstr;

Options parsed(const Arguments& arguments) {
  const auto line = parseCommandLine(arguments);
  EXPECT_TRUE(line) << (line ? "" : line.error().message);
  return line ? line->options : Options{};
}

struct BadCase {
  Arguments arguments;
  std::string command;
  std::string message;
};

/// Every message is one line and names the command in `path`.
void expectRefused(const BadCase& bad) {
  const auto line = parseCommandLine(bad.arguments);
  ASSERT_FALSE(line) << testing::PrintToString(bad.arguments);
  EXPECT_EQ(line.error().code, "usage");
  EXPECT_EQ(line.error().path, bad.command) << testing::PrintToString(bad.arguments);
  EXPECT_EQ(line.error().message, bad.message) << testing::PrintToString(bad.arguments);
  EXPECT_EQ(line.error().message.find('\n'), std::string::npos);
}

TEST(CommandLine, NoCommandMeansView) {
  const Options options = parsed({"a.bmd"});
  EXPECT_EQ(options.command, Command::View);
  EXPECT_EQ(options.files, Arguments{"a.bmd"});
  EXPECT_EQ(parsed({}).command, Command::View);
  EXPECT_EQ(parsed({"--grid", "a.bmd"}).command, Command::View);
}

TEST(CommandLine, CommandsAreFoundByName) {
  for (const CommandInfo& info : commandInfos()) {
    Arguments arguments{std::string(info.name)};
    if (!info.arguments.empty()) arguments.push_back("a.bmd");
    if (info.command == Command::Compare || info.command == Command::Diff)
      arguments.push_back("b.png");
    if (info.command == Command::Convert) arguments.push_back("b.glb");
    EXPECT_EQ(parsed(arguments).command, info.command) << info.name;
    EXPECT_EQ(toString(info.command), info.name);
  }
}

TEST(CommandLine, ConvertTakesWhatItsOutputCanHold) {
  EXPECT_TRUE(parsed({"convert", "a.bmd", "b.GLB", "--lods=first"}).convert.first_lod_only);
  EXPECT_EQ(parsed({"convert", "a.bmd", "b.obj", "--animation=walk", "--time=1"}).animation,
            "walk");
  expectRefused({{"convert", "a.bmd"}, "convert", "takes IN and OUT, but 1 files were given"});
  expectRefused({{"convert", "a.bmd", "b.fbx"},
                 "convert",
                 "OUT 'b.fbx' tells no format: its extension is .bmd, .glb, .gltf, .obj or .ply"});
  expectRefused({{"convert", "a.bmd", "b.ply", "--lods=all"},
                 "convert",
                 "--lods needs an OUT of BMD1 or glTF"});
  expectRefused({{"convert", "a.bmd", "b.glb", "--animation=walk"},
                 "convert",
                 "--animation needs an OUT of one pose (.obj or .ply): the others hold all clips"});
}

TEST(CommandLine, SettingsForARun) {
  const std::vector<std::string> wanted{"theme=light", "keys.G=a=b"};
  EXPECT_EQ(parsed({"view", "-D", "theme=light", "--define=keys.G=a=b"}).definitions, wanted);
  EXPECT_EQ(parsed({"keys", "-Dtheme=light"}).definitions, std::vector<std::string>{"theme=light"});
  expectRefused(
      {{"view", "-D", "theme"}, "view", "--define: 'theme' is not a setting: NAME=VALUE"});
  expectRefused(
      {{"shot", "a", "-D", "a=b"}, "shot", "unknown option -D (it belongs to: view, keys)"});
}

TEST(CommandLine, ACommandsNameMayBeAFile) {
  EXPECT_EQ(parsed({"view", "dump"}).files, Arguments{"dump"});
  EXPECT_EQ(parsed({"./dump"}).files, Arguments{"./dump"});
}

TEST(CommandLine, FilesMayStandAnywhereAndBehindTheMark) {
  EXPECT_EQ(parsed({"info", "a", "--json", "b"}).files, (Arguments{"a", "b"}));
  EXPECT_EQ(parsed({"info", "--json", "--", "--strict", "-x"}).files,
            (Arguments{"--strict", "-x"}));
  EXPECT_EQ(parsed({"info", "-"}).files, Arguments{"-"});
  EXPECT_EQ(parsed({"info", "--input", "a", "--input=b"}).files, (Arguments{"a", "b"}));
  EXPECT_EQ(parsed({"info", "[a]", "{}"}).files, (Arguments{"[a]", "{}"}));
}

TEST(CommandLine, ModesDefaultByCommand) {
  EXPECT_EQ(parsed({"check", "a"}).load.mode, Mode::Strict);
  EXPECT_EQ(parsed({"check", "a", "--lenient"}).load.mode, Mode::Lenient);
  for (const char* command : {"view", "shot", "info", "dump", "pose"}) {
    EXPECT_EQ(parsed({command, "a"}).load.mode, Mode::Lenient) << command;
    EXPECT_EQ(parsed({command, "a", "--strict"}).load.mode, Mode::Strict) << command;
  }
}

TEST(CommandLine, ReadingsAreNamedWithAndWithoutTheirFormat) {
  const Options options =
      parsed({"dump", "a", "--reading=st128=offset", "--reading", "bmd1.shade=bgr"});
  EXPECT_EQ(options.load.bmd1.st128, bmd1::St128::Offset);
  EXPECT_EQ(options.load.bmd1.shade, bmd1::Shade::Bgr);
  EXPECT_EQ(parsed({"dump", "a", "--reading=bmd1.st128=legacy16"}).load.bmd1.st128,
            bmd1::St128::Legacy16);
}

TEST(CommandLine, ValuesMayBeSeparateAndNegative) {
  EXPECT_EQ(parsed({"pose", "a", "--anim", "w", "--time=-0.5"}).time_s, -0.5);
  EXPECT_EQ(parsed({"pose", "a", "--anim", "w", "--time", "-0.5"}).time_s, -0.5);
  EXPECT_EQ(parsed({"pose", "a", "--anim", "w", "--frame", "-1.25"}).frame, -1.25);
  EXPECT_EQ(parsed({"shot", "a", "--camera-position", "-1,-2,-3e1"}).camera.position,
            glm::dvec3(-1.0, -2.0, -30.0));
}

TEST(CommandLine, AnimationOptionsHaveTwoNames) {
  const Options options =
      parsed({"pose", "a", "--animation=#1", "--animation-frame=2", "--vertices"});
  EXPECT_EQ(options.animation, "#1");
  EXPECT_EQ(options.frame, 2.0);
  EXPECT_TRUE(options.vertices);
  const Options shot = parsed({"shot", "a", "--anim", "walk", "--animation-time", "1"});
  EXPECT_EQ(shot.animation, "walk");
  EXPECT_EQ(shot.time_s, 1.0);
}

TEST(CommandLine, TheLastOfRepeatedOptionsCounts) {
  EXPECT_EQ(parsed({"shot", "a", "--msaa=8", "--msaa=2"}).view.msaa, 2);
  EXPECT_EQ(parsed({"pose", "a", "--anim=x", "--animation=y"}).animation, "y");
}

TEST(CommandLine, OutputAndCamera) {
  const Options options = parsed(
      {"shot", "a", "-o", "{model}.png", "--resolution=640,480", "--supersample=2", "--no-clobber",
       "--no-background", "--view=front,iso", "--animation=a", "--frame-on=clip", "--up=-Y",
       "--camera-orthographic", "--camera-view-angle=45", "--camera-zoom-factor=2",
       "--camera-azimuth-angle=-30", "--camera-elevation-angle=10"});
  EXPECT_EQ(options.output, "{model}.png");
  EXPECT_EQ(options.resolution, (std::array<int, 2>{640, 480}));
  EXPECT_EQ(options.supersample, 2);
  EXPECT_FALSE(options.overwrite);
  EXPECT_TRUE(options.transparent);
  EXPECT_EQ(options.camera.views, (std::vector{NamedView::Front, NamedView::Iso}));
  EXPECT_EQ(options.camera.frame_on, FrameOn::Clip);
  EXPECT_EQ(options.camera.up, glm::dvec3(0.0, -1.0, 0.0));
  EXPECT_TRUE(options.camera.orthographic);
  EXPECT_EQ(options.camera.view_angle_deg, 45.0);
  EXPECT_EQ(options.camera.zoom_factor, 2.0);
  EXPECT_EQ(options.camera.azimuth_deg, -30.0);
  EXPECT_EQ(options.camera.elevation_deg, 10.0);
}

TEST(CommandLine, BackgroundColours) {
  const auto background = [](const char* color) {
    return parsed({"shot", "a", std::string("--background-color=") + color})
        .view.display.background;
  };
  EXPECT_EQ(background("0,0.5,1"), glm::vec4(0.0f, 0.5f, 1.0f, 1.0f));
  EXPECT_EQ(background("#ff0033"), glm::vec4(1.0f, 0.0f, 0.2f, 1.0f));  // 0x33 / 255 = 0.2
}

TEST(CommandLine, DisplayFlagsAndShadings) {
  const auto options = parsed({"-egx", "--armature", "--bone-axes", "--normals", "--solids=fill",
                               "--bone-names=near", "--shading=weights", "--texture-filter=nearest",
                               "--backface=visible", "--msaa=0", "a"});
  const renderer::Display& display = options.view.display;
  EXPECT_TRUE(display.edges && display.grid && display.axes && display.armature &&
              display.bone_axes && display.normals);
  EXPECT_EQ(display.solids, renderer::SolidMode::Fill);
  EXPECT_EQ(display.shading, renderer::Shading::Weights);
  EXPECT_EQ(display.texture_filter, renderer::TextureFilter::Nearest);
  EXPECT_EQ(display.backface, renderer::Backface::Visible);
  EXPECT_EQ(options.view.bone_names, BoneNames::Near);
  EXPECT_EQ(options.view.msaa, 0);
}

TEST(CommandLine, Lods) {
  EXPECT_EQ(parsed({"shot", "a", "--lod=2"}).lod.mode, LodMode::Forced);
  EXPECT_EQ(parsed({"shot", "a", "--lod=2"}).lod.forced, 2u);
  EXPECT_EQ(parsed({"shot", "a", "--lod=all"}).lod.mode, LodMode::All);
  EXPECT_EQ(parsed({"shot", "a", "--lod-distance=2.5"}).lod.distance_m, 2.5);
  EXPECT_EQ(parsed({"shot", "a", "--lod-bias", "-1.5"}).lod.bias, -1.5);
}

TEST(CommandLine, DumpFilters) {
  const Options options = parsed({"dump", "a", "--vertex=3", "--tri", "1:2", "--bone=#4",
                                  "--anim=walk", "--frame=7", "--hex"});
  EXPECT_FALSE(options.dump.vertex->mesh);
  EXPECT_EQ(options.dump.vertex->index, 3u);
  EXPECT_EQ(options.dump.face->mesh, 1u);
  EXPECT_EQ(options.dump.face->index, 2u);
  EXPECT_EQ(options.dump.bone, "#4");
  EXPECT_EQ(options.dump.anim, "walk");
  EXPECT_EQ(options.dump.frame, 7u);
  EXPECT_TRUE(options.dump.hex);
}

TEST(CommandLine, GlDevices) {
  using Kind = GlDeviceChoice::Kind;
  EXPECT_EQ(parsed({"shot", "a", "--gl-device=software"}).gl_device.kind, Kind::Software);
  EXPECT_EQ(parsed({"shot", "a", "--gl-device=1"}).gl_device.number, 1);
  EXPECT_TRUE(parsed({"--list-gl-devices"}).list_gl_devices);
}

TEST(CommandLine, HelpAndVersionNeedNothingElse) {
  for (const CommandInfo& info : commandInfos()) {
    const auto help = parseCommandLine(Arguments{std::string(info.name), "--help"});
    ASSERT_TRUE(help);
    for (const OptionInfo& option : optionsOf(info.command)) {
      EXPECT_THAT(help->text, HasSubstr(option.name)) << info.name;
    }
    EXPECT_THAT(help->text, HasSubstr("Usage: sinew " + std::string(info.name)));
  }
  const auto all = parseCommandLine(Arguments{"-h"});
  ASSERT_TRUE(all);
  for (const CommandInfo& info : commandInfos()) {
    EXPECT_THAT(all->text, HasSubstr(std::string(info.help)));
  }
  const auto version = parseCommandLine(Arguments{"--version"});
  ASSERT_TRUE(version);
  EXPECT_THAT(version->text, testing::StartsWith("sinew "));
}

TEST(CommandLine, OptionNamesAreUniqueWithinACommand) {
  for (const CommandInfo& info : commandInfos()) {
    std::set<std::string> names;
    for (const OptionInfo& option : optionsOf(info.command)) {
      EXPECT_TRUE(names.insert(option.name).second) << info.name << " " << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_FALSE(option.group.empty()) << option.name;
    }
  }
}

TEST(CommandLine, UnknownAndMisplacedOptions) {
  expectRefused({{"dump", "a", "--nonsense-option"}, "dump", "unknown option --nonsense-option"});
  expectRefused({{"dump", "a", "--jsno"}, "dump", "unknown option --jsno, did you mean --json?"});
  expectRefused(
      {{"info", "a", "--vertices"}, "info", "unknown option --vertices (it belongs to: pose)"});
  expectRefused(
      {{"shot", "a", "--sarif"}, "shot", "unknown option --sarif (it belongs to: check)"});
  expectRefused({{"a", "-q"}, "view", "unknown option -q"});
  expectRefused({{"info", "a", "--turntable=8"}, "info", "unknown option --turntable"});
}

TEST(CommandLine, MissingAndSurplusValues) {
  expectRefused({{"pose", "a", "--anim"}, "pose", "--animation needs a value: NAME|#INDEX"});
  expectRefused({{"pose", "a", "--anim="}, "pose", "--animation needs a value: NAME|#INDEX"});
  expectRefused({{"pose", "--anim=", "a"}, "pose", "--animation needs a value: NAME|#INDEX"});
  expectRefused({{"info", "a", "--json=yes"}, "info", "--json takes no value"});
  expectRefused({{"info", "a", "--json="}, "info", "--json takes no value"});
  expectRefused({{"info"}, "info", "no FILE given"});
  expectRefused({{"info", ""}, "info", "a FILE is an empty text"});
  expectRefused({{"formats", "a.bmd"}, "formats", "takes no FILE, but 'a.bmd' was given"});
  expectRefused({{"info", "-", "-"}, "info", "standard input (-) can be read only once"});
}

TEST(CommandLine, ReadingsOfAllFormats) {
  using Readings = std::map<std::string, std::string>;
  EXPECT_EQ(parsed({"dump", "a", "--reading=positions=delta"}).load.readings,
            (Readings{{"jade.positions", "delta"}}));
  EXPECT_EQ(parsed({"dump", "a", "--reading=jade.positions=absolute"}).load.readings,
            (Readings{{"jade.positions", "absolute"}}));
  const auto unknown = parseCommandLine(Arguments{"dump", "a", "--reading=colour=rgb"});
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message,
              testing::StartsWith("--reading: 'colour=rgb' is not NAME=VALUE with NAME one of "
                                  "st128, shade, "));
  EXPECT_THAT(unknown.error().message, testing::HasSubstr(", jade.positions"));
}

TEST(CommandLine, BadValues) {
  const std::vector<BadCase> cases = {
      {{"pose", "a", "--anim=w", "--time=1s"},
       "pose",
       "--animation-time: '1s' is not a number of seconds within ±1000000000"},
      {{"pose", "a", "--anim=w", "--time=nan"},
       "pose",
       "--animation-time: 'nan' is not a number of seconds within ±1000000000"},
      {{"pose", "a", "--anim=w", "--frame=inf"},
       "pose",
       "--animation-frame: 'inf' is not a frame number within ±1000000000"},
      {{"pose", "a", "--anim=w", "--frame=1e10"},
       "pose",
       "--animation-frame: '1e10' is not a frame number within ±1000000000"},
      {{"dump", "a", "--reading=st128=maybe"},
       "dump",
       "--reading: 'st128=maybe' is not st128=VALUE with VALUE one of auto, spec, offset, "
       "legacy16"},
      {{"dump", "a", "--reading=jade.positions=both"},
       "dump",
       "--reading: 'jade.positions=both' is not jade.positions=VALUE with VALUE one of absolute, "
       "delta"},
      {{"dump", "a", "--reading=st128"},
       "dump",
       "--reading: 'st128' is not st128=VALUE with VALUE one of auto, spec, offset, legacy16"},
      {{"dump", "a", "--vertex=-1"}, "dump", "--vertex: '-1' is not N or MESH:N, indices from 0"},
      {{"dump", "a", "--vertex=1:2:3"},
       "dump",
       "--vertex: '1:2:3' is not N or MESH:N, indices from 0"},
      {{"dump", "a", "--frame=0.5"},
       "dump",
       "--frame: '0.5' is not a whole frame number from 0 to 4294967294"},
      {{"dump", "a", "--format=obj"},
       "dump",
       "--format: 'obj' is not one of auto, bmd1, gltf, mdl0, bbm, jade"},
      {{"dump", "a", "--max-size=0"},
       "dump",
       "--max-size: '0' is not a whole number of MiB from 1 to 16777216"},
      {{"shot", "a", "--resolution=0,0"},
       "shot",
       "--resolution: '0,0' is not W,H in pixels, from 1 to 32768 each"},
      {{"shot", "a", "--resolution=640x480"},
       "shot",
       "--resolution: '640x480' is not W,H in pixels, from 1 to 32768 each"},
      {{"shot", "a", "--resolution=99999,1"},
       "shot",
       "--resolution: '99999,1' is not W,H in pixels, from 1 to 32768 each"},
      {{"shot", "a", "--camera-position=1,2"},
       "shot",
       "--camera-position: '1,2' is not three numbers X,Y,Z within ±1000000000"},
      {{"shot", "a", "--camera-position=1,2,nan"},
       "shot",
       "--camera-position: '1,2,nan' is not three numbers X,Y,Z within ±1000000000"},
      {{"shot", "a", "--camera-direction=0,0,0"},
       "shot",
       "--camera-direction: '0,0,0' is not a direction (its length is 0)"},
      {{"shot", "a", "--camera-view-angle=180"},
       "shot",
       "--camera-view-angle: '180' is not degrees between 0 and 180, both excluded"},
      {{"shot", "a", "--camera-zoom-factor=0"},
       "shot",
       "--camera-zoom-factor: '0' is not a number above 0"},
      {{"shot", "a", "--view=front,side"},
       "shot",
       "--view: 'front,side' is not one of front, back, left, right, top, bottom, iso"},
      {{"shot", "a", "--background-color=1,2,3"},
       "shot",
       "--background-color: '1,2,3' is not R,G,B from 0 to 1, or #RRGGBB"},
      {{"shot", "a", "--background-color=#12345g"},
       "shot",
       "--background-color: '#12345g' is not R,G,B from 0 to 1, or #RRGGBB"},
      {{"shot", "a", "--msaa=3"}, "shot", "--msaa: '3' is not one of 0, 2, 4, 8"},
      {{"shot", "a", "--lod=-1"}, "shot", "--lod: '-1' is not auto, all or a level from 0"},
      {{"shot", "a", "--lod-distance=-1"},
       "shot",
       "--lod-distance: '-1' is not a number of metres, 0 or more"},
      {{"shot", "a", "--supersample=9"},
       "shot",
       "--supersample: '9' is not a whole number from 1 to 8"},
      {{"a", "--animation-speed-factor=5"},
       "view",
       "--animation-speed-factor: '5' is not a factor from -4 to 4"},
      {{"a", "--ui-scale=0.1"}, "view", "--ui-scale: '0.1' is not auto or a number from 0.5 to 4"},
      {{"info", "a", "--verbose=loud"},
       "info",
       "--verbose: 'loud' is not one of debug, info, warning, error, quiet"},
      // A bad value is not hidden by a good one behind it.
      {{"shot", "a", "--msaa=x", "--msaa=2"}, "shot", "--msaa: 'x' is not one of 0, 2, 4, 8"},
  };
  for (const BadCase& bad : cases)
    expectRefused(bad);
}

TEST(CommandLine, ContradictionsAreRefused) {
  const std::vector<BadCase> cases = {
      {{"check", "a", "--strict", "--lenient"},
       "check",
       "--strict and --lenient exclude each other"},
      {{"check", "a", "--json", "--sarif"}, "check", "--json and --sarif exclude each other"},
      {{"info", "a", "--quiet", "--verbose=info"},
       "info",
       "--quiet and --verbose exclude each other"},
      {{"shot", "a", "--overwrite", "--no-clobber"},
       "shot",
       "--overwrite and --no-clobber exclude each other"},
      {{"shot", "a", "--no-background", "--background-color=0,0,0"},
       "shot",
       "--no-background and --background-color exclude each other"},
      {{"pose", "a", "--anim=w", "--time=1", "--frame=1"},
       "pose",
       "--animation-time and --animation-frame exclude each other"},
      {{"pose", "a", "--time=1"}, "pose", "--animation-time needs --animation"},
      {{"pose", "a", "--frame=0"}, "pose", "--animation-frame needs --animation"},
      {{"shot", "a", "--animation-time=1"}, "shot", "--animation-time needs --animation"},
      {{"shot", "a", "--loop=on"}, "shot", "--loop needs --animation"},
      {{"shot", "a", "--frame-on=clip"}, "shot", "--frame-on=clip needs --animation"},
      {{"shot", "a", "--lod=1", "--lod-distance=3"}, "shot", "--lod-distance needs --lod=auto"},
      {{"shot", "a", "--lod-bias=1", "--lod=all"}, "shot", "--lod-bias needs --lod=auto"},
      {{"shot", "a", "--camera-position=1,0,0", "--view=top"},
       "shot",
       "--view and --camera-position exclude each other"},
      {{"shot", "a", "--camera-position=1,0,0", "--camera-focal-point=0,0,0",
        "--camera-direction=-1,0,0"},
       "shot",
       "--camera-position, --camera-focal-point and --camera-direction: two of them at most"},
      {{"a", "--view=front,back"},
       "view",
       "--view: a window shows one view, several need `sinew shot`"},
  };
  for (const BadCase& bad : cases)
    expectRefused(bad);
}

TEST(CommandLine, BlendsAndRanges) {
  const Options options = parsed({"shot", "a", "--anim=walk", "--blend=run: fast:0.25,#2:0.5"});
  ASSERT_EQ(options.blend.size(), 2u);
  EXPECT_EQ(options.blend[0].clip, "run: fast");
  EXPECT_EQ(options.blend[0].weight, 0.25);
  EXPECT_EQ(options.blend[1].clip, "#2");
  EXPECT_EQ(options.blend[1].weight, 0.5);
  EXPECT_EQ(parsed({"pose", "a", "--anim=w", "--blend=x:0.1,y:0.2,z:0.7"}).blend.size(), 3u);
  EXPECT_EQ(parsed({"a", "--frame-range=2..5.5"}).frame_range, (FrameRange{2.0, 5.5}));
  EXPECT_EQ(parsed({"shot", "a", "--anim=w", "--frame-range=3..3"}).frame_range,
            (FrameRange{3.0, 3.0}));
  for (const std::string bad :
       {"walk", ":0.5", "walk:", "walk:x", "walk:-0.5", "walk:1.5", "a:0.6,b:0.5", "a:0.5,", ""}) {
    const auto line = parseCommandLine(Arguments{"shot", "a", "--anim=w", "--blend", bad});
    ASSERT_FALSE(line) << bad;
    EXPECT_THAT(line.error().message,
                HasSubstr("is not NAME:WEIGHT, ... with weights from 0 to 1, at most 1 in all"));
  }
  for (const std::string bad : {"5", "5..2", "..", "2..", "..5", "-1..2", "a..b", "1..2..3"}) {
    const auto line = parseCommandLine(Arguments{"a", "--frame-range", bad});
    ASSERT_FALSE(line) << bad;
    EXPECT_THAT(line.error().message, HasSubstr("is not A..B, frames from 0"));
  }
  for (const BadCase& bad : std::vector<BadCase>{
           {{"shot", "a", "--blend=b:0.5"}, "shot", "--blend needs --animation"},
           {{"pose", "a", "--blend=b:0.5"}, "pose", "--blend needs --animation"},
           {{"shot", "a", "--frame-range=1..2"}, "shot", "--frame-range needs --animation"},
           {{"shot", "a", "--anim=w", "--frame-range=1..2", "--frame=1"},
            "shot",
            "--frame-range and --animation-frame exclude each other"}}) {
    expectRefused(bad);
  }
}

}  // namespace
}  // namespace sinew::app
