#!/usr/bin/env bash
# Edits in the real window are not lost without a question; the command line; a picture to the clipboard; glTF by
# XDND; and an end that waits for no load. Usage: window_ask_test.sh SINEW MODEL XDND_DROP. Exit: 0 fine, 1 failed,
# 77 tools are missing.
set -u
sinew=$1
xdnd_drop=$3
command -v xclip >/dev/null || { echo "skipped: xclip is not installed"; exit 77; }
models=$(mktemp -d)
cp "$2" "$(dirname "$2")"/*.png "$models"
model=$models/$(basename "$2")
"$sinew" convert "$model" "$models/other.glb" || { echo "FAILED: no glTF was written"; exit 1; }
source "$(dirname "${BASH_SOURCE[0]}")/window_lib.sh"
trap 'cleanup; rm -rf "$models"' EXIT

readonly unsaved=7 console=8 # as the report numbers what lies over the picture
titleHas() { [[ "$(xdotool getwindowname "$window" 2>/dev/null)" == $1 ]]; }
key() { xdotool key "$1"; sleep 0.2; }

waitFor "the first frames" '[ -n "$(value frames)" ] && [ "$(value frames)" -ge 5 ]' || die "no window"
window=$(xdotool search --name "$(basename "$model")" | head -1)
[ -n "$window" ] || die "no window of that name"
click timeline.play
waitFor "a pause" '[ "$(value playing)" = 0 ]'

# A command by its words: the colon as the keyboard types it.
xdotool type ':'
waitFor "the command line" '[ "$(value popup)" = $console ]' || die "no command line"
sleep 0.5 # until the field has the keyboard
xdotool type --delay 40 'bone neck.blend1'
key Return
waitFor "its sliders" '[ -n "$(place weights.0 0.5)" ]' || die "no sliders"
waitFor "rest" settled
pointer weights.1 0.8
xdotool mousedown 1
sleep 0.2
for part in 0.6 0.4 0.2; do pointer weights.1 $part; done
xdotool mouseup 1
waitFor "an edit" '[ "$(value unsaved)" = 1 ]'

# The next file of the folder asks, and Cancel leaves everything.
key Escape # the arrows are the view's again
pointer view 0.9
xdotool click 1
sleep 0.2
key Right
waitFor "the question" '[ "$(value popup)" = $unsaved ]' || die "the next file did not ask"
click unsaved.cancel
waitFor "no question" '[ "$(value popup)" = 0 ]'
titleHas "$(basename "$model")* - sinew" || fail "the model went although it was cancelled"

# A glTF file dropped on the window asks too; Save saves first.
before=$(md5sum <"$model")
"$xdnd_drop" "$window" "$models/other.glb" || fail "the window did not take the drop"
waitFor "the question" '[ "$(value popup)" = $unsaved ]' || die "the drop did not ask"
[ "$(md5sum <"$model")" = "$before" ] || fail "the file changed before the answer"
[ -n "${SINEW_PICTURES:-}" ] && import -window root "$SINEW_PICTURES/window_unsaved.png"
click unsaved.save
waitFor "the dropped model" 'titleHas "other.glb - sinew"'
[ "$(md5sum <"$model")" != "$before" ] || fail "nothing was saved"
"$sinew" check --quiet "$model" >"$work/check" || fail "the saved file breaks its format: $(cat "$work/check")"

# The picture on the clipboard is that of the view.
click timeline.play
waitFor "a pause" '[ "$(value playing)" = 0 ]'
key Escape
waitFor "rest" settled
shot view
messages=$(value messages)
key ctrl+c
waitFor "a message" '[ "$(value messages)" -gt "$messages" ]'
timeout 10 xclip -selection clipboard -t image/png -o >"$work/copied.png" || fail "the clipboard has no picture"
[ "$(identify -format %wx%h "$work/copied.png")" = "$(identify -format %wx%h "$work/view.png")" ] ||
  fail "the copied picture has another size than the view"
pixels=$(changed view copied)
[ "$pixels" -lt 20000 ] || fail "the copied picture differs from the view in $pixels pixels"

# A load that takes long does not hold up the end, which finish waits for no more than ten seconds.
awk 'BEGIN { printf "{\"asset\":{\"version\":\"2.0\"},\"extras\":[0"
             for (i = 0; i < 30000000; ++i) printf ",1"
             print "]}" }' >"$models/large.gltf"
"$xdnd_drop" "$window" "$models/large.gltf" || fail "the window did not take the large file"
sleep 0.5
finish
