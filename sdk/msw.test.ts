import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { EXAMPLES } from './generated/examples.ts';
import { answers, handlers, refuses } from './msw.ts';
import { WindowError } from './request/api-error.ts';
import { thrownBy } from './testing.ts';
import { Wigwag } from './wigwag.ts';

function mockedApi(options?: { baseUrl: string }) {
  const server = setupServer(...handlers(options));
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  return { server, wigwag: new Wigwag({ apiKey: 'ww_test_key', maxRetries: 0, ...options }) };
}

test("every operation returns the document's example", async () => {
  const { wigwag } = mockedApi();
  expect(await wigwag.messages.send({ to: '905551112233', text: 'Hi' })).toEqual(EXAMPLES.sendMessage.body.data);
  expect(await wigwag.messages.get('msg_1')).toEqual(EXAMPLES.getMessage.body.data);
  expect(await wigwag.flows.stats(7)).toEqual(EXAMPLES.getFlowStats.body.data);
  expect(await wigwag.contacts.list().toArray()).toEqual(EXAMPLES.listContacts.body.data.contacts);
  expect(await wigwag.media.upload({ file: new Blob(['x']) })).toEqual(EXAMPLES.uploadMedia.body.data);
  expect(await wigwag.optOuts.remove('905551112233')).toEqual(EXAMPLES.removeOptOut.body.data);
  expect(Object.keys(EXAMPLES)).toHaveLength(34);
});

test('an operation can return other data, or refuse', async () => {
  const { server, wigwag } = mockedApi();
  server.use(answers('getMessage', { id: 'msg_1', status: 'failed', external_id: null, error: null, test: false }));
  expect(await wigwag.messages.get('msg_1')).toMatchObject({ status: 'failed' });
  server.use(refuses('sendMessage', 'WINDOW_CLOSED'));
  const error = await thrownBy(wigwag.messages.send({ to: '905551112233', text: 'Hi' }));
  expect(error).toBeInstanceOf(WindowError);
  expect(error).toMatchObject({ code: 'WINDOW_CLOSED', http: 409 });
});

test('the mock can use another base URL', async () => {
  const { wigwag } = mockedApi({ baseUrl: 'https://api.example/api/v1' });
  expect((await wigwag.account.channels()).channels).not.toHaveLength(0);
});

test('responses have the types of the document', () => {
  // @ts-expect-error a message without a status
  expect(answers('getMessage', { id: 'msg_1' })).toBeDefined();
  // @ts-expect-error no such operation
  expect(() => answers('sendFax', {})).toThrow(/^the document has no operation sendFax; it has: /);
  // @ts-expect-error no such code
  expect(() => refuses('sendMessage', 'TOO_BORING')).toThrow(/^the document has no code TOO_BORING; it has: /);
});

test("a refusal has the same fields as the API's", async () => {
  const { server, wigwag } = mockedApi();
  const refusedWith = (code: Parameters<typeof refuses>[1]) => {
    server.use(refuses('sendMessage', code));
    return thrownBy(wigwag.messages.send({ to: '905551112233', text: 'Hi' }));
  };
  expect(await refusedWith('RATE_LIMITED')).toMatchObject({ retryAfter: 1 });
  expect(await refusedWith('VALIDATION_FAILED')).toMatchObject({ param: 'to', errors: [{ field: 'to' }] });
  expect(await refusedWith('PROVIDER_REJECTED')).toMatchObject({ providerError: { code: 131026 } });
});

test('sendAndWait resolves with a delivered message', async () => {
  const { wigwag } = mockedApi();
  const options = { waitTimeout: 2_000, interval: 1 };
  expect(await wigwag.messages.sendAndWait({ to: '905551112233', text: 'Hi' }, options)).toMatchObject({ test: false });
});
