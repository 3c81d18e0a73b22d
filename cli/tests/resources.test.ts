import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PNG } from '../../lab/testing/png.ts';
import { createReceiver, listen, startDev, waitFor, wigwag } from '../testing/cli.ts';

const ADA = '905551112233';

/** Starts a dev server and runs commands in its folder. */
async function createDesk() {
  const dev = await startDev(['--data', '.wigwag']);
  const run = (args: string[], input?: string) => wigwag(args, { cwd: dev.cwd, ...(input !== undefined && { input }) });
  /** Returns what a successful command prints as JSON. */
  const data = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return JSON.parse(stdout);
  };
  const { account_id } = dev.info;
  return { ...dev, run, data, account_id };
}

test('contacts, opt-outs and blocks are created, found, changed and removed', async () => {
  const { run, data, customerWrites } = await createDesk();
  await customerWrites();
  // A person who wrote, but was never given a name, has the name that the channel reports.
  expect((await run(['contacts', 'list', '--output', 'csv'])).stdout).toMatch(
    /^phone,name,display_name,.*\r?\n905551112233,,Ada,/,
  );
  expect(
    await data('contacts', 'create', '+90 555 444 33 22', '--name', 'Bob', '--email', 'bob@example.com'),
  ).toMatchObject({
    phone: '905554443322',
    name: 'Bob',
    email: 'bob@example.com',
  });
  expect(
    await data('contacts', 'update', '905554443322', '--display-name', 'Bobby', '--username', 'bob'),
  ).toMatchObject({
    name: 'Bob',
    display_name: 'Bobby',
    username: 'bob',
  });
  expect(await data('opt-outs', 'add', '905554443322', '--source', 'phone')).toMatchObject({ source: 'phone' });
  expect(await data('blocks', 'add', '905554443322', '--reason', 'spam')).toMatchObject({ reason: 'spam' });
  const [found, listed, optOuts, blocks, open, never] = await Promise.all([
    data('contacts', 'get', '0555 444 33 22'),
    data('contacts', 'list', '--search', 'bob'),
    data('opt-outs', 'list'),
    data('blocks', 'list'),
    data('contacts', 'window', ADA),
    data('contacts', 'window', '905554443322', '--channel', 'whatsapp'),
  ]);
  expect(found).toMatchObject({ opted_out: true, blocked: true });
  expect([listed, optOuts, blocks]).toMatchObject([
    [{ name: 'Bob' }],
    [{ phone: '905554443322' }],
    [{ reason: 'spam' }],
  ]);
  expect([open.can_send, never.can_send]).toEqual([
    { session_message: true, template: true },
    { session_message: false, template: false },
  ]);
  expect(await data('opt-outs', 'remove', '905554443322')).toMatchObject({ removed: true });
  expect(await data('blocks', 'remove', '905554443322')).toMatchObject({ removed: true });
  expect(await data('contacts', 'get', '905554443322')).toMatchObject({ opted_out: false, blocked: false });
  const [nobody, nothing] = await Promise.all([
    run(['contacts', 'get', '905550000000']),
    run(['contacts', 'update', ADA]),
  ]);
  expect([nobody.code, nobody.stderr]).toEqual([4, expect.stringContaining('CONTACT_NOT_FOUND')]);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing to change: give')]);
});

