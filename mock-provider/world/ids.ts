import { hash } from 'node:crypto';

/**
 * IDs in Meta's formats. Each is a hash of the seed, its kind, its owner and a count per owner, so two runs with the
 * same seed give the same IDs even if requests to different people arrive in a different order.
 */
export class Ids {
  readonly #seed: string;
  #counts = new Map<string, number>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  #bytes(kind: string, owner: string): Buffer {
    const name = `${kind}|${owner}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return hash('sha256', `${this.#seed}|${name}|${count}`, 'buffer');
  }

  /**
   * Object IDs are strings of 15 digits. They also fit a JSON number, because template IDs are numbers in callbacks.
   */
  object(kind: string, owner = ''): string {
    const digits = this.#bytes(kind, owner).readBigUInt64BE() % 900_000_000_000_000n;
    return String(100_000_000_000_000n + digits);
  }

  /**
   * `wamid.` and the base64 of 1c 18 <length> <digits> 15 02 00, then 11 18 12 <18 hex digits> 00 for a message of the
   * business, or 12 18 14 <20 hex digits> 00 for one of the customer.
   */
  wamid(user: string, from: 'business' | 'customer', owner: string): string {
    const length = from === 'business' ? 18 : 20;
    const hex = this.#bytes('wamid', owner).toString('hex').toUpperCase().slice(0, length);
    const head = Buffer.from([0x1c, 0x18, user.length]);
    const middle = Buffer.from([0x15, 0x02, 0x00, from === 'business' ? 0x11 : 0x12, 0x18, length]);
    const bytes = Buffer.concat([
      head,
      Buffer.from(user, 'latin1'),
      middle,
      Buffer.from(hex, 'latin1'),
      Buffer.from([0]),
    ]);
    return `wamid.${bytes.toString('base64')}`;
  }

  /** Messenger message IDs start with `m_`. */
  mid(owner: string): string {
    return `m_${Buffer.concat([this.#bytes('mid', owner), this.#bytes('mid', owner)]).toString('base64url')}`;
  }

  /** Instagram message IDs are long base64 strings that start with `aWdf` ("ig_"). */
  instagramMid(owner: string): string {
    const rest = Buffer.concat([this.#bytes('igmid', owner), this.#bytes('igmid', owner)]).toString('hex');
    return Buffer.from(`ig_dXNlcl9tZXNzYWdl:${rest}`, 'latin1').toString('base64').replace(/=+$/, 'ZD');
  }

  /** `fbtrace_id`, for which Meta's support asks. */
  trace(): string {
    return `A${this.#bytes('trace', '').toString('base64url').slice(0, 22)}`;
  }

  token(prefix: string, owner: string): string {
    const bytes = Buffer.concat([this.#bytes('token', owner), this.#bytes('token', owner)]);
    return `${prefix}${bytes.toString('base64').replace(/[^A-Za-z0-9]/g, '')}`;
  }

  hex(kind: string, length: number, owner = ''): string {
    return this.#bytes(kind, owner).toString('hex').slice(0, length);
  }
}

/**
 * A phone number in the range reserved for fiction, in digits as in `display_phone_number`. It depends only on the
 * number's ID, so that a business recreated after a restart has the same number.
 */
export function phoneNumberOf(id: string): string {
  return `1555${String(hash('sha256', id, 'buffer').readUInt32BE() % 10_000_000).padStart(7, '0')}`;
}
