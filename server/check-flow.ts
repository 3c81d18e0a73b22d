import { ERRORS, type ErrorCode } from '@wigwag/openapi';
import { ApiError, type ErrorDetails } from './domain/api-error.ts';
import { requireValidSteps } from './domain/flow-steps.ts';
import { validators } from './http/plugins/validation.ts';
import type { FlowStep } from './store/flows.ts';

/** What is wrong with a flow, in the words of the table of errors. */
export interface FlowProblem {
  code: ErrorCode;
  http: number;
  message: string;
  reason: string;
  fix: string;
}

/** Checks a flow as far as can be told without an account (§2.11, §4.8): its fields, delays, buttons and addresses. */
export function checkFlow(flow: unknown): FlowProblem | undefined {
  try {
    validators().createFlow({ path: {}, query: {}, header: {}, body: flow });
    requireValidSteps({ config: { allowLoopback: false } }, (flow as { steps: FlowStep[] }).steps);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    const { code, details } = error as { code: ErrorCode; details: ErrorDetails };
    const { http, reason, fix } = ERRORS[code];
    return {
      code,
      http,
      message: error.message,
      reason: details.reason ?? reason,
      fix: details.fix ?? fix,
    };
  }
}
