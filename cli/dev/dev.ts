import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { type Credentials, createMockProvider, type MockProvider } from '@wigwag/mock-provider';
import { foreignProblem, hostProblem } from '@wigwag/mock-provider/foreign-request';
import {
  admin,
  type Config,
  createControlServer,
  createTimekeeper,
  demo,
  type RunningServer,
  randomText,
  readConfig,
  realClock,
  type ServedRequest,
  startServer,
  VirtualClock,
} from '@wigwag/server';
import { listening } from '../client/listening.ts';
import { UsageError } from '../program/errors/errors.ts';
import { mockAsProvider } from './mock-as-provider.ts';
import { type DevState, databaseOf, readState, writeState } from './state.ts';

export interface DevOptions {
  host?: string;
  port: number;
  mockPort: number;
  controlPort: number;
  /** Names of this machine that clients may use, besides localhost. */
  allowedHosts?: readonly string[];
  /** Data folder; undefined keeps everything in memory. */
  data: string | undefined;
  clock: 'real' | 'virtual';
  /** Replaces the SQLite file in the data folder. */
  database?: string;
  /** Milliseconds from acceptance to each status. */
  pacing?: { sent: number; delivered: number; read: number };
  environment: Record<string, string | undefined>;
  /** Is called after each response of the server. */
  onRequest?: (served: ServedRequest) => void;
  /** Receives each line of the server's log, as JSON. @default writes the lines to stderr */
  onLog?: ((line: string) => void) | undefined;
}

/** The line that `wigwag dev --json` prints. */
export interface DevInfo {
  base_url: string;
  live_key: string;
  test_key: string;
  signing_secret: string;
  mock_provider_url: string;
  control_url: string;
  account_id: string;
  /** A link that logs in to the dashboard once; undefined if the dashboard is off. */
  dashboard_url?: string;
}

export interface Dev {
  info: DevInfo;
  server: RunningServer;
  mock: MockProvider;
  business: () => Credentials;
  /** URL of the demo account's web chat page. */
  webchatUrl: string;
  stop(): Promise<void>;
}

/** Starts a server, a worker, a mock provider and a control port in this process, with one demo account. */
export async function startDev(options: DevOptions): Promise<Dev> {
  const { data } = options;
  const stored = data === undefined ? undefined : readState(data);
  if (data !== undefined && !stored && options.database === undefined && existsSync(join(data, 'wigwag.db'))) {
    throw new UsageError(
      `${data} has a database, but no dev.json with its secret key: restore the file, or delete the folder to start with a new database`,
    );
  }
  const state: DevState = stored ?? { secretKey: randomText(40), businesses: [] };
  const save = () => data !== undefined && writeState(data, state);
  save();
  // Renewed, because after the last stop another user's program may have taken the port, and `wigwag admin` may have
  // sent it the token. It is saved once the server listens, so that a second start does not replace a running one's token.
  state.adminToken = randomText(40);

  const clock = options.clock === 'virtual' ? new VirtualClock() : realClock;
  const mock = createMockProvider({ clock, ...(options.pacing && { pacing: options.pacing }) });
  for (const credentials of state.businesses) {
    mock.addBusiness({ credentials });
  }
  const { allowedHosts = [] } = options;
  const mockServer = await listening(() => mock.listen({ port: options.mockPort, allowedHosts }), {
    what: 'mock provider',
    port: options.mockPort,
    option: '--mock-port',
  });
  try {
    const config = configOf(options, state, mockServer.url);
    // This checks only the host: requests of other sites need a key, and the web chat has a list of allowed sites.
    const apiHosts = [...allowedHosts, config.host, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])];
    const server = await listening(
      () =>
        startServer(config, {
          clock,
          onRequest: options.onRequest,
          problemOf: (request) => hostProblem(request, apiHosts),
          ...(options.onLog && { log: { write: options.onLog } }),
        }),
      {
        what: 'API',
        port: options.port,
        option: '--port',
      },
    );
    try {
      return await seedAndControl({ options, state, save, mock, mockServer, server });
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await mockServer.close();
    throw error;
  }
}

function configOf(options: DevOptions, state: DevState, mockUrl: string): Config {
  const kept = options.data === undefined ? 'sqlite::memory:' : databaseOf(options.data);
  return readConfig(options.environment, {
    databaseUrl: options.database ?? kept,
    port: options.port,
    secretKey: state.secretKey,
    adminToken: state.adminToken,
    adminPort: 'main',
    graphUrl: mockUrl,
    instagramUrl: mockUrl,
    mockUrl,
    role: 'all',
    allowLoopback: true,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.environment.WIGWAG_LOG_LEVEL === undefined && { logLevel: 'warn' as const }),
  });
}

interface DevParts {
  options: DevOptions;
  state: DevState;
  save: () => void;
  mock: MockProvider;
  mockServer: { url: string; close(): Promise<void> };
  server: RunningServer;
}

async function seedAndControl({ options, state, save, mock, mockServer, server }: DevParts): Promise<Dev> {
  const { app } = server;
  const provider = mockAsProvider(mock, {
    add(credentials) {
      state.businesses.push(credentials);
      save();
    },
    remove(matches) {
      const gone = state.businesses.filter(matches);
      state.businesses = state.businesses.filter((one) => !matches(one));
      save();
      return gone;
    },
  });

  const seed = async () => {
    state.providerAppId = await demo.ensureProviderApp(app, provider, server.origin, state.providerAppId);
    state.account = await demo.ensureDemoAccount(app, provider, state.providerAppId, state.account);
    save();
    return state.account;
  };
  const account = await seed();
  await demo.reopenWindows(app, provider);

  const time = createTimekeeper(server, provider);
  const problemOf = (request: IncomingMessage) => foreignProblem(request, options.allowedHosts);
  const control = createControlServer(options.controlPort, problemOf, () => ({
    app,
    provider,
    time,
    providerAppId: state.providerAppId ?? '',
    async reset() {
      await time.settle();
      await demo.clearDatabase(app);
      provider.reset();
      state.businesses = [];
      if (app.clock instanceof VirtualClock) {
        app.clock.reset();
      }
      server.forget();
      await seed();
    },
  }));
  await listening(() => control.start(), {
    what: 'control port',
    port: options.controlPort,
    option: '--control-port',
  });

  const webchatPath = await demo.findWebchatPath(app, account.accountId);
  state.baseUrl = `${server.origin}/api/v1`;
  state.controlUrl = control.info.uri;
  state.mockUrl = mockServer.url;
  if (options.database === undefined) {
    delete state.databaseUrl;
  } else {
    state.databaseUrl = options.database.replace(/^sqlite:(?!:memory:)(.+)$/, (_, path) => `sqlite:${resolve(path)}`);
  }
  save();
  return {
    server,
    mock,
    business: () => mock.credentials,
    webchatUrl: server.origin + webchatPath,
    info: {
      base_url: state.baseUrl,
      live_key: account.liveKey,
      test_key: account.testKey,
      signing_secret: account.signingSecret,
      mock_provider_url: mockServer.url,
      control_url: control.info.uri,
      account_id: String(account.accountId),
      ...(app.config.dashboard && { dashboard_url: await admin.createDevLink(app, account.accountId) }),
    },
    async stop() {
      await control.stop({ timeout: 1_000 });
      await server.stop();
      await mockServer.close();
    },
  };
}
