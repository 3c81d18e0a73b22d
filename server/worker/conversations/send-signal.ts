import { LRUCache } from 'lru-cache';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { accessTokenOf } from '../../domain/connections/connection.ts';
import { withOtherNames } from '../../domain/contacts/person.ts';
import { readSignal } from '../../domain/conversations/signals.ts';
import { isErased } from '../../domain/people/redact.ts';
import type { Signal } from '../../providers/provider.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { Task } from '../task.ts';
import { writeIfLeased } from '../write-if-leased.ts';

/** A signal that is older than this is worthless. */
const LONGEST_WAIT = 20 * MICROSECONDS.second;
/** The same signal is sent once in this time. */
const REPEAT_INTERVAL = MICROSECONDS.second;
const REMEMBERED_SIGNALS = 1000;

/** The last signals of each server. */
const sent = new WeakMap<App, LRUCache<string, { signal: Signal; at: number }>>();

/**
 * Shows a person that their messages were read or that someone is writing. There is one attempt: a failure is logged,
 * and a provider that is down is not called.
 */
export const sendSignal: Task = async (app, task) => {
  const { signal, messageId, at } = readSignal(task.subject);
  if (app.now() - at < LONGEST_WAIT) {
    const last = await app.store.read.messages.find(task.accountId, messageId);
    if (last) {
      await show(app, last, signal);
    }
  }
  await app.store.batch(writeIfLeased, { task, effects: { ended: [task] } });
};

async function show(app: App, last: StoredMessage, signal: Signal): Promise<void> {
  const { accountId, connectionId, person, externalId } = last;
  const connection = await app.store.read.connections.find(accountId, connectionId);
  const isDown = connection !== undefined && app.now() < (connection.unavailableUntil ?? 0);
  if (!connection?.isActive || isDown || externalId === null || isErased(person) || (await isBlocked(app, last))) {
    return;
  }
  if (isRepeat(app, last, signal)) {
    return;
  }
  const { signal: send } = app.providers[connection.channel];
  const problem = await send?.(connection, accessTokenOf(app, connection), { person, externalId }, signal);
  if (problem !== undefined) {
    app.log.warn({ connection: connection.id, signal, problem }, 'a signal to a customer was not shown');
  }
}

async function isBlocked(app: App, { accountId, person }: StoredMessage): Promise<boolean> {
  const names = await withOtherNames(app.store.read, accountId, [person]);
  return (await app.store.read.blockedNumbers.hasAmong(names.map((id) => ({ accountId, id })))).length > 0;
}

/** Returns whether the same signal was sent just now, and remembers this one. */
function isRepeat(app: App, { accountId, connectionId, person, id }: StoredMessage, signal: Signal): boolean {
  const own = sent.get(app) ?? new LRUCache({ max: REMEMBERED_SIGNALS });
  sent.set(app, own);
  // A new message must be read, even if the one before it was read just now.
  const name = [accountId, connectionId, person, signal === 'read' ? id : 'typing'].join(' ');
  const before = own.get(name);
  const now = app.now();
  if (before?.signal === signal && now - before.at < REPEAT_INTERVAL) {
    return true;
  }
  own.set(name, { signal, at: now });
  return false;
}
