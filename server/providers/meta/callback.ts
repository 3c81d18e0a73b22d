import { equalSecrets, hmacOf } from '../../base/secrets.ts';
import { type CallbackItem, type CallbackRoute, readEach, type Unreadable } from '../callback.ts';

/** The route for all of Meta's products, because an app has only one callback address. */
export const META_CALLBACKS: CallbackRoute = {
  path: (providerAppId) => `/callbacks/meta/${providerAppId}`,
  // WhatsApp callbacks are up to 3 MB (Meta, "Webhooks overview").
  maxBytes: 4_000_000,
  // https://developers.facebook.com/docs/graph-api/webhooks/getting-started
  answerHandshake(query, verifyToken) {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
    const isComplete = mode === 'subscribe' && typeof token === 'string' && typeof challenge === 'string';
    return isComplete && challenge !== '' && equalSecrets(token, verifyToken) ? challenge : undefined;
  },
  isSigned: (headers, body, appSecret) =>
    equalSecrets(String(headers['x-hub-signature-256']), `sha256=${hmacOf(appSecret, body)}`),
};

/**
 * Yields the items of a callback about one of Meta's objects. `entry[]` and the fields inside it are lists. Unknown
 * fields and kinds are skipped, because Meta adds them without notice.
 */
export function* readEntries<Entry extends object>(
  callback: unknown,
  object: string,
  read: (entry: Entry) => Iterable<CallbackItem | Unreadable>,
): Generator<CallbackItem | Unreadable> {
  const body = (callback ?? {}) as { object?: unknown; entry?: unknown };
  if (body.object === object) {
    yield* readEach(body.entry, read);
  }
}
