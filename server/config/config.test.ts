import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigError, parseNetwork, readConfig } from './config.ts';

const KEY = { WIGWAG_SECRET_KEY: '0123456789abcdef' };

const EVERY = {
  ...KEY,
  WIGWAG_DATABASE_URL: 'postgres://u:p@db/wigwag',
  WIGWAG_DATABASE_DIRECT_URL: 'postgres://u:p@direct/wigwag',
  WIGWAG_DATABASE_CONNECTIONS: '5',
  WIGWAG_DATABASE_REPLICA_URL: 'postgres://u:p@replica/wigwag',
  WIGWAG_DATABASE_REPLICA_STALENESS: '5',
  WIGWAG_HOST: '0.0.0.0',
  WIGWAG_PORT: '0',
  WIGWAG_PUBLIC_URL: 'https://api.shop.example/',
  WIGWAG_GRAPH_URL: 'http://127.0.0.1:9//',
  WIGWAG_INSTAGRAM_URL: 'http://127.0.0.1:9/ig',
  WIGWAG_GRAPH_VERSION: 'v26.0',
  WIGWAG_TRUST_PROXY: '10.0.0.0/8, ::1',
  WIGWAG_ROLE: 'worker',
  WIGWAG_LOG_LEVEL: 'silent',
  WIGWAG_METRICS_PORT: '9464',
  WIGWAG_ADMIN_TOKEN: 'token-of-the-operator',
  WIGWAG_ADMIN_PORT: 'metrics',
  WIGWAG_DASHBOARD: 'off',
  WIGWAG_OIDC_ISSUER: 'https://login.shop.example/',
  WIGWAG_OIDC_CLIENT_ID: 'wigwag',
  WIGWAG_OIDC_CLIENT_SECRET: 'secret of the client',
  WIGWAG_SECRET_KEY_PREVIOUS: 'fedcba9876543210',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

test('unset variables get their defaults', () => {
  expect(readConfig(KEY)).toEqual({
    databaseUrl: 'sqlite:./wigwag.db',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    secretKey: '0123456789abcdef',
    graphUrl: 'https://graph.facebook.com',
    instagramUrl: 'https://graph.instagram.com',
    graphVersion: 'v25.0',
    trustProxy: [],
    proxies: { https: undefined, http: undefined, except: [] },
    role: 'all',
    logLevel: 'info',
    metricsPort: undefined,
    adminToken: undefined,
    adminPort: 'main',
    dashboard: true,
    allowLoopback: false,
    mockUrl: undefined,
    unknownVariables: [],
  });
});

test('an empty value counts as unset', () => {
  const names = [
    'DATABASE_URL',
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'GRAPH_URL',
    'TRUST_PROXY',
    'ROLE',
    'LOG_LEVEL',
    'METRICS_PORT',
    'ADMIN_TOKEN',
    'ADMIN_PORT',
  ];
  const empty = Object.fromEntries(names.map((name) => [`WIGWAG_${name}`, '']));
  expect(readConfig({ ...KEY, ...empty })).toEqual(readConfig(KEY));
});

test('reads every variable', () => {
  const config = readConfig(EVERY);
  expect(config).toMatchObject({
    databaseUrl: 'postgres://u:p@db/wigwag',
    databaseDirectUrl: 'postgres://u:p@direct/wigwag',
    databaseConnections: 5,
    replica: { url: 'postgres://u:p@replica/wigwag', staleMilliseconds: 5_000 },
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://api.shop.example',
    graphUrl: 'http://127.0.0.1:9',
    instagramUrl: 'http://127.0.0.1:9/ig',
    graphVersion: 'v26.0',
    role: 'worker',
    logLevel: 'silent',
    metricsPort: 9464,
    adminToken: 'token-of-the-operator',
    adminPort: 'metrics',
    dashboard: false,
    oidc: { issuer: 'https://login.shop.example', clientId: 'wigwag', clientSecret: 'secret of the client' },
  });
  expect(config.trustProxy.map(([range, bits]) => `${range}/${bits}`)).toEqual(['10.0.0.0/8', '::1/128']);
});

test('the three variables of OpenID Connect are set together', () => {
  expect(problemsOf({ ...KEY, WIGWAG_OIDC_ISSUER: 'https://login.shop.example' })).toEqual([
    'WIGWAG_OIDC_ISSUER, WIGWAG_OIDC_CLIENT_ID and WIGWAG_OIDC_CLIENT_SECRET must be set together',
  ]);
});

test('reports every problem at once, each with its variable', () => {
  const problems = problemsOf({
    WIGWAG_DATABASE_URL: 'mysql://root:hunter2@db/wigwag',
    WIGWAG_PORT: '65536',
    WIGWAG_PUBLIC_URL: 'ftp://shop.example',
    WIGWAG_SECRET_KEY: '0123456789abcde',
    WIGWAG_GRAPH_URL: 'graph',
    WIGWAG_INSTAGRAM_URL: 'file:///etc/passwd',
    WIGWAG_GRAPH_VERSION: '25',
    WIGWAG_TRUST_PROXY: '10.0.0.0/33',
    WIGWAG_ROLE: 'boss',
    WIGWAG_LOG_LEVEL: 'loud',
    WIGWAG_METRICS_PORT: 'on',
    WIGWAG_ADMIN_TOKEN: 'short-token',
    WIGWAG_ADMIN_PORT: '3001',
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'WIGWAG_SECRET_KEY',
    'WIGWAG_ADMIN_TOKEN',
    'WIGWAG_DATABASE_URL',
    'WIGWAG_PORT',
    'WIGWAG_PUBLIC_URL',
    'WIGWAG_GRAPH_URL',
    'WIGWAG_INSTAGRAM_URL',
    'WIGWAG_GRAPH_VERSION',
    'WIGWAG_TRUST_PROXY',
    'WIGWAG_ROLE',
    'WIGWAG_LOG_LEVEL',
    'WIGWAG_METRICS_PORT',
    'WIGWAG_ADMIN_PORT',
  ]);
  expect(problems.every((problem) => !problem.includes('\n'))).toBe(true);
  expect(() => readConfig({})).toThrow(ConfigError);
});

test('a SQLite file allows only one process, which has every role', () => {
  const roles = (url: string) =>
    ['all', 'api', 'worker'].map((role) => problemsOf({ ...KEY, WIGWAG_DATABASE_URL: url, WIGWAG_ROLE: role }));
  const refused = (role: string) => [expect.stringContaining(`WIGWAG_ROLE=${role} needs PostgreSQL`)];
  expect(roles('sqlite:x')).toEqual([[], refused('api'), refused('worker')]);
  expect(roles('postgres://h/d')).toEqual([[], [], []]);
});

test('the admin API on the metrics port needs that port', () => {
  const own = { ...KEY, WIGWAG_ADMIN_TOKEN: 'token-of-the-operator', WIGWAG_ADMIN_PORT: 'metrics' };
  expect(problemsOf(own)).toEqual(['WIGWAG_ADMIN_PORT=metrics needs WIGWAG_METRICS_PORT']);
  expect(problemsOf({ ...own, WIGWAG_METRICS_PORT: '9464' })).toEqual([]);
});

test('never repeats a secret', () => {
  const told = problemsOf({ WIGWAG_SECRET_KEY: 'hunter2', WIGWAG_DATABASE_URL: 'mysql://root:hunter2@db' }).join();
  expect(told).toContain('WIGWAG_DATABASE_URL must be sqlite:PATH or postgres://...');
  expect(told).not.toContain('hunter2');
});

test.each([
  ['WIGWAG_DATABSE_URL', 'WIGWAG_DATABASE_URL'],
  ['WIGWAG_TRUSTED_PROXY', 'WIGWAG_TRUST_PROXY'],
  ['WIGWAG_PROT', 'WIGWAG_PORT'],
  ['WIGWAG_ROLES', 'WIGWAG_ROLE'],
  ['wigwag_host', 'WIGWAG_HOST'],
  ['WIGWG_METRICS_PORT', 'WIGWAG_METRICS_PORT'],
])('%s is refused with the suggestion %s', (name, meant) => {
  expect(problemsOf({ ...KEY, [name]: 'hunter2' })).toEqual([`${name} is not known; did you mean ${meant}?`]);
  expect(problemsOf({ ...KEY, [name]: '' })).toEqual([]);
});

test('a misspelled key is reported together with the missing one', () => {
  expect(problemsOf({ WIGWAG_SECRT_KEY: '0123456789abcdef' }).map((problem) => problem.split(' ')[0])).toEqual([
    'WIGWAG_SECRET_KEY',
    'WIGWAG_SECRT_KEY',
  ]);
});

test('unknown variables, such as those that Kubernetes sets for a service called wigwag, are only logged', () => {
  const names = ['WIGWAG_DB_URL', 'WIGWAG_HOME', 'WIGWAG_MODE', 'WIGWAG_SERVICE_PORT', 'WIGWAG_PORT_3000_TCP'];
  const set = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(readConfig({ ...KEY, ...set, PORT: '1', DATABASE_URL: 'x' }).unknownVariables).toEqual(names);
});

test('every variable that a program of wigwag reads is known', () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  // The documentation shows a misspelled name.
  const exclude = ['**/{node_modules,dist}/**', 'server/http/developers/generated/**', 'server/config/config.test.ts'];
  const files = globSync(['{*,.config}/**/*.{ts,yml}'], { cwd, exclude });
  const names = files.flatMap((file) => readFileSync(join(cwd, file), 'utf8').match(/\bWIGWAG_[A-Z_]*[A-Z]/g) ?? []);
  const { unknownVariables } = readConfig({ ...Object.fromEntries(names.map((name) => [name, 'x'])), ...EVERY });
  // Error codes, and an example of an unknown name.
  expect([...unknownVariables].sort()).toEqual([
    'WIGWAG_HOME',
    'WIGWAG_PRIVATE_ADDRESS',
    'WIGWAG_PROXY_REFUSED',
    'WIGWAG_PROXY_UNUSABLE',
    'WIGWAG_TIMEOUT',
  ]);
});

