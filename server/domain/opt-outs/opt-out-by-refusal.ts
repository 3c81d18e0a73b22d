import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import { type Effects, separateRule } from '../../store/effects.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { taskRow } from '../../store/tasks.ts';
import { isErased } from '../people/redact.ts';
import { loadPreference, preferenceEffects } from './marketing-preference.ts';

/**
 * Returns the effects that opt the recipient out, because the provider reports that the person opted out there. A
 * separate task does it, because people are locked before messages.
 *
 * @param at when the provider refused the message, in microseconds
 */
export function refusalEffects(app: Pick<App, 'monotonicNow'>, { accountId, id }: StoredMessage, at: number): Effects {
  // The times of the person's other choices are whole seconds.
  const second = Math.floor(at / MICROSECONDS.second);
  return { tasks: [taskRow(accountId, 'opt-out-recipient', `${id} ${second}`, app.monotonicNow())] };
}

/** Opts the recipients of refused messages out. */
export const optOutByRefusal = separateRule({
  async load(tx, { task: { accountId, subject } }: { app: App; task: OutboxTask }) {
    await tx.identities.lockNames(accountId);
    const message = await tx.messages.find(accountId, readSubject(subject).id);
    return message && !isErased(message.person) ? loadPreference(tx, accountId, message.person) : undefined;
  },

  decide(facts, { app, task }) {
    const { at } = readSubject(task.subject);
    const effects = facts && preferenceEffects(app, facts, { preference: 'stop', by: 'refusal', at });
    return { effects: { ...effects, ended: [task] }, result: undefined };
  },
});

function readSubject(subject: string): { id: string; at: number } {
  const [id = '', second] = subject.split(' ');
  return { id, at: Number(second) * MICROSECONDS.second };
}
