import type { OutboxTask } from '../engine/outbox/task.ts';
import { applyEffects, type Effects } from '../store/effects.ts';
import type { WriteRule } from '../store/rules.ts';

/**
 * Writes effects if an attempt still belongs to its worker. If the process was suspended past its lease, the task is
 * left to its new worker.
 */
export const writeIfLeased: WriteRule<{ task: OutboxTask; effects: Effects }, Map<number, boolean>, Effects, void> = {
  load: (tx, requests) => tx.outbox.listLeased(requests.map(({ task }) => task)),

  decide: (leased, { task, effects }) => ({ effects: leased.has(task.id) ? effects : {}, result: undefined }),

  apply: applyEffects,
};