test('conversations are listed, read, assigned, closed and reopened', async () => {
  const { run, data, customerWrites, control, account_id, api } = await createDesk();
  await customerWrites('First');
  await customerWrites('Second');
  await api('POST', '/messages', { to: ADA, text: 'Answer' });
  const { id: agent } = (await control('POST', '/agents', { account_id, name: 'Grace' })).body;
  await control('POST', '/labels', { account_id, name: 'vip' });
  expect(await data('agents', 'list')).toMatchObject([{ id: agent, name: 'Grace' }, { name: 'Owner' }]);
  expect(await data('labels', 'list')).toMatchObject([{ name: 'vip' }]);
  expect(
    await data('conversations', 'list', '--unread', '--status', 'open', '--channel', 'whatsapp', '--phone', ADA),
  ).toMatchObject([{ phone: ADA, unread_count: 2 }]);
  expect(await data('conversations', 'list', '--from', '2020-01-01', '--to', '2020-01-02')).toEqual([]);
  const history = await data('conversations', 'history', ADA, '--limit', '2');
  expect(history.map(({ text }: { text: string }) => text)).toEqual(['Answer', 'Second']);
  // People read it in the order of time.
  expect((await run(['conversations', 'history', ADA, '--limit', '2'])).stdout).toMatch(/Second[\s\S]*Answer/);
  expect(await data('conversations', 'history', ADA, '--direction', 'in', '--all')).toHaveLength(2);
  const place = { latitude: 41.5, longitude: 29.5, name: 'Our shop' };
  const from = { id: '905551119999', name: 'Bob' };
  await control('POST', '/inbound', { account_id, channel: 'whatsapp', from, type: 'location', location: place });
  for (const command of [['history', from.id], ['list']]) {
    const { stdout } = await run(['conversations', ...command, '--output', 'csv']);
    expect(stdout).toContain('"Location: Our shop, 41.5, 29.5"');
  }
  expect(await data('conversations', 'read', ADA)).toMatchObject({ unread_count: 0 });
  expect(await data('conversations', 'close', ADA)).toMatchObject({ status: 'closed' });
  expect(await data('conversations', 'open', ADA)).toMatchObject({ status: 'open' });
  expect(await data('conversations', 'assign', ADA, '--agent', String(agent))).toMatchObject({
    agent: { name: 'Grace' },
  });
  expect(await data('conversations', 'list', '--agent', String(agent))).toHaveLength(1);
  expect(await data('conversations', 'assign', ADA, '--nobody')).toMatchObject({ agent: null });
  expect(await data('conversations', 'get', ADA)).toMatchObject({ contact: { display_name: 'Ada' } });
  for (const [args, code, said] of [
    [['get', '905550000000'], 4, 'CONVERSATION_NOT_FOUND'],
    [['assign', ADA], 2, 'give --agent ID'],
    [['assign', ADA, '--agent', '7', '--nobody'], 2, 'cannot be used with'],
    [['list', '--from', 'yesterday'], 2, 'It must be a day'],
  ] as const) {
    const ended = await run(['conversations', ...args]);
    expect([args, ended.code, ended.stdout, ended.stderr]).toEqual([args, code, '', expect.stringContaining(said)]);
  }
});

test('the account, its channels, templates and counts are shown', async () => {
  const { run, data, customerWrites } = await createDesk();
  await customerWrites();
  const lines = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(args);
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  const [me, channels, list, order, preview, stats, daily, line] = await Promise.all([
    lines('me'),
    lines('channels'),
    data('templates', 'list', '--status', 'APPROVED', '--category', 'MARKETING', '--language', 'en_US'),
    data('templates', 'get', 'order_update'),
    lines('templates', 'preview', 'order_update', '--var', 'Ada', '4711'),
    lines('stats'),
    data('stats', '--daily', '--from', '2026-01-01', '--to', '2026-01-03'),
    lines('stats', '--daily'),
  ]);
  expect(me).toMatch(/^key\.mode +live\n.*\naccount\.id +1\n/);
  expect(channels).toMatch(/\nwhatsapp +wa_1 +Demo whatsapp +yes +24 +text, media, location, interactive, template\n/);
  expect(list).toMatchObject([{ name: 'promo_spring' }]);
  expect(order).toMatchObject({ variables: { count: 2 } });
  expect(preview).toContain('│ Hi Ada, your order 4711 is on its way.         │\n├──');
  expect(stats).toMatch(/\nincoming +█+ +1\n/);
  expect(line).toMatch(/\nEach day {4}in {2}▁+█\n {12}out ▁+\n\nConversations\nopen +█+ +1\n/);
  expect(daily.days).toMatchObject([{ day: '2026-01-01', incoming: 0 }, { day: '2026-01-02' }, { day: '2026-01-03' }]);
  for (const [args, code, said] of [
    [['get', 'nothing'], 4, 'the template nothing does not exist'],
    [['preview', 'multi_lang'], 2, 'exists in tr, en_US: choose one with --language'],
  ] as const) {
    const ended = await run(['templates', ...args]);
    expect([args, ended.code, ended.stdout, ended.stderr]).toEqual([args, code, '', expect.stringContaining(said)]);
  }
  expect(await data('templates', 'preview', 'multi_lang', '--language', 'tr')).toMatchObject({
    body: 'Randevunuz onaylandı.',
  });
});

