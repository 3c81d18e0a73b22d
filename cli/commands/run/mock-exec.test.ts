import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen, RunningCommand, scratchFolder, wigwag } from '../../testing/cli.ts';

const node = (script: string) => `${process.execPath} -e '${script}'`;
const RECEIVE = `
  const { MOCK_URL, MOCK_PHONE_NUMBER_ID: business_id } = process.env;
  const body = JSON.stringify({ channel: "whatsapp", business_id, from: { id: "905551112233" }, type: "text", text: "hi" });
  fetch(MOCK_URL + "/_mock/receive", { method: "POST", body }).then((r) => console.log(r.status));
`;

test('mock --exec runs a command with the credentials of a mock, and exits as the command does', async () => {
  const script = `
    const { MOCK_URL, MOCK_ACCESS_TOKEN, MOCK_PHONE_NUMBER_ID } = process.env;
    fetch(MOCK_URL + "/v25.0/" + MOCK_PHONE_NUMBER_ID, { headers: { authorization: "Bearer " + MOCK_ACCESS_TOKEN } })
      .then((r) => r.json()).then(({ id }) => { console.log(id === MOCK_PHONE_NUMBER_ID); process.exitCode = 7; });
  `;
  expect(await wigwag(['mock', '--exec', node(script)])).toEqual({ code: 7, stdout: 'true\n', stderr: '' });
});

test('mock --exec --strict fails if the app does not accept a callback', async () => {
  let status = 200;
  const app = await listen(createServer((_, response) => response.writeHead(status).end()));
  const run = (...flags: string[]) => wigwag(['mock', '--callback-url', app, '--exec', node(RECEIVE), ...flags]);
  expect(await run('--strict')).toEqual({ code: 0, stdout: '200\n', stderr: '' });
  status = 500;
  expect((await run()).code).toBe(0);
  const failed = await run('--strict');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(`1 callback was not accepted with status 200:\nmessage on whatsapp to ${app}`);
  const misused = await wigwag(['mock', '--strict']);
  expect([misused.code, misused.stderr]).toEqual([2, expect.stringContaining('--strict needs --exec')]);
});

test('a signal to mock --exec also ends its command', async () => {
  const cwd = scratchFolder();
  const script = 'console.log("up"); setInterval(() => {}, 1000)';
  const mock = new RunningCommand(['mock', '--exec', `exec ${node(script)}`], { cwd });
  await mock.until('the command', () => mock.stdout.includes('up'));
  expect((await mock.stop('SIGTERM')).code).toBe(143);
});
