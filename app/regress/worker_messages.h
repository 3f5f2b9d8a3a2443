#pragma once

// What `sinew test` asks its workers, and what they answer. A worker is this program run as
// `sinew --test-worker` (nothing that users run): requests come on standard input, replies go to
// file descriptor 3. Its first request says how to draw, its first reply who draws; then come
// cases. It ends when standard input does.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/regress/baselines.h"
#include "app/regress/compare.h"

namespace sinew::app::regress {

/// The only argument of a worker.
inline constexpr const char* kWorkerArgument = "--test-worker";
inline constexpr int kReplyDescriptor = 3;

/// The first request.
struct WorkerSetup {
  std::string gl_device;       ///< as `--gl-device` takes it; empty: auto
  std::uint32_t encoders = 1;  ///< threads that compare and encode
};

/// One case.
struct DrawRequest {
  std::uint64_t id = 0;
  std::string model_path;
  std::vector<std::string> arguments;  ///< of `shot`
  std::vector<std::string> receipt;    ///< arguments for the receipt
  std::string receipt_file;            ///< the model as the receipt has it
  std::string baseline;                ///< a PNG to compare with; empty: none
  bool exact = false;                  ///< no pixel may differ, whatever the arguments say
  bool want_actual = false;            ///< the PNG of what was drawn, unless it equals the baseline
  bool want_always = false;            ///< the PNG even then
  bool want_difference = false;        ///< a PNG of what differs
};

/// The first reply, or the only one where nothing can be drawn.
struct WorkerReady {
  std::string error_code;  ///< empty: all is well
  std::string error;
  RendererName renderer;
};

/// The picture was drawn; comparing it goes on. The next case is begun.
struct DrawnReply {
  std::uint64_t id = 0;
};

struct CaseReply {
  std::uint64_t id = 0;
  std::string error_code;  ///< why it could not be drawn or compared; empty: it could
  std::string error;
  bool baseline_broken = false;  ///< the error is of the baseline alone
  bool other_size = false;       ///< of the baseline; `error` says which
  std::optional<Findings> findings;
  std::string actual;      ///< PNG
  std::string difference;  ///< PNG
  std::vector<std::string> warnings;
  double wall_ms = 0.0;
};

enum class ReplyKind : std::uint8_t { Ready, Drawn, Case };

/// Frames with their length in front.
[[nodiscard]] std::string packed(const WorkerSetup& setup);
[[nodiscard]] std::string packed(const DrawRequest& request);
[[nodiscard]] std::string packed(const WorkerReady& ready);
[[nodiscard]] std::string packed(const DrawnReply& reply);
[[nodiscard]] std::string packed(const CaseReply& reply);

/// One reply; what its kind does not have is empty.
struct Reply {
  ReplyKind kind = ReplyKind::Ready;
  WorkerReady ready;
  DrawnReply drawn;
  CaseReply result;
};

/// Read a frame without its length; nothing for one that is no such message.
[[nodiscard]] std::optional<WorkerSetup> unpackSetup(std::string_view frame);
[[nodiscard]] std::optional<DrawRequest> unpackRequest(std::string_view frame);
[[nodiscard]] std::optional<Reply> unpackReply(std::string_view frame);

}  // namespace sinew::app::regress
