#!/usr/bin/env bash
# Drives the real window as a user does: an X server of its own, xdotool's mouse and keyboard, and a look at
# what is on the screen. Usage: window_test.sh SINEW MODEL. Exit: 0 fine, 1 failed, 77 tools are missing.
set -u
sinew=$1
model=$2
for tool in Xvfb xdotool import compare convert; do
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

# The server picks a free display itself and writes its number.
Xvfb -displayfd 3 -screen 0 1280x800x24 +extension GLX 3>"$work/display" >/dev/null 2>&1 &
xvfb=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || die "Xvfb did not start"
export DISPLAY=:$(cat "$work/display")

report=$work/report
SINEW_WINDOW_REPORT=$report "$sinew" --no-config --verbose=debug "$model" >"$work/log" 2>&1 &
app=$!

# value KEY: a number of the last frame's report.
value() { awk -v key="$1" '$1 == key { print $2 }' "$report" 2>/dev/null; }
# waitFor WHAT CONDITION…: until a shell condition holds, at most 15 s (a loaded machine is slow).
waitFor() {
  local what=$1
  shift
  for _ in $(seq 150); do
    eval "$*" && return 0
    kill -0 "$app" 2>/dev/null || die "sinew ended while waiting for: $what"
    sleep 0.1
  done
  fail "waited in vain for: $what"
  return 1
}
# pointer WIDGET PART: the mouse goes to a part of a widget's width, half its height.
place() { awk -v name="$1" -v part="$2" '$1 == "widget" && $6 == name { printf "%d %d", $2 + $4 * part, $3 + $5 / 2 }' "$report"; }
pointer() {
  local at
  at=$(place "$1" "$2")
  [ -n "$at" ] || die "no widget $1 is drawn"
  # shellcheck disable=SC2086
  xdotool mousemove $at
  sleep 0.2
}
# A click with pauses, so that slow frames see the button both down and up.
click() { pointer "$1" 0.5; xdotool mousedown 1; sleep 0.2; xdotool mouseup 1; sleep 0.2; }
# settled: no frame was drawn for half a second.
settled() { local n; n=$(value frames); sleep 0.5; [ "$(value frames)" = "$n" ]; }
# shot NAME: the part of the screen that shows the model.
shot() {
  local rect
  rect=$(awk '$1 == "widget" && $6 == "view" { printf "%dx%d+%d+%d", $4, $5, $2, $3 }' "$report")
  import -window root "$work/screen.png" && convert "$work/screen.png" -crop "$rect" +repage "$work/$1.png"
}
# changed A B: how many pixels differ clearly.
changed() { compare -metric AE -fuzz 5% "$work/$1.png" "$work/$2.png" null: 2>&1 | awk '{ printf "%d", $1 }'; }

waitFor "the first frames" '[ -n "$(value frames)" ] && [ "$(value frames)" -ge 5 ]' || die "no window"
title=$(xdotool search --name "$(basename "$model")" getwindowname 2>/dev/null | head -1)
[ "$title" = "$(basename "$model") - sinew" ] || fail "the title is \"$title\""
[ "$(value playing)" = 1 ] || fail "the first clip does not play"

click timeline.play
waitFor "a pause by the button" '[ "$(value playing)" = 0 ]'
waitFor "rest" settled

# Drag the time slider from its start to its middle, in steps.
pointer timeline.slider 0.02
xdotool mousedown 1
waitFor "the slider's start" 'awk -v f="$(value frame)" "BEGIN { exit !(f < 1.5) }"'
waitFor "rest" settled
shot start
for part in 0.1 0.2 0.3 0.4 0.5; do pointer timeline.slider $part; done
xdotool mouseup 1
waitFor "rest" settled
shot middle
middle=$(value frame)
awk -v f="$middle" 'BEGIN { exit !(f > 1.0) }' || fail "the slider's middle is frame $middle"
pixels=$(changed start middle)
[ "$pixels" -gt 200 ] || fail "only $pixels pixels of the model changed between the frames"

# Idle: not one frame in five seconds.
before=$(value frames)
sleep 5
[ "$(value frames)" = "$before" ] || fail "idle drew $(($(value frames) - before)) frames in 5 s"

# Keys, and the picture that they make.
xdotool key g
waitFor "the grid" '[ "$(value grid)" = 1 ]'
waitFor "rest" settled
shot grid
pixels=$(changed middle grid)
[ "$pixels" -gt 200 ] || fail "the grid changed only $pixels pixels"
xdotool key period
waitFor "the next frame" '[ "$(value frame)" != "$middle" ]'

# Orbit with the mouse.
waitFor "rest" settled
shot before_orbit
pointer view 0.5
xdotool mousedown 1
for part in 0.55 0.6 0.65 0.7; do pointer view $part; done
xdotool mouseup 1
waitFor "rest" settled
shot after_orbit
pixels=$(changed before_orbit after_orbit)
[ "$pixels" -gt 1000 ] || fail "orbiting changed only $pixels pixels"

xdotool key space
waitFor "playing by the space bar" '[ "$(value playing)" = 1 ]'

[ -n "${SINEW_PICTURES:-}" ] && cp "$work/screen.png" "$SINEW_PICTURES/window_test.png"
xdotool key ctrl+q
for _ in $(seq 100); do kill -0 "$app" 2>/dev/null || break; sleep 0.1; done
kill -0 "$app" 2>/dev/null && die "Ctrl+Q did not end sinew"
wait "$app"
status=$?
app=
[ "$status" = 0 ] || fail "sinew ended with $status"
grep -q "frames, .* drew the model anew" "$work/log" || fail "the log has no count of frames"
grep -qi "error\|warning" "$work/log" && { fail "sinew complained"; sed 's/^/  log: /' "$work/log"; }
[ "$failures" = 0 ] && echo "the window works"
[ "$failures" = 0 ]
