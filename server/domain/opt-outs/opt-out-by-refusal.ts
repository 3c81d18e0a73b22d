import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Effects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { taskRow } from '../../store/tasks.ts';
import { isErased } from '../people/redact.ts';
import { followPreference } from './marketing-preference.ts';

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

/** Opts the recipient of a refused message out. `subject` is the subject of the task. */
export async function optOutByRefusal(app: App, tx: Tx, accountId: number, subject: string): Promise<void> {
  const [id = '', second] = subject.split(' ');
  await tx.identities.lockNames(accountId);
  const message = await tx.messages.find(accountId, id);
  if (message && !isErased(message.person)) {
    const at = Number(second) * MICROSECONDS.second;
    await followPreference(app, tx, accountId, message.person, { preference: 'stop', by: 'refusal', at });
  }
}
