/**
 * Returns the words with `--profile` after the command, where it is defined, and before later options. The user can
 * write it anywhere.
 *
 * @example profileLast(['--profile', 'staging', 'me']) // ['me', '--profile', 'staging']
 */
export function profileLast(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word.startsWith('-'));
  const count = words[at] === '--profile' ? 2 : words[at]?.startsWith('--profile=') ? 1 : 0;
  if (count === 0) {
    return [...words];
  }
  const rest = words.toSpliced(at, count);
  const next = rest.findIndex((word, index) => index >= at && word.startsWith('-'));
  return rest.toSpliced(next === -1 ? rest.length : next, 0, ...words.slice(at, at + count));
}
