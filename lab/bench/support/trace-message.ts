import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareLives } from './life-accounts.ts';
import { startLoad } from './life-load.ts';
import { run } from './processes.ts';
import type { Trace } from './programs/traced-process.ts';

/** How long the server rests before a message, in milliseconds, so that each task of the last one has ended. */
const REST = 400;

/**
 * Sends WhatsApp texts through an idle server on SQLite, one after another. Returns what the server did for each, from
 * the request until the third webhook.
 *
 * @param warmUp how many messages are sent before the first one that is traced
 */
export async function traceMessages(count: number, warmUp: number): Promise<Trace[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const load = await startLoad();
  const database = `sqlite:${join(folder, 'wigwag.db')}`;
  const { callbackPath, senders } = await prepareLives(database, load.receiverUrl);
  const server = await run('traced-process.ts', 'api-process.ts', database, 'all', load.providerUrl);
  const trace = async (): Promise<Trace> => {
    const answer = once(server.process, 'message');
    server.process.send('');
    return (await answer)[0] as Trace;
  };
  try {
    const target = { messages: [`${server.line}/api/v1/messages`], callbacks: [server.line + callbackPath], senders };
    const traces: Trace[] = [];
    for (let sent = 0; sent < warmUp + count; sent += 1) {
      await sleep(REST);
      await trace();
      await load.run(target, { seconds: 0.001, paced: 1 });
      await sleep(REST);
      traces.push(await trace());
    }
    return traces.slice(warmUp);
  } finally {
    await server.stop();
    load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
