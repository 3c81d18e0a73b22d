import { describe, expect, test } from 'vitest';
import { fieldCallback } from '../../testing/field-callback.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const PERSON = '905551112233';

/** Posts a callback of a field about hello_world in en_US. */
async function reports(server: TestServer, field: string, ...values: object[]): Promise<void> {
  const template = {
    message_template_id: 1,
    message_template_name: 'hello_world',
    message_template_language: 'en-US',
  };
  const all = values.map((value) => ({ ...template, ...value }));
  await takes(server, fieldCallback(server.business, field, ...all));
}

async function takes(server: TestServer, callback: object): Promise<void> {
  expect((await server.callback(callback)).status).toBe(200);
  await server.settle();
}

/** Posts a callback about the status of hello_world that Meta sent at `time`, in seconds. */
async function reportsAt(server: TestServer, time: unknown, value: object): Promise<void> {
  const named = { message_template_name: 'hello_world', message_template_language: 'en_US', ...value };
  const { object, entry } = fieldCallback(server.business, STATUS, named);
  await takes(server, { object, entry: entry.map((one) => ({ ...one, time })) });
}

const STATUS = 'message_template_status_update';

const templateIn = async ({ api }: TestServer, name = 'hello_world') =>
  ((await api('GET', '/templates')).body.data.templates as { name: string }[]).find((one) => one.name === name);

const send = ({ api }: TestServer, body: object = {}) =>
  api('POST', '/messages/template', { body: { to: PERSON, name: 'hello_world', ...body } });

/** Changes hello_world at Meta without a callback. */
const edit = ({ mock, business }: TestServer, changes: object): void => {
  const { waba_id } = business.whatsapp;
  const known = mock.templates(waba_id).find(({ name }) => name === 'hello_world');
  mock.setTemplate(waba_id, { ...known, ...changes });
};

const WITH_NAME = { components: [{ type: 'BODY', text: 'Welcome, {{1}}' }] };

