import { effectKind } from '../rules.ts';
import type { NewCallback } from './callbacks.ts';

export const callbackEffects = {
  callbacks: effectKind<NewCallback>({ write: (tx, callbacks) => tx.callbacks.insertAll(callbacks) }),

  /** Callbacks that were processed, with the problems of their items. */
  processed: effectKind<{ id: string; problem: string | null }>({
    write: (tx, processed) => tx.callbacks.finish(processed),
  }),

  /** The IDs of callbacks that must no longer exist. */
  removed: effectKind<string>({ write: (tx, ids) => tx.callbacks.remove(ids) }),
};