test('api makes any call, and fails with the same exit codes as other commands', async () => {
  const { run, data, cwd, api } = await createDesk();
  expect(await data('api', 'GET', '/contacts?limit=1')).toMatchObject({
    success: true,
    data: { pagination: { limit: 1 } },
  });
  expect(await data('api', 'GET', '/contacts?order=asc', '-f', 'limit=2')).toMatchObject({
    data: { pagination: { limit: 2 } },
  });
  const fields = ['phone=905554443322', 'name=Bob'];
  expect(await data('api', 'post', '/contacts', '-f', ...fields)).toMatchObject({ data: { name: 'Bob' } });
  // Editors on Windows write a byte order mark.
  writeFileSync(join(cwd, 'body.json'), '\ufeff{"name":"Rob"}\r\n');
  expect(await data('api', 'PATCH', '/contacts/905554443322', '-d', '@body.json')).toMatchObject({
    data: { name: 'Rob' },
  });
  writeFileSync(join(cwd, 'latin1.json'), Buffer.from('{"name":"José"}', 'latin1'));
  const piped = await run(
    ['api', 'PATCH', '/contacts/905554443322', '-d', '-', '--jq', '.data.name'],
    '\ufeff{"name":"Bo"}',
  );
  expect(piped).toEqual({ code: 0, stdout: 'Bo\n', stderr: '' });
  expect((await api('GET', '/contacts/905554443322')).body.data.name).toBe('Bo');
  const header = ['-H', 'Idempotency-Key: once'];
  const template = [
    'api',
    'POST',
    '/messages/template',
    '-f',
    `to=${ADA}`,
    'name=order_update',
    'variables:=["Ada","4711"]',
    'buttons:=[{"index":0,"text":"4711"}]',
  ];
  expect(await data(...template, ...header)).toEqual(await data(...template, ...header));
  for (const [args, code, said] of [
    [['GET', '/nothing'], 4, 'NOT_FOUND'],
    [['GET', 'https://elsewhere.example/'], 2, 'the path must begin with /'],
    [['GET', '//elsewhere.example/'], 2, 'the path must begin with /'],
    [['POST', '/contacts', '-f', 'phone'], 2, '--field takes name=value'],
    [['POST', '/contacts', '-f', 'a=1', 'a.b=2'], 2, 'a is given both as a value and as an object'],
    [['POST', '/contacts', '-d', '@missing.json'], 2, 'cannot read missing.json'],
    [['POST', '/contacts', '-d', '{'], 5, 'INVALID_JSON'],
    [['FOO', '/me'], 2, 'the method must be one of GET, POST, PATCH, DELETE; it is "FOO"'],
    [['GET', '/contacts', '-d', '{}'], 2, 'GET takes no body: give --field'],
    [['GET', '/contacts', '-f', 'a.b=1'], 2, '--field a: in a query the value must be'],
    [['GET', '/me', '-H', 'X-Name: Ünlü ✓'], 2, '--header X-Name: the value must be'],
    [
      ['POST', '/contacts', '-d', '@latin1.json'],
      2,
      'cannot read latin1.json: it is not UTF-8: line 1 has the byte 0xE9',
    ],
    [['GET', '/me', '-H', 'nonsense'], 2, '--header takes "Name: value"'],
  ] as const) {
    const ended = await run(['api', ...args]);
    expect([args, ended.code, ended.stdout, ended.stderr]).toEqual([args, code, '', expect.stringContaining(said)]);
  }
});

