import type { components } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { among, amongNumbers, type NumberKey, withRows } from '../../engine/drivers/dialect.ts';
import type { StoredTasks } from '../../engine/outbox/task.ts';
import { type Page, type PageRequest, pageById } from '../cursor.ts';
import { type FlowRunRow, isRowId } from '../tables.ts';

export type FlowRunStatus = 'running' | 'done' | 'stopped';
export type FlowStopReason = keyof components['schemas']['FlowStats']['stop_reasons'];

/** The values of placeholders at the time when the button was pressed. */
export interface KnownValues {
  /** By number or name. */
  variables: Record<string, string>;
  name: string | null;
}

/** One person's run of a flow. Times are in microseconds since the epoch. */
export interface FlowRun {
  accountId: number;
  id: number;
  flowId: number;
  conversationId: number;
  phone: string;
  status: FlowRunStatus;
  stopReason: FlowStopReason | null;
  /** The number of finished steps. */
  currentStep: number;
  messagesSent: number;
  known: KnownValues;
  startedAt: number;
  nextStepAt: number | null;
  finishedAt: number | null;
}

const runOf = (row: FlowRunRow): FlowRun => ({
  accountId: row.account_id,
  id: row.id,
  flowId: row.flow_id,
  conversationId: row.conversation_id,
  phone: row.phone,
  status: row.status as FlowRunStatus,
  stopReason: row.stop_reason as FlowStopReason | null,
  currentStep: row.current_step,
  messagesSent: row.messages_sent,
  known: JSON.parse(row.known) as KnownValues,
  startedAt: row.started_at,
  nextStepAt: row.next_step_at,
  finishedAt: row.finished_at,
});

/** The progress of a run. */
export type MovedRun = Pick<
  FlowRun,
  'accountId' | 'id' | 'status' | 'stopReason' | 'currentStep' | 'messagesSent' | 'nextStepAt' | 'finishedAt'
>;

/** Which runs of a flow to list. */
export interface FlowRunFilter {
  status?: FlowRunStatus | undefined;
  /** Any of these people. */
  phones?: readonly string[] | undefined;
}

/** Which running runs to stop. */
export interface Stopped {
  conversationId?: number;
  phone?: string;
  id?: number;
  /** Only runs of flows that stop for this reason. */
  onlyIf?: 'stop_on_reply' | 'stop_on_agent';
  /** Only runs that began at this time or before. */
  startedUntil?: number;
  /** Except runs of these flows. */
  exceptFlows?: readonly number[];
}

/** The number of runs of a flow in each state and step. */
export interface RunCount {
  status: FlowRunStatus;
  stopReason: FlowStopReason | null;
  currentStep: number;
  runs: number;
  messagesSent: number;
}

