import { randomBytes } from 'node:crypto';
import { generateTestHeader } from '@wigwag/sdk/webhooks';
import { quoted } from '@wigwag/server/shell-word';
import { type Entry, eventOf } from './entry.ts';

/** A secret for one run, in the form of the server's own. */
export const madeUpSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`;

/** The headers of a delivery (§6), signed over its bytes as of now. */
export async function headersOf(entry: Pick<Entry, 'rawBody' | 'result' | 'attempt'>, secret: string) {
  const event = eventOf(entry);
  return {
    'content-type': 'application/json',
    'x-service-signature': await generateTestHeader(entry.rawBody, secret),
    'x-service-event': event?.event ?? '',
    'x-service-delivery-id': event?.id ?? '',
    'x-service-attempt': String(entry.attempt),
  };
}

/** The delivery as a line for a shell; its signature is good for five minutes. */
export async function curlOfDelivery(entry: Entry, url: string, secret: string): Promise<string> {
  const headers = Object.entries(await headersOf(entry, secret));
  return [
    `curl -X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(entry.rawBody)}`,
  ].join(' ');
}
