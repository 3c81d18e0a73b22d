import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DevInfo } from '../../dev/dev.ts';
import { readState } from '../../dev/state.ts';
import { devWithAdmin } from '../../testing/admin.ts';
import { RunningCommand, scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../testing/terminal.ts';

const listenAt = async (where: { cwd: string; env?: Record<string, string> }, ...flags: string[]) => {
  const listen = new RunningCommand(['listen', '--endpoint', ...flags], where);
  await listen.until('its endpoint', () => /endpoint (\d+) sends events to http:/.test(listen.stderr));
  return listen;
};

/** Returns the endpoints after the first one, which every account has, from the admin API of a `wigwag dev`. */
async function endpointsOf({ cwd, info }: { cwd: string; info: DevInfo }) {
  const url = `${new URL(info.base_url).origin}/admin/v1/accounts/${info.account_id}/endpoints`;
  const authorization = `Bearer ${readState(join(cwd, '.wigwag'))?.adminToken}`;
  const { endpoints } = (await (await fetch(url, { headers: { authorization } })).json()) as {
    endpoints: { id: number }[];
  };
  expect(endpoints[0]?.id).toBe(1);
  return endpoints.slice(1);
}

test('is an endpoint with its events and filter until a signal stops it; the next start removes what a kill left', async () => {
  const dev = await startDev([]);
  const { cwd, customerWrites, control } = dev;
  const filter = 'data.message.text.contains("invoice")';
  const listen = await listenAt({ cwd }, '--port', '0', '--events', 'message.received', '--endpoint-filter', filter);
  expect(await endpointsOf(dev)).toEqual([
    expect.objectContaining({
      id: 2,
      name: 'wigwag listen',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      events: ['message.received'],
      filter,
    }),
  ]);
  await customerWrites('Where is my order?');
  await customerWrites('Where is my invoice?');
  await control('POST', '/settle');
  const seen = await listen.until('the event', () => listen.stdout.includes('\n') && listen.stdout);
  expect(seen).toMatch(/^\S+ ✓ message\.received {2}Ada on whatsapp: Where is my invoice\?\n$/);
  expect(await listen.stop('SIGINT')).toMatchObject({ code: 0 });
  expect(await endpointsOf(dev)).toEqual([]);

  const killed = await listenAt({ cwd }, '--port', '0');
  const [, port = ''] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(killed.stderr) ?? [];
  await killed.stop('SIGKILL');
  expect(await endpointsOf(dev)).toMatchObject([{ id: 3, name: 'wigwag listen' }]);
  const next = await listenAt({ cwd }, '--port', port);
  expect(next.stderr).toContain('removed endpoint 3, which an earlier `wigwag listen` left.\n');
  expect(await endpointsOf(dev)).toMatchObject([{ id: 4 }]);
  expect(await next.stop('SIGTERM')).toMatchObject({ code: 0 });
  expect(await endpointsOf(dev)).toEqual([]);
});

test.skipIf(!hasTerminals())('closing the terminal removes the endpoint', async () => {
  const dev = await startDev([]);
  const terminal = openTerminal(['listen', '--endpoint', '--port', '0'], { columns: 100, cwd: dev.cwd });
  await terminal.until(/listening: on http:\S+ as endpoint 2/);
  expect(await endpointsOf(dev)).toHaveLength(1);
  terminal.tmux('kill-server');
  await waitFor('the removal', async () => (await endpointsOf(dev)).length === 0);
});

test('an endpoint that cannot be added or removed is reported with the way out', async () => {
  const cwd = scratchFolder();
  const { env: database, dev, info, account } = await devWithAdmin(join(cwd, '.wigwag'));
  const elsewhere = { cwd: scratchFolder(), env: database };
  const refused = await wigwag(['listen', '--endpoint', '--port', '0', '--account', account], elsewhere);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    5,
    '',
    expect.stringMatching(
      /^wigwag: events cannot be sent to http:\S+: .+; give --endpoint a public https address that leads to this port, such as that of a tunnel\n$/,
    ),
  ]);
  const badFilter = await wigwag(['listen', '--endpoint', '--port', '0', '--endpoint-filter', 'chanel == 1'], { cwd });
  expect([badFilter.code, badFilter.stderr]).toEqual([
    2,
    expect.stringContaining('--endpoint-filter cannot be used: Unknown variable: chanel'),
  ]);
  for (const [flags, problem] of [
    [['--endpoint-filter', 'true'], 'add --endpoint'],
    [['--account', '1', '--receive'], 'add --endpoint'],
    [['--endpoint', '--last-event-id', '0'], 'without it'],
  ] as const) {
    const { code, stderr } = await wigwag(['listen', ...flags], { cwd });
    expect([flags, code, stderr]).toEqual([flags, 2, expect.stringContaining(problem)]);
  }
  const env = { WIGWAG_ADMIN_URL: new URL(info.base_url).origin };
  const listen = await listenAt({ cwd, env }, '--port', '0');
  await dev.stop();
  expect(await listen.stop()).toMatchObject({ code: 1, stderr: expect.stringContaining('was not removed: ') });
});
