import { movesForward, type Schemas } from '@wigwag/sdk';
import type { Clients, Promised } from './clients.ts';
import type { Mock, ProviderSend } from './mock.ts';
import type { RecordingReceiver } from './receiver.ts';
import type { CrashEndpoint } from './set-up.ts';

type MessageStatus = Schemas['MessageStatus'];

/** The result of comparing the three ledgers. */
export interface MessageComparison {
  /**
   * Messages that were accepted but neither sent nor failed, sent but reported as failed, or missing from the webhooks.
   */
  lost: string[];
  /** Messages that were sent twice, or reported in two different events. */
  doubled: string[];
  /** Statuses that moved back. */
  backwards: string[];
  /** Statuses of WhatsApp messages that no event reports. They are faults if the provider reported them in order. */
  skipped: string[];
  promised: number;
  accepted: number;
  failed: number;
  /** The number of those that may or may not have been sent. */
  unconfirmed: number;
  events: number;
  inbound: number;
  /** The maximum number of sends of one connection within any second. */
  mostInASecond: number;
}

/** What WhatsApp reports about a message, in order. */
const REPORTED = ['sent', 'delivered', 'read'] as const;

const tagOf = ({ payload }: ProviderSend): string =>
  payload.biz_opaque_callback_data ?? payload.message?.metadata ?? 'a send without our id';

/** Compares accepted requests, the provider's accepted sends, and the events that each webhook endpoint received. */
export async function compare(
  clients: Clients,
  mock: Mock,
  endpoints: readonly CrashEndpoint[],
): Promise<MessageComparison> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const backwards = [...clients.backwards];
  const sends = await mock.sends();
  const accepted = Map.groupBy(sends, tagOf);
  const told = await clients.events();
  const promised = new Map(clients.promised.map((one) => [one.id, one]));

  for (const [tag, { length }] of accepted) {
    if (length > 1) {
      doubled.push(`the provider has ${tag} ${length} times`);
    }
    if (!promised.has(tag.replace(/#\d+$/, ''))) {
      doubled.push(`the provider has ${tag}, which no client sent`);
    }
  }
  const messages = new Map<string, Schemas['Message'] | undefined>();
  for (const one of clients.promised) {
    messages.set(one.id, await clients.find(one.id));
  }
  for (const one of clients.promised) {
    const problem = problemOf(one, accepted, messages.get(one.id));
    if (problem !== undefined) {
      lost.push(problem);
    }
  }

  const counts = endpoints.map(({ id, receiver }) => ({ id, times: countEvents(receiver) }));
  const reached = new Map<string, MessageStatus>();
  const reported = new Map<string, Set<MessageStatus>>();
  const received = new Map<string, number>();
  for (const { id, event, data } of told) {
    const { message } = data as { message: { id: string; external_id: string | null; status: MessageStatus } };
    for (const { id: endpoint, times: timesOf } of counts) {
      // A delivery to another endpoint than the first has an ID that begins with the event's. A replay has another one.
      const times = timesOf.get(id) ?? 0;
      if (times === 0) {
        lost.push(`endpoint ${endpoint} did not receive the event ${id} (${event} of ${message.id})`);
      } else if (times > 1) {
        doubled.push(`endpoint ${endpoint} received the event ${id} under ${times} IDs`);
      }
    }
    if (event === 'message.received') {
      received.set(String(message.external_id), (received.get(String(message.external_id)) ?? 0) + 1);
      continue;
    }
    const before = reached.get(message.id);
    if (before === message.status) {
      doubled.push(`two events report that ${message.id} is ${message.status}`);
    } else if (!movesForward(before, message.status)) {
      backwards.push(`events report that ${message.id} is ${before}, then ${message.status}`);
    }
    reached.set(message.id, message.status);
    reported.set(message.id, (reported.get(message.id) ?? new Set()).add(message.status));
  }
  const skipped = clients.promised
    .filter(({ id, channel }) => channel === 'whatsapp' && messages.get(id)?.status === 'read')
    .flatMap(({ id }) =>
      REPORTED.filter((status) => !reported.get(id)?.has(status)).map(
        (status) => `no event reports that ${id} is ${status}`,
      ),
    );
  for (const { id } of clients.promised) {
    const status = messages.get(id)?.status;
    if (reached.get(id) !== status) {
      lost.push(`${id} is ${status}, and events report ${reached.get(id) ?? 'nothing'}`);
    }
  }
  for (const id of clients.inbound) {
    const times = received.get(id) ?? 0;
    if (times !== 1) {
      (times === 0 ? lost : doubled).push(`the customer's message ${id} was reported ${times} times`);
    }
  }
  const failures = [...messages.values()].filter((message) => message?.status === 'failed');
  return {
    lost,
    doubled,
    backwards,
    skipped,
    promised: clients.promised.length,
    accepted: sends.length,
    failed: failures.length,
    unconfirmed: failures.filter((message) => message?.error?.code === 'unconfirmed').length,
    events: told.length,
    inbound: clients.inbound.length,
    mostInASecond: mostInASecond(sends),
  };
}

/** The length of the ID of an event. */
const EVENT_ID_LENGTH = 'whd_'.length + 20;

/** Returns how many delivery IDs an endpoint has received for each event. A repeated ID counts once (§6). */
function countEvents({ events }: RecordingReceiver): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id, replay_of } of events.values() as Iterable<{ id: string; replay_of?: string }>) {
    const event = (replay_of ?? id).slice(0, EVENT_ID_LENGTH);
    counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}

/** Returns the problem of an accepted message unless it led to exactly one send or to a visible failure. */
function problemOf(
  one: Promised,
  accepted: Map<string, unknown[]>,
  message: Schemas['Message'] | undefined,
): string | undefined {
  const tags = Array.from({ length: one.parts }, (_, part) => (part === 0 ? one.id : `${one.id}#${part}`));
  const sent = tags.filter((tag) => accepted.has(tag)).length;
  if (message === undefined) {
    return `${one.id} on ${one.channel} is unknown to the server, and the provider has ${sent} of ${one.parts} parts`;
  }
  const { status } = message;
  // WhatsApp reports each message. A page reports the time up to which a person has read, possibly before a send is
  // known.
  const isDone = one.channel === 'whatsapp' ? status === 'read' : ['sent', 'delivered', 'read'].includes(status);
  if (sent === one.parts ? isDone : status === 'failed') {
    return undefined;
  }
  return `${one.id} on ${one.channel} is ${status}, and the provider has ${sent} of ${one.parts} parts`;
}

function mostInASecond(sends: readonly ProviderSend[]): number {
  let most = 0;
  for (const line of Map.groupBy(sends, ({ business_id }) => business_id).values()) {
    const times = line.map(({ at }) => Date.parse(at)).sort((left, right) => left - right);
    let first = 0;
    for (const [index, time] of times.entries()) {
      while ((times[first] ?? time) <= time - 1_000) {
        first += 1;
      }
      most = Math.max(most, index - first + 1);
    }
  }
  return most;
}
