import { OPERATIONS } from '@wigwag/openapi';
import { expect, test } from 'vitest';
import { createFileHost } from '../../testing/files.ts';
import { makeFlow, PERSON, pressButton, SPRING, stepsSent } from '../../testing/flows.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const MB = 1024 * 1024;
const text = (length: number) => 'x'.repeat(length);
const step = (changes: object = {}) => ({ delay: '0', text: 'Hi', ...changes });
const replies = (...texts: string[]) => texts.map((one) => ({ type: 'reply', text: one }));
const link = (changes: object = {}) => ({ type: 'url', text: 'Shop', url: 'https://shop.example/', ...changes });

/** Adds a template with all kinds of buttons, and returns its ID. */
async function addTemplate({ server: { app }, accountId }: TestServer, changes: object = {}): Promise<number> {
  return app.store.transaction((tx) =>
    tx.templates.insert(
      {
        accountId,
        name: 'all_buttons',
        language: 'en_US',
        category: 'MARKETING',
        status: 'APPROVED',
        rejectionReason: null,
        parameterFormat: 'POSITIONAL',
        components: [
          { type: 'BODY', text: 'Hello {{1}}' },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Yes' },
              { type: 'URL', text: 'Shop', url: 'https://shop.example/' },
              { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+905551112233' },
              { type: 'QUICK_REPLY', text: 'Unsubscribe' },
            ],
          },
        ],
        ...changes,
      },
      app.monotonicNow(),
    ),
  );
}

/**
 * Each rule, with a request that breaks it and the field that the error names. A request is a flow with these changes.
 */
