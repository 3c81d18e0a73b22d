import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constructEvent } from '@wigwag/sdk/webhooks';
import { expect, test } from 'vitest';
import { createReceiver, type SeenDelivery, scratchFolder, startDev, waitFor } from '../testing/cli.ts';

/** §6: `X-Service-Signature` is `t=<unix_seconds>,v1=<hex>`. */
function partsOf({ headers }: SeenDelivery): { header: string; t: string; v1: string } {
  const header = String(headers['x-service-signature']);
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return { header, t, v1 };
}

/** Computes the signature by hand, over the received bytes. */
const byHand = (t: string, bytes: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${t}.`).update(bytes).digest('hex');

/** Computes the signature with the machine's openssl, over the bytes in a file. */
function byOpenssl(t: string, bytes: Buffer, secret: string): string {
  const file = join(scratchFolder(), 'signed');
  writeFileSync(file, Buffer.concat([Buffer.from(`${t}.`), bytes]));
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, file], { encoding: 'utf8' });
  return printed.trim().split(' ').at(-1) ?? '';
}

test('three independent verifiers accept real deliveries of each event', async () => {
  const { api, control, customerWrites, info } = await startDev();
  const { url, deliveries } = await createReceiver();
  const { account_id, signing_secret: secret } = info;
  await control('PUT', '/webhook', { account_id, url });
  await customerWrites('Grüße 👋 "quoted" \\ \u2028 </script> \n next line');
  await api('POST', '/messages', { to: '905551112233', text: 'Selam, dünya' });
  const template = { account_id, name: 'news', language: 'en', category: 'UTILITY', parameter_format: 'POSITIONAL' };
  const components = [{ type: 'BODY', text: 'News' }];
  await control('POST', '/templates', { ...template, components, status: 'PENDING' });
  await control('POST', '/templates', { ...template, components, status: 'APPROVED' });
  const kinds = () => new Set(deliveries.map(({ event }) => event.event));
  await waitFor('a delivery of each event', () => kinds().size === 3);
  await control('POST', '/settle');
  for (const delivery of [...deliveries]) {
    const { bytes, event } = delivery;
    const { header, t, v1 } = partsOf(delivery);
    expect(byHand(t, bytes, secret)).toBe(v1);
    expect(byOpenssl(t, bytes, secret)).toBe(v1);
    expect(await constructEvent(bytes, header, secret)).toEqual(event);
    // One more byte, which does not change the content.
    const longer = Buffer.concat([bytes, Buffer.from(' ')]);
    expect(byHand(t, longer, secret)).not.toBe(v1);
    expect(byOpenssl(t, longer, secret)).not.toBe(v1);
    await expect(constructEvent(longer, header, secret)).rejects.toThrow('does not match');
  }
});
