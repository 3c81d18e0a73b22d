import { expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { taskRow } from '../../store/tasks.ts';
import { createFileHost } from '../../testing/files.ts';
import { makeFlow, PERSON, press, pressButton, SPRING, sendSpring, stepsSent } from '../../testing/flows.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

const NAMED_BUTTONS = [
  { type: 'reply', text: 'For {{name}} alone, with love' },
  { type: 'reply', text: '{{2}}' },
  { type: 'reply', text: 'No, {{1}}' },
];

/** Creates a campaign that has sent these values to the person. */
async function campaignTo(
  { server: { app }, accountId }: TestServer,
  {
    template: templateName = 'promo_spring',
    name,
    variables,
    hoursAgo = 1,
  }: {
    template?: string;
    name: string | null;
    variables: string[] | Record<string, string> | null;
    hoursAgo?: number;
  },
): Promise<void> {
  const at = app.now() - hoursAgo * 3_600_000_000;
  await app.store.transaction(async (tx) => {
    const [template] = await tx.templates.findByName(accountId, templateName);
    const id = await tx.campaigns.insert({
      accountId,
      templateId: template?.id ?? 0,
      templateName,
      language: 'en_US',
      connectionId: 'wa_1',
      digest: `${templateName} ${hoursAgo}`,
      repetition: 0,
      state: 'done',
      createdAt: at,
    });
    await tx.campaigns.addRecipients(accountId, id, [{ position: 1, phone: PERSON, name, variables }]);
    const queued = { state: 'queued', reason: null, messageId: 'msg_1', queuedAt: at } as const;
    await tx.campaigns.updateRecipients([{ accountId, campaignId: id, position: 1, phone: PERSON, ...queued }]);
  });
}

const payloads = ({ mock }: TestServer) =>
  mock.sends().flatMap(({ type, payload }) => (type === 'template' ? [] : [payload[type]]));

test('values come from the campaign of the last 24 hours, then from the contact, and are otherwise empty', async () => {
  const server = await createTestServer();
  await makeFlow(server, {
    steps: [{ delay: '0', text: '{{1}}|{{2}}|{{3}}|{{ad}}|{{other}}', buttons: NAMED_BUTTONS }],
  });
  const template = await pressButton(server, 'Tell me more');
  await server.api('PATCH', `/contacts/${PERSON}`, { body: { name: 'Ada Lovelace' } });
  await press(server, 'Tell me more', template);
  await campaignTo(server, { name: 'Too old', variables: ['old'], hoursAgo: 25 });
  await press(server, 'Tell me more', template);
  await campaignTo(server, { name: 'Augusta', variables: ['Spring', '10 %'], hoursAgo: 2 });
  await press(server, 'Tell me more', template);
  await campaignTo(server, { name: null, variables: { other: 'named' } });
  await press(server, 'Tell me more', template);
  expect(stepsSent(server)).toEqual([
    '|||Ada|',
    '|||Ada Lovelace|',
    '|||Ada Lovelace|',
    'Spring|10 %||Augusta|',
    '|||Ada Lovelace|named',
  ]);
  const titles = payloads(server).map((content) =>
    (content as { action: { buttons: { reply: { title: string } }[] } }).action.buttons.map(({ reply }) => reply.title),
  );
  expect(titles[0]).toEqual(['For Ada alone, with', 'No,']);
  expect(titles[3]).toEqual(['For Augusta alone, w', '10 %', 'No, Spring']);
});

/** Adds a template `asks` with two variables and the button Yes. */
async function addAsks({ mock, business, server: { app }, accountId, settle }: TestServer): Promise<void> {
  const components = [
    { type: 'BODY', text: 'Hello {{1}}, {{2}}', example: { body_text: [['a', 'b']] } },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }] },
  ];
  mock.setTemplate(business.whatsapp.waba_id, {
    name: 'asks',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components,
  });
  await app.store.transaction((tx) =>
    tx.outbox.add([taskRow(accountId, 'sync-templates', 'wa_1', app.monotonicNow())]),
  );
  await settle();
}

