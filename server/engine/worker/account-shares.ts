/** How many tasks of a queue run concurrently. */
export interface Concurrency {
  total: number;
  /**
   * The limits for each account, so that a slow one does not delay the others. An account runs at most `perAccount`
   * tasks, and fewer if the accounts together would run more than `shared`. The slots between `shared` and `total` are
   * for accounts that run no task yet.
   */
  shares?: { perAccount: number; shared: number };
}

/** Counts the running tasks of each account in a queue, so that a slow account does not delay the others. */
export class AccountShares {
  readonly #shares: Concurrency['shares'];
  /** How many tasks of each account run or are about to run. */
  readonly #running = new Map<number, number>();
  /** For accounts that may have more due tasks: how many ran when some were last leased. */
  #taken = new Map<number, number>();

  constructor(shares: Concurrency['shares']) {
    this.#shares = shares;
  }

  get running(): ReadonlyMap<number, number> {
    return this.#running;
  }

  add(accountId: number): void {
    this.#running.set(accountId, this.#of(accountId) + 1);
  }

  /**
   * Returns whether to search for more tasks of the account. This is true only when half of its last ones have ended:
   * tasks that run together share costs, so larger groups are cheaper.
   */
  remove(accountId: number): boolean {
    const count = this.#of(accountId) - 1;
    const taken = this.#taken.get(accountId);
    if (count > 0) {
      this.#running.set(accountId, count);
    } else {
      this.#running.delete(accountId);
      this.#taken.delete(accountId);
    }
    return taken !== undefined && 2 * count <= taken;
  }

  /** Returns whether the account may have due tasks that wait until others of it end. */
  isBehind(accountId: number): boolean {
    return this.#taken.has(accountId);
  }

  /** Returns whether the account has its whole share. It then counts as an account with more due tasks. */
  isFull(accountId: number): boolean {
    if (this.#shares === undefined) {
      return false;
    }
    if (!this.isBehind(accountId) && this.#of(accountId) >= this.#most(accountId, this.#shares)) {
      this.#taken.set(accountId, this.#of(accountId));
    }
    return this.isBehind(accountId);
  }

  /** Notes which accounts may have more due tasks after a search. */
  noteBehind(accountIds: Iterable<number>): void {
    this.#taken = new Map([...accountIds].map((accountId) => [accountId, this.#of(accountId)]));
  }

  #of(accountId: number): number {
    return this.#running.get(accountId) ?? 0;
  }

  /** Returns how many tasks of an account may run now. */
  #most(accountId: number, { perAccount, shared }: { perAccount: number; shared: number }): number {
    const accounts = this.#running.size + (this.#running.has(accountId) ? 0 : 1);
    return Math.max(1, Math.min(perAccount, Math.floor(shared / accounts)));
  }
}
