import { styleText } from 'node:util';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

/** Returns JSON with a color for names, texts, numbers and words, as far as the terminal and NO_COLOR allow. */
export const colouredJson = (json: string): string =>
  json.replace(TOKEN, (token, text: string | undefined, colon: string | undefined, word: string | undefined) => {
    if (text !== undefined) {
      return colon === undefined ? paint('green', text) : paint('blue', text) + colon;
    }
    return paint(word === undefined ? 'yellow' : 'magenta', token);
  });