test.each([
  ['WIGWAG_METRICS_PORT', ['0', '1', '3001', '65535'], ['-1', '65536', 'off', '3000']],
  ['WIGWAG_PORT', ['0', '1', '65535'], ['-1', '65536', '1.5', 'http', '0x10', ' 80', '1e3']],
  [
    'WIGWAG_DATABASE_URL',
    ['sqlite:x', 'sqlite::memory:', 'postgres://h/d', 'postgresql://h/d'],
    ['sqlite:', 'x', 'pg://h', 'postgresql://[bad', 'postgres://127.0.0.1:99999/x'],
  ],
  [
    'WIGWAG_HOST',
    ['0.0.0.0', '::', '::1', 'localhost', 'api-1.example.com'],
    ['all of them', '999.1.1.1', '127.1', '[::1]', 'host:80', '-a', 'a..b'],
  ],
  ['WIGWAG_GRAPH_VERSION', ['v1.0', 'v25.0'], ['v25', '25.0', 'v25.0.0', 'V25.0']],
  ['WIGWAG_ROLE', ['all'], ['ALL', 'toString']],
  [
    'WIGWAG_PUBLIC_URL',
    ['https://api.example.com', 'http://127.0.0.1:3000/base/'],
    ['https://u:p@api.example.com', 'https://api.example.com/?x=1', 'https://api.example.com#z', 'api.example.com'],
  ],
  ['WIGWAG_TRUST_PROXY', ['10.0.0.1', '10.0.0.0/8,fc00::/7'], ['10.0.0.0/8,', 'localhost', '::/129']],
  ['WIGWAG_LOG_LEVEL', ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], ['verbose']],
])('%s', (name, good, bad) => {
  for (const value of good) {
    expect(problemsOf({ ...KEY, [name]: value })).toEqual([]);
  }
  for (const value of bad) {
    expect(problemsOf({ ...KEY, [name]: value })).toHaveLength(1);
  }
});

