import { randomBytes } from 'node:crypto';
import { generateTestHeader } from '@wigwag/sdk/webhooks';
import { quoted } from '@wigwag/server/shell-word';
import { eventOf, type LogEntry } from './entry.ts';

/** Generates a secret for one run, in the format of the server's secrets. */
export const generatedSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`;

/** Returns the headers of a delivery (§6), with a signature of its bytes and the current time. */
export async function headersOf(entry: Pick<LogEntry, 'rawBody' | 'result' | 'attempt'>, secret: string) {
  const event = eventOf(entry);
  return {
    'content-type': 'application/json',
    'x-service-signature': await generateTestHeader(entry.rawBody, secret),
    'x-service-event': event?.event ?? '',
    'x-service-delivery-id': event?.id ?? '',
    'x-service-attempt': String(entry.attempt),
  };
}

/** Returns the delivery as a shell command. Its signature is valid for five minutes. */
export async function curlOfDelivery(entry: LogEntry, url: string, secret: string): Promise<string> {
  const headers = Object.entries(await headersOf(entry, secret));
  return [
    `curl -X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(entry.rawBody)}`,
  ].join(' ');
}
