import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilListening } from './free-port.ts';

const PROGRAMS = {
  redis: '/usr/bin/redis-server',
  nats: '/usr/sbin/nats-server',
  amqp: '/usr/lib/rabbitmq/bin/rabbitmq-server',
} as const;

/** The message brokers whose Debian packages, redis-server, nats-server and rabbitmq-server, are installed. */
export const hasBroker = {
  redis: existsSync(PROGRAMS.redis),
  nats: existsSync(PROGRAMS.nats),
  amqp: existsSync(PROGRAMS.amqp),
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

/** Waits until no thread of a process runs. A signal takes effect later, and a thread may respond meanwhile. */
function untilStopped(pid: number | undefined): void {
  const threads = `/proc/${pid}/task`;
  const isRunning = (thread: string) => !/\) [TtZ] /.test(readFileSync(join(threads, thread, 'stat'), 'utf8'));
  while (existsSync(threads) && readdirSync(threads).some(isRunning)) {}
}

async function startBroker(
  kind: keyof typeof PROGRAMS,
  argumentsAt: (port: number) => string[],
  environmentAt: (port: number) => Record<string, string> = () => ({}),
): Promise<TestBroker> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const broker: TestBroker = {
    port,
    async start() {
      const env = { ...process.env, ...environmentAt(port) };
      child = spawn(PROGRAMS[kind], argumentsAt(port), { stdio: 'ignore', env });
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
      untilStopped(child?.pid);
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

/**
 * Starts RabbitMQ at 127.0.0.1.
 *
 * @param more lines of its configuration. Without them, the user and the password are `guest`
 */
export async function startRabbit(more: readonly string[] = [], tls?: TlsFiles): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-rabbit-'));
  const [namesPort, nodePort] = [await freePort(), await freePort()];
  let names: ChildProcess | undefined;
  /** Starts the process with the names of Erlang's nodes. Otherwise the server would start one that stays. */
  const startNames = async () => {
    names = spawn('epmd', ['-address', '127.0.0.1', '-port', `${namesPort}`], { stdio: 'ignore' });
    await untilListening(namesPort, names, 'epmd');
  };
  const file = (name: string, lines: string[]) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    return join(folder, name);
  };
  const certificate = tls && [
    'listeners.tcp = none',
    `ssl_options.cacertfile = ${tls.cert}`,
    `ssl_options.certfile = ${tls.cert}`,
    `ssl_options.keyfile = ${tls.key}`,
  ];
  await startNames();
  const broker = await startBroker(
    'amqp',
    () => [],
    (port) => ({
      HOME: folder,
      ERL_EPMD_PORT: `${namesPort}`,
      RABBITMQ_NODENAME: `wigwag-${port}@localhost`,
      RABBITMQ_DIST_PORT: `${nodePort}`,
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
      RABBITMQ_ENABLED_PLUGINS_FILE: file('plugins', ['[].']),
      RABBITMQ_CONFIG_FILE: file('rabbitmq.conf', [
        `listeners.${tls ? 'ssl' : 'tcp'}.default = 127.0.0.1:${port}`,
        ...(certificate ?? []),
        ...more,
      ]),
      // Then the script becomes the server, and does not start it as another process.
      RUNNING_UNDER_SYSTEMD: 'true',
    }),
  );
  return {
    ...broker,
    async start() {
      await startNames();
      await broker.start();
    },
    async stop() {
      await broker.stop();
      names?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
