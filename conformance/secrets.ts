import { Buffer } from 'node:buffer';

/** Shorter values are words that stand everywhere, and no secrets. */
const SHORTEST_SECRET = 6;
/** Where a text was cut, a secret may be cut as well: so much of its beginning is one. */
const LONGEST_BEGINNING = 12;
const HIDDEN = 'REDACTED';
/** What is nested deeper is left out, since a server may nest without end. */
const DEEPEST = 64;

/** Lower case without a change of length, which `toLowerCase` makes of some letters. */
const lower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Every way in which a server or the suite may write it. */
function writings(secret: string): Set<string> {
  const bytes = Buffer.from(secret);
  // In Base64 three bytes are four letters: how a text is written depends on where it stands, but for letters at its ends.
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(from, to));
  });
  const ways = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64];
  return new Set(ways.map(lower));
}

/** The keys and secrets of a run, which no report and no message may show. */
export class Secrets {
  /** By their first letters. */
  readonly #writings = new Map<string, Set<string>>();

  /** From now on nothing shows it. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret !== undefined && secret.length >= SHORTEST_SECRET) {
        for (const writing of writings(secret)) {
          const start = writing.slice(0, SHORTEST_SECRET);
          this.#writings.set(start, (this.#writings.get(start) ?? new Set()).add(writing));
        }
      }
    }
  }

  /** The same value without secrets in any of its texts, and nothing that is nested too deep. */
  hidden<T>(value: T): T {
    return this.#hidden(value) as T;
  }

  #hidden(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') {
      return this.#hiddenText(value);
    }
    if (value === null || typeof value !== 'object') {
      return value;
    }
    if (depth === DEEPEST) {
      return '...';
    }
    return Array.isArray(value)
      ? value.map((one) => this.#hidden(one, depth + 1))
      : Object.fromEntries(
          Object.entries(value).map(([name, one]) => [this.#hiddenText(name), this.#hidden(one, depth + 1)]),
        );
  }

  #hiddenText(text: string): string {
    const low = lower(text);
    let shown = '';
    let from = 0;
    for (let at = 0; at + SHORTEST_SECRET <= low.length; ) {
      const length = this.#secretAt(low, at);
      if (length > 0) {
        shown += text.slice(from, at) + HIDDEN;
        from = at + length;
      }
      at += Math.max(length, 1);
    }
    return shown + text.slice(from);
  }

  /** How many letters of a secret stand here; 0 when there are too few of them to be one. */
  #secretAt(text: string, at: number): number {
    let longest = 0;
    for (const writing of this.#writings.get(text.slice(at, at + SHORTEST_SECRET)) ?? []) {
      let same = SHORTEST_SECRET;
      while (same < writing.length && text[at + same] === writing[same]) {
        same++;
      }
      if ((same === writing.length || same >= LONGEST_BEGINNING) && same > longest) {
        longest = same;
      }
    }
    return longest;
  }
}
