import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodeOf, htmlReport, isMeant, junitReport, readTarget, run, TargetError, terminalReport } from './index.ts';
import { listening, ownServer } from './testing/servers.ts';

async function described(yaml: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wigwag-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, yaml);
  return file;
}

test('a target file can take values from the environment', async () => {
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
  ['base_url: https://api.example/v1', /keys\.live or control_url is required/],
  ['base_url: https://api.example/v1\nkey: k', /key is unknown; known fields are base_url/],
  ['base_url: https://api.example/v1\nkeys: { lives: k }', /keys\.lives is unknown; known fields are live, test/],
  ['base_url: https://api.example/v1\nkeys: { live: env:MISSING }', /environment variable MISSING, which is not set/],
  [
    'base_url: https://api.example/v1\nkeys: { live: k }\nrecipients: { open: 905551112233 }',
    /recipients\.open must be a string/,
  ],
  ['base_url: https://api.example/v1?key=1\nkeys: { live: k }', /base_url must be .* without credentials, query/],
  ['base_url: https://api.example/v1#top\nkeys: { live: k }', /base_url must be .* without credentials, query/],
  ['base_url: https://me:word@api.example/v1\nkeys: { live: k }', /base_url must be .* without credentials, query/],
  ['base_url: https://api.example/v1\nkeys: { live: k }\nwebhook: { url: hook }', /webhook\.url must be an http/],
  ['[', /^[^\n]+ is not valid YAML: [^\n]+$/],
  ['a: &a { b: *a }', /^[^\n]+ is not valid YAML: [^\n]+$/],
  [
    Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${Array(9).fill(i === 0 ? 'x' : `*a${i - 1}`)}]`).join('\n'),
    /^[^\n]+ is not valid YAML: [^\n]+$/,
  ],
])('%j is refused', async (yaml, said) => {
  const file = await described(yaml);
  expect(() => readTarget(file, {})).toThrow(said);
  expect(() => readTarget(file, {})).toThrow(TargetError);
});

test('a target that returns no JSON, resets or is unreachable is reported at once as untestable', async () => {
  const html = await listening((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'));
  const resets = await listening((request) => request.socket.destroy());
  const empty = await listening((_, response) => response.writeHead(204).end());
  const gone = await listening(() => {});
  await gone.close();
  onTestFinished(() => Promise.all([html.close(), resets.close(), empty.close()]).then(() => {}));
  for (const [{ url }, said] of [
    [html, /returned 200 with text\/html instead of JSON\. Check that base_url is correct/],
    [resets, /cannot be tested: GET \/v1\/me got no response/],
    [empty, /returned 204 with no Content-Type instead of JSON/],
    [gone, /cannot be tested: GET \/v1\/me got no response/],
  ] as const) {
    const judging = run({ base_url: `${url}/v1`, keys: { live: 'k' } });
    await expect(judging).rejects.toThrow(said);
    await expect(judging).rejects.toBeInstanceOf(TargetError);
  }
});

test('a target that refuses the key, or serves no control protocol, cannot be tested', async () => {
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

test('a base_url that does not end in /v1 and returns 404 for every path cannot be tested; one that ends in /v1 can', async () => {
  const unknown = await listening((_, response) => {
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"success":false,"error":{"code":"NOT_FOUND"}}');
  });
  onTestFinished(() => unknown.close());
  const judging = (base_url: string) => run({ base_url, keys: { live: 'k' } }, { only: ['4.1/me-200'] });
  await expect(judging(`${unknown.url}/api`)).rejects.toThrow(/\/api\/me returned 404; base_url must end in \/v1/);
  await expect(judging(`${unknown.url}/api`)).rejects.toBeInstanceOf(TargetError);
  expect((await judging(`${unknown.url}/v1`)).totals.fail).toBe(1);
});

test.each([
  ['127.0.0.1:http', /webhook\.listen must be host:port/],
  ['127.0.0.1:70000', /webhook\.listen must be host:port/],
  ['203.0.113.1:8080', /webhook\.listen 203\.0\.113\.1:8080 cannot be used: .*EADDRNOTAVAIL/],
])('webhook.listen %s is refused', async (listen, said) => {
  const judging = run({ base_url: 'http://127.0.0.1:9/v1', keys: { live: 'k' }, webhook: { listen } });
  await expect(judging).rejects.toThrow(said);
  await expect(judging).rejects.toBeInstanceOf(TargetError);
});

test('a target that stops responding ends the run, and the report contains the results so far', async () => {
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
  const report = await run({ base_url: `${target.url}/v1`, keys: { live: 'k' } });
  expect(report.incomplete).toMatch(/has stopped responding/);
  expect(exitCodeOf(report, false)).toBe(2);
  expect(report.clauses.length).toBeGreaterThan(900);
  expect(report.totals.untestable).toBeGreaterThan(500);
  expect(terminalReport(report)).toMatch(/\nINCOMPLETE: the target at .* has stopped responding/);
  expect(htmlReport(report)).toContain('<strong>Incomplete: the target at ');
  expect(junitReport(report)).toMatch(/<testcase classname="run" .*<error message="the target at /);
});

test('an endless response is a failure and is not kept in memory', async () => {
  const chunk = 'x'.repeat(65_536);
  const target = await listening((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url?.endsWith('/me')) {
      response.end('{"success":true,"data":{}}');
      return;
    }
    const more = () => {
      while (!response.destroyed && response.write(chunk)) {}
    };
    response.on('drain', more);
    more();
  });
  onTestFinished(() => target.close());
  const report = await run({ base_url: `${target.url}/v1`, keys: { live: 'k' } }, { only: ['4.3/list-200'] });
  expect(report.clauses[0]?.cases[0]).toMatchObject({
    verdict: 'fail',
    failure: { message: 'GET /v1/templates: the response is too large: more than 16 MB' },
  });
});

test('a window without closes_at is a failure', async () => {
  const target = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}');
  });
  onTestFinished(() => target.close());
  const recipients = { open: '905551110100' };
  const { clauses } = await run(
    { base_url: `${target.url}/v1`, keys: { live: 'k' }, recipients },
    { only: ['2.7/closes-at'] },
  );
  expect(clauses.map(({ id, verdict }) => [id, verdict])).toContainEqual(['2.7/closes-at', 'fail']);
});

test('without the control protocol, clauses that need it are untestable, with the reason', async () => {
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

test('an unknown clause is reported', async () => {
  await expect(run({ base_url: 'http://127.0.0.1:9/v1', keys: { live: 'k' } }, { only: ['4.22'] })).rejects.toThrow(
    /no clause is called 4\.22/,
  );
  const target = { base_url: 'http://127.0.0.1:9/v1', keys: { live: 'k' }, expected_failures: ['4.2/send-2'] };
  await expect(run(target)).rejects.toThrow(
    'expected_failures: no clause is called 4.2/send-2; run with --list to see all clauses',
  );
});

test.each([
  ['5', '5.5/empty', true],
  ['4', '4/unknown', true],
  ['4', '4.10/default', true],
  ['4.1', '4.10/default', false],
  ['4.1', '4.1/me-200', true],
  ['4/', '4.1/me-200', false],
  ['4.1/me', '4.1/me-200', true],
  ['4.1', '4.1', true],
])('%s means %s: %s', (one, id, meant) => {
  expect(isMeant(id, [one])).toBe(meant);
});

test('a target whose clock cannot be moved gets real time to send a campaign', async () => {
  const own = await ownServer(undefined, 'real');
  onTestFinished(() => own.stop());
  const { clauses } = await run(own.target, { only: ['2.1/flow-runs-count'] });
  expect(clauses).toMatchObject([{ id: '2.1/flow-runs-count', verdict: 'pass' }]);
});
