/** The last moments given out on one line, a second's worth of them, in a ring. */
interface Line {
  slots: number[];
  next: number;
}

/** Keeps each line below its provider's ceiling: gives every send the moment at which it may leave, in the order they ask. */
export class Pacer {
  readonly #lines = new Map<string, Line>();

  /**
   * @param perSecond how many may leave within any second
   * @param now milliseconds since the epoch
   * @returns when this send may leave, in milliseconds
   */
  slot(name: string, perSecond: number, now: number): number {
    const line = this.#lines.get(name) ?? { slots: [], next: 0 };
    this.#lines.set(name, line);
    const oldest = line.slots[line.next];
    const slot = oldest === undefined ? now : Math.max(now, oldest + 1000);
    line.slots[line.next] = slot;
    line.next = (line.next + 1) % perSecond;
    return slot;
  }

  /**
   * How many more may leave at this moment without anybody ever waiting for them.
   *
   * @param most how many of a second's worth may be taken in all
   */
  spare(name: string, most: number, now: number): number {
    const taken = this.#lines.get(name)?.slots.filter((slot) => slot > now - 1000).length ?? 0;
    return Math.max(0, most - taken);
  }

  clear(): void {
    this.#lines.clear();
  }
}
