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
