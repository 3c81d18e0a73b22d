import { checkOptions } from '#checks';
import { stoppable } from '../events/stoppable.ts';
import type { Resources } from '../generated/resources.ts';
import { withTimeout } from '../request/with-timeout.ts';
import type { Listen, Streaming, StreamOptions, WaitingForReply } from './following.ts';
import { NoReplyError } from './no-reply-error.ts';

/**
 * Returns the methods that follow a conversation. Their code is loaded with the first call, so that apps without them do
 * not load it.
 */
export function conversationMethods(
  conversations: Resources['conversations'],
  events: Listen,
): Streaming & WaitingForReply {
  const code = () => import('./stream.ts');
  const stream = (phone: string, options: StreamOptions = {}) => {
    checkOptions('stream', options);
    return stoppable(options.signal, async function* (signal) {
      yield* (await code()).stream(conversations, events, phone, { ...options, signal });
    });
  };
  return {
    stream,
    async waitForReply(to, options = {}) {
      checkOptions('waitForReply', options);
      return (await code()).waitForReply(stream, { withTimeout, NoReplyError }, to, options);
    },
  };
}