const REFUSED: [string, object, string, string][] = [
  ['no name', { name: undefined }, 'VALIDATION_FAILED', 'name'],
  ['no steps', { steps: undefined }, 'VALIDATION_FAILED', 'steps'],
  ['no template', { template: undefined }, 'VALIDATION_FAILED', 'body'],
  ['no button', { button: undefined }, 'VALIDATION_FAILED', 'body'],
  ['two templates', { template_id: 1 }, 'VALIDATION_FAILED', 'body'],
  ['two buttons', { button_index: 0 }, 'VALIDATION_FAILED', 'body'],
  ['an unknown template', { template: 'nothing' }, 'FLOW_INVALID', 'template'],
  ['an unknown template ID', { template: undefined, template_id: 999 }, 'FLOW_INVALID', 'template_id'],
  ['a pending template', { template: 'pending_one' }, 'FLOW_INVALID', 'template'],
  ['a rejected template', { template: 'rejected_one' }, 'FLOW_INVALID', 'template'],
  ['a template in two languages', { template: 'multi_lang', button: 'Yes' }, 'FLOW_INVALID', 'template'],
  ['an unknown button', { button: 'Buy' }, 'FLOW_INVALID', 'button'],
  ['a button index too high', { button: undefined, button_index: 4 }, 'FLOW_INVALID', 'button_index'],
  ['a link button', { button: 'Shop' }, 'FLOW_INVALID', 'button'],
  ['a link button by its index', { button: undefined, button_index: 1 }, 'FLOW_INVALID', 'button_index'],
  ['a phone button', { button: 'Call' }, 'FLOW_INVALID', 'button'],
  ['the opt-out button', { button: 'Unsubscribe' }, 'FLOW_INVALID', 'button'],
  ['the opt-out button by its index', { button: undefined, button_index: 3 }, 'FLOW_INVALID', 'button_index'],
  ['published without steps', { is_active: true, steps: [] }, 'VALIDATION_FAILED', 'steps'],
  [
    '11 steps',
    { steps: Array.from({ length: 11 }, (_, at) => step({ delay: `${at}` })) },
    'VALIDATION_FAILED',
    'steps',
  ],
  ['no delay', { steps: [step({ delay: undefined })] }, 'VALIDATION_FAILED', 'steps.0.delay'],
  ['a delay in days', { steps: [step({ delay: '1d' })] }, 'VALIDATION_FAILED', 'steps.0.delay'],
  ['over 24 h', { steps: [step(), step({ delay: '24h1m' })] }, 'FLOW_INVALID', 'steps.1.delay'],
  ['over 24 h in minutes', { steps: [step({ delay: '1441' })] }, 'FLOW_INVALID', 'steps.0.delay'],
  ['the same delay', { steps: [step({ delay: '60' }), step({ delay: '1h' })] }, 'FLOW_INVALID', 'steps.1.delay'],
  ['a shorter delay', { steps: [step({ delay: '2h' }), step({ delay: '1h59m' })] }, 'FLOW_INVALID', 'steps.1.delay'],
  ['neither text nor file', { steps: [{ delay: '0' }] }, 'VALIDATION_FAILED', 'steps.0.text'],
  ['an empty text', { steps: [step({ text: '' })] }, 'VALIDATION_FAILED', 'steps.0.text'],
  ['a blank text', { steps: [step({ text: ' \n' })] }, 'VALIDATION_FAILED', 'steps.0.text'],
  ['a long text', { steps: [step({ text: text(4097) })] }, 'VALIDATION_FAILED', 'steps.0.text'],
  [
    'a long text above buttons',
    { steps: [step({ text: text(1025), buttons: replies('Yes') })] },
    'VALIDATION_FAILED',
    'steps.0.text',
  ],
  ['text and file', { steps: [step({ media_url: 'https://a.example/a.jpg' })] }, 'VALIDATION_FAILED', 'steps.0.text'],
  [
    'file and buttons',
    { steps: [{ delay: '0', media_url: 'https://a.example/a.jpg', buttons: replies('Yes') }] },
    'VALIDATION_FAILED',
    'steps.0.buttons',
  ],
  ['a caption without a file', { steps: [step({ caption: 'Look' })] }, 'VALIDATION_FAILED', 'steps.0.caption'],
  [
    'a long caption',
    { steps: [{ delay: '0', media_url: 'https://a.example/a.jpg', caption: text(1025) }] },
    'VALIDATION_FAILED',
    'steps.0.caption',
  ],
  ['the type of a file for a text', { steps: [step({ type: 'image' })] }, 'VALIDATION_FAILED', 'steps.0.type'],
  [
    'an unknown type',
    { steps: [{ delay: '0', media_url: 'https://a.example/a.jpg', type: 'audio' }] },
    'VALIDATION_FAILED',
    'steps.0.type',
  ],
  [
    'an extension that does not show the kind',
    { steps: [{ delay: '0', media_url: 'https://a.example/file' }] },
    'VALIDATION_FAILED',
    'steps.0.type',
  ],
  [
    'a file with an invalid URL',
    { steps: [{ delay: '0', media_url: 'a.jpg' }] },
    'MEDIA_URL_INVALID',
    'steps.0.media_url',
  ],
  [
    'a file without https',
    { steps: [{ delay: '0', media_url: 'http://a.example/a.jpg' }] },
    'MEDIA_URL_INVALID',
    'steps.0.media_url',
  ],
  ['4 buttons', { steps: [step({ buttons: replies('a', 'b', 'c', 'd') })] }, 'VALIDATION_FAILED', 'steps.0.buttons'],
  ['2 links', { steps: [step({ buttons: [link(), link({ text: 'b' })] })] }, 'VALIDATION_FAILED', 'steps.0.buttons'],
  ['both kinds', { steps: [step({ buttons: [link(), ...replies('b')] })] }, 'VALIDATION_FAILED', 'steps.0.buttons'],
  [
    'a phone button in a step',
    { steps: [step({ buttons: [{ type: 'phone', text: 'Call' }] })] },
    'VALIDATION_FAILED',
    'steps.0.buttons.0.type',
  ],
  [
    'a link without a URL',
    { steps: [step({ buttons: [{ type: 'url', text: 'Shop' }] })] },
    'VALIDATION_FAILED',
    'steps.0.buttons.0.url',
  ],
  [
    'a link without https',
    { steps: [step({ buttons: [link({ url: 'http://a.example' })] })] },
    'VALIDATION_FAILED',
    'steps.0.buttons.0.url',
  ],
  [
    'a link with an invalid URL',
    { steps: [step({ buttons: [link({ url: 'https://' })] })] },
    'VALIDATION_FAILED',
    'steps.0.buttons.0.url',
  ],
  [
    'the same text twice',
    { steps: [step(), step({ delay: '1', buttons: replies('Yes', 'Yes') })] },
    'FLOW_INVALID',
    'steps.1.buttons.1.text',
  ],
  ['an empty button', { steps: [step({ buttons: replies('') })] }, 'VALIDATION_FAILED', 'steps.0.buttons.0.text'],
  ['a blank button', { steps: [step({ buttons: replies(' ') })] }, 'VALIDATION_FAILED', 'steps.0.buttons.0.text'],
  [
    'a fixed button of 21',
    { steps: [step(), step({ delay: '1', buttons: replies('Yes', text(21)) })] },
    'VALIDATION_FAILED',
    'steps.1.buttons.1.text',
  ],
  [
    'a variable button of 121',
    { steps: [step({ buttons: replies(`{{1}}${text(116)}`) })] },
    'VALIDATION_FAILED',
    'steps.0.buttons.0.text',
  ],
  ['a quiet hour of 24', { quiet_start: 24, quiet_end: 8 }, 'VALIDATION_FAILED', 'quiet_start'],
  ['a quiet hour of -1', { quiet_start: 22, quiet_end: -1 }, 'VALIDATION_FAILED', 'quiet_end'],
  ['half an hour', { quiet_start: 22.5, quiet_end: 8 }, 'VALIDATION_FAILED', 'quiet_start'],
  ['one end of the quiet hours', { quiet_start: 22 }, 'VALIDATION_FAILED', 'quiet_end'],
  ['null as one end', { quiet_start: null, quiet_end: 8 }, 'VALIDATION_FAILED', 'quiet_start'],
  ['an unknown field', { colour: 'red' }, 'VALIDATION_FAILED', 'colour'],
  ['an unknown field of a step', { steps: [step({ colour: 'red' })] }, 'VALIDATION_FAILED', 'steps.0.colour'],
];

