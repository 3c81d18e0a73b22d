import type { Picture } from '../../commands/inbox/picture.ts';

/** A way in which terminals take pictures. */
type Protocol = 'iTerm' | 'Kitty';

const ITERM = ['iTerm.app', 'WezTerm', 'mintty'];
const KITTY = ['ghostty', 'kitty'];

/**
 * Returns how the terminal takes pictures, if its variables say that it does. tmux and screen do not pass them on.
 *
 * @see https://iterm2.com/documentation-images.html
 * @see https://sw.kovidgoyal.net/kitty/graphics-protocol/
 */
export function protocolOf(env: NodeJS.ProcessEnv): Protocol | undefined {
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL, KITTY_WINDOW_ID, TMUX, STY } = env;
  if (TMUX || STY || /^(tmux|screen)/.test(TERM)) {
    return undefined;
  }
  if (ITERM.includes(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2') {
    return 'iTerm';
  }
  return KITTY.includes(TERM_PROGRAM) || KITTY_WINDOW_ID || /kitty|ghostty/.test(TERM) ? 'Kitty' : undefined;
}

/** The most characters of one sequence of Kitty. */
const CHUNK = 4_096;
/** Cells are about twice as high as wide. */
const CELL_HEIGHT = 2;

/**
 * Returns what shows a picture at the cursor, within so many cells.
 *
 * @returns undefined if the terminal does not show this kind: Kitty's takes only PNG
 */
export function pictureSequence(
  { kind, bytes }: Picture,
  { protocol, columns, rows }: { protocol: Protocol | undefined; columns: number; rows: number },
): string | undefined {
  const data = bytes.toString('base64');
  if (protocol === 'iTerm') {
    const size = `size=${bytes.length};width=${columns};height=${rows}`;
    return `\u001b]1337;File=inline=1;preserveAspectRatio=1;${size}:${data}\u0007`;
  }
  if (protocol !== 'Kitty' || kind !== 'png') {
    return undefined;
  }
  // The header of a PNG has its width and height in pixels.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isTall = (height / width) * columns > rows * CELL_HEIGHT;
  const chunks = data.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
  return chunks
    .map((chunk, index) => {
      const first = index === 0 ? `a=T,f=100,q=2,C=1,${isTall ? `r=${rows}` : `c=${columns}`},` : '';
      return `\u001b_G${first}m=${index === chunks.length - 1 ? 0 : 1};${chunk}\u001b\\`;
    })
    .join('');
}

/** Removes the pictures of Kitty, which a cleared screen keeps. */
export const NO_PICTURES = '\u001b_Ga=d,q=2\u001b\\';