test('reads addresses and networks of both families', () => {
  expect(parseNetwork('10.0.0.0/8')?.[1]).toBe(8);
  expect(parseNetwork('10.1.2.3')?.[1]).toBe(32);
  expect(parseNetwork('2001:db8::/32')?.[1]).toBe(32);
  expect(parseNetwork('::1')?.[1]).toBe(128);
  expect(parseNetwork('shop.example')).toBeUndefined();
  expect(parseNetwork('')).toBeUndefined();
});

test.each([
  ['0.0.0.0/0', '0.0.0.0,0'],
  ['10.1.2.3/32', '10.1.2.3,32'],
  ['::/0', '::,0'],
  ['::1/128', '::1,128'],
  ['::ffff:10.1.2.3', '10.1.2.3,32'],
  ['::ffff:10.1.2.0/120', '10.1.2.0,24'],
  ['::ffff:0:0/96', '0.0.0.0,0'],
  ['fe80::1%eth0', 'fe80::1%eth0,128'],
  ['10/8', undefined],
  ['10.1/16', undefined],
  ['010.1.2.3', undefined],
  ['0x0a.1.2.3', undefined],
  ['10.1.2.3/33', undefined],
  ['10.1.2.3/-1', undefined],
  ['10.1.2.3/', undefined],
  ['10.1.2.3/8/8', undefined],
  ['10.1.2.256', undefined],
  ['::1/129', undefined],
  [' 10.1.2.3', undefined],
  ['10.1.2.3:80', undefined],
])('reads the network %s as %s', (text, expected) => {
  expect(parseNetwork(text)?.join()).toBe(expected);
});

