import { describe } from '../../program/errors/exit-codes.ts';

/** The records of a tab, loaded again at an interval while the tab is shown. Notifies watchers of every change. */
export class ListModel<Item> {
  items: readonly Item[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  /** Why the last load failed, with its fix. */
  problem = '';
  readonly #load: () => Promise<readonly Item[]>;
  readonly #watchers = new Set<() => void>();
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<readonly Item[]>) {
    this.#load = load;
  }

  /** Loads the records. A call during a load waits for that load. */
  async refresh(): Promise<void> {
    this.#loading ??= this.#load()
      .then(
        (items) => {
          Object.assign(this, { items, state: 'ready', problem: '' });
        },
        (error: unknown) => {
          Object.assign(this, { state: 'failed', problem: describe(error).split('\n').slice(0, 2).join('\n') });
        },
      )
      .finally(() => {
        this.#loading = undefined;
        for (const watch of this.#watchers) {
          watch();
        }
      });
    return this.#loading;
  }

  /** Calls `watch` after each change, until the returned function is called. */
  watch(watch: () => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }
}
