// Linked into sanitizer builds only. LeakSanitizer names leaks by module, and Mesa closes its
// driver at the end: its leaks then belong to no module and cannot be suppressed. A driver that
// stays open leaks nothing.
extern "C" __attribute__((visibility("default"), used)) int dlclose(void* /*handle*/);
extern "C" int dlclose(void* /*handle*/) {
  return 0;
}

// llvmpipe packs what a scene refers to without gaps, so that some pointers lie at odd addresses:
// the last scene of a process often holds a texture that way. Searching at every address finds
// them; else they are reported as lost ("496 bytes", a pipe_resource).
extern "C" __attribute__((visibility("default"), used)) const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
  return "use_unaligned=1:print_suppressions=0";
}

// OSMesa loses a few hundred bytes a process whatever its caller does.
extern "C" __attribute__((visibility("default"), used)) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libOSMesa.so\n";
}
