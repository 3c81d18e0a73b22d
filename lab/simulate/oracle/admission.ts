import type { Ledger } from './ledger.ts';
import { type ApiReply, type ApiSend, type InboundRecord, textOf } from './records.ts';

const DAY = 24 * 60 * 60 * 1_000_000;

/**
 * Checks that one idempotency key leads to one message (§4.2, §8).
 *
 * @param answeredAt when the response arrived, perhaps to a retry long after the send began
 */
export function checkAdmission(ledger: Ledger, send: ApiSend, reply: ApiReply | undefined, answeredAt: number): void {
  if (reply === undefined) {
    return;
  }
  if (reply.status === 202) {
    const { status, test } = reply.body.data;
    // §2.2, §5.7
    const isMarked = test === true && reply.headers['x-service-mode'] === 'test' && status === 'sent';
    if (send.isTest ? !isMarked : test === true || status !== 'queued') {
      ledger.problem(`test: ${send.token}${send.isTest ? ' of a test key' : ''} was answered with ${status}, ${test}`);
    }
    send.ids.add(String(reply.body.data.id));
    if (send.ids.size > 1) {
      ledger.problem(`idempotency: ${send.token} got two IDs for one key: ${[...send.ids].join(', ')}`);
    }
    judgeAccepted(ledger, send, answeredAt);
  } else {
    judgeRefused(ledger, send, reply.body.error?.code ?? String(reply.status), answeredAt);
  }
}

/**
 * A stopping server responds to every request that it carries out. Some tries of this send got no response although
 * servers only stopped gracefully, so no server may have carried them out.
 */
export function checkStopped(ledger: Ledger, send: ApiSend, reply: ApiReply | undefined): void {
  if (reply === undefined) {
    ledger.unansweredAtStop.push(send);
  } else if (reply.headers['idempotent-replayed'] === 'true') {
    ledger.problem(`stop: a stopping server carried out ${send.token} but never responded`);
  }
}

/** Returns when a person last wrote. Includes messages that the server may not know, unless `isCertain` is true. */
function lastInbound(ledger: Ledger, { account, channel, to }: ApiSend, isCertain: boolean): number | undefined {
  const known = ledger.inbound.filter(
    (one) =>
      one.account === account &&
      one.channel === channel &&
      one.person === to &&
      (!isCertain || isReported(ledger, one)),
  );
  return known.length === 0 ? undefined : Math.max(...known.map(({ at }) => at));
}

function isReported(ledger: Ledger, { account, externalId, text }: InboundRecord): boolean {
  return [...(ledger.deliveries.get(account)?.values() ?? [])].some(
    ({ event }) =>
      (externalId !== undefined && event.data.message?.external_id === externalId) || textOf(event) === text,
  );
}

/**
 * Checks that a send could be accepted.
 *
 * @param answeredAt when the response arrived, perhaps to a retry long after the send began
 */
function judgeAccepted(ledger: Ledger, send: ApiSend, answeredAt: number): void {
  const { token, account, to, kind, at } = send;
  const connection = ledger.connectionOf(account, send.channel);
  if (connection?.isOn === false && connection.since < at) {
    ledger.problem(`connection: ${token} was accepted though ${send.channel} of account ${account} was switched off`);
  }
  // §5.7: a test key skips the window check.
  if (kind === 'text' && !send.isTest && send.channel !== 'web') {
    // §1: free-form messages are allowed only within 24 hours of the customer's last inbound message.
    const last = lastInbound(ledger, send, false);
    if (last === undefined || at - last > DAY + ledger.slack) {
      ledger.problem(
        `window: ${token} was accepted though person ${to} ${last === undefined ? 'never wrote' : `last wrote ${(at - last) / DAY} days ago`}`,
      );
    }
  }
  if (kind === 'marketing' && ledger.lists.wasOn(account, 'opt-outs', to, at, answeredAt)) {
    ledger.problem(`opt-out: ${token} is marketing and was accepted for ${to}, who has opted out`);
  }
  if (ledger.lists.wasOn(account, 'blocked-numbers', to, at, answeredAt)) {
    ledger.problem(`block: ${token} was accepted for ${to}, who is blocked`);
  }
}

/** Checks that a send could be refused. */
function judgeRefused(ledger: Ledger, send: ApiSend, code: string, answeredAt: number): void {
  const { token, at } = send;
  const isOpen = () => {
    if (send.channel === 'web') {
      return true; // §1
    }
    const last = lastInbound(ledger, send, true);
    return last !== undefined && answeredAt - last < DAY - ledger.slack;
  };
  if (code.startsWith('WINDOW_') && send.kind === 'text' && (send.isTest || isOpen())) {
    ledger.problem(
      `window: ${token} was refused with ${code} though ${send.isTest ? 'a test key has no window' : 'the window was open'}`,
    );
  }
  const connection = ledger.connectionOf(send.account, send.channel);
  const mayBeOff = connection && (connection.isOn !== true || connection.since >= at);
  const expected = [
    ...(mayBeOff ? ['CHANNEL_NOT_CONNECTED'] : []),
    'WINDOW_CLOSED',
    'WINDOW_NEVER_OPENED',
    'RECIPIENT_OPTED_OUT',
    'RECIPIENT_BLOCKED',
    'RATE_LIMITED',
  ];
  if (
    !expected.includes(code) &&
    Number.isNaN(Number(code)) &&
    !code.startsWith('INTERNAL') &&
    !code.startsWith('PROVIDER_UNAVAILABLE')
  ) {
    ledger.problem(`refused: ${token} was refused with ${code}`);
  }
}