test('a template sent by the API provides its own values, and campaigns of other templates do not', async () => {
  const server = await createTestServer();
  const { api } = server;
  await addAsks(server);
  await makeFlow(server, { template: 'asks', button: 'Yes', steps: [{ delay: '0', text: '{{1}} and {{2}}' }] });
  const { body } = await api('POST', '/messages/template', {
    body: { to: PERSON, name: 'asks', variables: ['one', 'two'] },
  });
  await server.settle();
  const { external_id } = (await api('GET', `/messages/${body.data.id}`)).body.data;
  await press(server, 'Yes', external_id);
  await campaignTo(server, { name: null, variables: ['SPRING25'] });
  await press(server, 'Yes', external_id);
  await campaignTo(server, { template: 'asks', name: null, variables: ['first'] });
  await press(server, 'Yes', external_id);
  expect(stepsSent(server)).toEqual(['one and two', 'one and two', 'first and two']);
});

test('the values of a campaign count for 24 hours, in a press and in a test of the flow', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  await addAsks(server);
  const steps = [{ delay: '0', text: '{{1}} and {{2}} for {{name}}' }];
  const flow = await makeFlow(server, { template: 'asks', button: 'Yes', steps });
  const recipients = [{ phone: PERSON, name: 'Augusta', variables: ['one', 'two'] }];
  await app.store.transaction((tx) => createCampaign(app, tx, server.accountId, { template: 'asks' }, recipients));
  await server.advance(2);
  const [sent] = server.mock.sends();
  await server.advance(24 * 3600 - 10);
  await press(server, 'Yes', sent?.external_id);
  const runTest = () => server.api('POST', `/flows/${flow}/test`, { body: { to: PERSON } });
  await runTest();
  await server.advance(20);
  await press(server, 'Yes', sent?.external_id);
  await runTest();
  const ofCampaign = 'one and two for Augusta';
  expect(stepsSent(server)).toEqual([ofCampaign, ofCampaign, ' and  for Ada', ' and  for Ada']);
});

test('a link button is sent with encoded values; empty and duplicate buttons are left out', async () => {
  const server = await createTestServer();
  const url = 'https://shop.example/?for={{name}}&code={{1}}';
  const empty = [{ type: 'url', text: '{{1}}', url }];
  const same = ['{{1}}Yes', 'Yes{{2}}', '  '.concat('{{name}}')].map((text) => ({ type: 'reply', text }));
  await makeFlow(server, {
    steps: [
      { delay: '0', text: 'Look', buttons: [{ type: 'url', text: 'For {{name}}', url }] },
      { delay: '1', text: 'Plain', buttons: empty },
      { delay: '2', text: 'Same', buttons: same },
      { delay: '3', text: '{{1}}' },
      { delay: '4', text: `{{ad}}${'x'.repeat(4090)}` },
    ],
  });
  const template = await sendSpring(server);
  await server.mock.receive({
    channel: 'whatsapp',
    business_id: server.business.whatsapp.phone_number_id,
    from: { id: PERSON, name: 'Ada & Co ğ' },
    type: 'text',
    text: 'Hi',
  });
  await server.settle();
  await server.api('PATCH', `/contacts/${PERSON}`, { body: { name: 'Ada & Co' } });
  await press(server, 'Tell me more', template);
  await server.advance(600);
  const [link, plain, replies, long] = payloads(server) as Record<string, unknown>[];
  expect(link).toEqual({
    type: 'cta_url',
    body: { text: 'Look' },
    action: {
      name: 'cta_url',
      parameters: { display_text: 'For Ada & Co', url: 'https://shop.example/?for=Ada%20%26%20Co&code=' },
    },
  });
  expect(plain).toEqual({ body: 'Plain' });
  const titles = (replies as { action: { buttons: { reply: object }[] } }).action.buttons.map(({ reply }) => reply);
  expect(titles).toEqual([
    { id: 'Yes', title: 'Yes' },
    { id: 'Ada & Co', title: 'Ada & Co' },
  ]);
  expect(String(long?.body)).toBe(`Ada & Co${'x'.repeat(4088)}`);
  // The step without a text is finished, and nothing was sent for it.
  const { stats, runs } = {
    stats: (await server.api('GET', '/flows/1/stats')).body.data,
    runs: (await server.api('GET', '/flows/1/runs')).body.data.runs,
  };
  expect(runs).toMatchObject([{ status: 'done', current_step: 5 }]);
  expect(stats).toMatchObject({
    messages_sent: 4,
    funnel: expect.arrayContaining([{ step: 4, reached: 1, rate: 100 }]),
  });
});

