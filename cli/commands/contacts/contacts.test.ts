import { expect, test } from 'vitest';
import { startDev } from '../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../testing/terminal.ts';

test('at 40 columns the list of contacts shows whole phone numbers', async ({ skip }) => {
  if (!hasTerminals()) {
    skip();
  }
  const { api, info } = await startDev();
  const people = [
    { phone: '905551112233', name: 'Ada Lovelace', display_name: 'Countess', email: 'ada@example.com' },
    { phone: '905551112234', name: 'Grace Hopper', username: 'amazing.grace' },
  ];
  for (const person of people) {
    expect((await api('POST', '/contacts', person)).status).toBeLessThan(300);
  }
  const env = { WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
  const list = openTerminal(['contacts', 'list'], { columns: 40, env });
  const screen = await list.until('exit code 0');
  expect(screen).toMatch(/^905551112233 {2}Ada/m);
  expect(screen).toMatch(/^905551112234 {2}Grace/m);
});
