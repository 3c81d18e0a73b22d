import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DevInfo } from '../dev/dev.ts';
import { returnHost, takeHost } from './command-hosts.ts';
import { END_OF_OUTPUT, type HostedCommand } from './hosted-command.ts';

/** The built binary. */
export const BIN = fileURLToPath(new URL('../bin/wigwag.js', import.meta.url));

/** Long enough for a busy machine, and shorter than the time that a test may take. */
const DEADLINE_MILLISECONDS = 180_000;
const STOP_MILLISECONDS = 2_000;

interface CommandOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Text or bytes for stdin. */
  input?: string | Uint8Array;
  /** The Node that runs it. @default the one that runs the tests */
  node?: string;
  /**
   * Whether a process that has run other commands may run this one, because loading the modules takes most of the time
   * of a command. @default false
   */
  isHosted?: boolean;
}

/** Creates a folder for the test, and deletes it when the test ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-test-'));
  // A shell writes its history while it ends, so the folder may get a file while it is deleted.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Runs `wigwag` as a process. It sees no variable and no folder of the user who runs the tests. */
export class RunningCommand {
  stdout = '';
  stderr = '';
  /** Whether it has ended. */
  hasEnded = false;
  readonly child: ChildProcess;
  readonly #ended = Promise.withResolvers<number | null>();

  constructor(args: readonly string[], options: CommandOptions = {}) {
    const { env = {}, cwd = scratchFolder(), input = '', node = process.execPath } = options;
    const variables = { PATH: process.env.PATH, HOME: cwd, TMPDIR: tmpdir(), ...env };
    if (options.isHosted) {
      this.child = takeHost();
      const command: HostedCommand = { args, cwd, env: variables };
      this.child.send(command);
    } else {
      this.child = spawn(node, [BIN, ...args], { cwd, env: variables, stdio: 'pipe' });
      this.child.stdin?.on('error', () => {});
      this.child.stdin?.end(input);
    }
    const onStdout = (text: string) => {
      this.stdout += text;
      this.#endIfHosted();
    };
    const onStderr = (text: string) => {
      this.stderr += text;
      this.#endIfHosted();
    };
    const onClose = () => this.#ended.resolve(this.child.exitCode);
    this.child.stdout?.setEncoding('utf8').on('data', onStdout);
    this.child.stderr?.setEncoding('utf8').on('data', onStderr);
    this.child.once('close', onClose);
    void this.#ended.promise.then(() => {
      this.hasEnded = true;
      this.child.stdout?.off('data', onStdout);
      this.child.stderr?.off('data', onStderr);
      this.child.off('close', onClose);
    });
    onTestFinished(async () => {
      if (options.isHosted && !this.hasEnded) {
        // Lets the process run the next command, if it ends this one soon.
        this.child.kill('SIGTERM');
        await Promise.race([this.#ended.promise, pause(STOP_MILLISECONDS)]);
      }
      if (!this.hasEnded) {
        this.child.kill('SIGKILL');
        await this.#ended.promise;
      }
    });
  }

  /** Ends a hosted command when both streams have ended. Its process then takes the next command. */
  #endIfHosted(): void {
    const [stdout = '', rest] = this.stdout.split(END_OF_OUTPUT);
    const [stderr = '', code] = this.stderr.split(END_OF_OUTPUT);
    if (rest !== undefined && code?.endsWith('\n')) {
      Object.assign(this, { stdout, stderr });
      this.#ended.resolve(Number(code));
      returnHost(this.child);
    }
  }

  /** Waits until `look` returns something. @throws after a timeout, with the output */
  async until<T>(what: string, look: () => T | undefined | false): Promise<T> {
    return waitFor(what, look, () => `; it printed\n${this.stdout}${this.stderr}`);
  }

  /** Resolves with the result when the command ends. The code is null if a signal ended it. */
  async end(): Promise<CommandResult> {
    const late = setTimeout(() => this.child.kill('SIGKILL'), DEADLINE_MILLISECONDS);
    const code = await this.#ended.promise;
    clearTimeout(late);
    return { code, stdout: this.stdout, stderr: this.stderr };
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<CommandResult> {
    this.child.kill(signal);
    return this.end();
  }
}

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Whether a process that has run other commands may run one with these options. Modules read some variables only once,
 * and stdin cannot be replaced for code that opens it by its descriptor.
 */
const mayBeHosted = ({ env = {}, node, input }: CommandOptions): boolean =>
  node === undefined && input === undefined && Object.keys(env).every((name) => name.startsWith('WIGWAG_'));

/** Runs a command to its end. */
export const wigwag = (args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> =>
  new RunningCommand(args, { isHosted: mayBeHosted(options), ...options }).end();

/** Polls until `look` returns something. @throws at the deadline */
export async function waitFor<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  context: () => string = () => '',
): Promise<T> {
  const deadline = Date.now() + DEADLINE_MILLISECONDS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`timed out waiting for ${what}${context()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The response to an HTTP call. */
interface CallResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect
  body: any;
}

async function call(url: string, method: string, body?: unknown, key?: string): Promise<CallResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

export const ANY_PORTS = ['--port', '0', '--mock-port', '0', '--control-port', '0'];

/** Starts `wigwag dev --json` on free ports, and calls its API and its control port with plain HTTP. */
export async function startDev(flags: readonly string[] = ['--memory'], options: CommandOptions = {}) {
  const cwd = options.cwd ?? scratchFolder();
  const dev = new RunningCommand(['dev', '--json', ...ANY_PORTS, ...flags], {
    isHosted: mayBeHosted(options),
    ...options,
    cwd,
  });
  await dev.until('the output of dev', () => dev.stdout.includes('\n') || dev.hasEnded);
  if (dev.hasEnded) {
    throw new Error(`dev ended with ${(await dev.end()).code}: ${dev.stderr}`);
  }
  const info = JSON.parse(dev.stdout) as DevInfo;
  const control = (method: string, path: string, body?: unknown) => call(info.control_url + path, method, body);
  return {
    dev,
    info,
    cwd,
    api: (method: string, path: string, body?: unknown, key = info.live_key) =>
      call(info.base_url + path, method, body, key),
    control,
    /** Sends a WhatsApp message from the customer. */
    customerWrites: (text = 'Hi', id = '905551112233') =>
      control('POST', '/inbound', {
        account_id: info.account_id,
        channel: 'whatsapp',
        from: { id, name: 'Ada' },
        type: 'text',
        text,
      }),
  };
}

/** One delivery with its raw bytes. */
export interface SeenDelivery {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect
  event: any;
}

/** Starts a webhook receiver that keeps the raw bytes and returns 200. */
export async function createReceiver() {
  const deliveries: SeenDelivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const bytes = Buffer.concat(chunks);
    const raw = bytes.toString('utf8');
    deliveries.push({ headers: request.headers, bytes, raw, event: JSON.parse(raw) });
    response.end();
  });
  const url = await listen(server);
  return { url, deliveries };
}

/** Listens on a free port until the test ends; returns the URL. */
export async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns a port that is in use until the test ends. */
export async function takenPort(): Promise<string> {
  return new URL(await listen(createServer())).port;
}

/** Returns the files in a temporary folder except Node's compile cache, which later commands use. */
export const leftIn = (folder: string): string[] => readdirSync(folder).filter((name) => name !== 'node-compile-cache');
