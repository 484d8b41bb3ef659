#!/usr/bin/env bash
# Runs the kit on the inputs of the action, which come as variables, and hands on its exit code and its summary.
set -uo pipefail

arguments=(--url "$URL" --wait "$WAIT" --report "$REPORT" --github)
[ -z "$EVENTS_URL" ] || arguments+=(--events-url "$EVENTS_URL")
[ -z "$SCENE_TOKEN" ] || arguments+=(--token-env SCENE_TOKEN)
[ -z "$MANIFEST" ] || arguments+=(--manifest "$MANIFEST")
[ -z "$SEED" ] || arguments+=(--seed "$SEED")
only=()
while IFS= read -r name; do
  [ -z "$name" ] || only+=("$name")
done <<<"$ONLY"
[ "${#only[@]}" -eq 0 ] || arguments+=(--only "${only[@]}")

npx --yes --package "$PACKAGE" scene-runtime conform "${arguments[@]}"
echo "exit-code=$?" >>"$GITHUB_OUTPUT"

# A summary may have 1 MiB.
if [ -f "$REPORT/report.md" ]; then head -c 1000000 "$REPORT/report.md" >>"$GITHUB_STEP_SUMMARY"; fi
