import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { listening, ownServer } from './testing/servers.ts';

const CI = fileURLToPath(new URL('ci/', import.meta.url));
const read = (name: string) => parse(readFileSync(join(CI, name), 'utf8'));

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the test step of the action as a runner does, with these inputs. */
async function runAction(inputs: Record<string, string>, folder: string) {
  const { inputs: declared, runs } = read('action.yml');
  const step = runs.steps.at(-1);
  const env = Object.fromEntries(
    Object.entries(step.env as Record<string, string>).map(([name, value]) => {
      const input = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1] ?? '';
      return [name, inputs[input] ?? declared[input].default];
    }),
  );
  const summary = join(folder, 'summary.md');
  const child = spawn('bash', ['-e', '-c', step.run], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      GITHUB_ACTION_PATH: CI,
      GITHUB_STEP_SUMMARY: summary,
      ...env,
    },
  });
  const [code] = await once(child, 'exit');
  const file = (name: string) => join(folder, 'conformance', name);
  return {
    code,
    summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
    badge: existsSync(file('badge.svg')) ? readFileSync(file('badge.svg'), 'utf8') : '',
    hasJunit: existsSync(file('conformance.xml')),
  };
}

test('the workflow uses only inputs that the action has, once for each judge', () => {
  const { inputs } = read('action.yml');
  const steps = Object.values(
    read('github-action.yml').jobs as Record<string, { steps: { uses?: string; with?: object }[] }>,
  )
    .flatMap((job) => job.steps)
    .filter(({ uses }) => uses?.includes('/conformance/ci@'));
  expect(steps.map((step) => (step.with as { judge: string }).judge)).toEqual(['server', 'receiver', 'integration']);
  expect(steps.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !(name in inputs))).toEqual([]);
});

test('the GitLab jobs run the same script, once for each judge', () => {
  const { '.conformance': shared, ...jobs } = read('gitlab-ci.yml');
  expect(shared.script).toEqual(['/tmp/wigwag/conformance/ci/judge.sh']);
  const all = Object.values(jobs as Record<string, { extends: string; variables: { JUDGE: string } }>);
  expect(all.map((job) => [job.extends, job.variables.JUDGE])).toEqual([
    ['.conformance', 'server'],
    ['.conformance', 'receiver'],
    ['.conformance', 'integration'],
  ]);
});

test('the action tests a server, with a summary, a badge and a JUnit report', async () => {
  const own = await ownServer();
  onTestFinished(() => own.stop());
  const folder = scratch();
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(own.target));
  const { code, summary, badge, hasJunit } = await runAction({ args: '--clause 4.2/get-404' }, folder);
  expect([code, hasJunit]).toEqual([0, true]);
  expect(summary).toMatch(/### Conformance of the server\n```text\n4\.2 +Messages +1 of 1\n/);
  expect(badge).toContain('conformance: 1 of 1');
});

test('the action tests a receiver and an app, and fails if they do', async () => {
  const trusting = await listening((request, response) => void request.resume().on('end', () => response.end()));
  onTestFinished(() => trusting.close());
  const folder = scratch();
  const receiver = await runAction({ judge: 'receiver', url: trusting.url, secret: 'whsec_test' }, folder);
  expect([receiver.code, receiver.summary]).toEqual([1, expect.stringContaining('fail  unsigned')]);
  expect(receiver.badge).toMatch(/conformance: \d+ of \d+/);
  writeFileSync(join(folder, 'app.yaml'), `callback_url: ${trusting.url}\ngraph: 127.0.0.1:0\npatience_seconds: 0.2\n`);
  const app = await runAction({ judge: 'integration', target: 'app.yaml' }, folder);
  expect([app.code, app.hasJunit, app.summary]).toEqual([1, true, expect.stringContaining('FAIL callbacks/handshake')]);
  expect((await runAction({ judge: 'nobody' }, scratch())).code).toBe(2);
});
