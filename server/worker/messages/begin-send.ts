import type { App } from '../../app/app.ts';
import { accessTokenOf } from '../../domain/connections/connection.ts';
import { loadStopFacts, STOP_ERRORS, type StopFacts, stopReasonOf } from '../../domain/opt-outs/stop-lists.ts';
import { type Key, keyString } from '../../engine/drivers/dialect.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { applyEffects, type Effects } from '../../store/effects.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { WriteRule } from '../../store/rules.ts';

/** A send that is about to start. */
interface SendStart {
  app: Pick<App, 'vault' | 'appProofs'>;
  task: OutboxTask;
  message: StoredMessage;
  /** The part to send. */
  index: number;
  /** Whether the provider recognizes repeats, so that the start of the attempt need not be recorded. */
  deduplicates: boolean;
  /** Why the step of a flow must not be sent, if there is a reason. */
  flowProblem: MessageError | undefined;
}

interface BeginFacts extends StopFacts {
  /** Whether an attempt has started, for the tasks that are still leased to their workers. */
  begun: Map<number, boolean>;
  /** By `keyString`. */
  connections: ReadonlyMap<string, Connection>;
}

/** What to send with, or why the message must not be sent. Undefined if another worker has taken over the task. */
type StartedSend = { connection: Connection; accessToken: string } | { error: MessageError } | undefined;

const connectionKeyOf = ({ accountId, connectionId: id }: StoredMessage): Key => ({ accountId, id });

/**
 * Decides whether messages may be sent, and durably records that their attempts start now. The facts are read after the
 * lease, because a person may be blocked at any time.
 */
export const beginSend: WriteRule<SendStart, BeginFacts, Effects, StartedSend> = {
  async load(tx, sends) {
    const messages = sends.map(({ message }) => message);
    const keys = new Map(messages.map(connectionKeyOf).map((key) => [keyString(key), key]));
    const [stops, connections, begun] = await Promise.all([
      loadStopFacts(tx, messages),
      tx.connections.listByIds([...keys.values()]),
      tx.outbox.listLeased(sends.map(({ task }) => task)),
    ]);
    return {
      ...stops,
      connections: new Map(connections.map((connection) => [keyString(connection), connection])),
      begun,
    };
  },

  decide(facts, { app, task, message, index, deduplicates, flowProblem }) {
    const reason = stopReasonOf(facts, message);
    const error = reason === undefined ? flowProblem : STOP_ERRORS[reason];
    if (error) {
      return { effects: {}, result: { error } };
    }
    const connection = facts.connections.get(keyString(connectionKeyOf(message)));
    if (!connection) {
      return { effects: {}, result: { error: notConnected(message) } };
    }
    // A process that was started with the wrong secret key fails here, and leaves the message to other processes.
    const result = { connection, accessToken: accessTokenOf(app, connection) };
    if (deduplicates) {
      return { effects: {}, result };
    }
    if (facts.begun.get(task.id) !== false) {
      return { effects: {}, result: undefined };
    }
    facts.begun.set(task.id, true);
    return { effects: { begun: [{ id: task.id, lessee: task.lessee, part: index }] }, result };
  },

  apply: applyEffects,
};

const notConnected = ({ connectionId }: StoredMessage): MessageError => ({
  code: 'not_connected',
  title: 'Not connected',
  detail: `the connection ${connectionId} is gone`,
  provider_message: null,
});
