import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Report, run } from './index.ts';
import { spoiled } from './testing/proxy.ts';
import { type JudgedServer, ownServer } from './testing/servers.ts';

let own: JudgedServer;
const ONLY = ['2.7/window-open', '4.6/opt-outs-200', '4.6/blocked-200', '4.9/labels-200'];

beforeAll(async () => {
  own = await ownServer();
});
afterAll(() => own.stop());

const verdicts = ({ clauses }: Report): string[] => [...new Set(clauses.map(({ verdict }) => verdict))];

test('a response that takes too long is an error, and never a failure', async () => {
  const { target, close } = await spoiled(own.target, {
    name: 'a slow path',
    request: async ({ path }) => {
      if (path === '/opt-outs') {
        await new Promise((resolve) => setTimeout(resolve, 3000));
      }
    },
  });
  try {
    const { clauses, totals } = await run(target, { only: ONLY, responseMilliseconds: 1500 });
    const slow = clauses.filter(({ verdict }) => verdict !== 'pass');
    expect(slow.map(({ id, verdict }) => [id, verdict])).toEqual([['4.6/opt-outs-200', 'error']]);
    expect(slow[0]?.cases[0]?.failure?.message).toContain('no response within 1.5 s');
    expect(totals.fail).toBe(0);
  } finally {
    await close();
  }
});

test('a slow target gets the verdicts of a fast one', async () => {
  const { target, close } = await spoiled(own.target, { name: 'slow', heldBack: () => 400 });
  try {
    expect(verdicts(await run(target, { only: ONLY }))).toEqual(['pass']);
  } finally {
    await close();
  }
});

test('a connection that breaks once is no failure', async () => {
  const broken = new Set<string>();
  const { target, close } = await spoiled(own.target, {
    name: 'connections that break once',
    request: ({ method, path }) => {
      if (['/labels', '/flows'].includes(path) && !broken.has(path)) {
        broken.add(path);
        throw new Error(`broken for ${method} ${path}`);
      }
    },
  });
  try {
    const report = await run(target, { only: ['4.9/labels-200', '2.11/run-status-running', '2.11/stats-entered'] });
    expect(verdicts(report)).toEqual(['pass']);
    expect([...broken].sort()).toEqual(['/flows', '/labels']);
  } finally {
    await close();
  }
});

test('a connection that breaks each time is a failure', async () => {
  const { target, close } = await spoiled(own.target, {
    name: 'a broken path',
    request: ({ path }) => {
      if (path === '/labels') {
        throw new Error('broken');
      }
    },
  });
  try {
    const { clauses } = await run(target, { only: ['4.9/labels-200'] });
    expect(clauses.map(({ verdict }) => verdict)).toEqual(['fail']);
  } finally {
    await close();
  }
});
