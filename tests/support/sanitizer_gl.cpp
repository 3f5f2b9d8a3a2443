// Linked into sanitizer builds only. LeakSanitizer names leaks by module, and Mesa closes its
// driver at the end: its leaks then belong to no module and cannot be suppressed. A driver that
// stays open leaks nothing.
extern "C" __attribute__((visibility("default"), used)) int dlclose(void* /*handle*/);
extern "C" int dlclose(void* /*handle*/) {
  return 0;
}

// OSMesa loses a few hundred bytes a process whatever its caller does.
extern "C" __attribute__((visibility("default"), used)) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libOSMesa.so\n";
}
