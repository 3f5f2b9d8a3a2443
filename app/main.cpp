#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <unistd.h>

#include "app/cli.h"
#include "app/cmd_backends.h"
#include "app/cmd_check.h"
#include "app/cmd_compare.h"
#include "app/cmd_convert.h"
#include "app/cmd_diff.h"
#include "app/cmd_doctor.h"
#include "app/cmd_dump.h"
#include "app/cmd_formats.h"
#include "app/cmd_info.h"
#include "app/cmd_keys.h"
#include "app/cmd_pose.h"
#include "app/cmd_shot.h"
#include "app/cmd_test.h"
#include "app/cmd_view.h"
#include "app/output.h"
#include "app/regress/worker.h"
#include "app/regress/worker_messages.h"

namespace {

using sinew::app::Command;
using sinew::app::ExitCode;
using sinew::app::Options;

ExitCode runCommand(const Options& options) {
  if (options.list_gl_devices) return sinew::app::runListGlDevices(options);
  if (options.list_rendering_backends) return sinew::app::runListRenderingBackends(options);
  switch (options.command) {
    case Command::View:
      return sinew::app::runView(options);
    case Command::Shot:
      return sinew::app::runShot(options);
    case Command::Info:
      return sinew::app::runInfo(options);
    case Command::Check:
      return sinew::app::runCheck(options);
    case Command::Dump:
      return sinew::app::runDump(options);
    case Command::Pose:
      return sinew::app::runPose(options);
    case Command::Compare:
      return sinew::app::runCompare(options);
    case Command::Test:
      return sinew::app::runTest(options);
    case Command::Diff:
      return sinew::app::runDiff(options);
    case Command::Convert:
      return sinew::app::runConvert(options);
    case Command::Formats:
      return sinew::app::runFormats(options);
    case Command::Keys:
      return sinew::app::runKeys(options);
    case Command::Doctor:
      return sinew::app::runDoctor(options);
  }
  return ExitCode::Internal;
}

ExitCode print(const std::string& text) {
  sinew::app::Output output(STDOUT_FILENO);
  output.write(text);
  return output.flush() ? ExitCode::Ok : ExitCode::OutputFailed;
}

ExitCode run(const std::vector<std::string>& arguments) {
  // `sinew test` runs itself to draw.
  if (arguments.size() == 1 && arguments.front() == sinew::app::regress::kWorkerArgument) {
    return sinew::app::regress::runTestWorker();
  }
  const auto line = sinew::app::parseCommandLine(arguments);
  if (!line) {
    std::fprintf(stderr, "sinew %s: %s\n", line.error().path.c_str(), line.error().message.c_str());
    return ExitCode::Usage;
  }
  return line->text.empty() ? runCommand(line->options) : print(line->text);
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that closes the pipe shows as a failed write, which has an exit status of its own.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return static_cast<int>(run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sinew: internal error: %s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "sinew: internal error of unknown kind\n");
  }
  return static_cast<int>(ExitCode::Internal);
}
