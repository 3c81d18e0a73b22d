import { hash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * "Business-scoped user IDs": a country, a period and up to 128 letters and digits, as in `US.13491208655302741918`. A
 * parent ID has `ENT.` after the country.
 */
export const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Parent IDs are the same for all portfolios, so they form a scope like one more portfolio. */
export const PARENTS = 'ENT';

/**
 * People on WhatsApp, each under a key that stays the same if their number or an ID changes. The key is the first
 * number, or a portfolio and an ID for a person whose number the mock does not have.
 */
export class IdentityStore {
  /** Numbers whose key is not the number. */
  readonly #keys = new Map<string, string>();
  /** Keys whose number is not the key. */
  readonly #numbers = new Map<string, string | undefined>();
  /** A person's ID in a scope: a portfolio, `PARENTS`, or all portfolios if empty. */
  readonly #userIds = new Map<string, string>();
  /** The person of each ID in a scope. */
  readonly #owners = new Map<string, string>();
  /** How many people have had a number. A new owner has new IDs. */
  readonly #owned = new Map<string, number>();

  keyOf(number: string): string {
    return this.#keys.get(number) ?? number;
  }

  numberOf(key: string): string | undefined {
    if (this.#numbers.has(key)) {
      return this.#numbers.get(key);
    }
    return /^\d+$/.test(key) ? key : undefined;
  }

  /** Returns the person's ID in this scope, if it was given or generated before. */
  userId(scope: string, key: string): string | undefined {
    return this.#userIds.get(`${scope}|${key}`) ?? (scope === PARENTS ? undefined : this.#userIds.get(`|${key}`));
  }

  /** Returns the person who has this ID now. */
  owner(scope: string, userId: string): string | undefined {
    return this.#owners.get(`${scope}|${userId}`) ?? this.#owners.get(`|${userId}`);
  }

  /** Returns the ID that a scope has for a person's number: the same one in each run. */
  generate(scope: string, key: string): string {
    const number = this.numberOf(key) ?? key;
    return format(number, scope, `${scope}|${number}|${this.#owned.get(number) ?? 0}`);
  }

  /** Returns the ID that follows this one. */
  next(scope: string, key: string, userId: string): string {
    return format(this.numberOf(key) ?? key, scope, `${scope}|after ${userId}`);
  }

  /** Gives a person an ID, which replaces the earlier one. */
  assign(scope: string, key: string, userId: string): void {
    const scopes = scope === '' ? this.#scopesOf(key).filter((one) => one !== PARENTS) : [scope];
    for (const one of scopes) {
      this.#forget(one, key);
    }
    this.#userIds.set(`${scope}|${key}`, userId);
    this.#owners.set(`${scope}|${userId}`, key);
  }

  /** Moves a person to another number. A new number means new IDs. Later owners of the old number are other people. */
  changeNumber(key: string, number: string): void {
    const old = this.numberOf(key);
    const before = this.keyOf(number);
    if (old !== undefined) {
      this.#release(old);
    }
    if (before !== key) {
      this.#release(number);
      this.#numbers.set(before, undefined);
    }
    this.#keys.set(number, key);
    this.#numbers.set(key, number);
    for (const scope of this.#scopesOf(key)) {
      this.#forget(scope, key);
    }
  }

  /** Makes two people one: the IDs of the first now belong to the second. */
  join(from: string, to: string): void {
    for (const scope of this.#scopesOf(from)) {
      const id = this.#userIds.get(`${scope}|${from}`) ?? '';
      this.#forget(scope, from);
      this.assign(scope, to, id);
    }
  }

  #release(number: string): void {
    const owned = (this.#owned.get(number) ?? 0) + 1;
    this.#owned.set(number, owned);
    this.#keys.set(number, `${number}+${owned}`);
    this.#numbers.set(`${number}+${owned}`, number);
  }

  #scopesOf(key: string): string[] {
    const end = `|${key}`;
    return [...this.#userIds.keys()].filter((one) => one.endsWith(end)).map((one) => one.slice(0, -end.length));
  }

  #forget(scope: string, key: string): void {
    const id = this.#userIds.get(`${scope}|${key}`);
    if (id === undefined) {
      return;
    }
    this.#userIds.delete(`${scope}|${key}`);
    this.#owners.delete(`${scope}|${id}`);
  }
}

const DIGITS = 20;

function format(number: string, scope: string, name: string): string {
  const digits = hash('sha256', name, 'buffer').readBigUInt64BE().toString().padStart(DIGITS, '1');
  return `${countryOf(number)}.${scope === PARENTS ? 'ENT.' : ''}${digits}`;
}

/** Numbers that are in no country's plan, such as 1555, get the first country with their calling code. */
function countryOf(number: string): string {
  const parsed = parsePhoneNumberFromString(`+${number}`);
  return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? 'US';
}
