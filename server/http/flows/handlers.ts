import type { components } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import { namesOf } from '../../domain/contacts/person.ts';
import { flowStats } from '../../domain/flows/flow-stats.ts';
import { createFlow, deleteFlow, requireFlow, updateFlow } from '../../domain/flows/save-flow.ts';
import { testFlow } from '../../domain/flows/test-flow.ts';
import type { FlowRun } from '../../store/flows/flow-runs.ts';
import type { ListedFlow } from '../../store/flows/flows.ts';
import type { Handlers } from '../operation.ts';
import { pageRequest, paginationOf } from '../request/page.ts';

type Schemas = components['schemas'];

const flowData = (flow: ListedFlow): Schemas['Flow'] => ({
  id: flow.id,
  name: flow.name,
  template: flow.template,
  template_id: flow.templateId,
  button: flow.button,
  button_index: flow.buttonIndex,
  is_active: flow.isActive,
  stop_on_reply: flow.stopOnReply,
  stop_on_agent: flow.stopOnAgent,
  quiet_start: flow.quietStart,
  quiet_end: flow.quietEnd,
  steps: [...flow.steps],
  created_at: isoOf(flow.createdAt),
  updated_at: isoOf(flow.updatedAt),
});

const timeOf = (at: number | null): string | null => (at === null ? null : isoOf(at));

const runData = (run: FlowRun): Schemas['FlowRun'] => ({
  id: run.id,
  phone: run.phone,
  status: run.status,
  stop_reason: run.stopReason,
  current_step: run.currentStep,
  next_step_at: timeOf(run.nextStepAt),
  started_at: isoOf(run.startedAt),
  finished_at: timeOf(run.finishedAt),
});

export const flows = {
  /** §4.8 GET /flows */
  listFlows: async ({ app, caller, query }) => {
    const request = pageRequest('flows', query);
    const filter = { isActive: query.is_active, templateId: query.template_id };
    const page = await app.store.readList((read) => read.flows.list(caller.account.id, filter, request));
    return { status: 200, data: { flows: page.records.map(flowData), pagination: paginationOf(page, request) } };
  },

  /** §4.8 POST /flows */
  createFlow: async ({ app, caller, body }) => ({ status: 201, data: flowData(await createFlow(app, caller, body)) }),

  /** §4.8 GET /flows/{id} */
  getFlow: async ({ app, caller, params }) => ({
    status: 200,
    data: flowData(await requireFlow(app.store.read, caller, params.id)),
  }),

  /** §4.8 PATCH /flows/{id} */
  updateFlow: async ({ app, caller, params, body }) => ({
    status: 200,
    data: flowData(await updateFlow(app, caller, params.id, body)),
  }),

  /** §4.8 DELETE /flows/{id} */
  deleteFlow: async ({ app, caller, params, query }) => {
    const { id } = params;
    await app.store.batch(deleteFlow, { caller, id, withRuns: query.force ?? false });
    return { status: 200, data: { id, deleted: true } };
  },

  /** §4.8 GET /flows/{id}/runs */
  listFlowRuns: async ({ app, caller, params, query }) => {
    const { id } = caller.account;
    const { page, request } = await app.store.readList(async (read) => {
      await requireFlow(read, caller, params.id);
      const request = pageRequest('runs', query);
      const phones = query.phone === undefined ? undefined : await namesOf(read, caller.account, query.phone);
      const page = await read.flowRuns.list(id, params.id, { status: query.status, phones }, request);
      return { page, request };
    });
    return { status: 200, data: { runs: page.records.map(runData), pagination: paginationOf(page, request) } };
  },

  /** §4.8 GET /flows/{id}/stats */
  getFlowStats: async ({ app, caller, params }) => ({
    status: 200,
    data: await app.store.readList(async (read) => {
      const flow = await requireFlow(read, caller, params.id);
      return flowStats(flow, await read.flowRuns.count(caller.account.id, flow.id));
    }),
  }),

  /** §4.8 POST /flows/{id}/test */
  testFlow: async ({ app, caller, params, body }) => {
    const flow = await requireFlow(app.store.read, caller, params.id);
    return { status: 200, data: await testFlow(app, caller, flow, body.to) };
  },
} satisfies Partial<Handlers>;
