# What the tests of the real window share: an X server of their own, the window under it, xdotool's mouse and
# keyboard, and a look at what is on the screen. Source it with $sinew and $model set; the window then opens the
# model. Exits with 77 where tools are missing.
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

# finish: ends the window by its key and judges its end and its log. Expects "$work/log" to hold no complaint unless
# the test made one on purpose: then give a pattern of lines to pass over.
finish() {
  [ -n "${SINEW_PICTURES:-}" ] && import -window root "$SINEW_PICTURES/$(basename "$0" .sh).png"
  xdotool key ctrl+q
  for _ in $(seq 100); do kill -0 "$app" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$app" 2>/dev/null && die "Ctrl+Q did not end sinew"
  wait "$app"
  local status=$?
  app=
  [ "$status" = 0 ] || fail "sinew ended with $status"
  grep -q "frames, .* drew the model anew" "$work/log" || fail "the log has no count of frames"
  if grep -i "error\|warning" "$work/log" | grep -qv "${1:-^$}"; then
    fail "sinew complained"
    sed 's/^/  log: /' "$work/log"
  fi
  [ "$failures" = 0 ] && echo "the window works"
  [ "$failures" = 0 ]
}
