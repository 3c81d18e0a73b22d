import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../figure.ts';
import { prepareLives } from '../support/life-accounts.ts';
import { startLoad } from '../support/life-load.ts';
import { run } from '../support/processes.ts';
import { partsOf } from '../support/profile-parts.ts';

/** Prints where the server's main thread spends its time under the load of `life`, on SQLite. It has no target. */
export const profile: Benchmark = async ({ quick, progress }) => {
  const seconds = quick ? 5 : 20;
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const load = await startLoad();
  const database = `sqlite:${join(folder, 'wigwag.db')}`;
  const { callbackPath, senders } = await prepareLives(database, load.receiverUrl);
  const server = await run('profiled-process.ts', 'api-process.ts', database, 'all', load.providerUrl);
  const tell = async () => {
    const answer = once(server.process, 'message');
    server.process.send('');
    return (await answer)[0] as unknown;
  };
  try {
    const target = { messages: [`${server.line}/api/v1/messages`], callbacks: [server.line + callbackPath], senders };
    await load.run(target, { seconds: 5 });
    await tell();
    const { messages, perSecond } = await load.run(target, { seconds });
    const parts = partsOf((await tell()) as Profiler.Profile);
    progress(`  ${messages} messages, ${perSecond.toFixed(0)} per second while profiled`);
    for (const [part, share] of parts) {
      progress(`  ${(100 * share).toFixed(1).padStart(5)} %  ${part}`);
    }
    return [];
  } finally {
    await server.stop();
    load.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
