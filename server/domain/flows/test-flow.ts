import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { SendOutcome } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import type { ListedFlow } from '../../store/flows/flows.ts';
import type { Tx } from '../../store/index.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { accessTokenOf, requireProvider } from '../connections/connection.ts';
import { type Accepted, acceptChecked } from '../messages/accept-message.ts';
import { tagOf } from '../messages/parts.ts';
import { requirePerson } from '../messages/recipient.ts';
import { recordStatus } from '../messages/record-status.ts';
import { requireSendConnection } from '../messages/send-connection.ts';
import { loadSendFacts } from '../messages/send-facts.ts';
import { isWindowOpen } from '../messages/window.ts';
import { requireNotBlocked } from '../opt-outs/stop-lists.ts';
import { type StepMessage, stepMessage } from './flow-message.ts';
import { knownValues, loadNames, nameOf } from './flow-values.ts';

type FlowTestResult = components['schemas']['FlowTestResult'];

/**
 * Sends all steps of a flow in a row, each as soon as the provider has accepted the previous one. Reports do not count
 * these messages (§4.8). With a test key nothing is sent (§5.7).
 *
 * @throws {ApiError} the errors of a send, FLOW_NOT_TESTABLE, PROVIDER_REJECTED or PROVIDER_UNAVAILABLE
 */
export async function testFlow(app: App, caller: Caller, flow: ListedFlow, to: string): Promise<FlowTestResult> {
  const { read } = app.store;
  const input = { channel: 'whatsapp', type: 'text', to, text: '' } as const; // the channel that has templates
  const facts = await loadSendFacts(read, [{ app, caller, input }], false);
  const connection = requireSendConnection(facts, { caller, input });
  const recipient = requirePerson(facts, caller, connection, to);
  requireNotBlocked(facts, caller, recipient);
  if (await read.optOuts.has(caller.account.id, recipient)) {
    throw new ApiError('RECIPIENT_OPTED_OUT', { to: recipient }, { param: 'to' });
  }
  if (flow.steps.length === 0) {
    throw new ApiError('FLOW_NOT_TESTABLE', { problem: 'the flow has no steps' }, { param: 'id' });
  }
  const isTest = caller.key.mode === 'test';
  const { accountId, id: connectionId, channel } = connection;
  const conversation = await read.conversations.find({ accountId, connectionId, channel, person: recipient });
  if (!isTest) {
    requireTestable(connection, recipient, conversation, app.monotonicNow());
    requireProvider(connection, caller, app.monotonicNow());
  }
  const known = await knownValues(
    read,
    { accountId, person: recipient, templateId: flow.templateId },
    app.monotonicNow(),
  );
  const values = {
    ...known,
    contactName: conversation ? nameOf(await loadNames(read, [conversation]), conversation) : null,
  };
  const messages: NonNullable<FlowTestResult['messages']> = [];
  for (const [index, step] of flow.steps.entries()) {
    const message = stepMessage(step, values);
    if (message) {
      const id = await sendNow(app, caller, connection, recipient, message);
      messages.push({ step: index + 1, id, status: 'queued' });
    }
  }
  return { to: recipient, messages: await withStatuses(read, caller, messages), test: isTest };
}

/**
 * Checks that the window is open, like a send.
 *
 * @throws {ApiError} FLOW_NOT_TESTABLE
 */
function requireTestable(
  connection: Connection,
  recipient: string,
  conversation: Conversation | undefined,
  now: number,
): void {
  if (!isWindowOpen(connection.channel, conversation, now)) {
    const problem = `${recipient} has not written to ${connection.id} within the last 24 hours`;
    throw new ApiError('FLOW_NOT_TESTABLE', { problem }, { param: 'to' });
  }
}

const withStatuses = async (tx: Tx, caller: Caller, messages: NonNullable<FlowTestResult['messages']>) =>
  Promise.all(
    messages.map(async (sent) => ({
      ...sent,
      status: (await tx.messages.find(caller.account.id, sent.id))?.status ?? sent.status,
    })),
  );

/**
 * Sends one message and waits for the response. Before the send, it stores the message with a task that marks it as
 * failed if the response is lost or this process dies.
 */
async function sendNow(
  app: App,
  caller: Caller,
  connection: Connection,
  recipient: string,
  { type, text, content }: StepMessage,
): Promise<string> {
  const accountId = caller.account.id;
  const accepted: Accepted = { connection, recipient, type, text, content, isUnreported: true, isSentByCaller: true };
  const { id } = await app.store.batch(acceptChecked, { app, caller, accepted });
  const message = caller.key.mode === 'live' ? await app.store.read.messages.find(accountId, id) : undefined;
  if (!message) {
    return id;
  }
  const begunAt = app.monotonicNow();
  const provider = app.providers[connection.channel];
  const outcome = await provider.send({
    connection,
    accessToken: accessTokenOf(app, connection),
    message,
    part: { kind: 'whole' },
    index: 0,
    tag: tagOf(id, 0),
  });
  if (outcome.kind === 'accepted') {
    const { status, externalId } = outcome;
    await app.store.batch(recordStatus, { app, message, change: { status, externalId, sentAt: begunAt } });
  } else if (outcome.kind !== 'unknown') {
    const change = { status: 'failed', error: outcome.error } as const;
    const cancelled = [{ accountId, task: 'confirm-send', subject: id } as const];
    await app.store.batch(recordStatus, { app, message, change, with: { cancelled } });
  }
  requireTaken(connection, outcome);
  return id;
}

/** @throws {ApiError} PROVIDER_REJECTED or PROVIDER_UNAVAILABLE */
function requireTaken({ channel }: Connection, outcome: SendOutcome): void {
  if (outcome.kind === 'rejected') {
    const { code, title, provider_message: said } = outcome.error;
    const message = said ?? title ?? String(code);
    throw new ApiError('PROVIDER_REJECTED', { problem: message }, { provider_error: { code, message } });
  }
  if (outcome.kind !== 'accepted') {
    // An Idempotency-Key would not help, because a test accepts none.
    const fix = 'Check which messages arrived, wait, and test again. Each test sends all steps again.';
    throw new ApiError('PROVIDER_UNAVAILABLE', { channel }, { fix });
  }
}
