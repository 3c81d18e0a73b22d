import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { statusEvent, TailServer } from '../../../cli/testing/tail.ts';
import { type Benchmark, figure, median, percentile } from '../figure.ts';

const run = promisify(execFile);
/** The built binary; run `npm run build` first. */
const BIN = fileURLToPath(new URL('../../../cli/bin/wigwag.js', import.meta.url));

const PER_SECOND = 1_000;
/**
 * The number of events of the warm-up. At this rate of short-lived objects, V8 grows its heap to several times the live
 * data. After 5,000, 10,000 and 100,000 events, the live data is 24, 27 and 27 MB, and the process has 221, 253 and 266
 * MB.
 */
const WARM_UP = 5_000;
/** The screens that each press of `?` shows: the help, and the list again. */
const PANELS = ['PgUp and PgDn', 'd details'];

/** Resolves when `look` finds something. @throws after half a minute */
async function until<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(2)) {
    const found = await look();
    if (found) {
      return found;
    }
  }
  throw new Error(`timed out waiting for ${what}`);
}

/** A webhook receiver that counts deliveries. */
async function startReceiver() {
  const ids = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = String(request.headers['x-service-delivery-id']);
    ids.set(id, (ids.get(id) ?? 0) + 1);
    request.resume().once('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { ids, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * `listen --forward-to` on a terminal with 1,000 events per second: lost events, memory, and response time to a key.
 * `LISTEN_EVENTS=100000 npm run lab -- bench listen` is a longer soak.
 */
export const listenScreen: Benchmark = async ({ quick, progress }) => {
  const counted = Number(process.env.LISTEN_EVENTS ?? (quick ? 2_500 : 10_000));
  const total = WARM_UP + counted;
  const [tail, receiver, folder] = [
    new TailServer(),
    await startReceiver(),
    mkdtempSync(join(tmpdir(), 'wigwag-bench-')),
  ];
  await tail.comeBack();
  const env = { PATH: process.env.PATH, WIGWAG_BASE_URL: tail.baseUrl, WIGWAG_API_KEY: 'ww_live_key' };
  const tmux = async (...words: string[]) =>
    (await run('tmux', ['-f', '/dev/null', '-S', join(folder, 'tmux'), ...words], { env })).stdout;
  const output = join(folder, 'output');
  try {
    const command = `exec '${process.execPath}' '${BIN}' listen --forward-to ${receiver.url}`;
    await tmux('-u', 'new-session', '-d', '-n', 'listen', '-x', '120', '-y', '40', command);
    await tmux('pipe-pane', '-O', `cat >> '${output}'`);
    const pid = (await tmux('display', '-p', '#{pane_pid}')).trim();
    await until('the screen', async () => (await tmux('capture-pane', '-p')).includes('● listening'));
    await tmux('new-window', '-d', '-n', 'bare', 'exec cat');
    await tmux('pipe-pane', '-O', '-t', 'bare', `cat >> '${output}.bare'`);
    writeFileSync(`${output}.bare`, '');
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

    const began = performance.now();
    const telling = (async () => {
      for (let id = 1; id <= total; await pause(5)) {
        const due = Math.min(total, ((performance.now() - began) / 1_000) * PER_SECOND);
        for (; id <= due; id += 1) {
          tail.tell(statusEvent(id));
        }
      }
    })();
    /** Returns the milliseconds from a key press to its effect on the screen. */
    const answer = async (window: string, key: string, file: string, wanted: string) => {
      const from = readFileSync(file, 'utf8').length;
      const pressed = performance.now();
      await tmux('send-keys', '-t', window, key);
      await until(wanted, () => readFileSync(file, 'utf8').slice(from).includes(wanted));
      return performance.now() - pressed;
    };
    const waits: number[] = [];
    const bare: number[] = [];
    /** The memory after the warm-up, and after a fifth of the following events. */
    const sizes: number[] = [];
    const timeout = 30_000 + (2_000 * total) / PER_SECOND;
    while (receiver.ids.size < total && performance.now() - began < timeout) {
      if (receiver.ids.size >= WARM_UP + (sizes.length * counted) / 5 && sizes.length < 2) {
        sizes.push(memory());
      }
      for (const panel of PANELS) {
        waits.push(await answer('listen', '?', output, panel));
        bare.push(await answer('bare', 'x', `${output}.bare`, 'x'));
      }
      await pause(100);
    }
    await telling;
    const seconds = (performance.now() - began) / 1_000;
    const twice = [...receiver.ids.values()].filter((count) => count > 1).length;
    const [warm = Number.NaN, fifth = Number.NaN, last = Number.NaN] = [...sizes, memory()];
    progress(
      `${receiver.ids.size} of ${total} events forwarded in ${seconds.toFixed(1)} s, ${twice} twice; the response to a key takes ` +
        `${median(waits).toFixed(0)} ms, that of cat ${median(bare).toFixed(0)} ms (medians of ${waits.length}); memory ` +
        `${[warm, fifth, last].map((kilobytes) => `${Math.round(kilobytes / 1024)} MB`).join(', ')} when warm, after a fifth, at the end`,
    );
    return [
      figure('listen-lost', total - receiver.ids.size, 'events', 0, 'down'),
      figure('listen-memory-end-to-fifth', last / fifth, 'ratio', 1.3, 'down'),
      // Subtracts the terminal's response time.
      figure('listen-frame-p95-beyond-cat', percentile(waits, 0.95) - percentile(bare, 0.95), 'ms', 100, 'down'),
      figure('listen-frame-median-beyond-cat', median(waits) - median(bare), 'ms', 100, 'down'),
    ];
  } finally {
    await tmux('kill-server').catch(() => {});
    await tail.goAway();
    receiver.server.closeAllConnections();
    receiver.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
