import type { App } from '../../app/app.ts';
import type { InboundMessage } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { applyEffects } from '../../store/effects.ts';
import type { Flow } from '../../store/flows/flows.ts';
import { stopRuns } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';
import { taskRow } from '../../store/tasks.ts';
import { loadPreference, preferenceEffects } from '../opt-outs/marketing-preference.ts';
import { isOptOutButton } from '../templates/opt-out-button.ts';
import { type TemplatePress, templatePressOf } from '../templates/template-press.ts';
import { delayOf } from './flow-steps.ts';
import { knownValues } from './flow-values.ts';
import { afterQuietHours } from './quiet-hours.ts';

/** A customer's message, with its conversation and sender. */
interface FollowedMessage {
  conversationId: number;
  person: string;
  inbound: InboundMessage;
  /** Microseconds since the epoch. */
  at: number;
}

/**
 * Processes a customer's message for flows. A press of a template's button starts the flows that this button triggers
 * (§2.11). A press of the opt-out button adds the person to the opt-out list. Any message counts as a reply to the
 * other runs of the conversation.
 */
export async function followInbound(app: App, tx: Tx, connection: Connection, written: FollowedMessage): Promise<void> {
  const { accountId } = connection;
  const { conversationId, person, inbound, at } = written;
  const press = await templatePressOf(tx, connection, conversationId, inbound);
  if (isOptOut(inbound, press)) {
    const facts = await loadPreference(tx, accountId, person);
    await applyEffects(tx, [preferenceEffects(app, facts, { preference: 'stop', by: 'button', at })]);
    return;
  }
  const flows = press ? await tx.flows.listBegunBy(accountId, press.template.id, press.button.text) : [];
  const own = flows.map(({ id }) => id);
  // A message that was written before the start of a run may arrive after it.
  const which = { conversationId, onlyIf: 'stop_on_reply', startedUntil: at, exceptFlows: own } as const;
  await stopRuns(tx, { accountId, ...which, reason: 'reply', at: app.monotonicNow() });
  if (press && flows.length > 0) {
    await startFlowRuns(app, tx, connection, written, press, flows);
  }
}

/**
 * Returns whether the customer pressed an opt-out button. Meta does not always say which message had it, and we may not
 * know that message, so its text decides then.
 */
function isOptOut({ isTemplateButton = false, button }: InboundMessage, press: TemplatePress | undefined): boolean {
  const text = button && (button.title ?? button.payload);
  return press
    ? isOptOutButton(press.button)
    : isTemplateButton && text != null && isOptOutButton({ type: 'QUICK_REPLY', text });
}

async function startFlowRuns(
  app: App,
  tx: Tx,
  { accountId }: Connection,
  { conversationId, person, at }: FollowedMessage,
  press: TemplatePress,
  flows: readonly Flow[],
): Promise<void> {
  const account = await tx.accounts.find(accountId);
  const isReachable = !(await tx.blockedNumbers.has(accountId, person)) && !(await tx.optOuts.has(accountId, person));
  if (!account?.modules.flows || !isReachable) {
    return;
  }
  const own = { accountId, person, templateId: press.template.id };
  const known = await knownValues(tx, own, at, press.variables);
  const conversation = await tx.conversations.get(accountId, conversationId);
  for (const flow of flows) {
    const [step] = flow.steps;
    if (!step || (await tx.flowRuns.isUnderWay(accountId, person, flow.id))) {
      continue;
    }
    // A reply to a message of the new run may arrive before the press that started the run.
    const isAnswered = flow.stopOnReply && (conversation.lastInboundAt ?? 0) > at;
    const due = at + delayOf(step);
    const id = await tx.flowRuns.insert({
      accountId,
      flowId: flow.id,
      conversationId,
      phone: person,
      status: isAnswered ? 'stopped' : 'running',
      stopReason: isAnswered ? 'reply' : null,
      currentStep: 0,
      messagesSent: 0,
      known,
      startedAt: at,
      nextStepAt: isAnswered ? null : afterQuietHours(due, flow, account.timeZone),
      finishedAt: isAnswered ? app.monotonicNow() : null,
    });
    if (id !== undefined && !isAnswered) {
      await tx.outbox.add([taskRow(accountId, 'run-flow-step', String(id), due)]);
    }
  }
  if (await tx.flowRuns.isRunning(accountId, conversationId)) {
    await tx.flowRuns.drive(accountId, conversationId);
  }
}
