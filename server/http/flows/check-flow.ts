import { ERRORS, type ErrorCode } from '@wigwag/openapi';
import { ApiError, type ErrorDetails } from '../../domain/api-error.ts';
import { requireValidStep } from '../../domain/flows/flow-steps.ts';
import type { FlowStep } from '../../store/flows/flows.ts';
import { validators } from '../plugins/validation.ts';

/** A problem with a flow, with the texts of the table of errors. */
interface FlowProblem {
  code: ErrorCode;
  http: number;
  message: string;
  reason: string;
  fix: string;
}

/**
 * Checks a flow as far as possible without an account (§2.11, §4.8). It checks the fields and, if they are valid, the
 * delays, buttons and URLs.
 *
 * @returns the problems of the fields, or of each step
 */
export function checkFlow(flow: unknown): FlowProblem[] {
  const fields = problemIn(() => validators().createFlow({ path: {}, query: {}, header: {}, body: flow }));
  if (fields) {
    return [fields];
  }
  const { steps } = flow as { steps: FlowStep[] };
  return steps.flatMap(
    (step, index) =>
      problemIn(() =>
        requireValidStep(
          { config: { allowLoopback: false } },
          { step, before: steps[index - 1], field: `steps.${index}` },
        ),
      ) ?? [],
  );
}

function problemIn(check: () => unknown): FlowProblem | undefined {
  try {
    check();
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
