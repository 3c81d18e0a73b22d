/** Limits how many cases work at the same time. Cases get slots in the order in which they wait. */
export class Slots {
  readonly #count: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;
  /** Called when a slot is released and no case works. */
  onIdle: () => void = () => {};

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Whether no case works. */
  get areFree(): boolean {
    return this.#free === this.#count;
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
      if (this.areFree) {
        this.onIdle();
      }
    }
  }
}
