/** Returns a text as one quoted word for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a text as one word for a POSIX shell, quoted only if necessary, for commands that people read and copy. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : quoted(text));

/** zsh expands a leading `=`. */
const PLAIN = /^[\w@%:,./+-][\w@%:,./+=-]*$/;
