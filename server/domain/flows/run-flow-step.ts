import type { App } from '../../app/app.ts';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import { distinctKeys, keyString, type NumberKey } from '../../engine/drivers/dialect.ts';
import { type OutboxTask, postponedTo } from '../../engine/outbox/task.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { FlowRun, FlowStopReason } from '../../store/flows/flow-runs.ts';
import type { Flow } from '../../store/flows/flows.ts';
import { stoppedRun } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';
import type { WriteRule } from '../../store/rules.ts';
import { internalCaller, isLicensed } from '../account/caller.ts';
import { type AcceptFacts, acceptFactsOf, acceptMessage } from '../messages/accept-message.ts';
import { conversationCloses } from '../messages/window.ts';
import { type ListFacts, listedAmong } from '../opt-outs/stop-lists.ts';
import { stepMessage } from './flow-message.ts';
import { delayOf } from './flow-steps.ts';
import { loadNames, nameOf } from './flow-values.ts';
import { afterQuietHours } from './quiet-hours.ts';

/** A run of a flow whose next step is due. */
interface DueStep {
  app: App;
  /** Its subject is the ID of the run. */
  task: OutboxTask;
}

/** The keys of the maps are those of `keyString`. */
interface FlowFacts extends AcceptFacts, ListFacts {
  /** The rows are locked. */
  runs: Map<string, FlowRun>;
  /** By account and ID. The rows are locked. */
  ownConversations: ReadonlyMap<string, Conversation>;
  flows: ReadonlyMap<string, Flow>;
  accounts: ReadonlyMap<number, Account>;
  connections: ReadonlyMap<string, Connection>;
  /** The names of contacts. */
  names: ReadonlyMap<string, string | null>;
}

const runKeyOf = ({ accountId, subject }: OutboxTask): NumberKey => ({ accountId, id: Number(subject) });

/**
 * Runs the due steps of runs. The transaction that advances a run also queues the step's message, so each step is sent
 * once even if a process dies (§2.11).
 */
export const flowStep: WriteRule<DueStep, FlowFacts, Effects, void> = {
  async load(tx, steps) {
    const keys = distinctKeys(steps.map(({ task }) => runKeyOf(task)));
    const seen = (await tx.flowRuns.listByIds(keys)).filter(({ status }) => status === 'running');
    const keysOf = (idOf: (run: FlowRun) => number) =>
      distinctKeys(seen.map((run) => ({ accountId: run.accountId, id: idOf(run) })));
    // Locks the conversations before the runs, as all code that locks both must.
    const [ownConversations, runs, flows, accounts] = await Promise.all([
      tx.conversations.lockByIds(keysOf(({ conversationId }) => conversationId)),
      tx.flowRuns.listForUpdate(keysOf(({ id }) => id)),
      tx.flows.listByIds(keysOf(({ flowId }) => flowId)),
      tx.accounts.listByIds([...new Set(seen.map(({ accountId }) => accountId))]),
    ]);
    const known = new Set(ownConversations.map(keyString));
    if (runs.some(({ accountId, conversationId: id }) => !known.has(keyString({ accountId, id })))) {
      throw new StaleFacts('a conversation has just been joined with another one');
    }
    return {
      ...acceptFactsOf(ownConversations),
      ...(await loadPeople(tx, ownConversations)),
      runs: new Map(runs.map((run) => [keyString(run), run])),
      ownConversations: new Map(ownConversations.map((conversation) => [keyString(conversation), conversation])),
      flows: new Map(flows.map((flow) => [keyString(flow), flow])),
      accounts: new Map(accounts.map((account) => [account.id, account])),
    };
  },

  decide(facts, { app, task }) {
    const { effects, nextAt } = advance(app, facts, runKeyOf(task));
    const after = nextAt === undefined ? { ended: [task] } : { postponed: [postponedTo(task, nextAt)] };
    return { effects: mergeEffects(effects, after), result: undefined };
  },

  apply: applyEffects,
};

/** Loads what decides whether something may be sent in conversations, and the names of the people. */
async function loadPeople(
  tx: Tx,
  conversations: readonly Conversation[],
): Promise<Pick<FlowFacts, 'connections' | 'blocked' | 'optedOut' | 'names'>> {
  const people = conversations.map(({ accountId, person: id }) => ({ accountId, id }));
  const connectionKeys = distinctKeys(conversations.map(({ accountId, connectionId: id }) => ({ accountId, id })));
  const [connections, blocked, optedOut, names] = await Promise.all([
    tx.connections.listByIds(connectionKeys),
    listedAmong(tx.blockedNumbers, people),
    listedAmong(tx.optOuts, people),
    loadNames(tx, conversations),
  ]);
  return {
    connections: new Map(connections.map((connection) => [keyString(connection), connection])),
    blocked,
    optedOut,
    names,
  };
}

