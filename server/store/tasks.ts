import { ATTEMPT_STATE, type TaskRow } from '../engine/outbox/task.ts';

/**
 * The tasks that run after a commit, and their queues. `TASKS` in `worker/worker.ts` names the function of each. Queues
 * are processed separately, so that a slow webhook endpoint does not delay messages.
 */
export const QUEUE_OF = {
  'send-message': 'send',
  'confirm-send': 'send',
  'feed-campaign': 'campaign',
  'send-campaign-message': 'campaign',
  'simulate-statuses': 'send',
  'send-signal': 'send',
  'sync-templates': 'send',
  'opt-out-recipient': 'send',
  'process-callback': 'callback',
  'deliver-webhook': 'deliver',
  'deliver-to-endpoint': 'endpoint',
  'run-flow-step': 'flow',
} as const;

export type TaskName = keyof typeof QUEUE_OF;
export type QueueName = (typeof QUEUE_OF)[TaskName];

/** The names of all queues. */
export const QUEUES: readonly QueueName[] = [...new Set(Object.values(QUEUE_OF))];

/**
 * The owner of tasks for callbacks. A callback names its accounts only in its body, and may contain items of several.
 * No account has this ID.
 */
export const NO_ACCOUNT = 0;

/** Returns the row of a new task. */
export const taskRow = (
  accountId: number,
  task: TaskName,
  subject: string,
  runAt: number,
  orderingKey: string | null = null,
  share: number | null = null,
): TaskRow => ({
  account_id: accountId,
  queue: QUEUE_OF[task],
  task,
  subject,
  run_at: runAt,
  lane: orderingKey,
  attempts: 0,
  claims: ATTEMPT_STATE.notStarted,
  share,
});