test('each rule refuses with its own message, which names the step and the field, and saves nothing', async () => {
  const server = await createTestServer({ config: { allowLoopback: false } });
  await addTemplate(server);
  const flow = { name: 'A', template: 'all_buttons', button: 'Yes', steps: [step()] };
  const words = new Map<string, string>();
  for (const [what, changes, code, field] of REFUSED) {
    const { status, body } = await server.api('POST', '/flows', { body: { ...flow, ...changes } });
    expect([what, status, body.error?.code], JSON.stringify(body)).toEqual([what, 422, code]);
    const named = [body.error.param, ...(body.error.errors ?? []).map((one: { field: string }) => one.field)];
    expect([what, ...new Set(named)], JSON.stringify(body.error)).toEqual([what, field]);
    expect(body.error.message).toContain(code === 'MEDIA_URL_INVALID' ? 'a.jpg' : field);
    words.set(what, body.error.message);
  }
  expect((await server.api('GET', '/flows')).body.data.flows).toEqual([]);
  expect(words.get('a link button')).toBe(
    'The flow cannot be saved: button must be a quick-reply button: "Shop" is a url button, and a press of it opens no window.',
  );
  expect(words.get('over 24 h')).toContain('steps.1.delay must be at most 24h after the press; it is 24h1m');
  expect(words.get('text and file')).toContain('steps.0.text must not be set together with media_url');
  expect(words.get('a template in two languages')).toMatch(/name one by template_id: \d+ in en_US, \d+ in tr/);
});

