import { expect, expectTypeOf, test } from 'vitest';
import { ApiError, isApiError } from './request/api-error.ts';
import { ConnectionError } from './request/connection-error.ts';
import { createObservedClient, success, thrownBy } from './testing.ts';
import { Wigwag } from './wigwag.ts';

const REFUSAL = {
  status: 409,
  body: {
    success: false,
    error: {
      code: 'WINDOW_CLOSED',
      http: 409,
      message: 'The 24 h window for this recipient closed at 2026-05-04T12:00:00+00:00.',
      reason: 'Free-form messages require a message from the customer within the window.',
      fix: 'Send an approved template.',
      param: 'to',
      docs: 'http://127.0.0.1:3000/developers/errors/WINDOW_CLOSED',
      request_id: 'req_42',
    },
  },
};

test('sends a message with the key, and returns the accepted message', async () => {
  const { wigwag, requests } = await createObservedClient(success(202, { id: 'msg_1', status: 'queued' }));
  expect(await wigwag.messages.send({ to: '905551112233', text: 'Hello' })).toEqual({ id: 'msg_1', status: 'queued' });
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/api/v1/messages',
      headers: { authorization: 'Bearer ww_live_key', 'content-type': 'application/json' },
      body: { to: '905551112233', text: 'Hello' },
    },
  ]);
});

test('sends a template', async () => {
  const { wigwag, requests } = await createObservedClient(success(202, { id: 'msg_2', status: 'queued' }));
  await wigwag.messages.sendTemplate({ to: '905551112233', name: 'order_update', variables: ['Ada', '4711'] });
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/api/v1/messages/template',
      body: { to: '905551112233', name: 'order_update', variables: ['Ada', '4711'] },
    },
  ]);
});

test('gets a message', async () => {
  const message = { id: 'msg_1', status: 'delivered', external_id: 'wamid.1', error: null, test: false };
  const { wigwag, requests } = await createObservedClient(success(200, message));
  expect(await wigwag.messages.get('msg_1')).toEqual(message);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v1/messages/msg_1']);
});

test('an ID cannot change the path', async () => {
  const { wigwag, requests } = await createObservedClient(success(200, { id: 'msg_1', status: 'read' }));
  await wigwag.messages.get('../me?x=1');
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/messages/..%2Fme%3Fx%3D1']);
});

test('requests the key and the channels', async () => {
  const { wigwag, requests } = await createObservedClient(success(200, { channels: [] }));
  expect(await wigwag.account.me()).toEqual({ channels: [] });
  expect(await wigwag.account.channels()).toEqual({ channels: [] });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v1/me', 'GET /api/v1/channels']);
});

test('unknown fields are kept', async () => {
  const { wigwag } = await createObservedClient(success(202, { id: 'msg_1', status: 'queued', new_field: [1] }));
  expect(await wigwag.messages.send({ to: '905551112233', text: 'Hello' })).toMatchObject({ new_field: [1] });
});

test('each send has a new idempotency key', async () => {
  const { wigwag, requests } = await createObservedClient(success(202, { id: 'msg_1', status: 'queued' }));
  await wigwag.messages.send({ to: '905551112233', text: 'Hello' });
  await wigwag.messages.send({ to: '905551112233', text: 'Hello' });
  await wigwag.messages.sendTemplate({ to: '905551112233', name: 'hello_world' });
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^.{16,255}$/), expect.any(String), expect.any(String)]);
  expect(new Set(keys).size).toBe(3);
});

test("the caller's idempotency key is sent unchanged", async () => {
  const { wigwag, requests } = await createObservedClient(success(202, { id: 'msg_1', status: 'queued' }));
  const options = { idempotencyKey: 'order-4711' };
  await wigwag.messages.send({ to: '905551112233', text: 'Hello' }, options);
  await wigwag.messages.sendTemplate({ to: '905551112233', name: 'hello_world' }, options);
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-4711', 'order-4711']);
});

test("a refusal is an ApiError with all fields of the API's error", async () => {
  const { wigwag } = await createObservedClient(REFUSAL);
  const error = await thrownBy(wigwag.messages.send({ to: '905551112233', text: 'Hello' }));
  expect(isApiError(error)).toBe(true);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'WindowError',
    message: expect.stringMatching(/^WINDOW_CLOSED: The 24 h window .* Send an approved template\.$/),
    code: 'WINDOW_CLOSED',
    http: 409,
    reason: 'Free-form messages require a message from the customer within the window.',
    fix: 'Send an approved template.',
    param: 'to',
    docs: 'http://127.0.0.1:3000/developers/errors/WINDOW_CLOSED',
    requestId: 'req_42',
  });
});

test('the invalid fields of a validation are on the error', async () => {
  const errors = [{ field: 'text', message: 'is missing' }];
  const body = { success: false, error: { ...REFUSAL.body.error, code: 'VALIDATION_FAILED', http: 422, errors } };
  const { wigwag } = await createObservedClient({ status: 422, body });
  expect(await thrownBy(wigwag.account.me())).toMatchObject({ code: 'VALIDATION_FAILED', errors });
});

