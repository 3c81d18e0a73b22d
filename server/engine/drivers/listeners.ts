/** Listeners by key. Keys without listeners are removed. */
export class Listeners<Key> {
  readonly #byKey = new Map<Key, Set<() => void>>();

  /** Returns a function that removes the listener. */
  add(key: Key, run: () => void): () => void {
    const own = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, own.add(run));
    return () => {
      own.delete(run);
      if (own.size === 0 && this.#byKey.get(key) === own) {
        this.#byKey.delete(key);
      }
    };
  }

  run(key: Key): void {
    // A copy, because a listener may remove itself or add another.
    for (const run of [...(this.#byKey.get(key) ?? [])]) {
      run();
    }
  }

  runAll(): void {
    for (const key of [...this.#byKey.keys()]) {
      this.run(key);
    }
  }
}