export const flowRunQueries = (db: Knex, storedTasks?: StoredTasks) => ({
  /** Starts a run and returns its ID; undefined if the person already has a running run of this flow. */
  async insert(run: Omit<FlowRun, 'id'>): Promise<number | undefined> {
    const [row] = await db('flow_runs')
      .insert({
        account_id: run.accountId,
        flow_id: run.flowId,
        conversation_id: run.conversationId,
        phone: run.phone,
        status: run.status,
        stop_reason: run.stopReason,
        current_step: run.currentStep,
        messages_sent: run.messagesSent,
        known: JSON.stringify(run.known),
        started_at: run.startedAt,
        next_step_at: run.nextStepAt,
        finished_at: run.finishedAt,
      })
      .onConflict()
      .ignore()
      .returning('id');
    return row && Number(row.id);
  },

  async find(accountId: number, id: number): Promise<FlowRun | undefined> {
    const row = await db('flow_runs').where({ account_id: accountId, id }).first();
    return row && runOf(row);
  },

  async listByIds(keys: readonly NumberKey[]): Promise<FlowRun[]> {
    const rows = keys.length > 0 ? await amongNumbers(db('flow_runs'), keys) : [];
    return rows.map(runOf);
  },

  /** Like `listByIds`, but locks the rows until the transaction ends, so that no one else advances the runs. */
  async listForUpdate(keys: readonly NumberKey[]): Promise<FlowRun[]> {
    const rows = keys.length > 0 ? await amongNumbers(db('flow_runs'), keys).orderBy('id').forUpdate() : [];
    return rows.map(runOf);
  },

  /** Returns whether the person has an active run of a flow, on any connection. */
  async isUnderWay(accountId: number, phone: string, flowId: number): Promise<boolean> {
    const own = { account_id: accountId, phone, flow_id: flowId };
    return (await activeRuns(db).where(own).first('id')) !== undefined;
  },

  /** Returns those of these conversations that runs drive. */
  async listDriven(conversations: readonly NumberKey[]): Promise<NumberKey[]> {
    if (conversations.length === 0) {
      return [];
    }
    const rows = await among(
      activeRuns(db),
      { account_id: 'integer', conversation_id: 'integer' },
      conversations.map(({ accountId, id }) => [accountId, id]),
    ).select('account_id', 'conversation_id');
    return rows.map((row) => ({ accountId: row.account_id, id: Number(row.conversation_id) }));
  },

  /** Returns whether any run drives the conversation. */
  async isRunning(accountId: number, conversationId: number): Promise<boolean> {
    const own = { account_id: accountId, conversation_id: conversationId };
    return (await activeRuns(db).where(own).first('id')) !== undefined;
  },

  /** Stores the progress of runs that this transaction has locked. */
  async move(runs: readonly MovedRun[]): Promise<void> {
    if (runs.length > 0) {
      await withRows(
        db,
        {
          accountId: 'integer',
          id: 'integer',
          status: 'text',
          stopReason: 'text',
          currentStep: 'integer',
          messagesSent: 'integer',
          nextStepAt: 'bigint',
          finishedAt: 'bigint',
        },
        runs,
        `update flow_runs set status = given.status, stop_reason = given.stopReason, current_step = given.currentStep,
           messages_sent = given.messagesSent, next_step_at = given.nextStepAt, finished_at = given.finishedAt
         from given where flow_runs.account_id = given.accountId and flow_runs.id = given.id`,
      );
    }
  },

  /** Locks the conversations in which a person has active runs, until the transaction ends. */
  async lockConversations(accountId: number, phone: string): Promise<void> {
    const ids = await activeRuns(db).where({ account_id: accountId, phone }).pluck('conversation_id');
    if (ids.length > 0) {
      // With a subquery, or with `id in (...)` for ten IDs, SQLite would read all conversations of the account.
      const own = amongNumbers(
        db('conversations'),
        ids.map((id) => ({ accountId, id })),
      );
      await own.orderBy('id').select('id').forUpdate();
    }
  },

  /** Returns up to `limit` runs to stop, and locks them until the transaction ends. */
  async listToStop(accountId: number, which: Stopped, limit: number): Promise<FlowRun[]> {
    const { conversationId, phone, id, onlyIf, startedUntil, exceptFlows = [] } = which;
    const rows = await activeRuns(db)
      .where({
        account_id: accountId,
        ...(conversationId !== undefined && { conversation_id: conversationId }),
        ...(phone !== undefined && { phone }),
        ...(id !== undefined && { id }),
      })
      .modify((query) => {
        if (startedUntil !== undefined) {
          query.where('started_at', '<=', startedUntil);
        }
        if (exceptFlows.length > 0) {
          query.whereNotIn('flow_id', exceptFlows);
        }
        if (onlyIf !== undefined) {
          query.whereExists(
            db('flows')
              .select(db.raw('1'))
              .whereRaw('flows.account_id = flow_runs.account_id and flows.id = flow_runs.flow_id')
              .where({ [onlyIf]: true }),
          );
        }
      })
      .limit(limit)
      .forUpdate();
    return rows.map(runOf);
  },

  list(
    accountId: number,
    flowId: number,
    { status, phones }: FlowRunFilter,
    page: PageRequest,
  ): Promise<Page<FlowRun>> {
    const query = db('flow_runs')
      .where({ account_id: accountId, flow_id: flowId, ...(status !== undefined && { status }) })
      .modify((runs) => phones && runs.whereIn('phone', phones));
    return pageById(query, page, runOf);
  },

  /** Returns the newest runs of a person with any of these names, with the names of their flows. */
  async listOf(
    accountId: number,
    phones: readonly string[],
    limit: number,
  ): Promise<(FlowRun & { flow: string | null })[]> {
    const rows: (FlowRunRow & { flow: string | null })[] = await db('flow_runs')
      .leftJoin('flows', (join) =>
        join.on('flows.account_id', 'flow_runs.account_id').andOn('flows.id', 'flow_runs.flow_id'),
      )
      .where('flow_runs.account_id', accountId)
      .whereIn('flow_runs.phone', phones)
      .orderBy('flow_runs.id', 'desc')
      .limit(limit)
      .select('flow_runs.*', { flow: 'flows.name' });
    return rows.map((row) => ({ ...runOf(row), flow: row.flow }));
  },

  async count(accountId: number, flowId: number): Promise<RunCount[]> {
    const rows: (Pick<FlowRunRow, 'status' | 'stop_reason' | 'current_step'> & { runs: number; sent: number })[] =
      await db('flow_runs')
        .where({ account_id: accountId, flow_id: flowId })
        .groupBy('status', 'stop_reason', 'current_step')
        .select('status', 'stop_reason', 'current_step')
        .select(db.raw('count(*) as runs, sum(messages_sent) as sent'));
    return rows.map((row) => ({
      status: row.status as FlowRunStatus,
      stopReason: row.stop_reason as FlowStopReason | null,
      currentStep: row.current_step,
      runs: Number(row.runs),
      messagesSent: Number(row.sent),
    }));
  },

  async any(accountId: number, flowId: number): Promise<boolean> {
    return (await db('flow_runs').where({ account_id: accountId, flow_id: flowId }).first('id')) !== undefined;
  },

  /** Makes every waiting step of a flow due now, because its scheduled time may have changed. */
  async runNow(accountId: number, flowId: number, now: number): Promise<void> {
    // A worker that runs a step holds a lock on its run, and may have read the flow before the change. The query below
    // waits for that lock and then finds the run's next task.
    await activeRuns(db).where({ account_id: accountId, flow_id: flowId }).orderBy('id').forUpdate().select('id');
    await db('outbox')
      .where({ account_id: accountId, task: 'run-flow-step', claimed_by: null })
      .where('run_at', '>', now)
      .whereIn('subject', subjectsOf(db, accountId, flowId))
      .update({ run_at: now });
    storedTasks?.waits('flow', now);
  },

  /** Returns the conversations that runs of a flow drive, and locks them until the transaction ends. */
  async lockDriven(accountId: number, flowId: number): Promise<NumberKey[]> {
    const driven = await db('conversations')
      .where({ account_id: accountId })
      .whereIn(
        'id',
        activeRuns(db)
          .where({ account_id: accountId, flow_id: isRowId(flowId) ? flowId : 0 })
          .select('conversation_id'),
      )
      .orderBy('id')
      .select('id')
      .forUpdate();
    return driven.map(({ id }) => ({ accountId, id }));
  },

  /** Removes the runs of a flow and reopens the conversations that they drove. */
  async deleteAll(accountId: number, flowId: number): Promise<void> {
    // Conversations are always locked before runs and tasks.
    const driven = await this.lockDriven(accountId, flowId);
    await db('outbox')
      .where({ account_id: accountId, task: 'run-flow-step' })
      .whereIn('subject', subjectsOf(db, accountId, flowId))
      .delete();
    await db('flow_runs').where({ account_id: accountId, flow_id: flowId }).delete();
    await freeConversations(db, driven);
  },

  /** See `freeConversations`. */
  free: (conversations: readonly NumberKey[]): Promise<void> => freeConversations(db, conversations),

  /** Marks the conversation as driven by a run, unless it is assigned to an agent. */
  async drive(accountId: number, conversationId: number): Promise<void> {
    await db('conversations')
      .where({ account_id: accountId, id: conversationId, agent_id: null })
      .update({ status: 'bot' });
  },
});

/** Well below SQLite's limit on values per statement. */
const IDS_PER_STATEMENT = 500;

/** Selects active runs. The condition is text, because SQLite does not use the partial indexes for a bound value. */
export const activeRuns = (db: Knex) => db('flow_runs').whereRaw("status = 'running'");

/** The subjects of the tasks that send a flow's steps. */
const subjectsOf = (db: Knex, accountId: number, flowId: number) =>
  activeRuns(db).where({ account_id: accountId, flow_id: flowId }).select(db.raw('cast(id as text)'));

/** Reopens conversations that no run drives anymore (bot-status). */
async function freeConversations(db: Knex, conversations: readonly NumberKey[]): Promise<void> {
  for (let start = 0; start < conversations.length; start += IDS_PER_STATEMENT) {
    // With `id in (...)`, SQLite would read all conversations of the account that have this status.
    await amongNumbers(db('conversations'), conversations.slice(start, start + IDS_PER_STATEMENT))
      .where({ status: 'bot' })
      .whereNotExists(
        activeRuns(db)
          .select(db.raw('1'))
          .whereRaw('flow_runs.account_id = conversations.account_id and flow_runs.conversation_id = conversations.id'),
      )
      .update({ status: 'open' });
  }
}
