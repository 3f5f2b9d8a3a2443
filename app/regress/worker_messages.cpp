#include "app/regress/worker_messages.h"

#include "app/regress/wire.h"

namespace sinew::app::regress {

namespace {

// Each message's values are named once, for both directions: `Visitor` packs or unpacks them.

struct Packing {
  FrameWriter& frame;
  template <class T>
  void operator()(const T& value) {
    frame.add(value);
  }
};

struct Unpacking {
  FrameReader& frame;
  template <class T>
  void operator()(T& value) {
    frame.get(value);
  }
};

template <class Visitor, class T>
void visitRect(Visitor& visit, T& rect) {
  visit(rect.x1);
  visit(rect.y1);
  visit(rect.x2);
  visit(rect.y2);
}

template <class Visitor, class T, class Visit>
void visitOptional(Visitor& visitor, T& optional, const Visit& visit) {
  bool there = optional.has_value();
  visitor(there);
  if (!there) return;
  if constexpr (std::is_same_v<Visitor, Unpacking>) optional.emplace();
  visit(visitor, *optional);
}

template <class Visitor, class T>
void visitFindings(Visitor& visit, T& findings) {
  visit(findings.metric);
  visit(findings.limits.pixel);
  visit(findings.limits.pixels);
  visit(findings.limits.ratio);
  visit(findings.limits.run);
  visitOptional(visit, findings.limits.window, [](Visitor& inner, auto& window) {
    inner(window.size);
    inner(window.density);
  });
  visit(findings.width);
  visit(findings.height);
  visit(findings.identical);
  visit(findings.compared);
  visit(findings.ignored);
  visit(findings.differing);
  visit(findings.edges);
  visit(findings.ratio);
  visit(findings.longest_run);
  visitOptional(visit, findings.fullest, [](Visitor& inner, auto& window) {
    inner(window.count);
    inner(window.allowed);
    inner(window.width);
    inner(window.height);
    inner(window.x);
    inner(window.y);
  });
  visit(findings.largest);
  visit(findings.mean);
  visitOptional(visit, findings.bounds, [](Visitor& inner, auto& rect) { visitRect(inner, rect); });
  visit(findings.exceeded);
}

template <class Visitor, class T>
void visitSetup(Visitor& visit, T& setup) {
  visit(setup.gl_device);
  visit(setup.encoders);
}

template <class Visitor, class T>
void visitRequest(Visitor& visit, T& request) {
  visit(request.id);
  visit(request.model_path);
  visit(request.arguments);
  visit(request.receipt);
  visit(request.receipt_file);
  visit(request.baseline);
  visit(request.exact);
  visit(request.want_actual);
  visit(request.want_always);
  visit(request.want_difference);
}

template <class Visitor, class T>
void visitReady(Visitor& visit, T& ready) {
  visit(ready.error_code);
  visit(ready.error);
  visit(ready.renderer.vendor);
  visit(ready.renderer.renderer);
  visit(ready.renderer.version);
  visit(ready.renderer.software);
}

template <class Visitor, class T>
void visitCase(Visitor& visit, T& reply) {
  visit(reply.id);
  visit(reply.error_code);
  visit(reply.error);
  visit(reply.baseline_broken);
  visit(reply.other_size);
  visitOptional(visit, reply.findings,
                [](Visitor& inner, auto& findings) { visitFindings(inner, findings); });
  visit(reply.actual);
  visit(reply.difference);
  visit(reply.warnings);
  visit(reply.wall_ms);
}

/// Enumerators out of a frame may be anything.
bool isSound(const CaseReply& reply) {
  return !reply.findings || reply.findings->metric <= Metric::Ssim;
}

}  // namespace

std::string packed(const WorkerSetup& setup) {
  FrameWriter frame;
  Packing packing{frame};
  visitSetup(packing, setup);
  return frame.take();
}

std::string packed(const DrawRequest& request) {
  FrameWriter frame;
  Packing packing{frame};
  visitRequest(packing, request);
  return frame.take();
}

std::string packed(const WorkerReady& ready) {
  FrameWriter frame;
  frame.add(ReplyKind::Ready);
  Packing packing{frame};
  visitReady(packing, ready);
  return frame.take();
}

std::string packed(const DrawnReply& reply) {
  FrameWriter frame;
  frame.add(ReplyKind::Drawn).add(reply.id);
  return frame.take();
}

std::string packed(const CaseReply& reply) {
  FrameWriter frame;
  frame.add(ReplyKind::Case);
  Packing packing{frame};
  visitCase(packing, reply);
  return frame.take();
}

std::optional<WorkerSetup> unpackSetup(std::string_view frame) {
  FrameReader reader(frame);
  Unpacking unpacking{reader};
  WorkerSetup setup;
  visitSetup(unpacking, setup);
  if (!reader.complete()) return std::nullopt;
  return setup;
}

std::optional<DrawRequest> unpackRequest(std::string_view frame) {
  FrameReader reader(frame);
  Unpacking unpacking{reader};
  DrawRequest request;
  visitRequest(unpacking, request);
  if (!reader.complete()) return std::nullopt;
  return request;
}

std::optional<Reply> unpackReply(std::string_view frame) {
  FrameReader reader(frame);
  Unpacking unpacking{reader};
  Reply reply;
  reader.get(reply.kind);
  switch (reply.kind) {
    case ReplyKind::Ready:
      visitReady(unpacking, reply.ready);
      break;
    case ReplyKind::Drawn:
      reader.get(reply.drawn.id);
      break;
    case ReplyKind::Case:
      visitCase(unpacking, reply.result);
      break;
    default:
      return std::nullopt;
  }
  if (!reader.complete() || !isSound(reply.result)) return std::nullopt;
  return reply;
}

}  // namespace sinew::app::regress
