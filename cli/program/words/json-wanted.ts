const JSON_OPTION = /^--(json|jsonl|jq|output=jsonl?|jq=.*|json=.*)$/;

/** Returns whether the command line asks for JSON. Errors, including errors of the command line, are then also JSON. */
export function isJsonWanted(words: readonly string[]): boolean {
  if (words[0] === 'conformance' && words[1] !== 'receiver') {
    return false; // its --json names a file
  }
  const end = words.indexOf('--');
  const options = end === -1 ? words : words.slice(0, end);
  return options.some(
    (word, at) => JSON_OPTION.test(word) || (word === '--output' && /^jsonl?$/.test(options[at + 1] ?? '')),
  );
}
