import { type components, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { TaskRow } from '../../engine/outbox/task.ts';
import type { Signal } from '../../providers/provider.ts';
import type { InboxConversation } from '../../store/conversations/conversation-list.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { taskRow } from '../../store/tasks.ts';
import type { Caller } from '../account/caller.ts';

type SignalChange = Pick<components['schemas']['UpdateConversationRequest'], 'unread_count' | 'typing'>;

/** The signals that a person should see, because of a change of their conversation (reading-and-typing). */
const signalsOf = ({ unread_count: unreadCount, typing }: SignalChange, marksAsRead: boolean): Signal[] => [
  ...(unreadCount === 0 && marksAsRead ? (['read'] as const) : []),
  ...(typing === undefined ? [] : [typing ? ('typing_on' as const) : ('typing_off' as const)]),
];

/** What decides which signals a person should see. */
export interface SignalFacts {
  accountId: number;
  conversationId: number;
  signals: readonly Signal[];
  /** The person's last message that the provider knows. */
  last: StoredMessage | undefined;
}

/** Loads the signals that a change of a conversation causes. People who never wrote and test keys cause none. */
export async function loadSignals(
  app: App,
  tx: Tx,
  { account, key }: Caller,
  { id, channel, connectionId }: InboxConversation,
  change: SignalChange,
): Promise<SignalFacts | undefined> {
  if (key.mode === 'test' || !app.providers[channel].signal || signalsOf(change, true).length === 0) {
    return undefined;
  }
  const connection = await tx.connections.find(account.id, connectionId);
  const signals = signalsOf(change, connection?.marksAsRead ?? false);
  const span = { since: app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day, before: undefined };
  const newest = signals.length > 0 ? await tx.messages.listNewest(account.id, [id], ['in'], span, MAX_CANDIDATES) : [];
  return { accountId: account.id, conversationId: id, signals, last: newest.find(isKnownToProvider) };
}

/** Returns the tasks of signals. They run one after another, so that `typing: false` does not overtake `typing: true`. */
export function signalTasks(app: Pick<App, 'monotonicNow'>, facts: SignalFacts | undefined): TaskRow[] {
  if (!facts?.last) {
    return [];
  }
  const { accountId, conversationId, signals, last } = facts;
  const at = app.monotonicNow();
  return signals.map((signal) =>
    taskRow(accountId, 'send-signal', subjectOf({ signal, messageId: last.id, at }), at, `signal ${conversationId}`),
  );
}

/** How many of the newest messages to search for one that the provider accepts. */
const MAX_CANDIDATES = 10;

/** Returns whether the provider accepts a signal about a message: it was not deleted and is not from shared history. */
const isKnownToProvider = ({ content, isUnreported }: StoredMessage): boolean =>
  !isUnreported && (content as ReceivedContent).deleted_at === undefined;

/** A queued signal. */
interface QueuedSignal {
  signal: Signal;
  /** The person's last message. */
  messageId: string;
  /** When it was queued, in microseconds. */
  at: number;
}

const subjectOf = ({ signal, messageId, at }: QueuedSignal): string => [signal, messageId, at].join(' ');

/** Reads the subject of a task. */
export function readSignal(subject: string): QueuedSignal {
  const [signal, messageId = '', at] = subject.split(' ');
  return { signal: signal as Signal, messageId, at: Number(at) };
}
