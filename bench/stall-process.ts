import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { callbackPath } from '@wigwag/server';
import { startDev } from '../cli/dev/dev.ts';

/** Server, web chat, control port and mock in one process that reports how long its event loop was blocked. */
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

/** The fastest of three, in milliseconds. */
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

// Each message asks for one thing: the longest block since the last call, or how long JSON.parse takes.
process.on('message', (text: string) => {
  if (text === '') {
    process.send?.(Math.max(0, delay.max / 1_000_000 - RESOLUTION_MS));
    delay.reset();
  } else {
    process.send?.(parseTime(text));
  }
});

const [connection] = await dev.server.app.store.read.connections.listActive(Number(dev.info.account_id));
console.log(
  JSON.stringify({
    ...dev.info,
    webchat_url: dev.webchatUrl,
    callback_url: dev.server.origin + callbackPath(String(connection?.providerAppId)),
    business: dev.business(),
  }),
);
