import type { components } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { separateRule } from '../../store/effects.ts';
import type { Flow, FlowStep, ListedFlow } from '../../store/flows/flows.ts';
import type { Tx } from '../../store/index.ts';
import type { Template } from '../../store/templates/templates.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError, invalidField } from '../api-error.ts';
import { requireUsableFiles, requireValidSteps } from './flow-steps.ts';
import { loadTriggers, requireTrigger, type TriggerInput } from './flow-trigger.ts';

type NewFlow = components['schemas']['CreateFlowRequest'];
type FlowChanges = components['schemas']['UpdateFlowRequest'];

/** @throws {ApiError} FLOW_NOT_FOUND */
export async function requireFlow(tx: Tx, { account }: Caller, id: number): Promise<ListedFlow> {
  return found(await tx.flows.find(account.id, id), id);
}

function found(flow: ListedFlow | undefined, id: number): ListedFlow {
  if (!flow) {
    throw new ApiError('FLOW_NOT_FOUND', { id }, { param: 'id' });
  }
  return flow;
}

/**
 * Checks every rule and saves a new flow (§4.8).
 *
 * @throws {ApiError} FLOW_INVALID, VALIDATION_FAILED or MEDIA_URL_INVALID
 */
export async function createFlow(app: App, caller: Caller, input: NewFlow): Promise<ListedFlow> {
  const { read } = app.store;
  const accountId = caller.account.id;
  requireQuietPair(quietHoursOf(input));
  requireTrigger(await loadTriggers(read, accountId, input), input);
  await requireSteps(app, input.steps);
  const id = await app.store.batch(flowCreation, { app, caller, input }, { isRepeatable: false });
  return requireFlow(read, caller, id);
}

const flowCreation = separateRule({
  async load(tx, { caller: { account }, input }: { app: App; caller: Caller; input: NewFlow }) {
    const trigger = requireTrigger(await loadTriggers(tx, account.id, input), input);
    return { trigger, id: await tx.flows.nextId() };
  },

  decide({ trigger: { template, button, buttonIndex }, id }, { app, caller: { account }, input }) {
    const at = app.monotonicNow();
    const flow: Flow = {
      accountId: account.id,
      id,
      name: input.name,
      templateId: template.id,
      button,
      buttonIndex,
      isActive: input.is_active,
      stopOnReply: input.stop_on_reply,
      stopOnAgent: input.stop_on_agent,
      ...quietHoursOf(input),
      steps: input.steps,
      createdAt: at,
      updatedAt: at,
    };
    return { effects: { newFlows: [flow] }, result: id };
  },
});

const quietHoursOf = ({ quiet_start: quietStart = null, quiet_end: quietEnd = null }: NewFlow) => ({
  quietStart,
  quietEnd,
});

/**
 * Changes the given fields of a flow, and replaces its steps if they are given. The result must meet the rules for a
 * new flow (§4.8). An unpublished flow does not need an approved template.
 *
 * @throws {ApiError} FLOW_NOT_FOUND, and the errors of `createFlow`
 */
export async function updateFlow(app: App, caller: Caller, id: number, changes: FlowChanges): Promise<ListedFlow> {
  const { read } = app.store;
  changed(await withTriggers(read, await requireFlow(read, caller, id), changes), changes);
  await requireSteps(app, changes.steps ?? []);
  await app.store.batch(flowUpdate, { app, caller, id, changes });
  return requireFlow(read, caller, id);
}

const flowUpdate = separateRule({
  async load(tx, { caller: { account }, id, changes }: { app: App; caller: Caller; id: number; changes: FlowChanges }) {
    return withTriggers(tx, found(await tx.flows.findForUpdate(account.id, id), id), changes);
  },

  decide(facts, { app, caller: { account }, id, changes }) {
    const isRescheduled = changes.steps || changes.quiet_start !== undefined || changes.quiet_end !== undefined;
    return {
      effects: {
        changedFlows: [{ ...changed(facts, changes), updatedAt: app.monotonicNow() }],
        // flow-edited: runs continue with the new version
        rescheduledFlows: isRescheduled ? [{ accountId: account.id, id, at: app.now() }] : [],
      },
      result: undefined,
    };
  },
});

