import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen, scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

const ADA = '905551112233';

test('init writes a valid flow, and validate names a mistake that is added to it', async () => {
  const cwd = scratchFolder();
  const run = (...args: string[]) => wigwag(['flows', ...args], { cwd });
  expect(await run('init')).toMatchObject({ code: 0, stderr: '' });
  expect(await run('validate', '-f', 'flow.yaml')).toMatchObject({ code: 0, stdout: expect.stringContaining('valid') });
  const again = await run('init');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('flow.yaml already exists')]);
  expect(await run('init', '--force')).toMatchObject({ code: 0 });
  const flow = readFileSync(join(cwd, 'flow.yaml'), 'utf8');
  for (const [from, to, code, said] of [
    ['delay: 2h', 'delay: 25h', 5, 'steps.2.delay must be at most 24h'],
    ['delay: 2h', 'delay: 20m', 5, 'steps.2.delay must be longer'],
    ['No, thanks', 'Yes, please', 5, 'is the same as that of another button'],
    [/ {2}- delay: 30m\n.*\n/, '  - { delay: 30m, media_url: "http://example.com/a.jpg" }\n', 5, 'MEDIA_URL_INVALID'],
    [/delay: 30m.*delay: 2h/s, 'delay: 25h\n    text: A\n  - delay: 26h', 5, 'steps.2.delay must be at most 24h'],
    [/delay: 30m.*delay: 2h/s, 'delay: 25h\n    text: A\n  - delay: 26h', 5, 'steps.1.delay must be at most 24h'],
    ['name: Spring offer', 'nme: Spring offer', 5, 'nme'],
    ['steps:', 'steps: [', 2, 'is neither JSON nor YAML'],
    [/.*/s, '', 2, 'wigwag: changed.yaml must contain an object with the fields of a flow\n'],
    [/.*/s, '- name: Spring offer\n', 2, 'wigwag: changed.yaml must contain an object with the fields of a flow\n'],
  ] as const) {
    writeFileSync(join(cwd, 'changed.yaml'), flow.replace(from, to));
    const ended = await run('validate', '-f', 'changed.yaml');
    expect([to, ended.code, ended.stdout, ended.stderr]).toEqual([to, code, '', expect.stringContaining(said)]);
  }
});

test('the example can be saved to a dev server without any other machine', async () => {
  const { cwd } = await startDev(['--data', '.wigwag']);
  await wigwag(['flows', 'init'], { cwd });
  expect((await wigwag(['flows', 'init', 'my flow.yaml'], { cwd })).stdout).toContain(
    "`wigwag flows validate -f 'my flow.yaml'`",
  );
  expect(await wigwag(['flows', 'create', '-f', 'flow.yaml'], { cwd })).toMatchObject({ code: 0, stderr: '' });
});

test('a flow is created, published, tested, followed and deleted', async () => {
  const { cwd, customerWrites } = await startDev(['--data', '.wigwag']);
  await customerWrites();
  const run = (...args: string[]) => wigwag(['flows', ...args], { cwd });
  const data = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return JSON.parse(stdout);
  };
  const flow = {
    name: 'Offer',
    template: 'promo_spring',
    button: 'Tell me more',
    steps: [
      { delay: '0', text: 'Hello {{name}}' },
      { delay: '30m', text: 'Still there?' },
    ],
  };
  writeFileSync(join(cwd, 'flow.json'), JSON.stringify(flow));
  const { id } = await data('create', '-f', 'flow.json');
  expect(await data('activate', String(id))).toMatchObject({ is_active: true });
  expect(await data('list', '--active')).toMatchObject([{ id, name: 'Offer' }]);
  expect(await data('deactivate', String(id))).toMatchObject({ is_active: false });
  expect(await data('list', '--inactive')).toHaveLength(1);
  writeFileSync(join(cwd, 'change.yaml'), 'name: Better offer\n');
  expect(await data('update', String(id), '-f', 'change.yaml')).toMatchObject({ name: 'Better offer' });
  expect(await data('get', String(id))).toMatchObject({
    name: 'Better offer',
    steps: [{ delay: '0' }, { delay: '30m' }],
  });
  const yaml = await run('get', String(id), '--output', 'yaml');
  expect(yaml).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('name: Better offer\n') });
  writeFileSync(join(cwd, 'same.yaml'), yaml.stdout);
  const before = await data('get', String(id));
  expect(await data('update', String(id), '-f', 'same.yaml')).toEqual({ ...before, updated_at: expect.any(String) });
  const { id: copy } = await data('create', '-f', 'same.yaml');
  expect((await run('get', String(copy), '--output', 'yaml')).stdout).toBe(yaml.stdout);
  expect(await data('delete', String(copy))).toMatchObject({ id: copy });
  expect(await data('runs', String(id), '--status', 'running')).toEqual([]);
  const tried = await run('test', String(id), '--to', ADA);
  expect([tried.code, tried.stderr, tried.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/^STEP +ID +STATUS\n1 +msg_/),
  ]);
  expect(await data('delete', String(id))).toMatchObject({ id });
  const gone = await run('get', String(id));
  expect([gone.code, gone.stdout, gone.stderr]).toEqual([4, '', expect.stringContaining('FLOW_NOT_FOUND')]);
});

