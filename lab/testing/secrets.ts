/** Fields that contain personal data or credentials, at any depth in JSON. */
const FIELDS = new Set(
  `text body caption title description name display_name username email phone to reason source address filename variables
   search recipients live_key test_key key signing_secret access_token app_secret verify_token token from`.split(/\s+/),
);
/** Shorter values may appear in logs by chance. */
const SHORTEST = 8;
/** Names that are not personal: of templates, channels and so on. */
const IDENTIFIER = /^[a-z_]+$/;

/**
 * Collects values sent to a server that must not appear in logs: keys, tokens, secrets, and personal texts and numbers.
 */
export class LeakDetector {
  readonly #known = new Set<string>();

  get size(): number {
    return this.#known.size;
  }

  /** Collects every secret in a JSON value. */
  note(said: unknown, isSecret = false): void {
    // Iterative, because some tests nest deeper than the call stack.
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

  /** Collects the secrets in an HTTP request. */
  noteRequest(url: string, body?: unknown, headers?: unknown): void {
    for (const [number] of url.matchAll(/\d{10,}|ww_\w+/g)) {
      if (!/^1[67]\d{14,}$/.test(number)) {
        this.note(number, true); // our IDs consist of the time and further digits, so they are not secret
      }
    }
    const authorization = new Headers((headers ?? {}) as Record<string, string>).get('authorization');
    this.note(authorization?.replace(/^Bearer /, ''), true);
    this.note(typeof body === 'string' ? parsed(body) : body);
  }

  /** Returns the log lines that contain a secret, each with the secret. */
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
