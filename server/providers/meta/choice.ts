import type { Content } from '../callback.ts';

/** Returns a choice (missing-payload); null if there is neither a payload nor a title. */
export const choiceOf = (payload: string | null, title: string | null): Content['button'] =>
  payload === null && title === null ? null : { payload: payload ?? title ?? '', title };
