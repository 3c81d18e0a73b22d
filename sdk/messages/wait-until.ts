import { checkOptions } from '#checks';
import type { Resources } from '../generated/resources.ts';
import { pause } from '../request/pause.ts';
import { withTimeout } from '../request/with-timeout.ts';
import { hasReached, movesForward } from './message-status.ts';
import { MessageStatusError } from './message-status-error.ts';

import type { Waiting } from './waiting.ts';

export { MessageStatusError } from './message-status-error.ts';
export type { SendAndWaitOptions, Waiting, WaitOptions } from './waiting.ts';

/**
 * Returns the methods that send and wait, based on these two. Their code is loaded with the first call, so that apps
 * without them do not load it.
 */
export function waitingFor({ send, get }: Pick<Resources['messages'], 'send' | 'get'>): Waiting {
  const code = async () =>
    (await import('./wait.ts')).waitingWith(get, { withTimeout, pause, hasReached, movesForward, MessageStatusError });
  return {
    waitUntil: async (id, options = {}) => {
      checkOptions('waitUntil', options);
      return (await code()).wait(id, options);
    },
    sendAndWait: async (message, options = {}) => {
      // Check the options and load the code before anything is sent.
      checkOptions('sendAndWait', options);
      const own = { ...options };
      return (await code()).sendAndWait(send, message, own);
    },
  };
}
