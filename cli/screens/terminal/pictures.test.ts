import { expect, test } from 'vitest';
import { pictureSequence, protocolOf } from './pictures.ts';

/** Returns the beginning of a PNG of this size in pixels, with so many bytes. */
function png(width: number, height: number, length = 64): Buffer {
  const bytes = Buffer.alloc(length, 7);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('only a terminal that announces a protocol gets a picture, and none inside tmux or screen', () => {
  expect(protocolOf({ TERM: 'xterm-256color' })).toBeUndefined();
  expect(protocolOf({ TERM_PROGRAM: 'Apple_Terminal' })).toBeUndefined();
  expect(protocolOf({ TERM_PROGRAM: 'iTerm.app' })).toBe('iTerm');
  expect(protocolOf({ LC_TERMINAL: 'iTerm2' })).toBe('iTerm');
  expect(protocolOf({ TERM_PROGRAM: 'WezTerm' })).toBe('iTerm');
  expect(protocolOf({ TERM: 'xterm-kitty' })).toBe('Kitty');
  expect(protocolOf({ TERM_PROGRAM: 'ghostty' })).toBe('Kitty');
  expect(protocolOf({ LC_TERMINAL: 'iTerm2', TMUX: '/tmp/tmux-0/default,1,0' })).toBeUndefined();
  expect(protocolOf({ KITTY_WINDOW_ID: '1', TERM: 'screen-256color' })).toBeUndefined();
});

test('iTerm gets the file in one sequence, and Kitty a PNG in parts of 4096 characters', () => {
  const place = { columns: 80, rows: 23 };
  const small = png(640, 480);
  const label = 'png';
  expect(pictureSequence({ kind: 'png', bytes: small, label }, { ...place, protocol: 'iTerm' })).toBe(
    `\u001b]1337;File=inline=1;preserveAspectRatio=1;size=64;width=80;height=23:${small.toString('base64')}\u0007`,
  );
  const parts = (bytes: Buffer) =>
    pictureSequence({ kind: 'png', bytes, label }, { ...place, protocol: 'Kitty' })?.split('\u001b\\') ?? [];
  // 80 columns are as wide as 40 rows are high, so a square must fit the rows.
  expect(parts(png(500, 500))[0]).toContain('\u001b_Ga=T,f=100,q=2,C=1,r=23,m=0;');
  expect(parts(png(900, 300))[0]).toContain('\u001b_Ga=T,f=100,q=2,C=1,c=80,m=0;');
  const large = png(900, 300, 10_000);
  const [first = '', second = '', third = '', last = '', rest] = parts(large);
  expect([second, third, last].map((part) => part.split(';')[0])).toEqual([
    '\u001b_Gm=1',
    '\u001b_Gm=1',
    '\u001b_Gm=0',
  ]);
  const data = [first, second, third, last].map((part) => part.split(';')[1] ?? '');
  expect(data.map(({ length }) => length)).toEqual([4_096, 4_096, 4_096, 1_048]);
  expect(Buffer.from(data.join(''), 'base64')).toEqual(large);
  expect(rest).toBe('');
});

test('Kitty gets no JPEG, and a terminal without a protocol gets nothing', () => {
  const place = { columns: 80, rows: 23 };
  const jpeg = { kind: 'jpeg' as const, bytes: Buffer.alloc(30), label: 'jpeg' };
  expect(pictureSequence(jpeg, { ...place, protocol: 'Kitty' })).toBeUndefined();
  expect(pictureSequence(jpeg, { ...place, protocol: undefined })).toBeUndefined();
  expect(pictureSequence(jpeg, { ...place, protocol: 'iTerm' })).toContain('size=30');
});
