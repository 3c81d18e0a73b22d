import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from './receiver.ts';

test('the receiver survives a sender that hangs up in the middle of a body', async () => {
  const receiver = await startReceiver({ port: 0, secret: 'a'.repeat(32), onDelivery: () => {} });
  onTestFinished(() => receiver.close());
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  const sender = connect(Number(new URL(receiver.url).port), '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n');
  await once(sender, 'data'); // The request has arrived.
  sender.destroy();
  await once(sender, 'close');

  expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(400);
  expect(rejections).toEqual([]);
});

test('the receiver reports nothing that a page of another site sends, and accepts the host of a tunnel', async () => {
  const received: string[] = [];
  const onDelivery = ({ rawBody }: { rawBody: string }) => void received.push(rawBody);
  const receiver = await startReceiver({ port: 0, secret: 'a'.repeat(32), onDelivery });
  onTestFinished(() => receiver.close());
  const headers = { origin: 'https://evil.example' };
  const page = await fetch(receiver.url, { method: 'POST', body: 'page', headers });
  expect([page.status, received]).toEqual([403, []]);
  const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1');
  socket.end('POST / HTTP/1.1\r\nHost: abc.tunnel.example\r\nContent-Length: 6\r\nConnection: close\r\n\r\ntunnel');
  await once(socket.resume(), 'close');
  expect(received).toEqual(['tunnel']);
});
