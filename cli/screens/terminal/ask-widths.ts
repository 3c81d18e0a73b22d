import stringWidth from 'string-width';
import { askTerminal } from './ask.ts';

/** Kinds of characters whose width terminals disagree about, each with a sample. The first that matches counts. */
const KINDS: readonly { kind: string; sample: string; pattern: RegExp }[] = [
  { kind: 'skin tone', sample: '👍🏽', pattern: /\p{Emoji_Modifier}/u },
  { kind: 'joined', sample: '👨‍👩‍👧', pattern: /\u200d/u },
  { kind: 'keycap', sample: '1️⃣', pattern: /\u20e3/u },
  { kind: 'emoji style', sample: '❤️', pattern: /\ufe0f/u },
  { kind: 'flag', sample: '🇹🇷', pattern: /^\p{Regional_Indicator}/u },
  { kind: 'emoji', sample: '🙂', pattern: /^\p{Emoji_Presentation}$/u },
  { kind: 'wide', sample: '你', pattern: /^\p{L}$/u },
  { kind: 'symbol', sample: '●', pattern: /^[\p{S}\p{P}\p{N}]$/u },
  { kind: 'marks', sample: 'स्ते', pattern: /\p{M}/u },
];

/** The width of the sample of each kind on this terminal. */
export type Widths = ReadonlyMap<string, number>;

/** All terminals draw these characters in one cell. */
const ONE_CELL = /^[ -~\u00a1-\u00ac\u00ae-\u02ff]$/;
const LETTER = /^\p{L}$/u;

/** Terminals that do not combine characters draw each code point in its own cells. */
const widthInParts = (segment: string): number => [...segment].reduce((sum, part) => sum + stringWidth(part), 0);

/**
 * Returns how many cells the terminal probably uses for a character, and whether that is certain. Letters with combining
 * marks are never certain: each script has other rules.
 */
export function widthOnTerminal(segment: string, widths: Widths): { cells: number; isCertain: boolean } {
  const assumed = stringWidth(segment);
  if (ONE_CELL.test(segment) || (LETTER.test(segment) && assumed === 1)) {
    return { cells: assumed, isCertain: true };
  }
  const { kind, sample } = KINDS.find(({ pattern }) => pattern.test(segment)) ?? {};
  const measured = kind === undefined ? undefined : widths.get(kind);
  if (measured === undefined || sample === undefined || measured === stringWidth(sample)) {
    return { cells: assumed, isCertain: measured !== undefined && kind !== 'marks' };
  }
  return { cells: measured === widthInParts(sample) ? widthInParts(segment) : measured, isCertain: false };
}

/** Takes one column in a text for Ink, and is not written to the terminal. */
export const FILL = '\ue000';

/** The widths of the terminal on which a screen is drawn. */
let current: Widths = new Map();

export const setWidths = (widths: Widths): void => {
  current = widths;
};

const segmenter = new Intl.Segmenter();

/**
 * Returns a text whose width, as Ink assumes it, is at least that on the terminal: it has filling after each character
 * that the terminal draws wider.
 */
export function roomy(text: string): string {
  return /^[ -~]*$/.test(text)
    ? text
    : Array.from(segmenter.segment(text), ({ segment }) => {
        const { cells } = widthOnTerminal(segment, current);
        return segment + FILL.repeat(Math.max(0, cells - stringWidth(segment)));
      }).join('');
}

/** Switches to the alternate screen and back. */
export const [OTHER_SCREEN, SAME_SCREEN] = ['\u001b[?1049h\u001b[H', '\u001b[?1049l'];
/** Asks for the position of the cursor. */
const WHERE = '\u001b[6n';

/**
 * Draws a sample of each kind on the alternate screen and asks the terminal where the cursor is then (CSI 6n).
 *
 * @returns no widths if the terminal does not answer
 */
export async function askWidths(terminal?: Pick<NodeJS.Process, 'stdin' | 'stdout'>): Promise<Widths> {
  const samples = KINDS.map(({ sample }) => `\r${sample}${WHERE}`).join('');
  const found = await askTerminal(
    `${OTHER_SCREEN}${samples}${SAME_SCREEN}`,
    /\p{Cc}\[\d+;(\d+)R/gu,
    ({ length }) => length >= KINDS.length,
    terminal,
  );
  return new Map(
    found.length < KINDS.length ? [] : KINDS.map(({ kind }, at) => [kind, Number(found[at]?.[1] ?? 1) - 1]),
  );
}
