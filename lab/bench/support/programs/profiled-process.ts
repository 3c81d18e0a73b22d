import { Session } from 'node:inspector/promises';

/** Runs another program of this folder. A message on its IPC channel starts a CPU profile; the next one returns it. */
const [program = ''] = process.argv.splice(2, 1);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
let isRunning = false;
process.on('message', async () => {
  if (isRunning) {
    process.send?.((await session.post('Profiler.stop')).profile);
  } else {
    isRunning = true;
    await session.post('Profiler.start');
    process.send?.('started');
  }
});
await import(`./${program}`);
