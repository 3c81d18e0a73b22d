import { readStepText } from '../world/flows.ts';
import { checkChangedNames } from './changed-names.ts';
import { checkSentFile } from './files.ts';
import type { FinalState } from './final-state.ts';
import { checkFlows } from './flows.ts';
import type { Ledger } from './ledger.ts';
import { type ApiSend, type EventRecord, type ProviderSend, TOKEN, textOf } from './records.ts';
import { checkStream, checkTail, ORDER } from './streams.ts';
import { checkWebChat } from './web-chat.ts';

const SECOND = 1_000_000;
/** Clocks also drift, by up to 9 seconds a day, in microseconds. */
const DRIFT = 120 * SECOND;

/** Compares accepted, sent and reported messages after all work is done. Adds problems to the ledger. */
export function checkEverything(ledger: Ledger, final: FinalState): void {
  const sends = sendsByToken(ledger, final);
  for (const send of ledger.outbound.filter(({ channel }) => channel !== 'web')) {
    checkSend(ledger, send, sends.get(send.token) ?? [], final);
  }
  for (const account of final.stored.keys()) {
    const events = ledger.streams.get(account) ?? [];
    checkStream(ledger, account, events);
    checkTail(ledger, account, events, final);
    checkReviews(ledger, account, events, final.news[account]);
    checkCounts(ledger, account, events, final.counted[account], campaignSends(final, account));
  }
  for (const problem of final.campaigns) {
    ledger.problem(problem);
  }
  for (const { token } of ledger.unansweredAtStop.filter((send) => sends.has(send.token))) {
    ledger.problem(`stop: a stopping server carried out ${token} but never responded`);
  }
  checkInbound(ledger);
  checkWebChat(ledger, final);
  checkChangedNames(ledger, final);
  checkUsernames(ledger, final.usernames);
  checkFlows(ledger, final.flows, final.provider);
  if (final.tasks > 0) {
    ledger.problem(`stuck: ${final.tasks} tasks are due or running though everything should be at rest`);
  }
  for (const call of ledger.open) {
    ledger.problem(`stuck: ${call} got no response`);
  }
}

/** Finds each accepted send by its text. */
function sendsByToken(ledger: Ledger, { provider, assets }: FinalState): Map<string, ProviderSend[]> {
  const tokens = new Map(ledger.outbound.map((send) => [send.token, send]));
  const found = new Map<string, ProviderSend[]>();
  const campaigns = new Set<string>();
  for (const one of provider) {
    const step = readStepText(JSON.stringify(one.payload));
    if (step) {
      if (!assets[step.account]?.has(one.business_id)) {
        ledger.problem(`tenancy: a flow of account ${step.account} sent through ${one.business_id} of another account`);
      }
      continue;
    }
    const token = TOKEN.exec(JSON.stringify(one.payload))?.[0] ?? '';
    const send = tokens.get(token);
    if (send === undefined) {
      const campaign = /campaign \d+ of account \d+/.exec(JSON.stringify(one.payload))?.[0];
      const name = `${campaign} to ${one.to}`;
      if (campaign === undefined || campaigns.has(name)) {
        ledger.problem(`doubled: the provider accepted ${one.external_id} (${name}), which no client sent`);
      }
      campaigns.add(name);
      continue;
    }
    if (!assets[send.account]?.has(one.business_id)) {
      ledger.problem(`tenancy: ${token} of account ${send.account} left through ${one.business_id} of another account`);
    }
    if (ledger.names.personOf(one.to) !== send.to || ledger.names.wasOutdated(one.to, send.at)) {
      ledger.problem(`recipient: ${token} went to ${one.to} instead of ${send.to}`);
    }
    // The provider accepts a user ID in `to`, but never delivers the message.
    if (one.channel === 'whatsapp' && one.payload.recipient === undefined && !/^\d+$/.test(String(one.payload.to))) {
      ledger.problem(`recipient: ${token} has the user ID ${one.payload.to} in the field for phone numbers`);
    }
    found.set(token, [...(found.get(token) ?? []), one]);
  }
  return found;
}