const ALLOWED: [string, object][] = [
  [
    '10 steps up to 24 h',
    { steps: Array.from({ length: 10 }, (_, at) => step({ delay: at === 9 ? '24h' : `${at}h` })) },
  ],
  ['1440 minutes', { steps: [step({ delay: '1440' })] }],
  ['delays one minute apart', { steps: [step({ delay: '59m' }), step({ delay: '1h' }), step({ delay: '1h1m' })] }],
  ['a text of 4096', { steps: [step({ text: text(4096) })] }],
  ['a text of 1024 above 3 buttons', { steps: [step({ text: text(1024), buttons: replies('a', 'b', text(20)) })] }],
  ['no buttons', { steps: [step({ text: text(4096), buttons: [] })] }],
  ['a link with a variable', { steps: [step({ buttons: [link({ url: 'https://a.example/?c={{1}}' })] })] }],
  ['a variable button of 120', { steps: [step({ buttons: replies(`{{1}}${text(115)}`) })] }],
  ['quiet hours', { quiet_start: 0, quiet_end: 23 }],
  ['no quiet hours', { quiet_start: null, quiet_end: null }],
  ['no start of quiet hours', { quiet_start: null }],
  ['a draft without steps', { steps: [] }],
  ['a button by its index', { button: undefined, button_index: 0 }],
];

test('each limit is accepted, and the saved flow matches the request', async () => {
  const server = await createTestServer();
  const id = await addTemplate(server);
  const other = await addTemplate(server, { language: 'tr', name: 'other' });
  expect(other).not.toBe(id);
  const flow = { name: 'A', template_id: id, button: 'Yes', steps: [step()] };
  for (const [what, changes] of ALLOWED) {
    const asked: Record<string, unknown> = { ...flow, ...changes };
    const { status, body } = await server.api('POST', '/flows', { body: asked });
    expect([what, status], JSON.stringify(body)).toEqual([what, 201]);
    expect(body.data).toMatchObject({ template: 'all_buttons', template_id: id, button: 'Yes', button_index: 0 });
    expect(body.data).toMatchObject({ is_active: false, stop_on_reply: true, stop_on_agent: true, steps: asked.steps });
    expect((await server.api('GET', `/flows/${body.data.id}`)).body.data).toEqual(body.data);
  }
});

test('a file is checked on saving: it must exist, match its name, and have at most 16 MB', async () => {
  const server = await createTestServer();
  const host = await createFileHost();
  const at = (path: string, bytes: number, type: string) =>
    host.put(path, { headers: { 'content-length': bytes, 'content-type': type } });
  const save = async (media_url: string, type?: string) => {
    const steps = [step(), { delay: '1', media_url, ...(type && { type }) }];
    const { status, body } = await server.api('POST', '/flows', { body: { ...SPRING, steps } });
    return status === 201 ? 'saved' : [status, body.error.code, body.error.param];
  };
  expect(await save(at('/a.jpg', 16 * MB, 'image/jpeg'))).toBe('saved');
  expect(await save(at('/b.mp4', 16 * MB, 'video/mp4'))).toBe('saved');
  expect(await save(at('/c.pdf', 16 * MB, 'application/pdf'))).toBe('saved');
  expect(await save(at('/d', 1, 'video/mp4'), 'video')).toBe('saved');
  for (const [path, type] of [
    ['/e.jpg', 'image/jpeg'],
    ['/f.mp4', 'video/mp4'],
    ['/g.pdf', 'application/pdf'],
  ] as const) {
    expect(await save(at(path, 16 * MB + 1, type))).toEqual([422, 'VALIDATION_FAILED', 'steps.1.media_url']);
  }
  expect(await save(at('/h.jpg', 1, 'video/mp4'))).toEqual([422, 'VALIDATION_FAILED', 'steps.1.media_url']);
  expect(await save(at('/h', 1, 'image/jpeg'), 'video')).toEqual([422, 'VALIDATION_FAILED', 'steps.1.media_url']);
  expect(await save(at('/h.png', 1, 'image/gif'))).toEqual([422, 'VALIDATION_FAILED', 'steps.1.media_url']);
  expect(await save(host.put('/i.jpg', { status: 404 }))).toEqual([422, 'MEDIA_URL_INVALID', 'steps.1.media_url']);
});

