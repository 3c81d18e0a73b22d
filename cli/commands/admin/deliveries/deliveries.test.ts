import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readState } from '../../../dev/state.ts';
import { adminOn } from '../../../testing/admin.ts';
import { listen, type SeenDelivery, scratchFolder, startDev, waitFor } from '../../../testing/cli.ts';

/** Starts a webhook receiver whose response status the test can change. */
async function createMoodyReceiver() {
  const receiver = { url: '', status: 200, deliveries: [] as SeenDelivery['event'][] };
  receiver.url = await listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
      receiver.deliveries.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(receiver.status).end('noted');
    }),
  );
  return receiver;
}

/** Starts a server with a webhook address, and runs `wigwag admin` next to it on the same database. */
async function administer() {
  const data = scratchFolder();
  const dev = await startDev(['--data', data]);
  const receiver = await createMoodyReceiver();
  const { account_id } = dev.info;
  await dev.control('PUT', '/webhook', { account_id, url: receiver.url });
  const env = {
    WIGWAG_SECRET_KEY: readState(data)?.secretKey ?? '',
    WIGWAG_DATABASE_URL: `sqlite:${join(data, 'wigwag.db')}`,
  };
  const admin = adminOn(env);
  /** Sends a message from the customer and waits for its event. */
  const writes = async (text: string) => {
    const before = receiver.deliveries.length;
    await dev.customerWrites(text);
    await waitFor(`the event of ${text}`, () => receiver.deliveries.length > before);
  };
  return { dev, receiver, writes, ...admin };
}

test('deliveries are listed with their attempts', async () => {
  const { receiver, run, records, refusal, writes } = await administer();
  const start = new Date().toISOString();
  await writes('first');
  await writes('second');
  const [first, second] = receiver.deliveries;
  const listed = await waitFor('the attempts', async () => {
    const found = await records('deliveries', 'list');
    return found.every(({ state }) => state === 'delivered') && found;
  });
  expect(listed[0]).toEqual({
    id: first.id,
    event_id: first.id,
    endpoint: 1,
    event: 'message.received',
    state: 'delivered',
    created_at: first.created_at,
    sample: false,
    replay_of: null,
    attempts: [
      {
        attempt: 1,
        at: expect.stringMatching(/\+00:00$/),
        status_code: 200,
        problem: null,
        response_prefix: 'noted',
        duration_ms: expect.any(Number),
        next_attempt_at: null,
      },
    ],
  });
  expect(listed.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await records('deliveries', 'list', '--limit', '1')).map(({ id }) => id)).toEqual([second.id]);
  expect(await records('deliveries', 'list', '--state', 'failed', 'missed')).toEqual([]);
  expect(await records('deliveries', 'list', '--to', start)).toEqual([]);
  expect((await run('deliveries', 'list')).stdout).toMatch(/^whd_\d+ +message\.received +1 +delivered +\S+ +1 +200$/m);
  expect(await refusal('deliveries', 'list', '--to', '2026-05-04')).toContain('--to must be a time');
});

test('replayed deliveries get new IDs', async () => {
  const { receiver, run, records, writes } = await administer();
  const start = new Date().toISOString();
  await writes('first');
  await writes('second');
  const [first, second] = receiver.deliveries;
  // The log shows the delivery a moment after the receiver gets it.
  await waitFor('the log', async () =>
    (await records('deliveries', 'list')).every(({ state }) => state === 'delivered'),
  );
  const [replay] = await records('deliveries', 'replay', first.id);
  expect(replay).toEqual({ id: expect.stringMatching(/^whd_\d+$/), replay_of: first.id });
  await waitFor('the replay', () => receiver.deliveries.length === 3);
  expect(receiver.deliveries[2]).toEqual({ ...first, id: replay.id, attempt: 1, replay_of: first.id });

  // A replay of a replay still names the original delivery. A replay of a period includes both only with --again.
  const [again] = await records('deliveries', 'replay', replay.id);
  expect(again.replay_of).toBe(replay.id);
  await waitFor('the second replay', () => receiver.deliveries.length === 4);
  expect(receiver.deliveries[3].replay_of).toBe(first.id);
  const span = ['--from', start, '--event', 'message.received', '--to', second.created_at];
  expect((await run('deliveries', 'replay', ...span)).stderr).toBe(
    'none\n0 events are being sent again\nEvents that were already sent again are skipped; --again includes them\n',
  );
  const one = await run('deliveries', 'replay', ...span, '--again');
  expect(one.stderr).toBe('1 event is being sent again\n');
  await waitFor('the replay of the first', () => receiver.deliveries.length === 5);
  const all = await records('deliveries', 'replay', '--from', start, '--again');
  expect(all.map(({ replay_of }) => replay_of)).toEqual([first.id, second.id]);
  await waitFor('the replays of the period', () => receiver.deliveries.length === 7);
  expect(new Set(receiver.deliveries.map(({ id }) => id)).size).toBe(7);
});

