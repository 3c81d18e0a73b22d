import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Control } from '../control.ts';
import type { Target } from '../target.ts';

const BIN = fileURLToPath(new URL('../../cli/bin/wigwag.js', import.meta.url));

/** A running target and a function that stops it. */
export interface JudgedServer {
  target: Target & { control_url: string };
  stop(): Promise<void>;
  /** Its complete log. */
  log(): string;
}

/** Starts our server as a process. By default, its clock is movable. @param variables more of its variables */
export async function ownServer(
  database?: string,
  clock: 'virtual' | 'real' = 'virtual',
  variables: Record<string, string> = {},
): Promise<JudgedServer> {
  const flags = ['--json', '--memory', '--clock', clock, '--port', '0', '--mock-port', '0', '--control-port', '0'];
  const server = spawn(process.execPath, [BIN, 'dev', ...flags, ...(database ? ['--database', database] : [])], {
    stdio: 'pipe',
    env: { ...process.env, WIGWAG_LOG_LEVEL: 'trace', ...variables },
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error(`the server ended: ${log}`);
  });
  const [line] = await Promise.race([once(createInterface({ input: server.stdout }), 'line'), ended]);
  const { base_url, control_url } = JSON.parse(line as string);
  return {
    target: { base_url, control_url },
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'close');
    },
    log: () => log,
  };
}

/** Starts the mock provider as a process. Returns what it prints: its URL and its credentials. */
export async function ownMock<T>(): Promise<{ info: T; stop(): Promise<void> }> {
  const mock = spawn(process.execPath, [BIN, 'mock', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(mock, 'exit').then(() => {
    throw new Error('the mock ended');
  });
  const [line] = await Promise.race([once(createInterface({ input: mock.stdout }), 'line'), ended]);
  return {
    info: JSON.parse(line as string) as T,
    async stop() {
      ended.catch(() => {});
      mock.kill('SIGTERM');
      await once(mock, 'close');
    },
  };
}

/** Starts a server in this process on a free port. */
export async function listening(
  listener: RequestListener,
): Promise<{ url: string; server: Server; close(): Promise<void> }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A customer sends a text to an account on whatsapp. */
export const customerWrites = (control: Control, account_id: string, id: string) =>
  control.call('receiveInbound', {
    account_id,
    channel: 'whatsapp',
    from: { id, name: 'Ada' },
    type: 'text',
    text: 'Hi',
  });
