import ipaddr from 'ipaddr.js';
import { type Proxies, parseExceptions, parseProxy } from './proxies.ts';
import { strayVariables } from './variables.ts';

/** The configuration of the server, parsed once from its environment. */
export interface Config {
  databaseUrl: string;
  /** The address of PostgreSQL itself if `databaseUrl` is that of a pooler in transaction mode. */
  databaseDirectUrl: string | undefined;
  /** The maximum number of connections to PostgreSQL, besides the one that listens; undefined for the default. */
  databaseConnections: number | undefined;
  /** The replica that lists, histories and reports use; undefined without one. */
  replica: { url: string; staleMilliseconds: number } | undefined;
  host: string;
  port: number;
  /** The public scheme, host and port, without a trailing slash. If unset, the listening address is used. */
  publicUrl: string | undefined;
  /** Encrypts provider tokens and signing secrets at rest. */
  secretKey: string;
  /**
   * The previous key. Data that was encrypted with it can be read until `wigwag admin secrets rotate` has encrypted it
   * again.
   */
  previousSecretKey: string | undefined;
  graphUrl: string;
  instagramUrl: string;
  graphVersion: string;
  /** Networks whose X-Forwarded-For header is trusted. */
  trustProxy: readonly Network[];
  /** The proxies for the server's own requests. */
  proxies: Proxies;
  role: 'all' | 'api' | 'worker';
  logLevel: LogLevel;
  /** The port on loopback for the operator's tools. 0 takes any free port; undefined disables it. */
  metricsPort: number | undefined;
  /** The token of the admin API; undefined turns that off. */
  adminToken: string | undefined;
  /** The port that serves the admin API. */
  adminPort: 'main' | 'metrics';
  /** Whether the server has the dashboard. */
  dashboard: boolean;
  /** The provider of OpenID Connect with which people log in to the dashboard; undefined without one. */
  oidc: OidcProvider | undefined;
  /** True only in `wigwag dev`: http on loopback counts as public https. */
  allowLoopback: boolean;
  /** The page of the mock provider; only in `wigwag dev`. */
  mockUrl: string | undefined;
  /** `WIGWAG_*` variables that are set but that no program reads. */
  unknownVariables: readonly string[];
}

/** A provider of OpenID Connect. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];
const OIDC_SECRETS = ['WIGWAG_OIDC_CLIENT_ID', 'WIGWAG_OIDC_CLIENT_SECRET'];
const ADMIN_PORTS = ['main', 'metrics'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Thrown with every problem of a configuration, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Record<string, string | undefined>;
type Parse<T> = (value: string) => T | undefined;

const oneOf =
  <T extends string>(values: readonly T[]): Parse<T> =>
  (value) =>
    values.find((known) => known === value);

const onOrOff: Parse<boolean> = (value) => (value === 'on' ? true : value === 'off' ? false : undefined);

const databaseUrl: Parse<string> = (value) =>
  value.startsWith('sqlite:') ? (value.length > 'sqlite:'.length ? value : undefined) : postgresUrl(value);

const postgresUrl: Parse<string> = (value) =>
  /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value) ? value : undefined;

const port: Parse<number> = (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined);

/** An address or a host name. The last part of a name begins with a letter, so `127.1` and `999.1.1.1` are refused. */
const host: Parse<string> = (value) =>
  ipaddr.IPv6.isValid(value) || ipaddr.IPv4.isValidFourPartDecimal(value) || HOST_NAME.test(value) ? value : undefined;
const HOST_NAME = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z]([a-z\d-]*[a-z\d])?$/i;

/**
 * An http(s) origin, with an optional path, without a trailing slash. It must be usable as a public URL to which paths
 * are appended.
 */
const baseUrl: Parse<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isBase =
    url && /^https?:$/.test(url.protocol) && !/[?#]/.test(value) && `${url.username}${url.password}` === '';
  return isBase ? value.replace(/\/+$/, '') : undefined;
};
const BASE_URL = 'an http(s) URL without a user, a query or a fragment';
const PROXY_URL = 'the http(s) URL of a proxy';

const networks: Parse<Network[]> = (value) => {
  const parts = value.split(',').map((part) => part.trim());
  const parsed = parts.map(parseNetwork);
  return parsed.every((network) => network !== undefined) ? parsed : undefined;
};

