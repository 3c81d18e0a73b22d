import { expect, onTestFinished, test } from 'vitest';
import { Control, ControlFault } from '../control.ts';
import { listening } from '../testing/servers.ts';
import { CaseRun } from './case-run.ts';
import { ClockTurn, SharedClock } from './shared-clock.ts';

/**
 * A control port with a clock that begins at 0. It records the moves.
 *
 * @param unanswered the lengths of moves that get no response
 */
async function clockServer(unanswered: readonly number[] = []) {
  const moves: number[] = [];
  let now = 0;
  const server = await listening(async (request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ now: new Date(now * 1000).toISOString() }));
      return;
    }
    const { seconds } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (seconds > 1000) {
      response.writeHead(400).end('{"error":"too far"}');
      return;
    }
    moves.push(seconds);
    now += seconds;
    if (unanswered.includes(seconds)) {
      response.destroy();
      return;
    }
    response.end(JSON.stringify({ now: new Date(now * 1000).toISOString() }));
  });
  onTestFinished(() => server.close());
  return { control: new Control(server.url), moves, now: () => now };
}

type Script = (turn: ClockTurn) => Promise<void>;

/** Runs scripts as cases on one clock. */
async function run(control: Control, concurrency: number, scripts: Script[]): Promise<void> {
  const clock = new SharedClock(control, concurrency);
  const cases = scripts.map((script, i) => ({ name: String(i), script }));
  const caseRun = new CaseRun<(typeof cases)[number]>(
    async ({ name, script }) => {
      const turn = new ClockTurn(clock);
      await script(turn);
      await turn.end();
      return { name, verdict: 'pass', duration_ms: 0 };
    },
    { total: cases.length, bail: false },
  );
  await caseRun.run(cases, clock.slots);
  expect(caseRun.results.size).toBe(scripts.length);
}

test('each case sees its own moves exactly, and cases share the moves', async () => {
  const { control, moves, now } = await clockServer();
  const seen: Record<string, number[]> = {};
  const waits = (name: string, ...all: number[]): Script => {
    return async (turn) => {
      const times = [now()];
      for (const seconds of all) {
        await turn.advance(seconds);
        times.push(now());
      }
      seen[name] = times;
    };
  };
  await run(control, 2, [waits('a', 60, 5), waits('b', 65), waits('c', 1, 1, 58), waits('d'), waits('e', 0.5)]);
  expect(seen).toEqual({ a: [0, 60, 65], b: [0, 65], c: [0, 1, 2, 60], d: [0], e: [0, 0.5] });
  expect(moves).toEqual([0.5, 0.5, 1, 58, 5]);
});

test('the clock does not move while a case works, and no more cases work than allowed', async () => {
  const { control, now } = await clockServer();
  let working = 0;
  let most = 0;
  const works: Script = async (turn) => {
    for (let i = 0; i < 3; i++) {
      most = Math.max(most, ++working);
      const before = now();
      await new Promise((resolve) => setImmediate(resolve));
      expect(now()).toBe(before);
      working--;
      await turn.advance(10);
    }
  };
  await run(control, 3, Array(8).fill(works));
  expect(most).toBe(3);
});

test('a case that waits for the result of another case does not stop the clock', async () => {
  const { control, now } = await clockServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  const reader: Script = async (turn) => {
    await turn.whileWaiting(() => promise);
    expect(now()).toBe(30);
  };
  const maker: Script = async (turn) => {
    await turn.advance(30);
    resolve();
  };
  await run(control, 1, [reader, maker, reader]);
});

test('a case can wait for several moves at once', async () => {
  const { control, moves } = await clockServer();
  await run(control, 1, [async (turn) => void (await Promise.all([turn.advance(5), turn.advance(7)]))]);
  expect(moves).toEqual([5, 2]);
});

test('a move that the target refuses fails the cases that wait for it, and the others continue', async () => {
  const { control, moves } = await clockServer();
  const far: Script = (turn) => expect(turn.advance(2000)).rejects.toThrow(ControlFault);
  await run(control, 2, [far, (turn) => turn.advance(3), far]);
  expect(moves).toEqual([3]);
});

test('a move whose response is lost counts for the cases that wait for it, and for later ones', async () => {
  const { control, moves, now } = await clockServer([20]);
  const seen: number[] = [];
  const waits: Script = async (turn) => {
    await turn.advance(20);
    seen.push(now());
    await turn.advance(10);
    seen.push(now());
  };
  await run(control, 2, [waits, waits]);
  expect(seen).toEqual([20, 20, 30, 30]);
  expect(moves).toEqual([20, 0, 10]);
});

test('if the clock no longer responds, every case that waits for it fails', async () => {
  const { control } = await clockServer([20, 0, 30]);
  const waits =
    (seconds: number): Script =>
    (turn) =>
      expect(turn.advance(seconds)).rejects.toThrow('got no response');
  await run(control, 2, [waits(20), waits(50)]);
});

test('a case that ends while it waits no longer holds the clock', async () => {
  const { control, moves } = await clockServer();
  const late: Script = async (turn) => {
    void turn.advance(100);
  };
  await run(control, 1, [late, (turn) => turn.advance(3), (turn) => turn.advance(4)]);
  expect(moves).toEqual([3, 1]);
});
