import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder, wigwag } from '../../testing/cli.ts';

test('an app is tested, and every report is written', async () => {
  // It accepts everything, and answers no one.
  const app = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://app').searchParams;
    response.end(query.get('hub.verify_token') === 'mine' ? query.get('hub.challenge') : '');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void app.close());
  await new Promise((resolve) => app.once('listening', resolve));
  const folder = scratchFolder();
  const file = (name: string) => join(folder, name);
  const { port } = app.address() as AddressInfo;
  writeFileSync(
    file('app.yaml'),
    `callback_url: http://127.0.0.1:${port}\ngraph: 127.0.0.1:0\nverify_token: mine\npatience_seconds: 0.2\n`,
  );
  const { code, stdout } = await wigwag([
    'conformance',
    'integration',
    '--target',
    file('app.yaml'),
    ...['json', 'junit', 'html', 'badge'].flatMap((kind) => [`--${kind}`, file(kind)]),
  ]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('needs an app that answers a customer')]);
  expect(JSON.parse(readFileSync(file('json'), 'utf8'))).toMatchObject({ totals: { fail: 0, error: 0 } });
  expect(readFileSync(file('junit'), 'utf8')).toContain('callbacks/handshake');
  expect(readFileSync(file('html'), 'utf8')).toContain('callbacks/handshake');
  expect(readFileSync(file('badge'), 'utf8')).toMatch(/aria-label="conformance: \d+ of \d+"/);
});

test('a wrong file names the field, and an app that does not respond is no verdict', async () => {
  const file = join(scratchFolder(), 'app.yaml');
  const run = async (text: string) => {
    writeFileSync(file, text);
    const { code, stderr } = await wigwag(['conformance', 'integration', '--target', file]);
    return [code, stderr];
  };
  expect(await run('callback_url: http://127.0.0.1:9')).toEqual([
    2,
    expect.stringContaining('graph must be host:port'),
  ]);
  expect(await run('callback_url: http://127.0.0.1:9\ngraph: 127.0.0.1:0\nport: 1')).toEqual([
    2,
    expect.stringContaining('port is unknown; known fields are callback_url, graph'),
  ]);
  expect(await run('callback_url: http://127.0.0.1:9\ngraph: 127.0.0.1:0')).toEqual([
    2,
    expect.stringContaining('the app at http://127.0.0.1:9 does not respond'),
  ]);
});