/** Checks that every 202 leads to exactly one send or a visible failure. */
function checkSend(ledger: Ledger, send: ApiSend, sent: readonly ProviderSend[], final: FinalState): void {
  const { messages } = final;
  const { token } = send;
  if (send.file !== undefined) {
    checkSentFile(ledger, send, sent, final);
  }
  const isWhole = send.text === undefined ? sent.length > 0 : checkParts(ledger, send, sent);
  if (send.isTest && sent.length > 0) {
    ledger.problem(`test: the provider accepted ${token}, which a test key sent`);
  } else if (send.text === undefined && sent.length > 1) {
    ledger.problem(`doubled: the provider accepted ${token} ${sent.length} times`);
  }
  for (const id of send.ids) {
    const message = messages.get(id);
    if (message === undefined) {
      ledger.problem(`lost: ${token} was accepted as ${id}, which the API does not know`);
    } else if (message.status === 'queued') {
      ledger.problem(`stuck: ${token} is still queued`);
    } else if (message.error?.code === '190' && !ledger.tokenLosses.has(send.account)) {
      ledger.problem(`lost: ${token} failed for an expired token, and none had expired`);
    } else if (send.isTest) {
      checkTest(ledger, token, id, message.status);
    } else if (message.status !== 'failed' && !isWhole) {
      ledger.problem(
        `lost: ${token} is ${message.status}, but the provider never accepted ${send.text === undefined ? 'it' : 'all its parts'}`,
      );
    } else if (
      message.status === 'failed' &&
      isWhole &&
      sent.every(({ status }) => ORDER.includes(status) && status !== 'accepted') &&
      ledger.progress.isKnown(sent, failedAt(ledger, id) - ledger.clockError - DRIFT)
    ) {
      // The servers knew the progress of each part, from responses or callbacks, before they recorded the failure.
      ledger.problem(
        `lost: ${token} failed (${message.error?.code}), but the servers knew that the provider had accepted it`,
      );
    }
  }
}

/** Returns when a message failed, in microseconds, by the server's clock; infinity if no event reports the failure. */
function failedAt(ledger: Ledger, id: string): number {
  const events = [...ledger.streams.values()].flat();
  const failure = events.find(({ data }) => data.message?.id === id && data.message.status === 'failed');
  return failure === undefined ? Number.POSITIVE_INFINITY : Date.parse(failure.created_at) * 1000;
}

/** §2.3: each part of a long text leaves once, in order. Returns whether all have left. */
function checkParts(ledger: Ledger, { token, channel, text = '' }: ApiSend, sent: readonly ProviderSend[]): boolean {
  const texts = sent.map(({ payload }) => (payload.message as { text: string }).text);
  const joined = withoutSpace(texts.join(''));
  const whole = withoutSpace(text);
  if (!whole.startsWith(joined)) {
    const lengths = texts.map(({ length }) => length).join(', ');
    ledger.problem(`doubled: the parts of ${token} are not its text, in order and once (${lengths} characters)`);
  }
  // §8
  const most = channel === 'instagram' ? 1000 : 2000;
  if (texts.some(({ length }) => length > most)) {
    ledger.problem(`limits: a part of ${token} is longer than ${most} characters`);
  }
  return whole === joined;
}

const withoutSpace = (text: string): string => text.replace(/\s/g, '');

/** §5.7: simulated sent, delivered and read events, with `test: true`. */
function checkTest(ledger: Ledger, token: string, id: string, status: string): void {
  const events = [...ledger.streams.values()].flat().filter(({ data }) => data.message?.id === id);
  const seen = events.map((one) => `${one.data.message?.status}${one.test === true ? '' : ' without test'}`).join(', ');
  if (seen !== 'sent, delivered, read' || status !== 'read') {
    ledger.problem(`test: ${token} of a test key is ${status}, and its events are ${seen || 'missing'}`);
  }
}

