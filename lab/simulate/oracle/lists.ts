/** Whether a person is on a list of an account, and since when. `isIn` is undefined while the ledger cannot know. */
interface Membership {
  isIn: boolean | undefined;
  since: number;
  until: number;
}

/** The opt-out and block lists of all accounts, with their histories. */
export class Lists {
  /** The history of each list and person, oldest first. */
  readonly #histories = new Map<string, Membership[]>();

  /** Returns all people who have ever been on a list of an account. */
  peopleOf(account: number, list: string): string[] {
    const prefix = `${account} ${list} `;
    return [...this.#histories.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  }

  /** Returns whether a person was certainly on a list during this whole time. */
  wasOn(account: number, list: string, person: string, from: number, to: number): boolean {
    const known = this.#histories.get(`${account} ${list} ${person}`) ?? [];
    return known.some(({ isIn, since, until }) => isIn === true && since < from && to < until);
  }

  /** Returns whether a person is on a list now. Undefined if the ledger cannot know. */
  stateOf(account: number, list: string, person: string): boolean | undefined {
    const known = this.#histories.get(`${account} ${list} ${person}`);
    return known ? known.at(-1)?.isIn : false;
  }

  /** A change of a list begins. Returns its number, for `changed`. */
  changes(account: number, list: string, person: string, at: number): number {
    return this.#remember(`${account} ${list} ${person}`, undefined, at);
  }

  #remember(key: string, isIn: boolean | undefined, at: number): number {
    const known = this.#histories.get(key) ?? [];
    this.#histories.set(key, known);
    const last = known.at(-1);
    if (last) {
      last.until = at;
    }
    return known.push({ isIn, since: at, until: Number.POSITIVE_INFINITY });
  }

  /**
   * A change of a list has ended. Nothing is certain if another one has begun since.
   *
   * @param isIn undefined if the change may or may not have taken place
   */
  changed(
    key: { account: number; list: string; person: string },
    change: number,
    isIn: boolean | undefined,
    at: number,
  ): void {
    const name = `${key.account} ${key.list} ${key.person}`;
    if (this.#histories.get(name)?.length === change) {
      this.#remember(name, isIn, at);
    }
  }
}
