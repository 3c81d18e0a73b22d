/**
 * Returns the words with `--profile` after the command, where it is defined. The user can write it anywhere.
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
  const end = rest.indexOf('--');
  return rest.toSpliced(end === -1 ? rest.length : end, 0, ...words.slice(at, at + count));
}
