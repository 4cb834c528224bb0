#!/usr/bin/env bash
# Checks the documents of a workflow: those of $FILES, else those that changed since $BASE, else all.
# Needs DERIVE, SARIF and FAIL_ON; BINDINGS is optional. Called by action.yml.
set -euo pipefail

kinds=('*.md' '*.markdown' '*.mdx' '*.qmd' '*.rmd' '*.rst' '*.tex' '*.ipynb' '*.txt' '*.typ' '*.html' '*.htm')
documents=()
if [ -n "${FILES:-}" ]; then
  set -f # git reads the patterns, not the shell
  # shellcheck disable=SC2206
  wanted=($FILES)
  while IFS= read -r -d '' file; do documents+=("$file"); done < <(git ls-files -z -- "${wanted[@]}")
elif [ -n "${BASE:-}" ] && { git cat-file -e "$BASE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$BASE" 2>/dev/null; }; then
  while IFS= read -r -d '' file; do documents+=("$file"); done \
    < <(git diff -z --name-only --diff-filter=d "$BASE" HEAD -- "${kinds[@]}")
else
  while IFS= read -r -d '' file; do documents+=("$file"); done < <(git ls-files -z -- "${kinds[@]}")
fi

if [ ${#documents[@]} -eq 0 ]; then
  echo "No document changed."
  exit 0
fi

options=(--sarif -o "$SARIF" --force --github --fail-on "$FAIL_ON")
if [ -n "${BINDINGS:-}" ]; then options+=(--bindings "$BINDINGS"); fi
code=0
"$DERIVE" check "${options[@]}" -- "${documents[@]/#/./}" || code=$?
if [ -f "$SARIF" ]; then echo "sarif=$SARIF" >> "$GITHUB_OUTPUT"; fi
exit "$code"
