import { EventEmitter } from 'node:events';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { askProtocol, pictureSequence, protocolOf } from './pictures.ts';

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

test('iTerm gets the file in one sequence, and Kitty a PNG in parts of 4096 characters', async () => {
  const place = { columns: 80, rows: 23 };
  const small = png(640, 480);
  const label = 'png';
  const inITerm = { ...place, protocol: { name: 'iTerm' as const } };
  expect(await pictureSequence({ kind: 'png', bytes: small, label }, inITerm)).toBe(
    `\u001b]1337;File=inline=1;preserveAspectRatio=1;size=64;width=80;height=23:${small.toString('base64')}\u0007`,
  );
  const inKitty = { ...place, protocol: { name: 'Kitty' as const } };
  const parts = async (bytes: Buffer) =>
    (await pictureSequence({ kind: 'png', bytes, label }, inKitty)).split('\u001b\\');
  // 80 columns are as wide as 40 rows are high, so a square must fit the rows.
  expect((await parts(png(500, 500)))[0]).toContain('\u001b_Ga=T,f=100,q=2,C=1,r=23,m=0;');
  expect((await parts(png(900, 300)))[0]).toContain('\u001b_Ga=T,f=100,q=2,C=1,c=80,m=0;');
  const large = png(900, 300, 10_000);
  const [first = '', second = '', third = '', last = '', rest] = await parts(large);
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

/** A red JPEG of 16 by 8 pixels. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=',
  'base64',
);

test('Kitty gets a JPEG as PNG', async () => {
  const sequence = await pictureSequence(
    { kind: 'jpeg', bytes: JPEG, label: 'jpeg' },
    { protocol: { name: 'Kitty' }, columns: 80, rows: 23 },
  );
  const decoded = Buffer.from(sequence.replaceAll(/\p{Cc}_G[^;]*;|\p{Cc}\\/gu, ''), 'base64');
  expect([decoded.toString('latin1', 1, 4), decoded.readUInt32BE(16), decoded.readUInt32BE(20)]).toEqual([
    'PNG',
    16,
    8,
  ]);
});

/** Returns a PNG of one color, red unless another is given as red, green, blue and opacity. */
function pngOf(width: number, height: number, color = [255, 0, 0, 255]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [size, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const line = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  const lines = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const cell = { width: 10, height: 20 };

test('a Sixel picture keeps its shape, fits the screen and the limit of the terminal, and is not enlarged', async () => {
  const sizeOf = async (bytes: Buffer, columns: number, rows: number, most?: typeof cell) => {
    const protocol = { name: 'Sixel' as const, cell, ...(most && { most }) };
    const sequence = await pictureSequence({ kind: 'png', bytes, label: '' }, { protocol, columns, rows });
    // Its only color is 100 percent red.
    const [, width, height] = /^\p{Cc}P0;0;q"1;1;(\d+);(\d+)#0;2;100;0;0#0!/u.exec(sequence) ?? [];
    return [Number(width), Number(height)];
  };
  expect(await sizeOf(pngOf(600, 300), 30, 24)).toEqual([300, 150]);
  // One row stays free.
  expect(await sizeOf(pngOf(300, 600), 80, 16)).toEqual([150, 300]);
  expect(await sizeOf(pngOf(600, 300), 80, 24, { width: 200, height: 200 })).toEqual([200, 100]);
  expect(await sizeOf(pngOf(12, 6), 80, 24)).toEqual([12, 6]);
});

test('transparent pixels of a sticker are white in Sixel', async () => {
  const protocol = { name: 'Sixel' as const, cell };
  const colorOf = async (color: number[]) => {
    const picture = { kind: 'png' as const, bytes: pngOf(6, 6, color), label: '' };
    const sequence = await pictureSequence(picture, { protocol, columns: 9, rows: 9 });
    return /#0;2;([\d;]+)#/.exec(sequence)?.[1];
  };
  expect(await colorOf([255, 0, 0, 0])).toBe('100;100;100');
  expect(await colorOf([255, 0, 0, 128])).toBe('100;50;50');
});

test('a damaged picture, and one of 3.6 GB when decoded, is refused with the reason', async () => {
  const protocol = { name: 'Sixel' as const, cell };
  const damaged = pngOf(600, 300).subarray(0, 60);
  const huge = pngOf(1, 1);
  huge.writeUInt32BE(30_000, 16);
  huge.writeUInt32BE(30_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  for (const bytes of [damaged, huge]) {
    const sequence = pictureSequence({ kind: 'png', bytes, label: '' }, { protocol, columns: 80, rows: 23 });
    await expect(sequence).rejects.toThrow('the picture cannot be decoded');
  }
  const after = await pictureSequence(
    { kind: 'png', bytes: pngOf(6, 6), label: '' },
    { protocol, columns: 9, rows: 9 },
  );
  expect(after).toContain('\u001bP');
});

/** A terminal of 80 by 24 cells that gives this answer, after a key that the user pressed. */
function terminal(answer: string, env: NodeJS.ProcessEnv = { TERM: 'xterm' }) {
  const kept: string[] = [];
  const parts = ['j', answer];
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: () => {},
    read: () => parts.shift() ?? null,
    unshift: (keys: Buffer) => kept.push(String(keys)),
  });
  const write = () => {
    stdin.emit('readable');
    stdin.emit('readable');
  };
  const asked = { env, stdin, stdout: { write, getWindowSize: () => [80, 24] } } as unknown as NodeJS.Process;
  return { asked, kept };
}

test.each([
  ['foot', '\u001b[6;18;9t\u001b[?2;0;10000;10000S\u001b[?62;4;22;28c', { width: 9, height: 18 }],
  ['xterm', '\u001b[?2;0;480;312S\u001b[?63;1;2;4;6c', { width: 6, height: 13 }],
  ['a terminal that only says that it can', '\u001b[?2;3S\u001b[?62;4c', cell],
])('Sixel needs no setting: %s', async (_, answer, size) => {
  const { asked, kept } = terminal(answer);
  expect(await askProtocol(asked)).toMatchObject({ name: 'Sixel', cell: size });
  expect(kept).toEqual(['j']);
});

test('a terminal without Sixel gets no picture, and one that its variables name is not asked', async () => {
  // 64 and 14 are no 4.
  expect(await askProtocol(terminal('\u001b[?64;1;2;14;22c').asked)).toBeUndefined();
  expect(await askProtocol(terminal('', { TERM: 'xterm-kitty' }).asked)).toEqual({ name: 'Kitty' });
});
