import { mergeHeaders } from 'openapi-fetch';
import type { ExtraHeaders } from '../options.ts';

/** Merges headers; later ones replace earlier ones. openapi-fetch alone ignores the `Headers` of another window or `vm` context. */
export const mergedHeaders = (...all: (ExtraHeaders | undefined)[]): Headers =>
  mergeHeaders(
    ...all.map((each) => (each && Symbol.iterator in each ? Object.fromEntries(each as Headers) : (each as object))),
  );
