import type { WigwagOptions } from './options.ts';

/** For browsers, which have no environment, and where other origins may forbid the header `User-Agent`. */
export const withEnvironment = (options: WigwagOptions, _names?: { key: string; url: string }): WigwagOptions =>
  options;
