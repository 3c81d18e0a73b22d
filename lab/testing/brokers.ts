import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilListening } from './free-port.ts';

const PROGRAMS = { redis: '/usr/bin/redis-server', nats: '/usr/sbin/nats-server' } as const;

/** The message brokers whose Debian packages, redis-server and nats-server, are installed. */
export const hasBroker = {
  redis: existsSync(PROGRAMS.redis),
  nats: existsSync(PROGRAMS.nats),
};

/** A server of a message broker. */
export interface TestBroker {
  port: number;
  /** Kills the server. */
  stop(): Promise<void>;
  /** Starts it again at the same port, without its data. */
  start(): Promise<void>;
  /** Stops its process without closing its connections, so that it does not respond. Returns how to continue it. */
  freeze(): () => void;
}

async function startBroker(kind: keyof typeof PROGRAMS, argumentsAt: (port: number) => string[]): Promise<TestBroker> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const broker: TestBroker = {
    port,
    async start() {
      child = spawn(PROGRAMS[kind], argumentsAt(port), { stdio: 'ignore' });
      await untilListening(port, child, 'the broker');
    },
    async stop() {
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
    },
    freeze() {
      child?.kill('SIGSTOP');
      return () => child?.kill('SIGCONT');
    },
  };
  await broker.start();
  return broker;
}

/** The files of a certificate and its key. */
export interface TlsFiles {
  cert: string;
  key: string;
}

/**
 * Starts a Redis server at 127.0.0.1 that stores nothing on the disk.
 *
 * @param more arguments such as `--requirepass`
 */
export const startRedis = (more: readonly string[] = [], tls?: TlsFiles): Promise<TestBroker> =>
  startBroker('redis', (port) => [
    ...(tls ? ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no'] : ['--port', `${port}`]),
    ...(tls ? ['--tls-cert-file', tls.cert, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.cert] : []),
    ...['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more],
  ]);

/**
 * Starts a NATS server with JetStream at 127.0.0.1.
 *
 * @param more arguments such as `--user`
 */
export async function startNats(more: readonly string[] = [], tls?: TlsFiles): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-nats-'));
  const broker = await startBroker('nats', (port) => [
    ...(tls ? ['--tls', '--tlscert', tls.cert, '--tlskey', tls.key] : []),
    ...['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', folder, ...more],
  ]);
  return {
    ...broker,
    async stop() {
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