test('the direct address, connections and the replica need PostgreSQL, and no message repeats a password', () => {
  const key = { WIGWAG_SECRET_KEY: 'a secret key for tests' };
  const postgres = { ...key, WIGWAG_DATABASE_URL: 'postgres://a@b/c' };
  const replica = { WIGWAG_DATABASE_REPLICA_URL: 'postgres://a:geheim@d/c' };
  expect(readConfig({ ...postgres, WIGWAG_DATABASE_DIRECT_URL: 'postgres://e/c', ...replica })).toMatchObject({
    databaseDirectUrl: 'postgres://e/c',
    replica: { url: replica.WIGWAG_DATABASE_REPLICA_URL, staleMilliseconds: 0 },
  });
  expect(readConfig({ ...postgres, ...replica, WIGWAG_DATABASE_REPLICA_STALENESS: '30' }).replica).toMatchObject({
    staleMilliseconds: 30_000,
  });
  for (const [environment, problem] of [
    [{ ...key, ...replica }, 'WIGWAG_DATABASE_REPLICA_URL needs WIGWAG_DATABASE_URL=postgres://...'],
    [
      { ...key, WIGWAG_DATABASE_DIRECT_URL: 'postgres://e/c' },
      'WIGWAG_DATABASE_DIRECT_URL needs WIGWAG_DATABASE_URL=postgres://...',
    ],
    [{ ...postgres, WIGWAG_DATABASE_DIRECT_URL: 'geheim' }, 'WIGWAG_DATABASE_DIRECT_URL must be postgres://...'],
    [
      { ...key, WIGWAG_DATABASE_CONNECTIONS: '5' },
      'WIGWAG_DATABASE_CONNECTIONS needs WIGWAG_DATABASE_URL=postgres://...',
    ],
    [
      { ...postgres, WIGWAG_DATABASE_CONNECTIONS: '3' },
      'WIGWAG_DATABASE_CONNECTIONS must be a number from 4 to 100; it is "3"',
    ],
    [
      { ...postgres, WIGWAG_DATABASE_CONNECTIONS: '101' },
      'WIGWAG_DATABASE_CONNECTIONS must be a number from 4 to 100; it is "101"',
    ],
    [
      { ...postgres, ...replica, WIGWAG_DATABASE_REPLICA_STALENESS: '3601' },
      'WIGWAG_DATABASE_REPLICA_STALENESS must be a number of seconds from 0 to 3600; it is "3601"',
    ],
    [
      { ...postgres, WIGWAG_DATABASE_REPLICA_STALENESS: '5' },
      'WIGWAG_DATABASE_REPLICA_STALENESS needs WIGWAG_DATABASE_REPLICA_URL',
    ],
  ] as const) {
    const read = () => readConfig(environment);
    expect(read).toThrow(problem);
    expect(read).not.toThrow('geheim');
  }
});
