import { NoReplyError, type WebhookEvent, Wigwag } from '@wigwag/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { createSdkWorld } from '../testing/sdk.ts';

/** `waitForReply` and `conversations.stream` against the real server, worker and mock. */

const to = '905551112233';

/** Reads a stream in steps. */
function reader<T>(values: AsyncGenerator<T, void, undefined>) {
  onTestFinished(() => void values.return());
  return {
    take: async (count: number): Promise<T[]> => {
      const taken: T[] = [];
      while (taken.length < count) {
        const { done, value } = await values.next();
        if (done) {
          break;
        }
        taken.push(value);
      }
      return taken;
    },
  };
}

test('a reply is found, whether it arrives before or after the call, and other people do not count', async () => {
  const { wigwag, control, customerWrites } = await createSdkWorld();
  await customerWrites('Hello');
  const { id: after } = await wigwag.messages.send({ to, text: 'Which size?' });
  await control('POST', '/settle');
  await customerWrites('Not me', '905559998877');
  await customerWrites('42');
  await customerWrites('Or 43');
  expect(await wigwag.messages.waitForReply(to, { after })).toMatchObject({ text: '42', direction: 'in' });

  const connected = Promise.withResolvers<unknown>();
  const reply = wigwag.messages.waitForReply(`+${to}`, { onConnect: connected.resolve });
  await connected.promise;
  await customerWrites('Nor me', '905559998877');
  await customerWrites('Thanks');
  expect(await reply).toMatchObject({ text: 'Thanks' });
});

test('a first message of a person is a reply, and a missing one ends with NoReplyError or the reason of the signal', async () => {
  const { wigwag, customerWrites } = await createSdkWorld();
  const connected = Promise.withResolvers<unknown>();
  const first = wigwag.messages.waitForReply('905551110000', { onConnect: connected.resolve });
  await connected.promise;
  await customerWrites('Good morning', '905551110000');
  expect(await first).toMatchObject({ text: 'Good morning' });

  const late = wigwag.messages.waitForReply('905551110000', { waitTimeout: 20 });
  await expect(late).rejects.toBeInstanceOf(NoReplyError);
  await expect(late).rejects.toThrow('No reply within 0.02 s.');
  const stop = new AbortController();
  const aborted = wigwag.messages.waitForReply(to, { signal: stop.signal, onConnect: () => stop.abort('enough') });
  await expect(aborted).rejects.toBe('enough');
  await expect(wigwag.messages.waitForReply(to, { waitTimout: 1 } as never)).rejects.toThrow('waitTimeout');
  await customerWrites('Hi');
  await expect(wigwag.messages.waitForReply(to, { after: 'msg_1' })).rejects.toThrow('no message msg_1');
});

test('a stream yields stored and new messages once each, and again when their status changes', async () => {
  const { wigwag, control, customerWrites } = await createSdkWorld();
  await customerWrites('One');
  const { messages } = await wigwag.conversations.messages(to);
  await customerWrites('Two');
  await customerWrites('Three');
  const stream = reader(wigwag.conversations.stream(to, { after: messages[0]?.id ?? '' }));
  expect(await stream.take(2)).toMatchObject([{ text: 'Two' }, { text: 'Three' }]);
  const { id } = await wigwag.messages.send({ to, text: 'Four' });
  await customerWrites('Elsewhere', '905559998877');
  await control('POST', '/settle');
  const seen: (string | null)[] = [];
  while (seen.at(-1) !== 'read') {
    const [message] = await stream.take(1);
    expect(message).toMatchObject({ id, text: 'Four' });
    seen.push(message?.status ?? null);
  }
  expect(new Set(seen).size).toBe(seen.length);
  await customerWrites('Five');
  expect(await stream.take(1)).toMatchObject([{ text: 'Five' }]);
});

test('no message is lost or repeated while connections break', async () => {
  const { info, control, customerWrites } = await createSdkWorld();
  await customerWrites('0');
  const connections = new Set<AbortController>();
  const wigwag = new Wigwag({
    apiKey: info.live_key,
    baseUrl: info.base_url,
    fetch: (request, options) => {
      const connection = new AbortController();
      if (request.url.includes('/developers/events')) {
        connections.add(connection);
      }
      return fetch(request, { ...options, signal: AbortSignal.any([request.signal, connection.signal]) });
    },
  });
  const [start] = (await wigwag.conversations.messages(to)).messages;
  const stream = reader(wigwag.conversations.stream(to, { after: start?.id ?? '', retry: 1 }));
  const reading = stream.take(30);
  for (let index = 1; index <= 30; index += 1) {
    await customerWrites(String(index));
    if (index % 7 === 0) {
      for (const connection of connections) {
        connection.abort();
      }
      connections.clear();
      // A virtual second, so that the reconnections are not limited.
      await control('POST', '/clock/advance', { seconds: 1 });
    }
  }
  expect((await reading).map(({ text }) => text)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)));
});

test('leaving the loop, return() and a signal end a stream at once, without an error', async () => {
  const { wigwag, customerWrites } = await createSdkWorld();
  await customerWrites('One');
  const stop = new AbortController();
  const connected = Promise.withResolvers<unknown>();
  const waiting = wigwag.conversations.stream(to, { signal: stop.signal, onConnect: connected.resolve });
  const next = waiting.next();
  await connected.promise;
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });

  const again = Promise.withResolvers<unknown>();
  const other = wigwag.conversations.stream(to, { onConnect: again.resolve });
  const pending = other.next();
  await again.promise;
  await other.return();
  expect(await pending).toEqual({ done: true, value: undefined });
  const none: WebhookEvent[] = [];
  for await (const _ of wigwag.conversations.stream(to, { signal: AbortSignal.abort() })) {
    none.push(_ as never);
  }
  expect(none).toEqual([]);
});

test('a refused stream or history ends the stream with the error', async () => {
  const { control, info, clientOf } = await createSdkWorld();
  const { key } = await control('POST', '/keys', {
    account_id: info.account_id,
    mode: 'live',
    scopes: ['conversations:read'],
  });
  await expect(clientOf(key).conversations.stream(to).next()).rejects.toMatchObject({ code: 'SCOPE_DENIED' });
  await expect(clientOf(key).messages.waitForReply(to)).rejects.toMatchObject({ code: 'SCOPE_DENIED' });
});