test('files are sent with the type of their extension and a filled caption', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const at = (path: string, type: string) => host.put(path, { headers: { 'content-type': type, 'content-length': 1 } });
  const image = at('/a.PNG?v=1', 'image/png');
  const video = at('/b.mp4', 'video/mp4');
  const file = at('/price%20list.pdf', 'application/pdf');
  await makeFlow(server, {
    steps: [
      { delay: '0', media_url: image, caption: 'For {{name}}' },
      { delay: '1', media_url: video, caption: '{{1}}' },
      { delay: '2', media_url: file },
    ],
  });
  await pressButton(server, 'Tell me more');
  await server.advance(300);
  const sent = server.mock.sends().filter(({ type }) => type !== 'template');
  expect(sent.map(({ type }) => type)).toEqual(['image', 'video', 'document']);
  expect(payloads(server)).toEqual([
    { link: image, caption: 'For Ada' },
    { link: video },
    { link: file, filename: 'price list.pdf' },
  ]);
});

test('a test sends all steps in a row, in order, and is excluded from reports', async () => {
  const server = await createTestServer();
  const { api } = server;
  const steps = ['0', '1h', '24h'].map((delay) => ({ delay, text: `${delay} {{name}}` }));
  const id = await makeFlow(server, { steps, is_active: false, quiet_start: 0, quiet_end: 23 });
  await server.customerWrites('Hello');
  const before = (await api('GET', '/stats')).body.data;
  const { status, body } = await api('POST', `/flows/${id}/test`, { body: { to: '0555 111 22 33' } });
  expect([status, body.data.to, body.data.test]).toEqual([200, PERSON, false]);
  // The provider has all of them before the response.
  expect(stepsSent(server)).toEqual(['0 Ada', '1h Ada', '24h Ada']);
  expect(body.data.messages.map(({ step }: { step: number }) => step)).toEqual([1, 2, 3]);
  await server.settle();
  for (const { id: messageId } of body.data.messages) {
    expect((await api('GET', `/messages/${messageId}`)).body.data).toMatchObject({ status: 'read', test: false });
  }
  expect((await api('GET', '/stats')).body.data).toEqual(before);
  expect((await api('GET', `/flows/${id}/stats`)).body.data).toMatchObject({ entered: 0, messages_sent: 0 });
  expect((await api('GET', `/flows/${id}/runs`)).body.data.runs).toEqual([]);
  await server.advance(24 * 3600);
  expect(stepsSent(server)).toHaveLength(3);
});

