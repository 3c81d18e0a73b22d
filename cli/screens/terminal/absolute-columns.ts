import stringWidth from 'string-width';
import { FILL, type Widths, widthOnTerminal } from './ask-widths.ts';

/** A line break, a control sequence, a string for the terminal such as a title, or a run of text. */
const PART = /[\r\n]|\p{Cc}\[([\d;?]*)[ -/]*([@-~])|\p{Cc}\][^\p{Cc}]*\p{Cc}\\?|\p{Cc}[@-Z\\-_78]?|[^\p{Cc}]+/gu;

const ASCII = /^[ -~]*$/;

const segmenter = new Intl.Segmenter();

/**
 * Terminals disagree about the width of emoji, of letters with combining marks, and of symbols: tmux 3.3a draws a thumb
 * with a skin tone in 4 cells, others in 2. What follows on the line would then be at another column than Ink assumes.
 * This class adds a move to the assumed column after each character whose width is uncertain.
 */
export class AbsoluteColumns {
  #column = 0;
  readonly #widths: Widths;

  /** @param widths the widths that the terminal has reported */
  constructor(widths: Widths) {
    this.#widths = widths;
  }

  /** Returns the output with the moves. Consecutive outputs continue on the same line. */
  place(output: string): string {
    return output.replace(PART, (part: string, parameters: string | undefined, final: string | undefined) => {
      if (final !== undefined) {
        this.#follow(parameters ?? '', final);
        return part;
      }
      if (part === '\n' || part === '\r') {
        this.#column = 0;
        return part;
      }
      return /^\p{Cc}/u.test(part) ? part : this.#written(part);
    });
  }

  /** Follows a control sequence that moves the cursor. */
  #follow(parameters: string, final: string): void {
    const [first = 1, second = 1] = parameters.split(';').map((text) => Number(text) || 1);
    if (final === 'G') {
      this.#column = first - 1;
    } else if (final === 'H') {
      this.#column = second - 1;
    } else if (final === 'C') {
      this.#column += first;
    } else if (final === 'D') {
      this.#column = Math.max(0, this.#column - first);
    } else if (final === 'E' || final === 'F') {
      this.#column = 0;
    }
  }

  #written(text: string): string {
    if (ASCII.test(text)) {
      this.#column += text.length;
      return text;
    }
    let placed = '';
    for (const { segment } of segmenter.segment(text)) {
      this.#column += stringWidth(segment);
      const { isCertain } = widthOnTerminal(segment, this.#widths);
      placed += isCertain ? segment : `${segment === FILL ? '' : segment}\u001b[${this.#column + 1}G`;
    }
    return placed;
  }
}
