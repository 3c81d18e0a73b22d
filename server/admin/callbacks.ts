import type { App } from '../app.ts';
import type { CallbackProblem } from '../store/callbacks/callbacks.ts';

/** The number of callbacks whose problems are counted. */
const MOST_CALLBACKS = 10_000;

/** Returns the problems of the newest callbacks that could not be used, the most recent problem first. */
export const listCallbackProblems = async (app: App, limit: number): Promise<CallbackProblem[]> =>
  (await app.store.read.callbacks.listProblems(MOST_CALLBACKS)).slice(0, limit);
