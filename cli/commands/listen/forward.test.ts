import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { constructEvent } from '@wigwag/sdk/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { localCertificate } from '../../../lab/testing/certificate.ts';
import { createReceiver, listen as listenOn, RunningCommand, startDev, wigwag } from '../../testing/cli.ts';
import { receivedEvent, statusEvent, TailServer } from '../../testing/tail.ts';

async function startListen(args: string[], env: Record<string, string> = {}) {
  const server = new TailServer();
  await server.comeBack();
  onTestFinished(() => server.goAway());
  const listen = new RunningCommand(['listen', ...args], {
    env: { WIGWAG_BASE_URL: server.baseUrl, WIGWAG_API_KEY: 'ww_live_key', ...env },
  });
  await listen.until('it to listen', () => listen.stderr.includes('listening to the events of'));
  const lines = (count: number) =>
    listen.until(`${count} lines`, () => {
      const found = listen.stdout.split('\n').slice(0, -1);
      return found.length >= count && found;
    });
  return { server, listen, lines };
}

test('forwards each event to every address, signed with the secret that it prints, and prints the responses', async () => {
  const good = await createReceiver();
  const bad = await listenOn(createServer((_request, response) => response.writeHead(500).end('it broke')));
  const { server, listen, lines } = await startListen(['--forward-to', good.url, bad, '--forward-to', `${good.url}/2`]);
  server.tell(receivedEvent(1, 'Where is my order?'));
  expect(await lines(1)).toEqual([
    expect.stringMatching(
      / message\.received {2}Ada on whatsapp: Where is my order\? {2}-> 200 in \d.*s, 500 in \d.*s, 200 in \d.*s$/,
    ),
  ]);
  const secret = /signed with (whsec_\S{32}), which was generated/.exec(listen.stderr)?.[1] ?? '';
  expect(good.deliveries).toHaveLength(2);
  for (const { headers, bytes } of good.deliveries) {
    expect(await constructEvent(bytes, headers, secret)).toMatchObject({ id: 'whd_1' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'message.received',
      'x-service-delivery-id': 'whd_1',
      'x-service-attempt': '1',
    });
  }
  expect((await listen.stop('SIGINT')).code).toBe(0);
});

test('--print json shows the response of each address, and --filter hides other events', async () => {
  const receiver = await createReceiver();
  const nobody = new TailServer();
  await nobody.comeBack();
  const gone = new URL(nobody.baseUrl).origin;
  await nobody.goAway();
  const { server, lines } = await startListen(
    ['--forward-to', receiver.url, gone, '--filter', 'status=failed WHD_', '--print', 'json'],
    { WIGWAG_SIGNING_SECRET: 'whsec_given' },
  );
  server.tell(receivedEvent(1, 'status=failed'));
  server.tell(statusEvent(2, 'read'));
  server.tell(statusEvent(3, 'failed'));
  const [line] = (await lines(1)).map((text) => JSON.parse(text));
  expect(line).toEqual({
    event: expect.objectContaining({ id: 'whd_3' }),
    forwarded: [
      { url: receiver.url, status: 200, milliseconds: expect.any(Number), answer: '' },
      { url: gone, problem: 'ECONNREFUSED', milliseconds: expect.any(Number) },
    ],
  });
  expect(receiver.deliveries.map(({ event }) => event.id)).toEqual(['whd_3']);
  const [delivery] = receiver.deliveries;
  await expect(constructEvent(delivery?.bytes ?? '', delivery?.headers, 'whsec_given')).resolves.toBeTruthy();
});

test('none of 2,000 simultaneous events is lost or forwarded twice, and in-flight ones finish before the end', async () => {
  const receiver = await createReceiver();
  const { server, listen } = await startListen(['--forward-to', receiver.url]);
  for (let id = 1; id <= 2_000; id += 1) {
    server.tell(statusEvent(id));
  }
  await listen.until('the last one', () => receiver.deliveries.length === 2_000);
  expect(new Set(receiver.deliveries.map(({ event }) => event.id)).size).toBe(2_000);
  const { code, stdout } = await listen.stop('SIGTERM');
  expect([code, stdout.trim().split('\n').length]).toEqual([0, 2_000]);
});

test('events received as webhooks are also forwarded', async () => {
  const { control, info } = await startDev();
  const receiver = await createReceiver();
  const listen = new RunningCommand(['listen', '--receive', '--port', '0', '--forward-to', receiver.url], {
    env: { WIGWAG_SIGNING_SECRET: info.signing_secret },
  });
  const url = await listen.until('its address', () => /listening on (http:\S+);/.exec(listen.stderr)?.[1]);
  await control('PUT', '/webhook', { account_id: info.account_id, url });
  await control('POST', '/inbound', {
    account_id: info.account_id,
    channel: 'whatsapp',
    from: { id: '905551112233', name: 'Ada' },
    type: 'text',
    text: 'Hello',
  });
  await listen.until('the event', () =>
    /✓ message\.received {2}Ada on whatsapp: Hello {2}-> 200 in/.test(listen.stdout),
  );
  const [delivery] = receiver.deliveries;
  await expect(constructEvent(delivery?.bytes ?? '', delivery?.headers, info.signing_secret)).resolves.toBeTruthy();
});

test('an invalid address is refused before any request', async () => {
  const { code, stderr } = await wigwag(['listen', '--forward-to', 'ftp://localhost:8080']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('an address such as http://127.0.0.1:8080/webhooks')]);
});

test('a port or an address without a scheme is an address of this machine', async () => {
  const receiver = await createReceiver();
  const { port } = new URL(receiver.url);
  const { server, lines, listen } = await startListen(['--forward-to', port, `:${port}/2`, `localhost:${port}/3`]);
  server.tell(receivedEvent(1, 'Hello'));
  expect(await lines(1)).toEqual([expect.stringMatching(/-> 200 in .*, 200 in .*, 200 in /)]);
  expect(receiver.deliveries).toHaveLength(3);
  const address = `http://localhost:${port}`;
  expect(listen.stderr).toContain(`forwarding to ${address} ${address}/2 ${address}/3, signed with`);
});

test('a self-signed certificate is refused with a hint, and accepted with --skip-verify', async () => {
  const receiver = createTlsServer(localCertificate(), (_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  for (const [flags, answer] of [
    [[], / -> [A-Z_]+CERT[A-Z_]* \(--skip-verify accepts this certificate\)/],
    [['--skip-verify'], / -> 200 in /],
  ] as const) {
    const { server, lines } = await startListen(['--forward-to', url, ...flags]);
    server.tell(receivedEvent(1, 'Hello'));
    expect(await lines(1)).toEqual([expect.stringMatching(answer)]);
  }
  expect(await wigwag(['listen', '--skip-verify'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --forward-to'),
  });
});
