/** Replaces `checks.ts` in bundles for browsers and workers, which check arguments only during development. */
export function checkOptions(): void {}
export function checkCall(): void {}
export function checkFileChunk(): void {}
export function checkRequest(): void {}