test('a change affects only the given fields, replaces steps as a whole, and follows the rules', async () => {
  const server = await createTestServer();
  const { api } = server;
  await addTemplate(server);
  const steps = [step(), step({ delay: '1h', buttons: replies('Yes') })];
  const id = await makeFlow(server, { steps, is_active: false, quiet_start: 22, quiet_end: 9 });
  let expected = (await api('GET', `/flows/${id}`)).body.data;
  const change = async (body: object, changed: object = body) => {
    const answer = await api('PATCH', `/flows/${id}`, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expected = { ...expected, ...changed, updated_at: answer.body.data.updated_at };
    expect(answer.body.data).toEqual(expected);
    expect((await api('GET', `/flows/${id}`)).body.data).toEqual(expected);
  };
  await change({});
  await change({ name: 'Summer' });
  await change({ is_active: true });
  await change({ stop_on_reply: false, stop_on_agent: false });
  await change({ steps: [step({ delay: '10m', text: 'Only this' })] });
  await change({ quiet_end: 10 });
  await change({ quiet_start: null, quiet_end: null });
  const template = (await api('GET', '/templates')).body.data.templates.find(
    ({ name }: { name: string }) => name === 'all_buttons',
  );
  const trigger = { template: 'all_buttons', template_id: template.id, button: 'Yes', button_index: 0 };
  await change({ template: 'all_buttons', button: 'Yes' }, trigger);
  await change({ template_id: expected.template_id, button_index: 0 }, trigger);

  const refuse = async (body: object, code: string, param: string) => {
    const answer = await api('PATCH', `/flows/${id}`, { body });
    expect([answer.body.error?.code, answer.body.error?.param], JSON.stringify(answer.body)).toEqual([code, param]);
    expect((await api('GET', `/flows/${id}`)).body.data).toEqual(expected);
  };
  await refuse({ steps: [] }, 'FLOW_INVALID', 'steps');
  await refuse({ steps: [step({ delay: '25h' })] }, 'FLOW_INVALID', 'steps.0.delay');
  await refuse({ quiet_start: 22 }, 'VALIDATION_FAILED', 'quiet_end');
  await refuse({ template: 'promo_spring' }, 'FLOW_INVALID', 'button');
  await refuse({ button: 'Unsubscribe' }, 'FLOW_INVALID', 'button');
  await refuse({ template: 'pending_one' }, 'FLOW_INVALID', 'template');
  await refuse({ name: '' }, 'VALIDATION_FAILED', 'name');

  // If an approval is withdrawn later, the flow can be unpublished, but not published again.
  await server.server.app.store.transaction(async (tx) => {
    const [known] = await tx.templates.findByName(server.accountId, 'all_buttons');
    await tx.templates.update(
      { ...(known as NonNullable<typeof known>), status: 'REJECTED' },
      server.server.app.monotonicNow(),
    );
  });
  await refuse({ name: 'Autumn' }, 'FLOW_INVALID', 'template_id');
  await change({ is_active: false });
  await change({ name: 'Autumn', steps: [] });
});

test.each(DATABASES)(
  'on %s flows are listed with their filters, in pages, and each account sees its own',
  async (database) => {
    const server = await createTestServer({ database });
    const { api } = server;
    const other = await addTemplate(server);
    const ids: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      const trigger = at < 2 ? { template: undefined, template_id: other, button: 'Yes' } : {};
      ids.push(await makeFlow(server, { name: `Flow ${at}`, is_active: at % 2 === 0, ...trigger }));
    }
    const { liveKey } = await server.anotherAccount();
    const list = async (query: string, key = server.liveKey) =>
      (await api('GET', `/flows${query}`, { key })).body.data.flows.map(({ id }: { id: number }) => id);
    expect(await list('')).toEqual(ids.toReversed());
    expect(await list('?order=asc&is_active=true')).toEqual([ids[0], ids[2], ids[4]]);
    expect(await list('?order=asc&is_active=false')).toEqual([ids[1], ids[3]]);
    expect(await list(`?order=asc&template_id=${other}`)).toEqual([ids[0], ids[1]]);
    expect(await list('?template_id=99999999999')).toEqual([]);
    expect(await list('', liveKey)).toEqual([]);
    const pages: number[] = [];
    for (let query = '?limit=2'; ; ) {
      const { flows, pagination } = (await api('GET', `/flows${query}`)).body.data;
      pages.push(...flows.map(({ id }: { id: number }) => id));
      if (!pagination.has_more) {
        break;
      }
      query = `?limit=2&cursor=${pagination.next_cursor}`;
    }
    expect(pages).toEqual(ids.toReversed());
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '?force=true', undefined],
      ['GET', '/runs', undefined],
      ['GET', '/stats', undefined],
      ['POST', '/test', { to: PERSON }],
    ] as const) {
      const answer = await api(method, `/flows/${ids[0]}${path}`, { key: liveKey, ...(body && { body }) });
      expect([method, path, answer.body.error?.code]).toEqual([method, path, 'FLOW_NOT_FOUND']);
    }
  },
);

