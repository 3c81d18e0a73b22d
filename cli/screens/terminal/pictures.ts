import type { PhotonImage } from '@cf-wasm/photon/node';
import type { Picture } from '../../commands/inbox/picture.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { askTerminal } from './ask.ts';

interface Size {
  width: number;
  height: number;
}

/** A way in which terminals take pictures. Sixel needs the size of a cell in pixels, and may have a limit. */
type Protocol = { name: 'iTerm' | 'Kitty' } | { name: 'Sixel'; cell: Size; most?: Size };

const ITERM = ['iTerm.app', 'WezTerm', 'mintty'];
const KITTY = ['ghostty', 'kitty'];

/**
 * Returns how the terminal takes pictures, if its variables say that it does. tmux and screen do not pass them on.
 *
 * @see https://iterm2.com/documentation-images.html
 * @see https://sw.kovidgoyal.net/kitty/graphics-protocol/
 */
export function protocolOf(env: NodeJS.ProcessEnv): 'iTerm' | 'Kitty' | undefined {
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL, KITTY_WINDOW_ID, TMUX, STY } = env;
  if (TMUX || STY || /^(tmux|screen)/.test(TERM)) {
    return undefined;
  }
  if (ITERM.includes(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2') {
    return 'iTerm';
  }
  return KITTY.includes(TERM_PROGRAM) || KITTY_WINDOW_ID || /kitty|ghostty/.test(TERM) ? 'Kitty' : undefined;
}

/** Asks for the size of a cell, for the limit of a Sixel picture, and for the abilities of the terminal. */
const QUESTIONS = '\u001b[16t\u001b[?2;1;0S\u001b[c';
const ANSWER = /\p{Cc}\[(?:6;(?<cell>\d+;\d+)t|\?2;0;(?<most>\d+;\d+)S|\?2;[\d;]*S|\?(?<abilities>[\d;]+)c)/gu;
/** The ability to show Sixel pictures. */
const SIXEL = '4';
/** The cells of the terminals for which Sixel was made. Few terminals have smaller ones. */
const CELL: Size = { width: 10, height: 20 };

/**
 * Returns how the terminal takes pictures. Asks it unless its variables name a way, because Sixel has no variable.
 *
 * @see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
export async function askProtocol(terminal: NodeJS.Process = process): Promise<Protocol | undefined> {
  const name = protocolOf(terminal.env);
  if (name !== undefined) {
    return { name };
  }
  const isLast = ({ groups }: RegExpExecArray) => groups?.abilities !== undefined;
  const answers = await askTerminal(QUESTIONS, ANSWER, (all) => all.some(isLast), terminal);
  const answered = (key: string) => answers.find(({ groups }) => groups?.[key])?.groups?.[key]?.split(';');
  if (!answered('abilities')?.includes(SIXEL)) {
    return undefined;
  }
  const [columns, rows] = terminal.stdout.getWindowSize();
  const [height, width] = (answered('cell') ?? []).map(Number);
  const [most] = [answered('most')?.map(Number)].map((size) => size && { width: size[0] ?? 0, height: size[1] ?? 0 });
  // The limit of xterm, which does not say its cells, is its window. That of others is far larger.
  const { width: widest, height: highest } = most ?? { width: Number.MAX_VALUE, height: Number.MAX_VALUE };
  const cell = {
    width: width ?? Math.min(CELL.width, Math.floor(widest / columns)),
    height: height ?? Math.min(CELL.height, Math.floor(highest / rows)),
  };
  return { name: 'Sixel', cell, ...(most && { most }) };
}

/** The most characters of one sequence of Kitty. */
const CHUNK = 4_096;
/** Cells are about twice as high as wide. */
const CELL_HEIGHT = 2;

/** The largest picture for Kitty, which scales it to the screen. */
const KITTY_SIZE: Size = { width: 1_600, height: 1_200 };
/** The most colors of a Sixel picture that all terminals show. */
const COLORS = 256;
/** The terminal scrolls if the cursor leaves the last line after a Sixel picture, whose height is a multiple of 6. */
const LINES_BELOW = 1;

/**
 * Returns what shows a picture at the cursor, within so many cells.
 *
 * @throws {UsageError} if the picture must be decoded for the terminal, and cannot be
 */
export async function pictureSequence(
  { kind, bytes }: Picture,
  { protocol, columns, rows }: { protocol: Protocol; columns: number; rows: number },
): Promise<string> {
  if (protocol.name === 'Sixel') {
    const { cell, most } = protocol;
    const space = {
      width: Math.min(columns * cell.width, most?.width ?? Number.MAX_VALUE),
      height: Math.min((rows - LINES_BELOW) * cell.height, most?.height ?? Number.MAX_VALUE),
    };
    const { image2sixel } = await import('sixel');
    return decoded(bytes, space, (image) =>
      image2sixel(onWhite(image.get_raw_pixels()), image.get_width(), image.get_height(), COLORS),
    );
  }
  if (protocol.name === 'iTerm') {
    const size = `size=${bytes.length};width=${columns};height=${rows}`;
    return `\u001b]1337;File=inline=1;preserveAspectRatio=1;${size}:${bytes.toString('base64')}\u0007`;
  }
  const asPng = kind === 'png' ? bytes : await decoded(bytes, KITTY_SIZE, (image) => image.get_bytes());
  return kittySequence(asPng, columns, rows);
}

/** Draws pixels on white, because the encoder of Sixel loses transparent ones. Changes the pixels. */
function onWhite(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 0) / 255;
    for (let color = at; color < at + 3; color += 1) {
      pixels[color] = 255 - (255 - (pixels[color] ?? 0)) * opacity;
    }
    pixels[at + 3] = 255;
  }
  return pixels;
}

/** Returns a PNG in the sequences of Kitty. */
function kittySequence(png: Uint8Array, columns: number, rows: number): string {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  // The header of a PNG has its width and height in pixels.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isTall = (height / width) * columns > rows * CELL_HEIGHT;
  const chunks = bytes.toString('base64').match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
  return chunks
    .map((chunk, index) => {
      const first = index === 0 ? `a=T,f=100,q=2,C=1,${isTall ? `r=${rows}` : `c=${columns}`},` : '';
      return `\u001b_G${first}m=${index === chunks.length - 1 ? 0 : 1};${chunk}\u001b\\`;
    })
    .join('');
}

/**
 * Decodes a picture, makes it smaller if it is larger than a space, and uses it. The decoder refuses pictures that need
 * more than 512 MB, and loads in a quarter of a second, so no other command loads it.
 */
async function decoded<T>(bytes: Uint8Array, space: Size, use: (image: PhotonImage) => T): Promise<T> {
  const { PhotonImage, resize, SamplingFilter } = await import('@cf-wasm/photon/node');
  try {
    const image = PhotonImage.new_from_byteslice(bytes);
    const [width, height] = [image.get_width(), image.get_height()];
    const scale = Math.min(1, space.width / width, space.height / height);
    const pixels = (size: number) => Math.max(1, Math.floor(size * scale));
    return use(scale === 1 ? image : resize(image, pixels(width), pixels(height), SamplingFilter.Triangle));
  } catch {
    // WebAssembly gives no reason.
    throw new UsageError('the picture cannot be decoded: the file is damaged, or too large');
  }
}

/** Removes the pictures of Kitty, which a cleared screen keeps. */
export const NO_PICTURES = '\u001b_Ga=d,q=2\u001b\\';
