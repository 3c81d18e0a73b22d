import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTarget, run, TargetError } from './index.ts';
import { listening } from './testing/servers.ts';

async function described(yaml: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wigwag-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, yaml);
  return file;
}

test('a target may take its values from the environment', async () => {
  const file = await described(
    'base_url: https://api.example/v1/\nkeys: { live: env:THEIR_KEY }\nexpected_failures: [4.2/send-202]\n',
  );
  expect(readTarget(file, { THEIR_KEY: 'k1' })).toEqual({
    base_url: 'https://api.example/v1',
    keys: { live: 'k1' },
    expected_failures: ['4.2/send-202'],
  });
});

test.each([
  ['keys: { live: k }', /base_url must be an http or https URL/],
  ['base_url: api.example', /base_url must be an http or https URL/],
  ['base_url: https://api.example/v1', /keys\.live or control_url is needed/],
  ['base_url: https://api.example/v1\nkey: k', /key is not known; known are base_url/],
  ['base_url: https://api.example/v1\nkeys: { lives: k }', /keys\.lives is not known; known are live, test/],
  ['base_url: https://api.example/v1\nkeys: { live: env:MISSING }', /environment variable MISSING, which is not set/],
  [
    'base_url: https://api.example/v1\nkeys: { live: k }\nrecipients: { open: 905551112233 }',
    /recipients\.open must be a text/,
  ],
  ['[', /is no YAML/],
])('%j is refused', async (yaml, said) => {
  const file = await described(yaml);
  expect(() => readTarget(file, {})).toThrow(said);
  expect(() => readTarget(file, {})).toThrow(TargetError);
});

test('a target that answers no JSON, resets or is not there cannot be judged, and is told so soon', async () => {
  const html = await listening((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'));
  const resets = await listening((request) => request.socket.destroy());
  const empty = await listening((_, response) => response.writeHead(204).end());
  const gone = await listening(() => {});
  await gone.close();
  onTestFinished(() => Promise.all([html.close(), resets.close(), empty.close()]).then(() => {}));
  for (const [{ url }, said] of [
    [html, /answered 200 with text\/html and no JSON; is base_url right/],
    [resets, /cannot be judged: GET \/v1\/me got no answer/],
    [empty, /answered 204 with no Content-Type and no JSON/],
    [gone, /cannot be judged: GET \/v1\/me got no answer/],
  ] as const) {
    const judging = run({ base_url: `${url}/v1`, keys: { live: 'k' } });
    await expect(judging).rejects.toThrow(said);
    await expect(judging).rejects.toBeInstanceOf(TargetError);
  }
});

test('a target that refuses the key, or serves no control protocol, cannot be judged', async () => {
  const refuses = await listening((_, response) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"success":false,"error":{"code":"INVALID_API_KEY"}}');
  });
  onTestFinished(() => refuses.close());
  const base_url = `${refuses.url}/v1`;
  await expect(run({ base_url, keys: { live: 'k' } })).rejects.toThrow(/refused keys\.live: 401 INVALID_API_KEY/);
  await expect(run({ base_url, control_url: refuses.url })).rejects.toThrow(/does not serve the control protocol/);
});

test('a target that goes away in between ends the run', async () => {
  let asked = 0;
  const target = await listening((request, response) => {
    if (++asked > 3) {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"success":true,"data":{},"request_id":"req_1"}');
  });
  onTestFinished(() => target.close());
  await expect(run({ base_url: `${target.url}/v1`, keys: { live: 'k' } })).rejects.toThrow(/does not answer any more/);
});

test('without the control protocol what cannot be reached is untestable, with the reason', async () => {
  const target = await listening((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' })
      .end('{"success":true,"data":{},"request_id":"req_1"}');
  });
  onTestFinished(() => target.close());
  const report = await run(
    { base_url: `${target.url}/v1`, keys: { live: 'k' }, expected_failures: ['5.6/missing', '4.1/me-200'] },
    { only: ['4.1', '5.6', '3.1/queued-sent'] },
  );
  const verdict = (id: string) => report.clauses.find((clause) => clause.id === id);
  expect(verdict('3.1/queued-sent')).toMatchObject({
    verdict: 'untestable',
    reason: expect.stringContaining('needs the control protocol'),
  });
  expect(verdict('5.6/revoked')).toMatchObject({
    verdict: 'untestable',
    reason: 'needs the control protocol or keys.revoked',
  });
  expect(verdict('5.6/malformed')?.verdict).toBe('fail');
  expect(verdict('5.6/missing')?.verdict).toBe('known');
  expect(verdict('4.1/me-200')).toMatchObject({ verdict: 'pass', unexpected_pass: true });
});

test('an unknown clause is told', async () => {
  await expect(run({ base_url: 'http://127.0.0.1:9/v1', keys: { live: 'k' } }, { only: ['4.22'] })).rejects.toThrow(
    /no clause is called 4\.22/,
  );
  const target = { base_url: 'http://127.0.0.1:9/v1', keys: { live: 'k' }, expected_failures: ['4.2/send-2'] };
  await expect(run(target)).rejects.toThrow('expected_failures: no clause is called 4.2/send-2; --list shows them');
});