test('without the module all 8 operations are refused before the body is read', async () => {
  const { anotherAccount, api } = await createTestServer();
  const { liveKey: key } = await anotherAccount({ modules: { api: true, webhook: true, flows: false } });
  const flows = OPERATIONS.filter(({ path }) => path.startsWith('/flows'));
  expect(flows).toHaveLength(8);
  for (const { method, path } of flows) {
    const call = method === 'get' || method === 'delete' ? {} : { raw: '{' };
    const { status, body } = await api(method.toUpperCase(), path.replace('{id}', '1'), { key, ...call });
    expect([path, status, body.error.code]).toEqual([path, 403, 'FLOW_MODULE_DISABLED']);
  }
});

test.each(DATABASES)('on %s a flow with runs is deleted only with force, together with its runs', async (database) => {
  const server = await createTestServer({ database });
  const { api } = server;
  const untouched = await makeFlow(server);
  const hex = `0x${untouched.toString(16)}`;
  for (const odd of [hex, `${untouched}e0`, `+${untouched}`, `%20${untouched}`, `${untouched}.0`, `-${untouched}`]) {
    expect([odd, (await api('DELETE', `/flows/${odd}`)).body.error?.code]).toEqual([odd, 'FLOW_NOT_FOUND']);
  }
  expect((await api('DELETE', `/flows/${untouched}`)).body.data).toEqual({ id: untouched, deleted: true });
  expect((await api('GET', `/flows/${untouched}`)).status).toBe(404);

  const id = await makeFlow(server, { steps: [step(), step({ delay: '1h', text: 'Never' })] });
  await pressButton(server, 'Tell me more');
  for (const query of ['', '?force=false']) {
    const refused = await api('DELETE', `/flows/${id}${query}`);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'FLOW_HAS_RUNS']);
  }
  expect((await api('DELETE', `/flows/${id}?force=true`)).body.data).toEqual({ id, deleted: true });
  for (const path of ['', '/runs', '/stats']) {
    expect((await api('GET', `/flows/${id}${path}`)).body.error.code).toBe('FLOW_NOT_FOUND');
  }
  expect((await api('GET', `/conversations/${PERSON}`)).body.data.status).toBe('open');
  await server.advance(2 * 3600);
  expect(stepsSent(server)).toEqual(['Hi']);
});
