import { Buffer } from 'node:buffer';

/** Shorter values are common words, not secrets. */
const SHORTEST_SECRET = 6;
/** A truncated text may end in a truncated secret. A prefix of this length counts as the secret. */
const LONGEST_BEGINNING = 12;
const HIDDEN = 'REDACTED';
/** Deeper levels are removed, because a server may nest without limit. */
const DEEPEST = 64;

/** Lowercases a text without changing its length, which `toLowerCase` does for some letters. */
const lower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns every form in which a server or the suite may write a secret. */
function writings(secret: string): Set<string> {
  const bytes = Buffer.from(secret);
  // Base64 maps three bytes to four characters, so the encoding depends on the offset, apart from characters at both
  // ends.
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(from, to));
  });
  const ways = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64];
  return new Set(ways.map(lower));
}

/** The keys and secrets of a run, which no report or message may show. */
export class Secrets {
  /** By their first characters. */
  readonly #writings = new Map<string, Set<string>>();

  /** Adds secrets to redact. */
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

  /** Returns the value with secrets redacted from all strings, and without levels that are nested too deep. */
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

  /** Returns the length of the secret at this position; 0 if too few characters match. */
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
