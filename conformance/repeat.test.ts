import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repeatScript, run, terminalReport } from './index.ts';
import { spoiled } from './testing/proxy.ts';
import { type JudgedServer, ownServer } from './testing/servers.ts';

let own: JudgedServer;

beforeAll(async () => {
  own = await ownServer();
});
afterAll(() => own.stop());

/** Runs a script and returns what it prints. */
function output(script: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'repeat-')), 'repeat.mjs');
  writeFileSync(file, script);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve) => child.on('close', () => resolve(said)));
}

test('a failure has all its steps, and a script that repeats them in a new account', async () => {
  const { target, close } = await spoiled(own.target, {
    name: 'a block is not checked',
    answer: (answer, { path }) => {
      if (path === '/messages' && answer.json?.error?.code === 'RECIPIENT_BLOCKED') {
        Object.assign(answer, { status: 202, json: { success: true, data: { id: 'msg_1', status: 'queued' } } });
      }
    },
  });
  try {
    const report = await run(target, { only: ['2.10/block-cuts-text'], seed: 3 });
    const [clause] = report.clauses;
    expect(clause?.verdict).toBe('fail');
    const failure = clause?.cases.find((one) => one.failure)?.failure;
    expect(failure).toMatchObject({ expected: '403 RECIPIENT_BLOCKED', got: '202' });
    expect(failure?.steps?.map(({ kind, request }) => [kind, new URL(request.url).pathname])).toEqual([
      ['control', '/accounts'],
      ['control', '/inbound'],
      ['request', '/api/v1/blocked-numbers'],
      ['request', '/api/v1/messages'],
    ]);
    expect(JSON.stringify(failure)).not.toMatch(/ww_live_/);
    expect(terminalReport(report)).toContain('repeat: wigwag conformance --clause 2.10/block-cuts-text --seed 3');

    const script = repeatScript(report) ?? '';
    const said = await output(script);
    expect(said).toMatch(/4\. POST .*\/messages .*\n +202 .*"msg_1"/);
    expect(said).not.toContain('(was');
  } finally {
    await close();
  }
});

test('a run without a failure has no script', async () => {
  const report = await run(own.target, { only: ['4.9/labels-200'] });
  expect(repeatScript(report)).toBeUndefined();
});

test('exploring repeats the generated cases with the next seeds, and keeps the seed of a failure', async () => {
  const few = await run(own.target, { only: ['2.12/values-label'], exploreMilliseconds: 1 });
  expect([few.seed, few.totals.pass]).toEqual([1, 1]);
  const { target, close } = await spoiled(own.target, {
    name: 'trimmed labels',
    answer: ({ json }, { path }) => {
      for (const label of path === '/labels' ? (json?.data?.labels ?? []) : []) {
        label.name = label.name.replaceAll('%', '');
      }
    },
  });
  try {
    const report = await run(target, { only: ['2.12/values-label'], seed: 7, exploreMilliseconds: 60_000 });
    expect([report.seed, report.totals.fail]).toEqual([7, 1]);
    expect(report.clauses[0]?.cases[0]?.failure?.message).toMatch(/with "%"$/);
  } finally {
    await close();
  }
});
