import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { startDev } from '../../../../cli/dev/dev.ts';
import { META_CALLBACKS } from '../../../../server/providers/meta/callback.ts';

/** Runs server, web chat, control port and mock in one process, and reports how long its event loop was blocked. */
const dev = await startDev({
  port: 0,
  mockPort: 0,
  controlPort: 0,
  data: undefined,
  clock: 'virtual',
  environment: { WIGWAG_LOG_LEVEL: 'silent' },
});

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** Returns the fastest of three runs, in milliseconds. */
function parseTime(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    try {
      JSON.parse(text);
    } catch {
      // A body that is not JSON is read up to its fault.
    }
    return performance.now() - begun;
  });
  return Math.min(...times);
}

let used = process.threadCpuUsage();

/**
 * Returns the longest block since the last call, in milliseconds. It is capped at this thread's CPU time, because any
 * excess is time that the machine gave to other processes.
 */
function longestBlock(): number {
  const { user, system } = process.threadCpuUsage(used);
  const blocked = Math.min(delay.max / 1_000_000 - RESOLUTION_MS, (user + system) / 1_000);
  delay.reset();
  used = process.threadCpuUsage();
  return Math.max(0, blocked);
}

// An empty message requests the longest block; a text requests its JSON.parse time.
process.on('message', (text: string) => {
  process.send?.(text === '' ? longestBlock() : parseTime(text));
});

const [connection] = await dev.server.app.store.read.connections.listActive(Number(dev.info.account_id));
console.log(
  JSON.stringify({
    ...dev.info,
    webchat_url: dev.webchatUrl,
    callback_url: dev.server.origin + META_CALLBACKS.path(String(connection?.providerAppId)),
    business: dev.business(),
  }),
);
