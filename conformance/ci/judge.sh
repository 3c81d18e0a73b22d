#!/bin/sh
# Runs one judge and writes its reports, for action.yml and gitlab-ci.yml.
#   JUDGE    server, integration or receiver
#   TARGET   the target file of a server or an app
#   URL, SECRET   the address of a receiver, and the secret that it verifies with
#   ARGS     further options, such as "--only 4.2"
#   OUTPUT   the folder of the reports; conformance if empty
set -u
wigwag=$(cd "$(dirname "$0")/../.." && pwd)
output=${OUTPUT:-conformance}
mkdir -p "$output"
case "${JUDGE:-server}" in
  server) set -- --target "${TARGET:-target.yaml}" ;;
  integration) set -- integration --target "${TARGET:-app.yaml}" ;;
  receiver) set -- receiver --url "$URL" --secret env:SECRET ;;
  *)
    echo "JUDGE must be server, integration or receiver, but is $JUDGE" >&2
    exit 2
    ;;
esac
if [ "${JUDGE:-server}" != receiver ]; then
  set -- "$@" --junit "$output/conformance.xml" --json "$output/conformance.json" --html "$output/conformance.html"
fi
# ARGS holds several words.
# shellcheck disable=SC2086
node "$wigwag/cli/bin/wigwag.js" conformance "$@" --badge "$output/badge.svg" ${ARGS:-} >"$output/summary.txt"
code=$?
cat "$output/summary.txt"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    echo "### Conformance of the ${JUDGE:-server}"
    echo '```text'
    cat "$output/summary.txt"
    echo '```'
  } >>"$GITHUB_STEP_SUMMARY"
fi
exit $code
