/** Fields that hold people's words or numbers, or what opens something, wherever they stand in JSON. */
const FIELDS = new Set(
  `text body caption title description name display_name username email phone to reason source address filename variables
   search recipients live_key test_key key signing_secret access_token app_secret verify_token token from`.split(/\s+/),
);
/** Shorter ones stand in logs by chance. */
const SHORTEST = 8;
/** What a name may be that people did not give: of templates, channels and the like. */
const IDENTIFIER = /^[a-z_]+$/;

/** Collects what went into a server and must stand in no log: keys, tokens, secrets, and the words and numbers of people. */
export class Secrets {
  readonly #known = new Set<string>();

  get size(): number {
    return this.#known.size;
  }

  /** Takes up every secret in what was said, a value that JSON can hold. */
  note(said: unknown, isSecret = false): void {
    // By a list and not by calling itself: some tests nest deeper than any stack.
    const left: [unknown, boolean][] = [[said, isSecret]];
    for (let next = left.pop(); next; next = left.pop()) {
      const [value, isOne] = next;
      if (typeof value === 'string') {
        if (isOne && value.length >= SHORTEST && !IDENTIFIER.test(value)) {
          this.#known.add(JSON.stringify(value).slice(1, -1));
        }
      } else if (value !== null && typeof value === 'object') {
        for (const [name, inner] of Object.entries(value)) {
          left.push([inner, isOne || FIELDS.has(name)]);
        }
      }
    }
  }

  /** The same of a request over HTTP. */
  noteRequest(url: string, body?: unknown, headers?: unknown): void {
    for (const [number] of url.matchAll(/\d{10,}|ww_\w+/g)) {
      if (!/^1[67]\d{14,}$/.test(number)) {
        this.note(number, true); // ids of ours are the time and some digits more: no secret
      }
    }
    const authorization = new Headers((headers ?? {}) as Record<string, string>).get('authorization');
    this.note(authorization?.replace(/^Bearer /, ''), true);
    this.note(typeof body === 'string' ? parsed(body) : body);
  }

  /** The lines of a log that hold any of it, each with what it holds. */
  foundIn(log: string): string[] {
    const found = [...this.#known].filter((secret) => log.includes(secret));
    return log
      .split('\n')
      .flatMap((line) => found.filter((secret) => line.includes(secret)).map((secret) => `${secret} in ${line}`));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
