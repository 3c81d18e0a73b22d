import { DELIVERY_LOGGED_ANSWER_CHARACTERS, DELIVERY_TIMEOUT_SECONDS } from '@wigwag/openapi';
import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { call } from './request.ts';
import { signatureOf } from './signature.ts';

/** One signed POST of an event to a user's address. */
export interface WebhookPost {
  url: string;
  secret: string;
  event: string;
  deliveryId: string;
  attempt: number;
  /** Exactly these bytes are signed and sent. */
  rawBody: string;
}

export interface WebhookAnswer {
  /** null when nobody answered. */
  statusCode: number | null;
  responsePrefix: string | null;
  problem: string | null;
  durationMs: number;
}

// A character takes up to four bytes of UTF-8.
const LOGGED_BYTES = DELIVERY_LOGGED_ANSWER_CHARACTERS * 4;

/** Posts an event and tells what came of it; never throws. */
export async function postWebhook(post: WebhookPost, clock: Clock, dispatcher: Dispatcher): Promise<WebhookAnswer> {
  const begun = performance.now();
  const duration = () => Math.round(performance.now() - begun);
  try {
    const answer = await call({
      method: 'POST',
      url: post.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'wigwag',
        'x-service-signature': signatureOf(post.secret, post.rawBody, clock.now()),
        'x-service-event': post.event,
        'x-service-delivery-id': post.deliveryId,
        'x-service-attempt': String(post.attempt),
      },
      body: post.rawBody,
      dispatcher,
      clock,
      timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      maxBytes: LOGGED_BYTES,
    });
    const succeeded = answer.status >= 200 && answer.status < 300;
    return {
      statusCode: answer.status,
      // PostgreSQL text cannot hold NUL.
      responsePrefix: [...answer.body.replaceAll('\0', '')].slice(0, DELIVERY_LOGGED_ANSWER_CHARACTERS).join(''),
      problem: succeeded ? null : `answered ${answer.status}`,
      durationMs: duration(),
    };
  } catch (error) {
    return { statusCode: null, responsePrefix: null, problem: (error as Error).message, durationMs: duration() };
  }
}
