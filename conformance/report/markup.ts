import escapeHtml from 'escape-html';

/** Escapes text for XML and HTML, and removes characters that XML 1.0 cannot represent. */
export const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  escapeHtml(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

/** Escapes text between tags, where quotes need no escape. JSON has so many that escaped ones make a report a tenth longer. */
export const escapedText = (text: string): string => escaped(text).replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/**
 * Returns text as one terminal line: characters that move the cursor, change colors or text direction become spaces.
 */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trimEnd();
