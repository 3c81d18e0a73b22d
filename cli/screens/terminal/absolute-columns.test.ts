import stringWidth from 'string-width';
import { expect, onTestFinished, test } from 'vitest';
import { AbsoluteColumns } from './absolute-columns.ts';
import { FILL, roomy, setWidths, type Widths } from './ask-widths.ts';

const SKIN = '👍🏽';
/** What tmux 3.3a of Debian 12 says about the samples. */
const TMUX: Widths = new Map([
  ['skin tone', 4],
  ['joined', 2],
  ['keycap', 1],
  ['emoji style', 1],
  ['flag', 2],
  ['emoji', 2],
  ['wide', 2],
  ['symbol', 1],
  ['marks', 2],
]);

test('after a character of uncertain width, the cursor moves to the column that Ink assumes', () => {
  const columns = new AbsoluteColumns(TMUX);
  expect(columns.place('plain naïve 你好 ●🙂')).toBe('plain naïve 你好 ●🙂');
  expect(columns.place(`\r${SKIN} tail`)).toBe(`\r${SKIN}\u001b[3G tail`);
  expect(columns.place('\n❤️x')).toBe('\n❤️\u001b[3Gx');
  expect(columns.place('\u001b[5G\u001b[31m❤️\u001b[39m')).toBe('\u001b[5G\u001b[31m❤️\u001b[7G\u001b[39m');
  expect(columns.place('\u001b[2;9H❤️\u001b[2C❤️')).toBe('\u001b[2;9H❤️\u001b[11G\u001b[2C❤️\u001b[15G');
  expect(columns.place('\u001b[E❤️')).toBe('\u001b[E❤️\u001b[3G');
});

test('a terminal that did not answer is trusted only with letters', () => {
  expect(new AbsoluteColumns(new Map()).place('aé●مر你')).toBe('aé●\u001b[4Gمر你\u001b[8G');
});

test('texts get room for characters that the terminal draws wider, which is not written', () => {
  setWidths(TMUX);
  onTestFinished(() => setWidths(new Map()));
  expect(stringWidth(roomy(SKIN))).toBe(4);
  expect(stringWidth(roomy('नमस्ते'))).toBe(4);
  expect([roomy('plain'), roomy('❤️')]).toEqual(['plain', '❤️']);
  const placed = new AbsoluteColumns(TMUX).place(`${roomy(SKIN)}|`);
  expect(placed).not.toContain(FILL);
  expect(placed.endsWith('\u001b[5G|')).toBe(true);
});