test('an unreachable server is a ConnectionError with a clear message', async () => {
  const { wigwag, close } = await createObservedClient(success(200, {}));
  await close();
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as Error).message).toMatch(/^The server cannot be reached: .*ECONNREFUSED/);
  expect(error).not.toBeInstanceOf(ApiError);
});

test.each([404, 500])('an HTML response with status %i is a ConnectionError that names the address', async (status) => {
  const { wigwag, baseUrl } = await createObservedClient({ status, body: '<html>Bad gateway</html>' });
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as Error).message).toContain(`${baseUrl}/me returned ${status}`);
});

test('an HTML page with status 200 is not reported as an unreachable server', async () => {
  const { wigwag } = await createObservedClient({ status: 200, body: '<html>Welcome</html>' });
  const error = await thrownBy(wigwag.account.me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as Error).message).toMatch(/\/me returned 200, but is not this API: baseUrl must end in \/api\/v1\.$/);
});

test('a response in another form of JSON is a ConnectionError that asks for /api/v1', async () => {
  for (const body of [{ hello: 'world' }, [], null, { success: false, error: 'nope' }, { error: { message: 'no' } }]) {
    for (const status of [200, 404]) {
      const { wigwag } = await createObservedClient({ status, body }, { path: '' });
      const error = await thrownBy(wigwag.account.me());
      expect([body, status, (error as Error)?.name]).toEqual([body, status, 'UnexpectedAnswerError']);
      expect((error as Error).message).toContain('baseUrl must end in /api/v1.');
    }
  }
});

test('an empty response is a ConnectionError', async () => {
  const { wigwag } = await createObservedClient({ status: 204, body: '' });
  expect(await thrownBy(wigwag.account.me())).toBeInstanceOf(ConnectionError);
});

test("the caller's fetch is used", async () => {
  const asked: string[] = [];
  const wigwag = new Wigwag({
    apiKey: 'ww_live_key',
    baseUrl: 'https://api.example/api/v1',
    fetch: async (request) => {
      asked.push(request.url);
      return Response.json({ success: true, data: { channels: [] }, request_id: 'req_1' });
    },
  });
  expect(await wigwag.account.channels()).toEqual({ channels: [] });
  expect(asked).toEqual(['https://api.example/api/v1/channels']);
});

test('a slash at the end of the base URL is ignored', async () => {
  const { requests, baseUrl } = await createObservedClient(success(200, { channels: [] }));
  await new Wigwag({ apiKey: 'ww_live_key', baseUrl: `${baseUrl}/` }).account.channels();
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/channels']);
});

/** Never called: the test is that these lines do not compile. */
/* oxlint-disable typescript/no-floating-promises -- These calls never run. */
export function doesNotCompile({ messages, client, request }: Wigwag): void {
  const to = '905551112233';
  // @ts-expect-error an unknown field
  messages.send({ to, text: 'Hello', colour: 'red' });
  // @ts-expect-error a text message without text
  messages.send({ to });
  // @ts-expect-error no recipient
  messages.send({ text: 'Hello' });
  // @ts-expect-error an unknown channel
  messages.send({ to, text: 'Hello', channel: 'telegram' });
  // @ts-expect-error a location without coordinates
  messages.send({ to, type: 'location', name: 'Our shop' });
  // @ts-expect-error a location on instagram
  messages.send({ to, type: 'location', latitude: 41, longitude: 29, channel: 'instagram' });
  // @ts-expect-error an image without media
  messages.send({ to, type: 'image' });
  // @ts-expect-error interactive on web
  messages.send({
    to,
    type: 'interactive',
    channel: 'web',
    interactive: { kind: 'button', text: 'Now?', buttons: [] },
  });
  // @ts-expect-error a template on instagram
  messages.sendTemplate({ to, name: 'hello_world', channel: 'instagram' });
  // @ts-expect-error a template without a name
  messages.sendTemplate({ to });
  // @ts-expect-error a number instead of a string
  messages.get(1);
  // @ts-expect-error an option that does not exist
  messages.send({ to, text: 'Hello' }, { idempotency: 'once' });
  // @ts-expect-error an option of fetch that the SDK sets
  new Wigwag({ apiKey: 'key', fetchOptions: { method: 'GET' } });
  // @ts-expect-error no such method of HTTP
  request('FETCH', '/messages');
  // @ts-expect-error no such path
  client.GET('/nowhere');
  // @ts-expect-error no such method on this path
  client.DELETE('/messages');
  // @ts-expect-error no such field of a response
  messages.get('msg_1').then((message) => message.colour);
}
/* oxlint-enable typescript/no-floating-promises */

test('responses have the types of the document', () => {
  type Client = Wigwag['messages'];
  expectTypeOf<Awaited<ReturnType<Client['send']>>['status']>().toEqualTypeOf<'queued' | 'sent'>();
  expectTypeOf<Awaited<ReturnType<Client['get']>>['status']>().toEqualTypeOf<
    'queued' | 'sent' | 'delivered' | 'read' | 'failed'
  >();
  expectTypeOf<Parameters<Client['send']>[0]>().not.toBeAny();
  expectTypeOf<ApiError['code']>().toExtend<string>();
  expectTypeOf<'WINDOW_CLOSED'>().toExtend<ApiError['code']>();
  expectTypeOf<'NO_SUCH_CODE'>().not.toExtend<ApiError['code']>();
});
