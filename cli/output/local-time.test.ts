import { expect, onTestFinished, test } from 'vitest';
import { devWithAdmin } from '../testing/admin.ts';
import { RunningCommand, startDev, wigwag } from '../testing/cli.ts';
import { statusEvent, TailServer } from '../testing/tail.ts';
import { hasTerminals, openTerminal } from '../testing/terminal.ts';

const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York'];

/** Returns a time in a zone as Intl formats it: day, time and offset from UTC. */
function inZone(iso: string, timeZone: string) {
  const time = new Date(iso);
  const [day, clock] = time.toLocaleString('sv-SE', { timeZone }).split(' ');
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
  return { day, clock, minute: clock?.slice(0, 5), stamp: `${day}T${clock}${offset}` };
}

test('tables show local times with their offset; JSON and CSV do not depend on the time zone', async () => {
  const { api, cwd } = await startDev(['--data', '.wigwag']);
  await api('POST', '/contacts', { phone: '905551112233', name: '2026-11-21T18:00:00Z to be called' });
  const list = async (TZ: string, ...form: string[]) =>
    (await wigwag(['contacts', 'list', ...form], { cwd, env: { TZ } })).stdout;
  const [{ created_at }] = JSON.parse(await list('UTC', '--json'));
  for (const zone of ZONES) {
    const table = await list(zone);
    expect(table).toContain(` ${inZone(created_at, zone).stamp}\n`);
    expect(table).toContain('2026-11-21T18:00:00Z to be called');
    expect(JSON.parse(await list(zone, '--json'))[0].created_at).toBe(created_at);
    expect(await list(zone, '--output', 'csv')).toContain(`,${created_at}\n`);
    const one = await wigwag(['contacts', 'get', '905551112233'], { cwd, env: { TZ: zone } });
    const pairs = one.stdout.split('\n').map((line) => line.split(/ +/));
    expect(pairs).toContainEqual(['created_at', inZone(created_at, zone).stamp]);
  }
});

test('admin prints local times that its options accept, and JSON as it is stored', async () => {
  const { env, info } = await devWithAdmin();
  const keys = async (TZ: string, ...form: string[]) =>
    (await wigwag(['admin', 'keys', 'list', '--account', info.account_id, ...form], { env: { ...env, TZ } })).stdout;
  const json = await keys('UTC', '--json');
  const [{ created_at }] = JSON.parse(json);
  for (const zone of ZONES) {
    const shown = /^1 +live .* (\S+)$/m.exec(await keys(zone))?.[1] ?? '';
    expect(shown).toBe(inZone(created_at, zone).stamp);
    expect(Math.floor(Date.parse(created_at) / 1000) * 1000).toBe(Date.parse(shown));
    expect(await keys(zone, '--json')).toBe(json);
  }
});

test.skipIf(!hasTerminals())('on a terminal, tables show how long ago something was', async () => {
  const { env } = await devWithAdmin();
  const keys = openTerminal(['admin', 'keys', 'list'], { env, columns: 160 });
  await keys.until(/live +\* +\* +1800 +\d+ (s|min) ago/, 'exit code 0');
});

test.each([
  ['UTC', ['2026-05-28', '23:30:00.250', '2026-05-29', '01:30:00.000']],
  ['Asia/Kolkata', ['2026-05-29', '05:00:00.250', '07:00:00.000']],
  ['America/New_York', ['2026-05-28', '19:30:00.250', '21:30:00.000']],
])('listen in %s prints local times, and the date when the day changes', async (TZ, wanted) => {
  const server = new TailServer();
  await server.comeBack();
  onTestFinished(() => server.goAway());
  const env = { TZ, WIGWAG_BASE_URL: server.baseUrl, WIGWAG_API_KEY: 'ww_live_x' };
  const listen = new RunningCommand(['listen'], { env });
  await listen.until('the tail', () => listen.stderr.includes('listening to the events'));
  server.tell({ ...statusEvent(1), created_at: '2026-05-28T23:30:00.250000+00:00' });
  server.tell({ ...statusEvent(2), created_at: '2026-05-29T01:30:00+00:00' });
  await listen.until('both events', () => listen.stdout.includes('msg_1002'));
  const lines = listen.stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(wanted);
});

test.skipIf(!hasTerminals()).each(ZONES)('the inbox in %s shows local times and dates', async (TZ) => {
  const { info, api, control, customerWrites } = await startDev(['--memory', '--clock', 'virtual']);
  await customerWrites('First of all');
  await control('POST', '/clock/advance', { seconds: 86_400 });
  await customerWrites('A day later');
  const { body } = await api('GET', '/conversations/905551112233/messages');
  const [second, first] = (body.data.messages as { at: string }[]).map(({ at }) => inZone(at, TZ));
  const env = { TZ, WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
  const inbox = openTerminal(['inbox'], { env });
  const screen = await inbox.until('< A day later');
  // Below the frame and the heading of the right pane.
  const lines = screen.split('\n').map((line) => line.split('│')[3]?.trim());
  expect(lines.slice(3, 6)).toEqual([
    `${first?.minute} < First of all`,
    second?.day,
    `${second?.minute} < A day later`,
  ]);
  inbox.press('q');
  await inbox.until('exit code 0');
});