/** A flow, and the templates that a change may give it. */
interface ChangeableFlow {
  flow: ListedFlow;
  templates: readonly Template[];
}

const withTriggers = async (tx: Tx, flow: ListedFlow, changes: FlowChanges): Promise<ChangeableFlow> => ({
  flow,
  templates: await loadTriggers(tx, flow.accountId, triggerInput(flow, changes)),
});

function triggerInput(flow: ListedFlow, { template, template_id, button, button_index }: FlowChanges): TriggerInput {
  const isOtherTemplate = template !== undefined || template_id !== undefined;
  return {
    ...(template === undefined ? { template_id: template_id ?? flow.templateId } : { template }),
    ...(button_index === undefined && (button !== undefined || isOtherTemplate)
      ? { button: button ?? flow.button }
      : { button_index: button_index ?? flow.buttonIndex }),
  };
}

/** Returns a flow with the changes applied. */
function changed({ flow, templates }: ChangeableFlow, changes: FlowChanges): ListedFlow {
  const next = {
    ...flow,
    name: changes.name ?? flow.name,
    isActive: changes.is_active ?? flow.isActive,
    stopOnReply: changes.stop_on_reply ?? flow.stopOnReply,
    stopOnAgent: changes.stop_on_agent ?? flow.stopOnAgent,
    quietStart: changes.quiet_start === undefined ? flow.quietStart : changes.quiet_start,
    quietEnd: changes.quiet_end === undefined ? flow.quietEnd : changes.quiet_end,
    steps: changes.steps ?? flow.steps,
  };
  requireQuietPair(next);
  if (next.isActive && next.steps.length === 0) {
    throw new ApiError(
      'FLOW_INVALID',
      { problem: 'steps must have at least one step before the flow is published' },
      { param: 'steps' },
    );
  }
  const { template, template_id, button, button_index } = changes;
  const isTriggerSent = [template, template_id, button, button_index].some((value) => value !== undefined);
  if (!isTriggerSent && !next.isActive) {
    return next;
  }
  const trigger = requireTrigger(templates, triggerInput(flow, changes));
  return { ...next, templateId: trigger.template.id, button: trigger.button, buttonIndex: trigger.buttonIndex };
}

/** @throws {ApiError} VALIDATION_FAILED if only one end of the quiet hours is set (flow-quiet-pair) */
function requireQuietPair({ quietStart, quietEnd }: Pick<ListedFlow, 'quietStart' | 'quietEnd'>): void {
  if ((quietStart === null) !== (quietEnd === null)) {
    const missing = quietStart === null ? 'quiet_start' : 'quiet_end';
    throw invalidField(missing, 'is missing: quiet hours need quiet_start and quiet_end');
  }
}

async function requireSteps(app: App, steps: readonly FlowStep[]): Promise<void> {
  requireValidSteps(app, steps);
  await requireUsableFiles(app, steps);
}

/**
 * Deletes a flow, and also its runs if `withRuns` is true (§4.8).
 *
 * @throws {ApiError} FLOW_NOT_FOUND or FLOW_HAS_RUNS
 */
export const deleteFlow = separateRule({
  async load(tx, { caller: { account }, id, withRuns }: { caller: Caller; id: number; withRuns: boolean }) {
    if (withRuns) {
      // Locks conversations before the flow, which is the order in which the start of a run locks them.
      await tx.flowRuns.lockDriven(account.id, id);
    }
    const flow = found(await tx.flows.findForUpdate(account.id, id), id); // from here on, no run of the flow can start
    return { flow, hasRuns: await tx.flowRuns.any(account.id, flow.id) };
  },

  decide({ flow: { accountId }, hasRuns }, { id, withRuns }) {
    if (hasRuns && !withRuns) {
      throw new ApiError('FLOW_HAS_RUNS', { id }, { param: 'force' });
    }
    const key = { accountId, id };
    return { effects: { lostFlows: hasRuns ? [key] : [], deletedFlows: [key] }, result: undefined };
  },
});
