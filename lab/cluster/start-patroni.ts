import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill, pause } from '../crash/programs.ts';
import { freePort } from '../testing/free-port.ts';
import { inMemory } from '../testing/in-memory.ts';
import { queryOnce } from '../testing/start-postgres.ts';
import { POSTGRES_BIN, pathOf, postgresUser } from './debian.ts';

/** Patroni's timing, in seconds: how long a leader may be silent, how often each node checks, and how long it retries. */
export const TIMING = { ttl: 20, loop_wait: 2, retry_timeout: 5 };
const NODES = 3;
const CHECK_MILLISECONDS = 250;
const HEALTHY_MILLISECONDS = 600_000;

interface ClusterNode {
  name: string;
  postgres: number;
  rest: number;
  data: string;
  config: string;
  patroni: ChildProcess | undefined;
}

/** How a node appears to Patroni. */
interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  timeline?: number;
  lag?: number | string;
}

/** Three nodes with Patroni and PostgreSQL, one etcd, and HAProxy, as processes on 127.0.0.1. */
export interface PatroniCluster {
  /** The address of the leader, and that of the replicas, through HAProxy. */
  url: string;
  replicaUrl: string;
  members(): Promise<Member[]>;
  /** Resolves with the name of the leader when all nodes run, and a standby is synchronous if that is required. */
  untilHealthy(): Promise<string>;
  /** Kills all processes of a node, as if its machine failed. */
  kill(name: string): Promise<void>;
  /** Stops all processes of a node for a time, as if its machine froze. */
  freeze(name: string, milliseconds: number): Promise<void>;
  /** Starts a node that was killed. */
  restart(name: string): void;
  stop(): Promise<void>;
}

const configOf = (node: ClusterNode, folder: string, etcd: number, isSynchronous: boolean): string =>
  JSON.stringify({
    scope: 'wigwag',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...TIMING,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, wal_log_hints: 'on', wal_keep_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${node.postgres}`,
      connect_address: `127.0.0.1:${node.postgres}`,
      data_dir: node.data,
      bin_dir: POSTGRES_BIN,
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      // Kills end processes, never the machine, so written data persists without fsync.
      parameters: { unix_socket_directories: folder, fsync: 'off' },
    },
  });

const haproxyConfig = (nodes: readonly ClusterNode[], primary: number, replicas: number): string => {
  const listen = (name: string, port: number) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /${name}
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.postgres} check port ${node.rest}`).join('\n')}`;
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
${listen('primary', primary)}
${listen('replica', replicas)}
`;
};

/** Returns the processes of a node: Patroni, PostgreSQL's postmaster and its children. */
function processesOf({ patroni, data }: ClusterNode): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {} // it has ended
  }
  const found = new Set(patroni?.pid === undefined ? [] : [patroni.pid]);
  try {
    found.add(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]));
  } catch {} // PostgreSQL does not run
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [id, parent] of parents) {
      if (found.has(parent)) {
        found.add(id);
      }
    }
  }
  return [...found].filter((id) => parents.has(id));
}

function signal(ids: readonly number[], name: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, name);
    } catch {} // it has ended
  }
}

/** @param log the file for the output of all programs */
export async function startPatroni({
  isSynchronous,
  log,
}: {
  isSynchronous: boolean;
  log: string;
}): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(inMemory(), 'wigwag-patroni-'));
  const user = postgresUser();
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  own(folder);
  const output = openSync(log, 'a');
  const run = (path: string, args: readonly string[]) =>
    spawn(path, args, { cwd: folder, stdio: ['ignore', output, output], ...user, env: { PATH: process.env.PATH } });
  const [etcdPort, peerPort, primary, replicas] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const nodes: ClusterNode[] = [];
  for (let index = 1; index <= NODES; index += 1) {
    const name = `node${index}`;
    const node = {
      name,
      postgres: await freePort(),
      rest: await freePort(),
      data: join(folder, name),
      config: join(folder, `${name}.yml`),
      patroni: undefined,
    };
    writeFileSync(node.config, configOf(node, folder, etcdPort, isSynchronous));
    nodes.push(node);
  }
  mkdirSync(join(folder, 'etcd'), { mode: 0o700 });
  own(join(folder, 'etcd'));
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  const etcd = run(pathOf('etcd'), [
    ...['--name', 'one', '--data-dir', join(folder, 'etcd'), '--log-level', 'warn'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(nodes, primary, replicas));
  const haproxy = run(pathOf('haproxy'), ['-f', join(folder, 'haproxy.cfg')]);

  const find = (name: string): ClusterNode => nodes.find((node) => node.name === name) as ClusterNode;
  const start = (node: ClusterNode) => {
    node.patroni = run(pathOf('patroni'), [node.config]);
  };
  const urlOf = (port: number) => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;

  /** Returns whether a node itself says that it is the leader. */
  const leads = ({ rest }: ClusterNode): Promise<boolean> =>
    fetch(`http://127.0.0.1:${rest}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );

  async function members(): Promise<Member[]> {
    for (const { rest } of nodes) {
      try {
        const signal = AbortSignal.timeout(2_000);
        const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal });
        return ((await response.json()) as { members: Member[] }).members;
      } catch {} // this node does not respond
    }
    return [];
  }

  const cluster: PatroniCluster = {
    url: urlOf(primary),
    replicaUrl: urlOf(replicas),
    members,
    async untilHealthy() {
      const deadline = Date.now() + HEALTHY_MILLISECONDS;
      for (;;) {
        const all = await members();
        const leader = all.find(({ role, state }) => role === 'leader' && state === 'running');
        const isComplete =
          all.length === NODES && all.every(({ state }) => state === 'running' || state === 'streaming');
        const isReplicated = !isSynchronous || all.some(({ role }) => role === 'sync_standby');
        // etcd names a leader that has just failed until its lease ends.
        if (leader && isComplete && isReplicated && (await leads(find(leader.name)))) {
          return leader.name;
        }
        if (Date.now() > deadline) {
          throw new Error(`the cluster is not healthy: ${JSON.stringify(all)}; see ${log}`);
        }
        await pause(CHECK_MILLISECONDS);
      }
    },
    async kill(name) {
      const node = find(name);
      const { patroni } = node;
      const ended = patroni?.exitCode === null && patroni.signalCode === null ? once(patroni, 'exit') : undefined;
      signal(processesOf(node), 'SIGKILL');
      await ended;
    },
    async freeze(name, milliseconds) {
      const ids = processesOf(find(name));
      signal(ids, 'SIGSTOP');
      await pause(milliseconds);
      signal(ids, 'SIGCONT');
    },
    restart: (name) => start(find(name)),
    async stop() {
      for (const node of nodes) {
        signal(processesOf(node), 'SIGKILL');
      }
      for (const program of [haproxy, etcd]) {
        await kill(program);
      }
      await pause(CHECK_MILLISECONDS);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    nodes.forEach(start);
    await cluster.untilHealthy();
    // HAProxy finds the leader at its next check.
    for (let isUp = false; !isUp; ) {
      isUp = await queryOnce(cluster.url, 'select 1').then(
        () => true,
        () => pause(CHECK_MILLISECONDS).then(() => false),
      );
    }
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
