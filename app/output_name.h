#pragma once

// Names of the pictures that `shot` writes: templates such as "{model}_{view}.png".

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/result.h"

namespace sinew::app {

/// What a template's fields stand for. Texts out of files may hold anything: what would name
/// another folder or confuse a terminal is replaced when they are filled in.
struct NameFields {
  std::string model;  ///< file name without its last extension, "stdin" for standard input
  std::string ext;    ///< that extension without its dot
  std::string anim;   ///< clip name, "rest" for none
  double frame = 0.0;
  std::string lod;  ///< level shown, or "all"
  std::uint32_t n = 1;
  std::string view;
};

/// A checked template: fields `{model} {ext} {anim} {frame} {lod} {n} {view}`; `{frame:4}` and
/// `{n:2}` are filled up with zeros; `{{` and `}}` are braces.
class NameTemplate {
 public:
  /// \return an Error (code "usage") for unknown fields, a width where none can be, or a brace
  /// without partner.
  [[nodiscard]] static Result<NameTemplate> parse(std::string_view text);

  [[nodiscard]] std::string fill(const NameFields& fields) const;
  [[nodiscard]] bool has(std::string_view field) const;

 private:
  struct Part {
    std::string field;  ///< empty: `text` is literal
    std::string text;
    int width = 0;
  };
  std::vector<Part> parts_;
};

/// `model` and `ext` of a path.
[[nodiscard]] NameFields fieldsOfPath(const std::string& path);

/// `ext` of a path in lower case: the format that the name asks for.
[[nodiscard]] std::string lowerExtension(const std::string& path);

}  // namespace sinew::app