describe.each(DATABASES)('what Meta reports about templates on %s', (database) => {
  test.each([
    [STATUS, { event: 'APPROVED', reason: 'NONE' }],
    [STATUS, { event: 'approved' }],
    [STATUS, { event: 'REINSTATED' }],
    ['message_template_components_update', { message_template_element: 'Welcome, {{1}}' }],
    ['message_template_quality_update', { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' }],
    ['template_category_update', { new_category: 'UTILITY', correct_category: 'MARKETING' }],
  ])('after %s %j, sends are checked against the edited template', async (field, value) => {
    const server = await createTestServer({ database });
    edit(server, WITH_NAME);
    expect((await send(server, { variables: ['Ada'] })).status).toBe(422);
    await reports(server, field, value);
    expect((await send(server)).body.error.code).toBe('TEMPLATE_VARIABLES_MISSING');
    expect((await send(server, { variables: ['Ada'] })).status).toBe(202);
    expect(await templateIn(server)).toMatchObject({ status: 'APPROVED', category: 'UTILITY' });
  });

  test.each(['UNARCHIVED', 'LOCKED', 'UNLOCKED', 'LIMIT_EXCEEDED', 'SOMETHING_NEW', '', null, 7, {}, undefined])(
    'the event %j leaves a template that can be sent as it is',
    async (event) => {
      const server = await createTestServer({ database });
      const hook = await server.receiver();
      await reports(server, STATUS, { event });
      expect(await templateIn(server)).toMatchObject({ status: 'APPROVED' });
      expect((await send(server)).status).toBe(202);
      expect(hook.received.filter(({ event: { event: name } }) => name === 'template.status')).toEqual([]);
    },
  );

  test('an unknown event makes a template usable again that Meta lists as approved', async () => {
    const server = await createTestServer({ database });
    await reports(server, STATUS, { event: 'PAUSED', other_info: { title: 'FIRST_PAUSE', description: 'Paused.' } });
    expect(await templateIn(server)).toMatchObject({ status: 'REJECTED', rejection_reason: 'Paused.' });
    await reports(server, STATUS, { event: 'UNARCHIVED' });
    expect(await templateIn(server)).toMatchObject({ status: 'APPROVED', rejection_reason: null });
  });

  test.each(['PAUSED', 'DISABLED', 'REJECTED', 'ARCHIVED', 'DELETED', 'PENDING_DELETION', 'paused'])(
    'a template is not sent after the event %s',
    async (event) => {
      const server = await createTestServer({ database });
      await reports(server, STATUS, { event, reason: null });
      // Meta's list may be older than its callback.
      await reports(server, 'message_template_quality_update', {});
      expect((await send(server)).body.error.code).toBe('TEMPLATE_NOT_APPROVED');
    },
  );

  test('a report that arrives after a newer one does not apply', async () => {
    const server = await createTestServer({ database });
    const now = Math.floor(server.clock.now() / 1000);
    await reportsAt(server, now - 60, { event: 'APPROVED' });
    await reportsAt(server, now - 120, { event: 'PAUSED', reason: null });
    expect(await templateIn(server)).toMatchObject({ status: 'APPROVED' });
    await reportsAt(server, now - 60, { event: 'PAUSED', reason: null });
    expect(await templateIn(server)).toMatchObject({ status: 'REJECTED' });
  });

  test.each([
    ['is years ago', 1_508_032_000],
    ['is in the future', 4_102_444_800],
    ['is missing', undefined],
    ['is a text', 'soon'],
  ])('a report whose time %s applies', async (_, time) => {
    const server = await createTestServer({ database });
    await reportsAt(server, Math.floor(server.clock.now() / 1000), { event: 'APPROVED' });
    await reportsAt(server, time, { event: 'PAUSED', reason: null });
    expect(await templateIn(server)).toMatchObject({ status: 'REJECTED' });
  });

  test.each(['en-US', 'EN_us', 'en_US'])('a callback may write the language as %s', async (language) => {
    const server = await createTestServer({ database });
    await reports(server, STATUS, { event: 'DISABLED', message_template_language: language });
    expect(await templateIn(server)).toMatchObject({ status: 'REJECTED' });
  });

  test('a template that becomes marketing is not sent to people who opted out, even if it is queued', async () => {
    const server = await createTestServer({ database });
    await server.api('POST', '/opt-outs', { body: { phone: PERSON } });
    server.mock.faults.next({ outcome: 'unavailable' });
    const queued = await send(server);
    await server.settle();
    const change = { previous_category: 'UTILITY', new_category: 'MARKETING' };
    await reports(server, 'template_category_update', change);
    expect((await send(server)).body.error.code).toBe('RECIPIENT_OPTED_OUT');
    await server.advance(120);
    const { data } = (await server.api('GET', `/messages/${queued.body.data.id}`)).body;
    expect(data).toMatchObject({ status: 'failed', error: { code: 'opted_out' } });
    expect(server.mock.sends()).toEqual([]);
  });

  test('a template has the rating that Meta gives it', async () => {
    const server = await createTestServer({ database });
    expect(await templateIn(server)).toMatchObject({ quality: 'UNKNOWN' });
    const change = { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' };
    edit(server, { quality_score: { score: 'YELLOW', date: 1 } });
    await reports(server, 'message_template_quality_update', change);
    expect(await templateIn(server)).toMatchObject({ status: 'APPROVED', quality: 'YELLOW' });
    for (const score of [null, 7, {}, undefined]) {
      await reports(server, 'message_template_quality_update', { ...change, new_quality_score: score });
      expect(await templateIn(server)).toMatchObject({ status: 'APPROVED' });
    }
  });

  test('an announced category does not apply yet', async () => {
    const server = await createTestServer({ database });
    await server.api('POST', '/opt-outs', { body: { phone: PERSON } });
    await reports(server, 'template_category_update', { correct_category: 'MARKETING' });
    expect((await send(server)).status).toBe(202);
  });

  test('a hundred callbacks cause a few readings of the list', async () => {
    const server = await createTestServer({ database, config: { metricsPort: 0 } });
    const calls = async () => {
      const text = await (await fetch(`${server.server.operatorOrigin}/metrics`)).text();
      return [...text.matchAll(/^wigwag_provider_calls_total\{.*\} (\d+)$/gm)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      );
    };
    const before = await calls();
    for (let round = 0; round < 4; round += 1) {
      await reports(server, STATUS, ...Array(25).fill({ event: 'APPROVED' }));
    }
    await server.advance(2);
    const readings = (await calls()) - before;
    expect([readings > 0, readings <= 8]).toEqual([true, true]);
  });
});
