import { adminDocument } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import { listCallbackProblems } from '../callbacks.ts';
import type { OperationHandlers } from './types.ts';

const { default: LIMIT } = adminDocument.components.parameters.problem_limit.schema;

/** Callbacks that could not be used. */
export const callbackOperations: OperationHandlers<'listCallbackProblems'> = {
  listCallbackProblems: async (app, { limit = LIMIT }) => ({
    problems: (await listCallbackProblems(app, limit)).map((one) => ({
      last_at: isoOf(one.lastAt),
      first_at: isoOf(one.firstAt),
      app_id: one.providerAppId,
      kind: one.kind,
      problem: one.problem,
      callbacks: one.count,
    })),
  }),
};
