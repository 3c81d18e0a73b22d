import type { App } from '../../app.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import type { FlowRun } from '../../store/flows/flow-runs.ts';
import type { Flow } from '../../store/flows/flows.ts';
import type { Tx } from '../../store/index.ts';
import { isLicensed, ownCaller } from '../account/caller.ts';
import { acceptMessage } from '../messages/accept-message.ts';
import { conversationCloses } from '../messages/window.ts';
import { stepMessage } from './flow-message.ts';
import { delayOf } from './flow-steps.ts';
import { nameOf } from './flow-values.ts';
import { afterQuietHours } from './quiet-hours.ts';
import { stopFlowRuns } from './stop-flow-runs.ts';

/**
 * Runs the due step of a run. The transaction that advances the run also queues the step's message, so each step is
 * sent once even if a process dies (§2.11).
 *
 * @returns the time of the next check of the run, in microseconds; undefined if the run has ended
 */
export async function runFlowStep(app: App, tx: Tx, accountId: number, runId: number): Promise<number | undefined> {
  const seen = await tx.flowRuns.find(accountId, runId);
  if (seen?.status !== 'running') {
    return undefined;
  }
  // Locks the conversation before the run, as all code that locks both must.
  const conversation = await tx.conversations.getAndHold(accountId, seen.conversationId);
  const run = await tx.flowRuns.findForUpdate(accountId, runId);
  const flow = await tx.flows.find(accountId, seen.flowId);
  const account = await tx.accounts.find(accountId);
  if (run?.status !== 'running' || !account) {
    return undefined;
  }
  if (!flow) {
    await tx.flowRuns.deleteAll(accountId, run.flowId); // the run started while its flow was being deleted
    return undefined;
  }
  return advance(app, tx, { run, flow, account, conversation });
}

interface Moment {
  run: FlowRun;
  flow: Flow;
  account: Account;
  conversation: Conversation;
}

async function advance(app: App, tx: Tx, { run, flow, account, conversation }: Moment): Promise<number | undefined> {
  const { accountId, id } = run;
  const step = flow.steps[run.currentStep];
  if (!step) {
    return goOn(app, tx, { run, flow, account }, run); // the remaining steps have been removed from the flow
  }
  const now = app.now();
  const due = run.startedAt + delayOf(step);
  if (due > now) {
    await tx.flowRuns.move(run, { ...run, nextStepAt: afterQuietHours(due, flow, account.timeZone) });
    return due;
  }
  const { person, connectionId } = conversation;
  const connection = await tx.connections.find(accountId, connectionId);
  if (!connection?.isActive || !account.modules.flows || !isLicensed(app, account)) {
    await stopFlowRuns(app, tx, accountId, { id }, 'agent'); // flow-other-stops
    return undefined;
  }
  if ((await tx.blockedNumbers.has(accountId, person)) || (await tx.optOuts.has(accountId, person))) {
    await stopFlowRuns(app, tx, accountId, { id }, 'agent'); // flow-other-stops
    return undefined;
  }
  const closesAt = conversationCloses(conversation);
  const sendAt = afterQuietHours(now, flow, account.timeZone);
  if (closesAt !== null && sendAt >= closesAt) {
    await stopFlowRuns(app, tx, accountId, { id }, 'window');
    return undefined;
  }
  if (sendAt > now) {
    await tx.flowRuns.move(run, { ...run, nextStepAt: sendAt });
    return sendAt;
  }
  const { variables, name } = run.known;
  const message = stepMessage(step, { variables, name, contactName: await nameOf(tx, conversation) });
  if (message) {
    const content = { ...message.content, flow: { run: id, step: run.currentStep + 1 } };
    await acceptMessage(app, tx, ownCaller(account), {
      ...message,
      connection,
      recipient: person,
      content,
      lane: `flow ${id}`,
      conversationId: conversation.id,
    });
  }
  const messagesSent = run.messagesSent + (message ? 1 : 0);
  return goOn(app, tx, { run, flow, account }, { currentStep: run.currentStep + 1, messagesSent });
}

/** Advances a run to its next step, or ends it after the last one. */
async function goOn(
  app: App,
  tx: Tx,
  { run, flow, account }: Omit<Moment, 'conversation'>,
  progress: Pick<FlowRun, 'currentStep' | 'messagesSent'>,
): Promise<number | undefined> {
  const { currentStep, messagesSent } = progress;
  const next = flow.steps[currentStep];
  if (next) {
    const due = run.startedAt + delayOf(next);
    const nextStepAt = afterQuietHours(due, flow, account.timeZone);
    await tx.flowRuns.move(run, { status: 'running', currentStep, messagesSent, nextStepAt, finishedAt: null });
    return due;
  }
  const over = { status: 'done', nextStepAt: null, finishedAt: app.monotonicNow() } as const;
  await tx.flowRuns.move(run, { ...over, currentStep, messagesSent });
  await tx.flowRuns.free(run.accountId, [run.conversationId]);
  return undefined;
}
