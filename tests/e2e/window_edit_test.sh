#!/usr/bin/env bash
# Edits and saves a model in the real window: levels, weights by slider, undo, save as, reload, files dropped by
# XDND. Usage: window_edit_test.sh SINEW MODEL XDND_DROP. Exit: 0 fine, 1 failed, 77 tools are missing.
set -u
sinew=$1
model=$2
xdnd_drop=$3
source "$(dirname "${BASH_SOURCE[0]}")/window_lib.sh"

titleHas() { [[ "$(xdotool getwindowname "$window" 2>/dev/null)" == $1 ]]; }
# What a key does takes at least one frame.
key() { xdotool key "$1"; sleep 0.2; }

waitFor "the first frames" '[ -n "$(value frames)" ] && [ "$(value frames)" -ge 5 ]' || die "no window"
window=$(xdotool search --name "$(basename "$model")" | head -1)
[ -n "$window" ] || die "no window of that name"

# Stop, and go to a frame by the slider.
click timeline.play
waitFor "a pause" '[ "$(value playing)" = 0 ]'
pointer timeline.slider 0.3
xdotool mousedown 1
sleep 0.2
pointer timeline.slider 0.5
xdotool mouseup 1
waitFor "the slider's middle" 'awk -v f="$(value frame)" "BEGIN { exit !(f > 1.0) }"'
waitFor "rest" settled
frame=$(value frame)

# Another level of detail, and what it looks like.
level=$(value level)
shot fine
key Next
waitFor "a coarser level" '[ "$(value level)" -gt "$level" ]'
waitFor "rest" settled
shot coarse
pixels=$(changed fine coarse)
[ "$pixels" -gt 20 ] || fail "the coarser level changed only $pixels pixels"
[ "$(value frame)" = "$frame" ] || fail "the level changed the frame from $frame to $(value frame)"
key Prior
waitFor "the level before" '[ "$(value level)" = "$level" ]'

# Find a pseudo-bone by name; its weight by the slider.
click bones.search
xdotool type --delay 40 'neck.blend1'
key Return
waitFor "its sliders" '[ -n "$(place weights.0 0.5)" ]' || die "no sliders"
waitFor "rest" settled
shot stored
pointer weights.1 0.8
xdotool mousedown 1
sleep 0.2
for part in 0.6 0.4 0.2 0.05; do pointer weights.1 $part; done
xdotool mouseup 1
waitFor "an edit" '[ "$(value unsaved)" = 1 ]'
waitFor "the mark in the title" 'titleHas "*\* - sinew"'
waitFor "rest" settled
shot edited
pixels=$(changed stored edited)
[ "$pixels" -gt 5 ] || fail "the weight changed only $pixels pixels"
# The whole drag is one step.
key ctrl+z
waitFor "the edit undone" '[ "$(value unsaved)" = 0 ]'
key ctrl+y
waitFor "the edit done again" '[ "$(value unsaved)" = 1 ]'

# Save as: the field holds the open file's path, all of it selected.
saved="$work/saved model.bmd"
key ctrl+shift+s
waitFor "the dialog" '[ -n "$(place save.path 0.5)" ]' || die "no dialog"
xdotool type --delay 40 "$saved"
key Return
waitFor "the file" '[ -s "$saved" ]' || die "nothing was saved"
waitFor "no edit left" '[ "$(value unsaved)" = 0 ]'
waitFor "the new title" 'titleHas "saved model.bmd - sinew"'
"$sinew" check --quiet "$saved" >"$work/check" || fail "the saved file breaks its format: $(cat "$work/check")"
"$sinew" diff "$model" "$saved" >"$work/diff"
grep -q 'neck.blend1' "$work/diff" || fail "the difference does not name the bone: $(cat "$work/diff")"
different=$(cmp -l "$model" "$saved" | wc -l)
[ "$different" = 1 ] || fail "$different bytes differ, not the one of the weight"

# Reload: what was saved is what there is, with its textures beside it.
cp "$(dirname "$model")"/*.png "$work"
key Escape
waitFor "no message" '[ "$(value messages)" = 0 ]'
waitFor "rest" settled
shot before_reload
key F5
waitFor "rest" settled
shot after_reload
pixels=$(changed before_reload after_reload)
[ "$pixels" -lt 20 ] || fail "reloading changed $pixels pixels"
[ "$(value frame)" = "$frame" ] || fail "reloading went from frame $frame to $(value frame)"

# A file that is no model: said in the window, and the model stays.
printf 'this is no model at all' >"$work/bad.bmd"
messages=$(value messages)
"$xdnd_drop" "$window" "$work/bad.bmd" || fail "the window did not take the drop"
waitFor "a message" '[ "$(value messages)" -gt "$messages" ]'
titleHas "saved model.bmd - sinew" || fail "a bad file took the model's place"
# A good one opens.
cp "$model" "$work/dropped é.bmd"
"$xdnd_drop" "$window" "$work/dropped é.bmd" || fail "the window did not take the second drop"
waitFor "the dropped model" 'titleHas "dropped é.bmd - sinew"'

finish
