/** Replaces `checks.ts` in bundles for browsers and workers, where arguments are checked during development only. */
export function checkOptions(): void {}
export function checkCall(): void {}
export function checkFileChunk(): void {}
