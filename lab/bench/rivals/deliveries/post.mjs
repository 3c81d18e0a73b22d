import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

const dispatcher = new Agent();
const TIMEOUT_MILLISECONDS = 10_000;
/** Each endpoint has a secret. The programs know it without a query. */
const SECRET = 'whsec_YSBzaWduaW5nIHNlY3JldA==';

/**
 * Posts one webhook with the headers and both signatures of our server.
 *
 * @param {string} url
 * @param {{ id: string, event: string, account: number, data: object, createdAt: string }} delivery
 * @param {number} attempt
 * @throws if the receiver does not accept it, so that the queue retries it
 */
export async function post(url, { id, event, account, data, createdAt }, attempt) {
  const body = JSON.stringify({
    id,
    event,
    api_version: 'v1',
    created_at: createdAt,
    company_id: account,
    attempt,
    data,
  });
  const seconds = Math.floor(Date.now() / 1000);
  const ours = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  const standard = createHmac('sha256', SECRET.slice('whsec_'.length), { encoding: 'base64' })
    .update(`${id}.${seconds}.${body}`)
    .digest('base64');
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    headersTimeout: TIMEOUT_MILLISECONDS,
    bodyTimeout: TIMEOUT_MILLISECONDS,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'rival',
      'x-service-signature': `t=${seconds},v1=${ours}`,
      'x-service-event': event,
      'x-service-delivery-id': id,
      'x-service-attempt': String(attempt),
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${standard}`,
    },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode >= 300) {
    throw new Error(`the receiver returned ${answer.statusCode}`);
  }
}