test('runs and stats show who pressed: one person reaches the end, one replies and gets no more steps', async () => {
  const { cwd, control, info, api } = await startDev(['--data', '.wigwag', '--clock', 'virtual']);
  const { account_id } = info;
  const run = (...args: string[]) => wigwag(['flows', ...args], { cwd, env: { COLUMNS: '80' } });
  const flow = {
    name: 'Offer',
    template: 'promo_spring',
    button: 'Tell me more',
    is_active: true,
    steps: [
      { delay: '10m', text: 'Hello' },
      { delay: '30m', text: 'Still there?' },
    ],
  };
  writeFileSync(join(cwd, 'flow.json'), JSON.stringify(flow));
  const { id } = JSON.parse((await run('create', '-f', 'flow.json', '--json')).stdout);
  const inbound = (from: string, message: object) =>
    control('POST', '/inbound', { account_id, channel: 'whatsapp', from: { id: from, name: 'A' }, ...message });
  const people = ['905551112233', '905551112244'];
  for (const to of people) {
    await api('POST', '/messages/template', { to, name: 'promo_spring' });
    await control('POST', '/settle', {});
    const { body: sends } = await control('GET', `/provider/sends?account_id=${account_id}`);
    const button = { payload: 'Tell me more', title: 'Tell me more' };
    await inbound(to, { type: 'button', button, reply_to: sends.at(-1).external_id });
  }
  const listed = async (...flags: string[]) =>
    JSON.parse((await run('runs', String(id), '--order', 'asc', '--json', ...flags)).stdout);
  await control('POST', '/clock/advance', { seconds: 11 * 60 });
  expect(await listed()).toMatchObject(
    people.map((phone) => ({ phone, status: 'running', stop_reason: null, current_step: 1 })),
  );
  await inbound('905551112244', { type: 'text', text: 'No, thank you' });
  await control('POST', '/clock/advance', { seconds: 20 * 60 });
  expect(await listed('--status', 'stopped')).toMatchObject([{ phone: '905551112244', stop_reason: 'reply' }]);
  expect(await listed('--phone', '0555 111 22 33')).toMatchObject([{ status: 'done', current_step: 2 }]);
  const table = await run('runs', String(id), '--order', 'asc');
  expect([table.code, table.stderr, table.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(
      /^ID +PHONE +STATUS +STOP[^\n]*\n\d+ +905551112233 +done[^\n]*\n\d+ +905551112244 +stopped +reply[^\n]*\n$/,
    ),
  ]);
  const stats = await run('stats', String(id));
  expect([stats.code, stats.stderr, stats.stdout]).toEqual([
    0,
    '',
    [
      `entered  ${'█'.repeat(40)} 2  100%`,
      `step 1   ${'█'.repeat(40)} 2  100%`,
      `step 2   ${' '.repeat(10)}${'█'.repeat(20)}${' '.repeat(10)} 1  50%`,
      '',
      '0 running, 1 done, 1 stopped; 3 messages sent',
      'stopped by: reply 1, agent 0, window 0, other 0',
      '',
    ].join('\n'),
  ]);
});

test('stats draws how many people reached each step', async () => {
  const stats = {
    entered: 200,
    running: 10,
    done: 50,
    stopped: 140,
    messages_sent: 350,
    stop_reasons: { reply: 95, agent: 30, window: 10, other: 5 },
    funnel: [
      { step: 1, reached: 200, rate: 100 },
      { step: 2, reached: 100, rate: 50 },
      { step: 3, reached: 0, rate: 0 },
    ],
  };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, data: stats, request_id: 'req_1' }));
  });
  const env = { WIGWAG_BASE_URL: `${await listen(server)}/api/v1`, WIGWAG_API_KEY: 'ww_live_x', COLUMNS: '80' };
  const { code, stdout } = await wigwag(['flows', 'stats', '12'], { env });
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      `entered  ${'█'.repeat(40)} 200  100%`,
      `step 1   ${'█'.repeat(40)} 200  100%`,
      `step 2   ${' '.repeat(10)}${'█'.repeat(20)}${' '.repeat(10)} 100  50%`,
      `step 3   ${' '.repeat(40)} 0  0%`,
      '',
      '10 running, 50 done, 140 stopped; 350 messages sent',
      'stopped by: reply 95, agent 30, window 10, other 5',
      '',
    ].join('\n'),
  );
});
