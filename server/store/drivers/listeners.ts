/** Who listens to what, by a key of each; forgets keys that nobody listens to. */
export class Listeners<Key> {
  readonly #byKey = new Map<Key, Set<() => void>>();

  /** The answer ends it. */
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
    // A copy: who runs may end its own listening, or begin again.
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
