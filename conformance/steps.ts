import { AsyncLocalStorage } from 'node:async_hooks';
import type { SentRequest } from './exchange.ts';

/** What happened in a case: a request to the API, a call of the control protocol, or a webhook that arrived. */
export interface Step {
  kind: 'request' | 'control' | 'webhook';
  request: SentRequest;
  /** The response. For a webhook, the response of the receiver. */
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  /** Why there is no response. */
  outcome?: string;
}

const current = new AsyncLocalStorage<Step[]>();

/** Runs a case, and collects its steps in the list, in the order in which they end. */
export const withSteps = <T>(steps: Step[], run: () => Promise<T>): Promise<T> => current.run(steps, run);

/** Returns a function that records steps of the present case, for callers outside of it. */
export function recorder(): (step: Step) => void {
  const steps = current.getStore();
  return (step) => void steps?.push(step);
}

/** Records a step of the present case. */
export const recordStep = (step: Step): void => recorder()(step);