test('messages get and wait work, and a file is uploaded and sent', async () => {
  const { run, data, customerWrites, cwd, control, account_id } = await createDesk();
  await customerWrites();
  writeFileSync(join(cwd, 'dot.png'), PNG);
  expect(await data('media', 'upload', 'dot.png', '--filename', 'point.png')).toMatchObject({
    kind: 'image',
    mime_type: 'image/png',
    size: PNG.length,
    filename: 'point.png',
  });
  const { id } = await data('send', 'Look', '--image', 'dot.png', '--to', ADA);
  expect(await data('messages', 'wait', id, '--for', 'read')).toMatchObject({ id, status: 'read' });
  expect(await data('messages', 'get', id)).toMatchObject({ id, status: 'read', error: null });
  const { messages } = await data('api', 'GET', `/conversations/${ADA}/messages`).then(({ data: page }) => page);
  const quoted = messages.find(({ direction }: { direction: string }) => direction === 'in').external_id;
  await data('send', 'That one', '--reply-to', quoted, '--to', ADA, '--wait', 'sent');
  const said = [
    ['Choose', '--buttons', 'yes=Yes', 'No'],
    ['Sizes', '--list', 'Open', '--rows', '# Shirts', 's=Small|fits most', 'Large', '# Hats', 'Hat'],
    ['Tower', '--location', '41.02,28.97', '--address', 'Galata'],
  ];
  for (const args of said) {
    await data('send', ...args, '--to', ADA, '--wait', 'sent');
  }
  const { body } = await control('GET', `/provider/sends?account_id=${account_id}`);
  expect(body.map(({ payload }: { payload: object }) => payload)).toMatchObject([
    { image: { id: expect.any(String), caption: 'Look' } },
    { text: { body: 'That one' }, context: { message_id: quoted } },
    {
      interactive: {
        action: { buttons: [{ reply: { id: 'yes', title: 'Yes' } }, { reply: { id: 'No', title: 'No' } }] },
      },
    },
    {
      interactive: {
        action: {
          sections: [
            { title: 'Shirts', rows: [{ id: 's', title: 'Small', description: 'fits most' }, { id: 'Large' }] },
            { title: 'Hats', rows: [{ title: 'Hat' }] },
          ],
        },
      },
    },
    { location: { latitude: 41.02, longitude: 28.97, name: 'Tower', address: 'Galata' } },
  ]);
  for (const [args, code, problem] of [
    [['media', 'upload', 'missing.png'], 2, 'cannot read missing.png'],
    [['media', 'upload', '.wigwag'], 2, 'is not a file'],
    [['messages', 'get', 'msg_1'], 4, 'MESSAGE_NOT_FOUND'],
    [['send', 'x', '--to', ADA, '--image', 'dot.png', '--location', '1,2'], 2, 'choose one of --image and --location'],
    [['send', 'x', '--to', ADA, '--image', 'missing.png'], 2, 'the file missing.png does not exist'],
    [['send', '--to', ADA, '--buttons', 'Yes'], 2, '--buttons needs a message text'],
    [['send', 'x', '--to', ADA, '--list', 'Open'], 2, 'a list needs --list LABEL and --rows'],
    [['send', 'x', '--to', ADA, '--location', 'here'], 2, '--location takes LATITUDE,LONGITUDE'],
    [['send', 'template', 'order_update', '--to', ADA, '--button', 'x'], 2, '--button takes INDEX=TEXT'],
  ] as const) {
    const ended = await run([...args]);
    expect([args, ended.code, ended.stdout, ended.stderr]).toEqual([args, code, '', expect.stringContaining(problem)]);
  }
  const order = ['send', 'template', 'order_update', '--to', ADA, '--var', 'Ada', '4711', '--button', '0=4711'];
  expect(await data(...order, '--wait', 'delivered')).toMatchObject({
    status: expect.stringMatching(/delivered|read/),
  });
});

