import { MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { MICROSECONDS } from '../base/time.ts';
import type { CallbackProblem } from '../store/callbacks/callbacks.ts';

/** The number of callbacks whose problems are counted. */
const MAX_CALLBACKS = 10_000;

/** Returns the problems of the newest callbacks that could not be used, the most recent problem first. */
export async function listCallbackProblems(app: App, limit: number): Promise<CallbackProblem[]> {
  const since = app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
  return (await app.store.read.callbacks.listProblems(since, MAX_CALLBACKS)).slice(0, limit);
}