test('invalid replays are refused', async () => {
  const { records, refusal, notFound } = await administer();
  const start = new Date().toISOString();
  expect(await records('deliveries', 'replay', '--from', start)).toEqual([]);
  expect(await refusal('deliveries', 'replay')).toContain('--from');
  expect(await refusal('deliveries', 'replay', 'whd_1', '--from', start)).toContain('--from');
  expect(await notFound('deliveries', 'replay', 'whd_1')).toContain('no delivery whd_1');
  expect(await refusal('deliveries', 'replay', '--from', 'yesterday')).toContain('--from must be a time');
  const span = ['--from', '2026-05-04T12:00:00Z', '--to', '2026-05-04T13:00:00+01:00'];
  expect(await refusal('deliveries', 'replay', ...span)).toContain('--from must be before the end of the period');
  expect(await refusal('deliveries', 'list', ...span)).toContain('--from must be before the end of the period');
});

test('enabling a disabled address resumes pending deliveries, and missed events can be replayed', async () => {
  const { dev, receiver, records, refusedByRule, notFound, writes } = await administer();
  const start = new Date().toISOString();
  receiver.status = 410;
  await writes('gone');
  await waitFor('the address to be disabled', async () => {
    const { body } = await dev.control('GET', `/deliveries?account_id=${dev.info.account_id}`);
    return body.address_enabled === false;
  });
  await dev.customerWrites('missed');
  const states = async () => (await records('deliveries', 'list')).map(({ state }) => state);
  expect(await states()).toEqual(['waiting', 'missed']);
  expect(await refusedByRule('deliveries', 'replay', '--from', start)).toContain('webhook enable');

  receiver.status = 200;
  expect(await records('webhook', 'enable')).toEqual([{ url: receiver.url, enabled: true, resumed: 1 }]);
  await waitFor('the pending deliveries', () => receiver.deliveries.length === 2);
  expect(receiver.deliveries[1]).toMatchObject({ attempt: 2, data: { message: { text: 'gone' } } });
  const [replay] = await records('deliveries', 'replay', '--from', start, '--state', 'missed');
  await waitFor('the missed events', () => receiver.deliveries.length === 3);
  expect(receiver.deliveries[2]).toMatchObject({ id: replay.id, attempt: 1, data: { message: { text: 'missed' } } });

  // A delivery that will be retried anyway is not replayed.
  receiver.status = 500;
  await writes('pending');
  const { id } = receiver.deliveries[3];
  expect(await refusedByRule('deliveries', 'replay', id)).toContain(`${id} is pending`);

  // It can be retried before its delay of a minute has passed.
  const attempted = (attempt: number) =>
    waitFor(`attempt ${attempt}`, async () => (await records('deliveries', 'list')).at(-1).attempts.length === attempt);
  await attempted(1);
  receiver.status = 503;
  const retried = { id, event: 'message.received', state: 'pending', attempts: 1 };
  expect(await records('deliveries', 'retry', id)).toEqual([retried]);
  await attempted(2);
  expect(receiver.deliveries[4]).toMatchObject({ id, attempt: 2 });
  const [{ id: delivered }] = await records('deliveries', 'list', '--state', 'delivered');
  expect(await refusedByRule('deliveries', 'retry', delivered)).toContain('only a pending delivery is retried');
  expect(await notFound('deliveries', 'retry', 'whd_1')).toContain('no delivery whd_1');
  await dev.control('PUT', '/webhook', { account_id: dev.info.account_id, url: null });
  expect(await refusedByRule('webhook', 'enable')).toContain('webhook set');
  expect(await refusedByRule('deliveries', 'replay', id)).toContain('webhook set');
});

test('an address inside the network is refused when it is set', async () => {
  const { run, records, refusedByRule } = await administer();
  const set = (url: string) => ['webhook', 'set', '--url', url];
  for (const url of ['http://shop.example/hook', 'https://user:secret@shop.example/hook', 'nonsense']) {
    expect(await refusedByRule(...set(url))).toContain('https address');
  }
  for (const url of ['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://2130706433/']) {
    expect(await refusedByRule(...set(url))).toContain('it does not lead to a public address');
  }
  const [{ url, signing_secret }] = await records(...set('https://93.184.215.14/hook'));
  expect([url, signing_secret]).toEqual(['https://93.184.215.14/hook', expect.stringMatching(/^whsec_/)]);
  const unknown = await run(...set('https://nothing.invalid/hook'));
  expect([unknown.code, unknown.stderr]).toEqual([0, expect.stringContaining('nothing.invalid has no address yet')]);
});
