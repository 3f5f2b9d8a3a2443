#!/usr/bin/env bash
# Drives the real window as a user does: an X server of its own, xdotool's mouse and keyboard, and a look at
# what is on the screen. Usage: window_test.sh SINEW MODEL. Exit: 0 fine, 1 failed, 77 tools are missing.
set -u
sinew=$1
model=$2
source "$(dirname "${BASH_SOURCE[0]}")/window_lib.sh"

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

finish