/**
 * Parses `10.0.0.0/8`, `::1/128` or a single address; returns undefined for anything else. IPv4 must have four decimal
 * parts, because `10/8` would mean 0.0.0.10 and `010.1.1.1` would be octal. IPv4-mapped IPv6 (`::ffff:10.0.0.0/104`)
 * counts as IPv4.
 */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', bits] = text.split('/');
  const isPlain = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isPlain || (bits !== undefined && !ipaddr.isValidCIDR(text))) {
    return undefined;
  }
  const parsed = ipaddr.parse(address);
  const length = bits === undefined ? parsed.toByteArray().length * 8 : Number(bits);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= MAPPED_BITS
    ? [parsed.toIPv4Address(), length - MAPPED_BITS]
    : [parsed, length];
}

/** How many leading bits mark an IPv6 address as IPv4-mapped (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

/**
 * Reads the configuration of the server from `WIGWAG_*` variables.
 *
 * @throws {ConfigError} with all problems, each with the name of its variable
 */
export function readConfig(environment: Environment, overrides: Partial<Config> = {}): Config {
  const problems: string[] = [];
  const own = ['WIGWAG_SECRET_KEY', 'WIGWAG_SECRET_KEY_PREVIOUS', 'WIGWAG_ADMIN_TOKEN', ...OIDC_SECRETS];
  const parseVariable = <T>(name: string, parse: Parse<T>, fallback: T, expected: string): T => {
    const value = environment[name];
    if (value === undefined || value === '') {
      return fallback;
    }
    const parsed = parse(value);
    if (parsed === undefined) {
      // The message does not repeat a value that may contain a password.
      problems.push(
        `${name} must be ${expected}${parse === databaseUrl || parse === postgresUrl || value.includes('@') ? '' : `; it is "${value}"`}`,
      );
      return fallback;
    }
    return parsed;
  };

  const read: typeof parseVariable = (name, ...rest) => {
    own.push(name);
    return parseVariable(name, ...rest);
  };
  /** Other programs also read these variables. The lower-case name takes precedence, as in most of them. */
  const readShared: typeof parseVariable = (name, ...rest) =>
    parseVariable(environment[name.toLowerCase()] ? name.toLowerCase() : name, ...rest);

  const secretKey = overrides.secretKey ?? environment.WIGWAG_SECRET_KEY ?? '';
  if (secretKey.trim().length < 16) {
    const where =
      secretKey === ''
        ? '. Run the command in the folder of `wigwag.env`, which `wigwag init` writes; `wigwag admin` also runs in the folder of a `wigwag dev`'
        : '';
    problems.push(
      `WIGWAG_SECRET_KEY must be set to at least 16 characters; it encrypts tokens and secrets at rest${where}`,
    );
  }
  const previousSecretKey = environment.WIGWAG_SECRET_KEY_PREVIOUS || undefined;
  if (previousSecretKey !== undefined && (previousSecretKey.length < 16 || previousSecretKey === secretKey)) {
    problems.push('WIGWAG_SECRET_KEY_PREVIOUS must be the previous value of WIGWAG_SECRET_KEY, or unset');
  }
  const adminToken = environment.WIGWAG_ADMIN_TOKEN || undefined;
  if (adminToken !== undefined && adminToken.length < 16) {
    problems.push('WIGWAG_ADMIN_TOKEN must have at least 16 characters');
  }
  const oidcValues = [
    read<string | undefined>('WIGWAG_OIDC_ISSUER', baseUrl, undefined, BASE_URL),
    ...OIDC_SECRETS.map((name) => environment[name] || undefined),
  ];
  const [issuer, clientId, clientSecret] = oidcValues;
  const hasOidc = issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  if (!hasOidc && oidcValues.some((value) => value !== undefined)) {
    problems.push(`WIGWAG_OIDC_ISSUER, ${OIDC_SECRETS.join(' and ')} must be set together`);
  }
  const replicaUrl = read<string | undefined>('WIGWAG_DATABASE_REPLICA_URL', postgresUrl, undefined, 'postgres://...');
  const staleSeconds = read<number | undefined>(
    'WIGWAG_DATABASE_REPLICA_STALENESS',
    (value) => (/^\d{1,4}$/.test(value) && Number(value) <= 3_600 ? Number(value) : undefined),
    undefined,
    'a number of seconds from 0 to 3600',
  );
  if (staleSeconds !== undefined && replicaUrl === undefined) {
    problems.push('WIGWAG_DATABASE_REPLICA_STALENESS needs WIGWAG_DATABASE_REPLICA_URL');
  }
  const databaseConnections = read<number | undefined>(
    'WIGWAG_DATABASE_CONNECTIONS',
    (value) => (/^\d{1,3}$/.test(value) && Number(value) >= 4 && Number(value) <= 100 ? Number(value) : undefined),
    undefined,
    'a number from 4 to 100',
  );
  const config: Omit<Config, 'unknownVariables'> = {
    databaseUrl: read('WIGWAG_DATABASE_URL', databaseUrl, 'sqlite:./wigwag.db', 'sqlite:PATH or postgres://...'),
    databaseDirectUrl: read<string | undefined>('WIGWAG_DATABASE_DIRECT_URL', postgresUrl, undefined, 'postgres://...'),
    databaseConnections,
    replica: replicaUrl === undefined ? undefined : { url: replicaUrl, staleMilliseconds: (staleSeconds ?? 0) * 1000 },
    host: read('WIGWAG_HOST', host, '127.0.0.1', 'an address or a name of this machine'),
    port: read('WIGWAG_PORT', port, 3000, 'a port from 0 to 65535'),
    publicUrl: read<string | undefined>('WIGWAG_PUBLIC_URL', baseUrl, undefined, BASE_URL),
    graphUrl: read('WIGWAG_GRAPH_URL', baseUrl, 'https://graph.facebook.com', BASE_URL),
    instagramUrl: read('WIGWAG_INSTAGRAM_URL', baseUrl, 'https://graph.instagram.com', BASE_URL),
    graphVersion: read(
      'WIGWAG_GRAPH_VERSION',
      (value) => (/^v\d+\.\d+$/.test(value) ? value : undefined),
      'v25.0',
      'of the form v25.0',
    ),
    trustProxy: read('WIGWAG_TRUST_PROXY', networks, [], 'addresses or CIDRs, comma-separated'),
    proxies: {
      https: readShared<URL | undefined>('HTTPS_PROXY', parseProxy, undefined, PROXY_URL),
      http: readShared<URL | undefined>('HTTP_PROXY', parseProxy, undefined, PROXY_URL),
      except: readShared('NO_PROXY', parseExceptions, [], 'hosts, comma-separated'),
    },
    role: read('WIGWAG_ROLE', oneOf(['all', 'api', 'worker']), 'all', 'all, api or worker'),
    logLevel: read('WIGWAG_LOG_LEVEL', oneOf(LOG_LEVELS), 'info', `one of ${LOG_LEVELS.join(', ')}`),
    metricsPort: read('WIGWAG_METRICS_PORT', port, 0, 'a port from 0 to 65535; 0 is off') || undefined,
    adminToken,
    adminPort: read('WIGWAG_ADMIN_PORT', oneOf(ADMIN_PORTS), 'main', `one of ${ADMIN_PORTS.join(', ')}`),
    dashboard: read('WIGWAG_DASHBOARD', onOrOff, true, 'on or off'),
    oidc: hasOidc ? { issuer, clientId, clientSecret } : undefined,
    allowLoopback: false,
    mockUrl: undefined,
    previousSecretKey,
    ...overrides,
    secretKey,
  };
  if (config.metricsPort !== undefined && config.metricsPort !== 0 && config.metricsPort === config.port) {
    problems.push('WIGWAG_METRICS_PORT must differ from WIGWAG_PORT');
  }
  if (adminToken !== undefined && config.adminPort === 'metrics' && config.metricsPort === undefined) {
    problems.push('WIGWAG_ADMIN_PORT=metrics needs WIGWAG_METRICS_PORT');
  }
  if (environment.WIGWAG_ROLE && config.role !== 'all' && config.databaseUrl.startsWith('sqlite:')) {
    problems.push(
      `WIGWAG_ROLE=${config.role} needs PostgreSQL: a SQLite file allows one process, in every role; unset it, or set WIGWAG_DATABASE_URL`,
    );
  }
  if (config.databaseUrl.startsWith('sqlite:')) {
    const others = [
      config.databaseDirectUrl && 'WIGWAG_DATABASE_DIRECT_URL',
      config.databaseConnections && 'WIGWAG_DATABASE_CONNECTIONS',
      config.replica && 'WIGWAG_DATABASE_REPLICA_URL',
    ].filter(Boolean);
    problems.push(...others.map((name) => `${name} needs WIGWAG_DATABASE_URL=postgres://...`));
  }
  // An empty value counts as unset.
  const { misspelt, unknown } = strayVariables(
    Object.keys(environment).filter((name) => environment[name]),
    own,
  );
  problems.push(...misspelt.map(({ name, meant }) => `${name} is not known; did you mean ${meant}?`));
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return { ...config, unknownVariables: unknown };
}
