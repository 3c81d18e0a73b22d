import type { CallbackContent } from '../callback.ts';

/** Returns a choice (missing-payload); null if there is neither a payload nor a title. */
export const choiceOf = (payload: string | null, title: string | null): CallbackContent['button'] =>
  payload === null && title === null ? null : { payload: payload ?? title ?? '', title };