test('trigger causes each event with its overrides, and a sample reaches the address', async () => {
  const { run, data, control, account_id, info } = await createDesk();
  const { url, deliveries } = await createReceiver();
  await control('PUT', '/webhook', { account_id, url });
  const delivered = (
    what: string,
    holds: (event: { event: string; data: Record<string, Record<string, unknown>> }) => boolean,
  ) => waitFor(what, () => deliveries.find(({ event }) => holds(event)));
  const isFrom = (message: Record<string, unknown>, name: string) => (message.from as { name: string }).name === name;
  await data('trigger', 'message.received', '--override', 'text=Where is it?', 'from.name=Bob', 'channel=messenger');
  await delivered(
    'the message',
    ({ data: { message } }) => message?.text === 'Where is it?' && message.channel === 'messenger',
  );
  // Without from.name, a known person keeps the name, and an unknown one is Ada.
  const from = { id: '905551114455', name: 'Grace' };
  await control('POST', '/inbound', { account_id, channel: 'whatsapp', from, type: 'text', text: 'Hi' });
  await data('trigger', 'message.received', '--override', 'text=Known', `from.id=${from.id}`);
  await delivered('her name', ({ data: { message } }) => message?.text === 'Known' && isFrom(message, 'Grace'));
  await data('trigger', 'message.received', '--override', 'text=Unknown', 'from.id=905551114466');
  await delivered('a new name', ({ data: { message } }) => message?.text === 'Unknown' && isFrom(message, 'Ada'));
  const { id } = await data('trigger', 'message.status', '--override', 'status=failed', 'code=131026');
  await delivered('the failure', ({ data: { message } }) => message?.id === id && message?.status === 'failed');
  await data('trigger', 'template.status', '--override', 'status=REJECTED', 'rejection_reason=spelling');
  await delivered('the rejection', ({ data: { template } }) => template?.rejection_reason === 'spelling');
  expect(await data('trigger', 'template.status', '--sample')).toMatchObject({
    event: 'template.status',
    status_code: 200,
  });
  expect(await data('webhooks', 'test', '--event', 'message.status')).toMatchObject({ event: 'message.status' });
  const refusing = await listen(createServer((_, response) => response.writeHead(400).end()));
  await control('PUT', '/webhook', { account_id, url: refusing });
  expect((await run(['webhooks', 'test'])).stderr).toMatch(/fix: .*signing secret/);
  await control('PUT', '/webhook', { account_id, url });
  const { base_url, control_url } = info;
  const before = deliveries.length;
  const dry = await run(['trigger', 'message.status', '--override', 'to=905550001122', 'status=sent', '--dry-run']);
  expect([
    dry.code,
    dry.stderr,
    dry.stdout
      .trimEnd()
      .replace(/ -H 'idempotency-key: \S+'/, '')
      .split('\n'),
  ]).toEqual([
    0,
    '',
    [
      `curl '${base_url}/me' -H "authorization: Bearer $WIGWAG_API_KEY"`,
      `curl -X POST '${control_url}/provider/next' -H 'content-type: application/json' -d '{"account_id":"ACCOUNT_ID","channel":"whatsapp","outcome":"statuses","statuses":["sent"]}'`,
      `curl -X POST '${base_url}/messages/template' -H "authorization: Bearer $WIGWAG_API_KEY" -H 'content-type: application/json' -d '{"to":"905550001122","name":"hello_world"}'`,
    ],
  ]);
  const paths = async (event: string) =>
    [...(await run(['trigger', event, '--dry-run'])).stdout.matchAll(/ 'http[^']+(\/\w+)' /g)].map(([, path]) => path);
  expect(await paths('message.received')).toEqual(['/me', '/inbound']);
  expect(await paths('template.status')).toEqual(['/me', '/templates', '/templates']);
  await control('POST', '/settle');
  expect(deliveries).toHaveLength(before);
  for (const [args, said] of [
    [['message.sent'], 'there is no event message.sent. Choose one of message.received'],
    [['message.status', '--override', 'colour=red'], '--override colour has no effect here'],
    [['message.received', '--override', 'foo.bar=1'], 'the control port refused the call: body/foo is not recognized'],
    [
      ['message.received', '--override', 'from.foo=1'],
      'body/from/foo is not recognized: the fields are id, phone, name, username\n',
    ],
    [
      ['message.received', '--override', 'txt=hi'],
      'the fields are account_id, channel, connection_id, from, type, text,',
    ],
    [['message.received', '--override', 'type=picture'], 'body/type must be one of text, image, video,'],
    [['message.received', '--sample', '--override', 'text=x'], 'remove --override'],
  ] as const) {
    const ended = await run(['trigger', ...args]);
    expect([args, ended.code, ended.stdout, ended.stderr]).toEqual([args, 2, '', expect.stringContaining(said)]);
  }
});
