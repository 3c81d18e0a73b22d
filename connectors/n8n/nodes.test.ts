import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../server/testing/server.ts';
import { OPERATIONS } from './nodes/generated/operations.ts';
import { Wigwag } from './nodes/Wigwag.node.ts';
import { WigwagTrigger } from './nodes/WigwagTrigger.node.ts';

interface RequestOptions {
  method: string;
  url: string;
  qs: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
}

/** Has the functions of n8n's context that the node calls, with the credential's way of authenticating. */
function contextOf({ baseUrl, liveKey }: TestServer, parameters: Record<string, unknown>, isContinued = false): never {
  const file = { data: Buffer.from('%PDF-1.4 invoice'), mimeType: 'application/pdf', fileName: 'invoice.pdf' };
  return {
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _item: number, fallback: unknown) => parameters[name] ?? fallback,
    getCredentials: async () => ({ baseUrl, apiKey: liveKey }),
    getExecutionId: () => '231',
    getNode: () => ({ id: 'node-1', name: 'wigwag' }),
    continueOnFail: () => isContinued,
    helpers: {
      assertBinaryData: () => file,
      getBinaryDataBuffer: async () => file.data,
      async httpRequestWithAuthentication(name: string, { method, url, qs, headers, body }: RequestOptions) {
        expect(name).toBe('wigwagApi');
        const isForm = body instanceof FormData;
        const response = await fetch(`${url}?${new URLSearchParams(qs)}`, {
          method,
          headers: {
            ...headers,
            authorization: `Bearer ${liveKey}`,
            ...(body && !isForm && { 'content-type': 'application/json' }),
          },
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
        });
        return { statusCode: response.status, body: await response.json() };
      },
    },
  } as never;
}

const run = async (server: TestServer, parameters: Record<string, unknown>, isContinued = false) => {
  const [items = []] = await new Wigwag().execute.call(contextOf(server, parameters, isContinued));
  return items.map(({ json }) => json);
};

test('every operation that takes the key in the header is an operation of the node, with all required fields', () => {
  expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(['sendMessage', 'uploadMedia', 'createFlow']));
  expect(OPERATIONS).toHaveLength(34);
  const { properties } = new Wigwag().description;
  const shown = properties.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes('sendTemplate'));
  expect(shown.map(({ name }) => name)).toEqual(['to', 'name', 'additionalFields']);
});

test('the node sends once per execution, lists all pages and uploads', async () => {
  const server = await createTestServer();
  const sent = { operation: 'sendTemplate', to: '905551112233', name: 'hello_world' };
  const [first] = await run(server, sent);
  expect(first).toMatchObject({ id: expect.stringMatching(/^msg_/), status: 'queued' });
  expect(await run(server, sent)).toEqual([first]);
  await server.settle();
  expect(server.mock.sends()).toHaveLength(1);
  for (const phone of ['905550000001', '905550000002', '905550000003']) {
    await run(server, { operation: 'addOptOut', phone });
  }
  const list = { operation: 'listOptOuts', additionalFields: { limit: 2 } };
  expect(await run(server, list)).toHaveLength(2);
  expect(await run(server, { ...list, returnAll: true })).toHaveLength(3);
  const [upload] = await run(server, { operation: 'uploadMedia', file: 'data' });
  expect(upload).toMatchObject({ kind: 'document', filename: 'invoice.pdf' });
});

test('an error has the code, the message and the fix of the server', async () => {
  const server = await createTestServer();
  const late = { operation: 'sendMessage', to: '905551112233', additionalFields: { text: 'Hello' } };
  await expect(run(server, late)).rejects.toMatchObject({
    message: expect.stringMatching(/^WINDOW_NEVER_OPENED: /),
    description: expect.stringMatching(/template/),
  });
  expect(await run(server, late, true)).toEqual([{ error: expect.stringMatching(/^WINDOW_NEVER_OPENED: /) }]);
  const wrong = { operation: 'sendTemplate', to: '1', name: 'x', additionalFields: { variables: '[' } };
  await expect(run(server, wrong)).rejects.toThrow('The field variables is not JSON.');
});

/** Posts an event to the trigger as n8n does. */
async function trigger(event: object, secret: string, events = ['message.received']) {
  const rawBody = Buffer.from(JSON.stringify(event));
  const time = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', 'whsec_right').update(`${time}.`).update(rawBody).digest('hex');
  const refused: number[] = [];
  const answered = await new WigwagTrigger().webhook.call({
    getCredentials: async () => ({ signingSecret: secret }),
    getRequestObject: () => ({ rawBody }),
    getHeaderData: () => ({ 'x-service-signature': `t=${time},v1=${mac}` }),
    getResponseObject: () => ({
      status: (status: number) => ({ send: () => ({ end: () => void refused.push(status) }) }),
    }),
    getBodyData: () => event,
    getNodeParameter: () => events,
    helpers: { returnJsonArray: (json: object) => [{ json }] },
  } as never);
  return { ...answered, refused };
}

test('the trigger starts a workflow for a signed event of a chosen kind', async () => {
  const event = { id: 'whd_1', event: 'message.received' };
  expect((await trigger(event, 'whsec_right')).workflowData).toEqual([[{ json: event }]]);
  expect(await trigger(event, 'whsec_right', ['message.status'])).toEqual({ refused: [] });
  expect(await trigger(event, 'whsec_wrong')).toEqual({ noWebhookResponse: true, refused: [401] });
  expect((await trigger(event, '')).refused).toEqual([401]);
});
