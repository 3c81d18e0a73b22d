import { CONFIRM_SEND_MINUTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { readTag } from '../../domain/messages/parts.ts';
import { decideStatus, loadStatusFacts, type StatusFacts } from '../../domain/messages/record-status.ts';
import { distinctKeys, type Key, keyString } from '../../engine/drivers/dialect.ts';
import { type OutboxTask, replacedBy } from '../../engine/outbox/task.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { MessageError } from '../../store/messages/messages.ts';
import type { WriteRule } from '../../store/rules.ts';
import type { Task } from '../task.ts';
import { isUnsent } from './settle-send.ts';

/** A send whose response was lost, or whose status no callback has reported yet. */
interface Unconfirmed {
  app: Pick<App, 'monotonicNow'>;
  /** Its subject is the tag of the part. */
  task: OutboxTask;
}

interface Facts extends StatusFacts {
  /** The tasks that are still leased to their workers. */
  leased: Pick<ReadonlySet<number>, 'has'>;
}

/**
 * Checks a send whose response was lost or whose status was never reported, after a delay or as soon as a callback
 * proves it. A send that was never confirmed is marked as failed, and is not repeated. After a proved part, the
 * remaining parts are sent. A message that the provider accepted counts as sent even without a report.
 */
export const confirmSend: Task = (app, task) => app.store.batch(unconfirmedSend, { app, task });

const unconfirmedSend: WriteRule<Unconfirmed, Facts, Effects, void> = {
  async load(tx, sends) {
    const tasks = sends.map(({ task }) => task);
    // A callback that is processed at the same time is either seen here or sees the new status. Messages are locked
    // before tasks, as in all code that locks both.
    const [facts, leased] = await Promise.all([
      loadStatusFacts(tx, { messages: distinctKeys(tasks.map(messageOf)) }),
      tx.outbox.listLeased(tasks),
    ]);
    return { ...facts, leased };
  },

  decide: (facts, { app, task }) => ({
    effects: facts.leased.has(task.id) ? resolve(app, facts, task) : {},
    result: undefined,
  }),

  apply: applyEffects,
};

const messageOf = ({ accountId, subject }: OutboxTask): Key => ({ accountId, id: readTag(subject).messageId });

function resolve(app: Unconfirmed['app'], facts: Facts, task: OutboxTask): Effects {
  const name = keyString(messageOf(task));
  const message = facts.messages.get(name);
  const parts = facts.parts.get(name) ?? [];
  const part = parts[readTag(task.subject).part];
  const own = part ?? message;
  const ended = { ended: [task] };
  if (message && own && isUnsent(own)) {
    const change = { status: 'failed', error: UNCONFIRMED, part: part?.part } as const;
    return mergeEffects(decideStatus(app, facts, message, change), ended);
  }
  if (message && parts.some(isUnsent) && !parts.some(({ status }) => status === 'failed')) {
    return { changedTasks: [replacedBy(task, 'send-message', message.id, app.monotonicNow())] };
  }
  return message?.status === 'queued'
    ? mergeEffects(decideStatus(app, facts, message, { status: 'sent' }), ended)
    : ended;
}

const UNCONFIRMED: MessageError = {
  code: 'unconfirmed',
  title: 'Unconfirmed',
  detail: `The provider's response was lost and no callback came within ${CONFIRM_SEND_MINUTES} minutes; the message may have arrived.`,
  provider_message: null,
};
