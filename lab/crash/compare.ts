import { movesForward, type Schemas } from '@wigwag/sdk';
import type { Clients, Promised } from './clients.ts';
import type { Mock, ProviderSend } from './mock.ts';
import type { RecordingReceiver } from './receiver.ts';

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

const tagOf = ({ payload }: ProviderSend): string =>
  payload.biz_opaque_callback_data ?? payload.message?.metadata ?? 'a send without our id';

/** Compares accepted requests, the provider's accepted sends, and the webhook events. */
export async function compare(clients: Clients, mock: Mock, receiver: RecordingReceiver): Promise<MessageComparison> {
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

  const reached = new Map<string, MessageStatus>();
  const received = new Map<string, number>();
  for (const { id, event, data } of told) {
    const { message } = data as { message: { id: string; external_id: string | null; status: MessageStatus } };
    if (!receiver.events.has(id)) {
      lost.push(`no webhook received the event ${id} (${event} of ${message.id})`);
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
  }
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
    promised: clients.promised.length,
    accepted: sends.length,
    failed: failures.length,
    unconfirmed: failures.filter((message) => message?.error?.code === 'unconfirmed').length,
    events: told.length,
    inbound: clients.inbound.length,
    mostInASecond: mostInASecond(sends),
  };
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
