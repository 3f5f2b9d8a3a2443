#!/usr/bin/env bash
# Opens, watches and remembers files in the real window. Usage: window_files_test.sh SINEW ASSETS. Exit: 0 fine,
# 1 failed, 77 tools are missing.
set -u
sinew=$1
assets=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
xvfb=
app=
cleanup() {
  [ -n "$app" ] && kill "$app" 2>/dev/null
  [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
die() { echo "FAILED: $*"; [ -s "$work/log" ] && sed 's/^/  log: /' "$work/log"; exit 1; }

Xvfb -displayfd 3 -screen 0 1280x800x24 +extension GLX 3>"$work/display" >/dev/null 2>&1 &
xvfb=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || die "Xvfb did not start"
export DISPLAY=:$(cat "$work/display")

# A folder for settings with letters beyond ASCII, and models whose names need quoting.
export XDG_CONFIG_HOME="$work/naïve ж"
mkdir -p "$work/models"
cp "$assets/creature.bmd" "$work/models/a fox.bmd"
cp "$assets/creature.bmd" "$work/models/b.bmd"
cp -r "$assets"/*.png "$work/models/" 2>/dev/null
settings="$XDG_CONFIG_HOME/sinew/settings.json"
report=$work/report

value() { awk -v key="$1" '$1 == key { $1 = ""; print substr($0, 2) }' "$report" 2>/dev/null; }
waitFor() {
  local what=$1
  shift
  for _ in $(seq 200); do
    eval "$*" && return 0
    kill -0 "$app" 2>/dev/null || die "sinew ended while waiting for: $what"
    sleep 0.1
  done
  fail "waited in vain for: $what"
  return 1
}
start() {
  rm -f "$report"
  SINEW_WINDOW_REPORT=$report "$sinew" "$@" >"$work/log" 2>&1 &
  app=$!
  waitFor "the first frames" '[ -n "$(value frames)" ] && [ "$(value frames)" -ge 3 ]' || die "no window"
}
quit() {
  xdotool key ctrl+q
  for _ in $(seq 100); do kill -0 "$app" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$app" 2>/dev/null && die "Ctrl+Q did not end sinew"
  wait "$app"
  local status=$?
  app=
  [ "$status" = 0 ] || fail "sinew ended with $status"
}

# An empty window; the dialog takes a typed path.
start
[ -z "$(value file)" ] || fail "the window is not empty"
xdotool key ctrl+o
waitFor "the open dialog" '[ "$(value popup)" = 3 ]'
sleep 0.5
xdotool type --delay 40 "$work/models/b"
sleep 0.5
xdotool key Return
waitFor "the typed file" '[ "$(value file)" = "$work/models/b.bmd" ]'

# A file that is replaced by a broken one, then mended.
xdotool key ctrl+p
waitFor "the palette" '[ "$(value popup)" = 1 ]'
sleep 0.5
xdotool type --delay 40 "watch on"
sleep 0.3
xdotool key Return
waitFor "the palette's end" '[ "$(value popup)" = 0 ]'
sleep 0.6
before=$(value messages)
echo broken >"$work/models/b.bmd"
waitFor "news of the broken file" '[ "$(value messages)" -gt "$before" ]'
[ "$(value file)" = "$work/models/b.bmd" ] || fail "the broken file took the model away"
cp "$work/models/a fox.bmd" "$work/models/b.bmd"
waitFor "the mended file" '[ "$(value messages)" -le "$before" ]'

# The other file of the folder, by key, in the same tab.
xdotool key Left
waitFor "the other file" '[ "$(value file)" = "$work/models/a fox.bmd" ]'
[ "$(value tabs)" = 1 ] || fail "there are $(value tabs) tabs"
quit

[ -s "$settings" ] || die "no settings were kept in $settings"
grep -q '"watch": true' "$settings" || fail "the settings do not have the watch"
grep -q 'a fox.bmd' "$settings" || fail "the settings do not have the recent file"

# The second start remembers, and a settings file that is broken is left alone.
start "$work/models/b.bmd"
[ "$(value watching)" = 1 ] || fail "the second start forgot to watch"
quit
echo '{ "theme": ' >"$settings"
start "$work/models/b.bmd"
waitFor "a warning of the broken settings" '[ "$(value messages)" -ge 1 ]'
quit
[ "$(cat "$settings")" = '{ "theme": ' ] || fail "the broken settings were overwritten"

[ "$failures" = 0 ] && echo "files and settings work"
[ "$failures" = 0 ]
