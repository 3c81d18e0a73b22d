import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs outside the context of the current request. In process, MSW intercepts every socket opened while it handles an
 * intercepted request, even undici's, so callbacks would never be sent.
 */
export const unintercepted = AsyncLocalStorage.bind;