/** The effects of a due step, and the time of the next check of the run; undefined if the run has ended. */
interface Advanced {
  effects: Effects;
  /** In microseconds. */
  nextAt: number | undefined;
}

interface RunContext {
  run: FlowRun;
  flow: Flow;
  account: Account;
}

const NO_CHANGE: Advanced = { effects: {}, nextAt: undefined };

function advance(app: App, facts: FlowFacts, key: NumberKey): Advanced {
  const run = facts.runs.get(keyString(key));
  const account = facts.accounts.get(key.accountId);
  if (run?.status !== 'running' || !account) {
    return NO_CHANGE;
  }
  const { accountId, id } = run;
  const flow = facts.flows.get(keyString({ accountId, id: run.flowId }));
  const conversation = facts.ownConversations.get(keyString({ accountId, id: run.conversationId }));
  if (!conversation) {
    throw new Error(`the conversation ${run.conversationId} does not exist`);
  }
  if (!flow) {
    // The run started while its flow was being deleted.
    return { effects: { lostFlows: [{ accountId, id: run.flowId }] }, nextAt: undefined };
  }
  const step = flow.steps[run.currentStep];
  if (!step) {
    return continueRun(app, facts, { run, flow, account }, run); // the remaining steps have been removed from the flow
  }
  const now = app.now();
  const due = run.startedAt + delayOf(step);
  if (due > now) {
    return { effects: moved(facts, { ...run, nextStepAt: afterQuietHours(due, flow, account.timeZone) }), nextAt: due };
  }
  const { person, connectionId } = conversation;
  const connection = facts.connections.get(keyString({ accountId, id: connectionId }));
  if (!connection?.isActive || !account.modules.flows || !isLicensed(app, account)) {
    return stopped(app, facts, run, 'other'); // flow-other-stops
  }
  const listed = keyString({ accountId, id: person });
  if (facts.blocked.has(listed) || facts.optedOut.has(listed)) {
    return stopped(app, facts, run, 'other'); // flow-other-stops
  }
  const closesAt = conversationCloses(conversation);
  const sendAt = afterQuietHours(now, flow, account.timeZone);
  if (closesAt !== null && sendAt >= closesAt) {
    return stopped(app, facts, run, 'window');
  }
  if (sendAt > now) {
    return { effects: moved(facts, { ...run, nextStepAt: sendAt }), nextAt: sendAt };
  }
  const { variables, name } = run.known;
  const message = stepMessage(step, { variables, name, contactName: nameOf(facts.names, conversation) });
  const sent =
    message &&
    acceptMessage(facts, {
      app,
      caller: internalCaller(account),
      accepted: {
        ...message,
        connection,
        recipient: person,
        content: { ...message.content, flow: { run: id, step: run.currentStep + 1 } },
        orderingKey: `flow ${id}`,
      },
    });
  const messagesSent = run.messagesSent + (message ? 1 : 0);
  const next = continueRun(app, facts, { run, flow, account }, { currentStep: run.currentStep + 1, messagesSent });
  return { ...next, effects: mergeEffects(sent?.effects ?? {}, next.effects) };
}

/** Advances a run to its next step, or ends it after the last one. */
function continueRun(
  app: App,
  facts: FlowFacts,
  { run, flow, account }: RunContext,
  { currentStep, messagesSent }: Pick<FlowRun, 'currentStep' | 'messagesSent'>,
): Advanced {
  const next = flow.steps[currentStep];
  if (next) {
    const due = run.startedAt + delayOf(next);
    const nextStepAt = afterQuietHours(due, flow, account.timeZone);
    return { effects: moved(facts, { ...run, currentStep, messagesSent, nextStepAt }), nextAt: due };
  }
  return ended(facts, { ...run, status: 'done', currentStep, messagesSent, finishedAt: app.monotonicNow() });
}

const stopped = (app: App, facts: FlowFacts, run: FlowRun, reason: FlowStopReason): Advanced =>
  ended(facts, stoppedRun(run, reason, app.monotonicNow()));

function ended(facts: FlowFacts, run: FlowRun): Advanced {
  const { accountId, conversationId: id } = run;
  return { effects: { ...moved(facts, { ...run, nextStepAt: null }), freed: [{ accountId, id }] }, nextAt: undefined };
}

function moved(facts: FlowFacts, run: FlowRun): Effects {
  facts.runs.set(keyString(run), run);
  return { runs: [run] };
}
