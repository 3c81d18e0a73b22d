import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { RunningCommand, scratchFolder, startDev, takenPort, wigwag } from '../../testing/cli.ts';

const SECRET = 'whsec_of_this_test';
const EVENT = {
  id: 'whd_1',
  event: 'message.status',
  api_version: 'v1',
  created_at: '2026-05-28T20:26:40+00:00',
  company_id: 1,
  attempt: 2,
  data: { message: { id: 'msg_7', channel: 'whatsapp', to: '905551112233', status: 'read', error: null } },
};

async function startListen(flags: string[] = []) {
  const listen = new RunningCommand(['listen', '--receive', '--port', '0', ...flags], {
    env: { WIGWAG_SIGNING_SECRET: SECRET },
  });
  const url = await listen.until('its address', () => /listening on (http:\S+);/.exec(listen.stderr)?.[1]);
  const deliver = async (secret: string, { t = Math.floor(Date.now() / 1000), raw = JSON.stringify(EVENT) } = {}) => {
    const v1 = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
    const headers = { 'x-service-signature': `t=${t},v1=${v1}`, 'x-service-attempt': '2' };
    return (await fetch(url, { method: 'POST', body: raw, headers })).status;
  };
  const lines = (count: number) =>
    listen.until(`${count} lines`, () => {
      const found = listen.stdout.split('\n').slice(0, -1);
      return found.length >= count && found;
    });
  return { listen, url, deliver, lines };
}

test('verifies each delivery: returns 200 and prints a line if it is valid, returns 400 and prints the reason otherwise', async () => {
  const { listen, url, deliver, lines } = await startListen();
  expect(await deliver(SECRET)).toBe(200);
  expect(await deliver('another secret')).toBe(400);
  expect(await deliver(SECRET, { t: Math.floor(Date.now() / 1000) - 3600 })).toBe(400);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
  expect(await lines(4)).toEqual([
    expect.stringMatching(/^\S+ ✓ message\.status +msg_7 to 905551112233 is read \(attempt 2\)$/),
    expect.stringMatching(/^\S+ ✗ refused: The signature does not match/),
    expect.stringMatching(/^\S+ ✗ refused: The timestamp is too old: 360\d s away/),
    expect.stringMatching(/^\S+ ✗ refused: The header (is malformed|X-Service-Signature is missing)/),
  ]);
  expect((await fetch(url)).status).toBe(405);
  expect((await listen.stop('SIGINT')).code).toBe(0);
});

test('--json prints one line for each delivery, with the event or with the problem and the body', async () => {
  const { deliver, lines } = await startListen(['--json']);
  await deliver(SECRET);
  await deliver('another secret');
  const [good, bad] = (await lines(2)).map((line) => JSON.parse(line));
  expect(good).toEqual({ received_at: expect.stringMatching(/Z$/), verified: true, event: EVENT });
  expect(bad).toMatchObject({ verified: false, problem: expect.any(String), raw_body: JSON.stringify(EVENT) });
});

test('a signed body that is not an event is refused, and the receiver continues', async () => {
  const { deliver, lines } = await startListen();
  const bodies = [
    'not json',
    '{}',
    'null',
    '[]',
    ...['received', 'status'].map((name) => `{"event":"message.${name}"}`),
  ];
  for (const raw of [...bodies, '{"event":"template.status","data":{}}']) {
    expect([raw, await deliver(SECRET, { raw })]).toEqual([raw, 400]);
  }
  expect(await deliver(SECRET)).toBe(200);
  expect((await lines(8)).at(-1)).toContain('msg_7 to 905551112233 is read');
});

test('an unknown event is shown with its name', async () => {
  const { deliver, lines } = await startListen();
  expect(await deliver(SECRET, { raw: '{"event":"flow.done","data":{}}' })).toBe(200);
  expect(await lines(1)).toEqual([expect.stringMatching(/ ✓ flow\.done \(attempt 2\)$/)]);
});

test('shows only the selected kinds, channel and words, accepts everything, and reports refused deliveries', async () => {
  const about = (event: string, data: object) => ({ raw: JSON.stringify({ ...EVENT, event, data }) });
  const status = (id: string, channel: string) =>
    about('message.status', { message: { ...EVENT.data.message, id, channel } });
  const template = about('template.status', { template: { name: 'promo', language: 'en', status: 'APPROVED' } });
  const all = [status('msg_1', 'whatsapp'), status('msg_2', 'web'), template, status('msg_3', 'web')];
  const shown = async (...flags: string[]) => {
    const { deliver, lines, listen } = await startListen(flags);
    for (const one of all) {
      expect(await deliver(SECRET, one)).toBe(200);
    }
    // Sent last, so that nothing follows it.
    expect(await deliver('another secret')).toBe(400);
    await listen.until('the refusal', () => listen.stdout.includes('refused'));
    return (await lines(1)).map((line) => /msg_\d|promo|refused/.exec(line)?.[0]);
  };
  expect(await shown('--events', 'message.status')).toEqual(['msg_1', 'msg_2', 'msg_3', 'refused']);
  expect(await shown('--channel', 'web')).toEqual(['msg_2', 'msg_3', 'refused']);
  // The event stream also counts template events as WhatsApp events.
  expect(await shown('--channel', 'whatsapp')).toEqual(['msg_1', 'promo', 'refused']);
  const words = await startListen(['--events', 'message.status', 'template.status', '--filter', 'channel=web msg_3']);
  for (const one of all) {
    await words.deliver(SECRET, one);
  }
  expect(await words.lines(1)).toEqual([expect.stringContaining('msg_3')]);
});

test('uses the secret of the dev server in the same folder, and receives its events', async () => {
  const cwd = scratchFolder();
  const { control, customerWrites, info } = await startDev([], { cwd });
  const listen = new RunningCommand(['listen', '--receive', '--port', '0'], { cwd });
  const url = await listen.until('its address', () => /listening on (http:\S+);/.exec(listen.stderr)?.[1]);
  await control('PUT', '/webhook', { account_id: info.account_id, url });
  await customerWrites('Where is my order?');
  await listen.until('the event', () =>
    listen.stdout.includes('✓ message.received  Ada on whatsapp: Where is my order?'),
  );
});

test('names what is missing or in use, in one line', async () => {
  const env = { WIGWAG_SIGNING_SECRET: SECRET };
  const port = await takenPort();
  for (const [args, options, problem] of [
    [['listen', '--port', '0'], { env }, 'add --receive'],
    [['listen', '--receive', '--last-event-id', '0'], { env }, 'without it'],
    [['listen', '--receive', '--base-url', 'http://127.0.0.1:1/api/v1'], { env }, 'without it'],
    [['listen', '--receive', '--port', '0'], {}, 'no signing secret: set WIGWAG_SIGNING_SECRET'],
    [['listen', '--receive', '--port', port], { env }, `the port ${port} is in use`],
  ] as const) {
    const { code, stdout, stderr } = await wigwag(args, options);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(/^wigwag: [^\n]*\n$/);
    expect(stderr).toContain(problem);
  }
});
