import { writeSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { END_OF_OUTPUT, type HostedCommand } from './hosted-command.ts';

/**
 * Runs commands one after another in this process, as command-hosts.ts sends them. Each runs the built program with
 * separate arguments, folder and environment, and empty stdin. It ends when a separate process would exit: when nothing
 * keeps the event loop alive.
 */

const BIN = fileURLToPath(new URL('../bin/wigwag.js', import.meta.url));
const EMITTERS: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];

/** Returns all listeners, so that those of a command can be removed. */
const listenersNow = () =>
  EMITTERS.flatMap((emitter) =>
    emitter.eventNames().flatMap((name) => emitter.listeners(name).map((listener) => ({ emitter, name, listener }))),
  );

/** Returns how many resources keep the event loop alive. A file that a stream has stopped reading does not. */
const busyResources = (): number =>
  process.getActiveResourcesInfo().filter((name) => name !== 'FileHandleReadWrap').length;

let count = 0;

async function run({ args, cwd, env }: HostedCommand): Promise<void> {
  const [resources, known] = [busyResources(), new Set(listenersNow().map(({ listener }) => listener))];
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) {
    delete process.env[name];
  }
  Object.assign(process.env, env);
  process.argv.splice(1, Number.POSITIVE_INFINITY, BIN, ...args);
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([]) });
  count += 1;
  await import(new URL(`../dist/main.js?run=${count}`, import.meta.url).href);
  do {
    await pause(1, undefined, { ref: false });
  } while (busyResources() > resources);
  for (const { emitter, name, listener } of listenersNow()) {
    if (!known.has(listener)) {
      emitter.removeListener(name, listener as () => void);
    }
  }
  try {
    writeSync(1, END_OF_OUTPUT);
  } catch {
    // The command has closed stdout, as `pipeline` does.
    process.exit();
  }
  writeSync(2, `${END_OF_OUTPUT}${process.exitCode ?? 0}\n`);
}

enableCompileCache();
process.on('message', run);
process.once('disconnect', () => process.exit());
