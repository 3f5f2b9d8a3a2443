// Drops a file on a window under X as a file manager does (XDND, version 5).
// Usage: xdnd_drop WINDOW PATH. Exit: 0 the window took it, 1 it did not, 2 wrong usage or no
// display.

#include <array>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include <X11/Xatom.h>
#include <X11/Xlib.h>

namespace {

constexpr long kVersion = 5;
constexpr auto kPatience = std::chrono::seconds(20);

/// The path as a line of text/uri-list.
std::string uriOf(const std::string& path) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || c == '/' || c == '.' || c == '-' || c == '_';
    if (plain) {
      uri += c;
    } else {
      uri += '%';
      uri += kDigits[byte >> 4];
      uri += kDigits[byte & 15];
    }
  }
  return uri + "\r\n";
}

class Drop {
 public:
  Drop(Display* display, Window target, std::string data)
      : display_(display), target_(target), data_(std::move(data)) {
    source_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    list_ = atom("text/uri-list");
    XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
  }

  /// Enter, position, drop; true when the window has taken the data and said that it is done.
  bool run() {
    int x = 0, y = 0;
    Window child = 0;
    XTranslateCoordinates(display_, target_, DefaultRootWindow(display_), 50, 50, &x, &y, &child);
    const auto source = static_cast<long>(source_);
    send("XdndEnter", {source, kVersion << 24, static_cast<long>(list_), 0, 0});
    send("XdndPosition", {source, 0, (static_cast<long>(x) << 16) | y, CurrentTime,
                          static_cast<long>(atom("XdndActionCopy"))});
    if (!waitFor("XdndStatus") || (answer_ & 1) == 0) return false;
    send("XdndDrop", {source, 0, CurrentTime, 0, 0});
    return waitFor("XdndFinished");
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  void send(const char* message, const std::array<long, 5>& data) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    for (std::size_t i = 0; i < data.size(); ++i)
      event.xclient.data.l[i] = data[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  /// Hands the data to who asks for it.
  void serve(const XSelectionRequestEvent& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(data_.data()),
                    static_cast<int>(data_.size()));
    XEvent reply{};
    reply.xselection.type = SelectionNotify;
    reply.xselection.requestor = request.requestor;
    reply.xselection.selection = request.selection;
    reply.xselection.target = request.target;
    reply.xselection.property = request.property;
    reply.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &reply);
    XFlush(display_);
  }

  /// Serves the window until it sends a message; `answer_` is its second number.
  bool waitFor(const char* message) {
    const Atom wanted = atom(message);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      while (XPending(display_) > 0) {
        XEvent event;
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) serve(event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == wanted) {
          answer_ = event.xclient.data.l[1];
          return true;
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  Display* display_;
  Window target_;
  Window source_ = 0;
  Atom list_ = 0;
  std::string data_;
  long answer_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: xdnd_drop WINDOW PATH\n");
    return 2;
  }
  Display* display = XOpenDisplay(nullptr);
  if (display == nullptr) {
    std::fprintf(stderr, "no X display\n");
    return 2;
  }
  Drop drop(display, std::strtoul(argv[1], nullptr, 0), uriOf(argv[2]));
  const bool taken = drop.run();
  XCloseDisplay(display);
  return taken ? 0 : 1;
}