/** Callbacks of two decisions within this time may arrive in either order, in microseconds. */
const REVIEWED_TOGETHER = 2 * 3600 * SECOND;

/** §3.3: a template has the status that the provider decided last, and each change is one event. */
function checkReviews(
  ledger: Ledger,
  account: number,
  events: readonly EventRecord[],
  status: string | undefined,
): void {
  const reviews = ledger.reviews.filter((one) => one.account === account);
  const shown = events.flatMap(({ data }) => (data.template ? [data.template.status] : []));
  const repeated = shown.find((one, index) => one === (shown[index - 1] ?? 'APPROVED'));
  if (repeated !== undefined) {
    ledger.problem(`doubled: two events report that the template of account ${account} is ${repeated}`);
  }
  const last = reviews.at(-1);
  const before = reviews.findLast((one) => one.status !== last?.status);
  if (last && before && last.at - before.at < REVIEWED_TOGETHER) {
    return;
  }
  const expected = last?.status ?? 'APPROVED';
  if (status !== expected || (shown.at(-1) ?? 'APPROVED') !== expected) {
    ledger.problem(
      `lost: the template of account ${account} is ${status}, and ${shown.at(-1)} in events, instead of ${expected}`,
    );
  }
}

/** The campaign messages of an account that the provider accepted. */
const campaignSends = ({ provider, assets }: FinalState, account: number): number =>
  provider.filter(
    ({ business_id, payload }) =>
      assets[account]?.has(business_id) && /campaign \d+ of account/.test(JSON.stringify(payload)),
  ).length;

/** §2.12, §5.7: statistics count all messages but those of test keys. */
function checkCounts(
  ledger: Ledger,
  account: number,
  events: readonly EventRecord[],
  counted: FinalState['counted'][number],
  campaigns: number,
): void {
  const received = events.filter(({ event }) => event === 'message.received').length;
  if (counted?.incoming !== received) {
    ledger.problem(`stats: account ${account} reports ${counted?.incoming} incoming messages instead of ${received}`);
  }
  const statuses = events.filter(({ event, test }) => event === 'message.status' && !test);
  // §6: campaigns raise no events. Their messages that failed are not known here.
  const sent = new Set(statuses.map(({ data }) => data.message?.id)).size + campaigns;
  const most = sent + ledger.recipients(account) - campaigns;
  if (counted === undefined || counted.outgoing < sent || counted.outgoing > most) {
    ledger.problem(`stats: account ${account} reports ${counted?.outgoing} outgoing messages instead of ${sent}`);
  }
}

/** Checks that every message whose callback was acknowledged becomes one event. */
function checkInbound(ledger: Ledger): void {
  for (const { account, person, text, isAccepted } of ledger.inbound) {
    const found = (ledger.streams.get(account) ?? []).filter((event) => textOf(event) === text);
    if (found.length > 1) {
      ledger.problem(`doubled: the customer's message "${text}" became ${found.length} events`);
    } else if (found.length === 0 && isAccepted && !ledger.isErased(account, person)) {
      ledger.problem(`lost: the customer's message "${text}" was acknowledged but became no event`);
    }
  }
}

/** Checks that accounts show the username from a person's last accepted message on whatsapp, or a later one. */
function checkUsernames(ledger: Ledger, usernames: FinalState['usernames']): void {
  for (const { account, person, username } of usernames) {
    const known = ledger.inbound.filter((one) => one.account === account && one.person === person && one.isAccepted);
    const names = ledger.usernamesSince(person, Math.max(0, ...known.map(({ at }) => at)));
    if (!ledger.isErased(account, person) && !names.includes(username)) {
      ledger.problem(`username: account ${account} shows @${username} for ${person} instead of ${names.join(' or ')}`);
    }
  }
}
