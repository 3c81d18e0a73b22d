import type { Shares } from '../outbox/leases.ts';

/** How many tasks of a queue run concurrently. */
export interface Concurrency {
  total: number;
  /**
   * The limits for each owner of a share, so that a slow one does not delay the others. An owner runs at most `each`
   * tasks, and fewer if the owners together would run more than `shared`. The slots between `shared` and `total` are
   * for owners that run no task yet.
   */
  shares?: Shares;
}

/** Counts the running tasks of each owner of a share of a queue, so that a slow one does not delay the others. */
export class TaskShares {
  readonly #shares: Concurrency['shares'];
  /** How many tasks of each owner run or are about to run. */
  readonly #running = new Map<number, number>();
  /** For owners that may have more due tasks: how many ran when some were last leased. */
  #taken = new Map<number, number>();

  constructor(shares: Concurrency['shares']) {
    this.#shares = shares;
  }

  get running(): ReadonlyMap<number, number> {
    return this.#running;
  }

  add(owner: number): void {
    this.#running.set(owner, this.#of(owner) + 1);
  }

  /**
   * Returns whether to search for more tasks of the owner. This is true only when half of its last ones have ended:
   * tasks that run together share costs, so larger groups are cheaper.
   */
  remove(owner: number): boolean {
    const count = this.#of(owner) - 1;
    const taken = this.#taken.get(owner);
    if (count > 0) {
      this.#running.set(owner, count);
    } else {
      this.#running.delete(owner);
      this.#taken.delete(owner);
    }
    return taken !== undefined && 2 * count <= taken;
  }

  /** Returns whether the owner may have due tasks that wait until others of it end. */
  isBehind(owner: number): boolean {
    return this.#taken.has(owner);
  }

  /** Returns whether the owner has its whole share. It then counts as an owner with more due tasks. */
  isFull(owner: number): boolean {
    if (this.#shares === undefined) {
      return false;
    }
    if (!this.isBehind(owner) && this.#of(owner) >= this.#most(owner, this.#shares)) {
      this.#taken.set(owner, this.#of(owner));
    }
    return this.isBehind(owner);
  }

  /** Notes which owners may have more due tasks after a search. */
  noteBehind(owners: Iterable<number>): void {
    this.#taken = new Map([...owners].map((owner) => [owner, this.#of(owner)]));
  }

  #of(owner: number): number {
    return this.#running.get(owner) ?? 0;
  }

  /** Returns how many tasks of an owner may run now. */
  #most(owner: number, { each, shared }: Shares): number {
    const owners = this.#running.size + (this.#running.has(owner) ? 0 : 1);
    return Math.max(1, Math.min(each, Math.floor(shared / owners)));
  }
}
