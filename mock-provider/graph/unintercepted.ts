import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs outside of whatever request is being answered. In process MSW takes each socket that is opened on behalf of a
 * request it intercepts, undici's too, for one more request to intercept: callbacks would end there.
 */
export const unintercepted = AsyncLocalStorage.bind;