test('a test needs steps and an open window, and stops at a message that the provider refuses', async () => {
  const server = await createTestServer({ config: { logLevel: 'silent' } });
  const { api, mock } = server;
  const steps = ['0', '1h'].map((delay) => ({ delay, text: delay }));
  const id = await makeFlow(server, { steps });
  const input = await makeFlow(server, { steps: [], is_active: false });
  const run = async (flow: number, key = server.liveKey) => {
    const { status, body } = await api('POST', `/flows/${flow}/test`, { key, body: { to: PERSON } });
    expect(body.error?.fix).not.toEqual(expect.stringContaining('Idempotency-Key'));
    return [status, body.error?.code ?? body.data.messages.length];
  };
  expect(await run(id)).toEqual([422, 'FLOW_NOT_TESTABLE']);
  expect(await run(id, server.testKey)).toEqual([200, 2]);
  expect(await run(input, server.testKey)).toEqual([422, 'FLOW_NOT_TESTABLE']);
  expect(stepsSent(server)).toEqual([]);
  await server.customerWrites('Hello');
  expect(await run(input)).toEqual([422, 'FLOW_NOT_TESTABLE']);
  mock.faults.next({ outcome: 'reject' });
  expect(await run(id)).toEqual([502, 'PROVIDER_REJECTED']);
  mock.faults.next({ outcome: 'unavailable' });
  expect(await run(id)).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  mock.faults.next({ outcome: 'lost_reply' });
  expect(await run(id)).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  expect(stepsSent(server)).toEqual(['0']); // it arrived, but its response was lost
  // None of it is retried.
  await server.advance(3600);
  expect(stepsSent(server)).toEqual(['0']);
  expect(await run(id)).toEqual([200, 2]);
  for (const [list, code] of [
    ['/opt-outs', 'RECIPIENT_OPTED_OUT'],
    ['/blocked-numbers', 'RECIPIENT_BLOCKED'],
  ]) {
    await api('POST', String(list), { body: { phone: PERSON } });
    expect(await run(id)).toEqual([403, code]);
    await api('DELETE', `${list}/${PERSON}`);
  }
  await server.advance(24 * 3600);
  expect(await run(id)).toEqual([422, 'FLOW_NOT_TESTABLE']);
});

test('with a test key, a test checks everything and sends nothing except simulated statuses', async () => {
  const server = await createTestServer();
  const receiver = await server.receiver();
  const id = await makeFlow(server, SPRING);
  const { body, headers } = await server.api('POST', `/flows/${id}/test`, {
    key: server.testKey,
    body: { to: PERSON },
  });
  expect(body.data).toEqual({
    to: PERSON,
    messages: [{ step: 1, id: expect.any(String), status: 'sent' }],
    test: true,
  });
  expect(headers['x-service-mode']).toBe('test');
  await server.settle();
  expect(receiver.received.map(({ event }) => [event.data.message.status, event.test])).toEqual(
    ['sent', 'delivered', 'read'].map((status) => [status, true]),
  );
  expect(server.mock.sends()).toEqual([]);
  expect((await server.api('GET', `/conversations/${PERSON}`)).status).toBe(404);
});

test('a name from the campaign takes precedence over the name of the contact', async () => {
  const server = await createTestServer();
  await makeFlow(server, { steps: [{ delay: '0', text: 'Hi {{name}}{{}}' }] });
  const template = await pressButton(server, 'Tell me more');
  await server.api('PATCH', `/contacts/${PERSON}`, { body: { name: 'Ada Lovelace' } });
  await campaignTo(server, { name: null, variables: { name: 'Countess' } });
  await press(server, 'Tell me more', template);
  expect(stepsSent(server)).toEqual(['Hi Ada', 'Hi Countess']);
});

test('buttons that no provider accepts are left out: links without a host or too long, invisible titles', async () => {
  const server = await createTestServer();
  const link = (url: string) => ({ text: 'Look', buttons: [{ type: 'url', text: 'Open', url }] });
  await makeFlow(server, {
    steps: [
      { delay: '0', ...link('https://{{3}}') },
      { delay: '1m', ...link('https://shop.example/{{1}}') },
      { delay: '2m', ...link('https://shop.example/?q={{2}}') },
      {
        delay: '3m',
        text: 'Choose',
        buttons: [
          { type: 'reply', text: '{{4}}' },
          { type: 'reply', text: '{{5}}' },
        ],
      },
    ],
  });
  const template = await sendSpring(server);
  await campaignTo(server, { name: null, variables: ['ü'.repeat(400), 'ok', '', '\u200b', 'One\nline'] });
  await press(server, 'Tell me more', template);
  await server.advance(300);
  expect(payloads(server)).toMatchObject([
    { body: 'Look' },
    { body: 'Look' },
    { action: { parameters: { url: 'https://shop.example/?q=ok' } } },
    { action: { buttons: [{ reply: { title: 'One line' } }] } },
  ]);
});
