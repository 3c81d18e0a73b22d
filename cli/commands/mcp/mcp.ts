import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { foreignProblem } from '@wigwag/mock-provider/foreign-request';
import type { Wigwag } from '@wigwag/sdk';
import { createClient } from '../../client/create-client.ts';
import { listening } from '../../client/listening.ts';
import { type DevInfo, startDev } from '../../dev/dev.ts';
import { runningDev } from '../../dev/state.ts';
import { app, version } from '../../program/context/version.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { findDevData, isHere, readSettings, type Settings, type SettingsFlags } from '../../settings/settings.ts';
import { controlOf, nameIn } from '../webhooks/trigger.ts';
import { IncomingMessages } from './incoming.ts';
import { resultOf, type Simulate, type ToolContext, toolsFor, unknownTool } from './tools.ts';

export interface McpFlags extends SettingsFlags {
  dev?: boolean;
  live?: boolean;
  allowSends?: boolean;
  http?: boolean;
  port: number;
  allowedHosts?: string[];
}

const INSTRUCTIONS = `wigwag sends and receives messages on WhatsApp, Instagram, Messenger and web chat.
A free-form message needs a message from the customer within the last 24 hours: check with check_window. Otherwise send a template.
If a tool fails, its result has a fix.`;

/** For agents that use the local server of `--dev`. */
const instructionsOf = ({ base_url }: DevInfo): string => `${INSTRUCTIONS}
This server is local, at ${base_url}, with a mock of Meta: no real person receives anything.
To act as a customer, call simulate_customer_message. It also opens the window.`;
/** JSON-RPC leaves the codes from -32000 to the server. */
const REFUSED = -32_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** What all clients of one process share. */
interface Shared extends Omit<ToolContext, 'signal'> {
  /** The local server of `--dev`. */
  local: DevInfo | undefined;
}

/** Returns a function that writes as a customer of the local server. */
const simulateIn =
  ({ control_url, account_id }: DevInfo, wigwag: Wigwag): Simulate =>
  async ({ channel, person, text }) => {
    const name = (await nameIn({ wigwag })(person)) ?? 'Ada';
    return controlOf(control_url)('/inbound', { account_id, channel, type: 'text', text, from: { id: person, name } });
  };

/** Returns a server of the protocol with the tools for one client. */
function serverFor(shared: Shared): Server {
  const { local } = shared;
  const tools = toolsFor(shared.allowSends, local && simulateIn(local, shared.wigwag));
  const server = new Server(
    { name: 'wigwag', version: version() },
    { capabilities: { tools: {} }, instructions: local ? instructionsOf(local) : INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ run: _, sends: __, ...listed }) => listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    return tool ? resultOf(tool, params.arguments ?? {}, { ...shared, signal }) : unknownTool(params.name, tools);
  });
  return server;
}

/** `wigwag mcp`: serves until the client closes stdin, or until a signal stops it. */
export async function runMcp(flags: McpFlags): Promise<void> {
  const stopped = untilStopped();
  const dev = flags.dev ? await startLocal() : undefined;
  try {
    const settings = dev ? { baseUrl: dev.info.base_url, apiKey: dev.info.live_key } : await settingsOf(flags);
    const wigwag = createClient({ ...settings, app: `${app()} mcp`, maxRetries: 1 });
    if (dev) {
      process.stderr.write(`The API of this local server is at ${dev.info.base_url}\n`);
    }
    const shared = {
      wigwag,
      incoming: new IncomingMessages(wigwag),
      allowSends: flags.allowSends === true,
      local: dev?.info,
    };
    await (flags.http ? serveHttp(shared, flags, stopped) : serveStdio(shared, stopped));
  } finally {
    await dev?.stop();
  }
}

/** Starts a server with a mock of Meta in this process. Its key is live, but reaches only the mock. */
const startLocal = () =>
  startDev({
    port: 0,
    mockPort: 0,
    controlPort: 0,
    data: undefined,
    clock: 'real',
    // stdout belongs to the protocol.
    environment: { ...process.env, WIGWAG_LOG_LEVEL: 'silent' },
  });

/** @throws {UsageError} if the key is live, and neither `--live` nor a local server makes that safe */
async function settingsOf(flags: McpFlags): Promise<Settings> {
  const settings = readSettings(flags, process.env);
  const isTest = settings.apiKey.startsWith('ww_test_');
  if (!isTest && !flags.live && !(await isOfDev(settings))) {
    throw new UsageError(
      'this key is live, so an agent could write to real people: use a ww_test_ key, or add --live to allow it',
    );
  }
  return settings;
}

/** Returns whether a live key is that of a `wigwag dev`. Its address is not enough: another server may use it now. */
async function isOfDev({ baseUrl, apiKey }: Settings): Promise<boolean> {
  const dev = findDevData(process.cwd());
  return (
    dev !== undefined &&
    isHere(baseUrl) &&
    dev.state.baseUrl === baseUrl &&
    (dev.state.account?.liveKey === apiKey || (await runningDev(dev.data)) === baseUrl)
  );
}

async function serveStdio(shared: Shared, stopped: Promise<unknown>): Promise<void> {
  const server = serverFor(shared);
  // A file as stdin ends, but does not close.
  const closed = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  await server.connect(new StdioServerTransport());
  await Promise.race([stopped, closed]);
  await server.close();
}

/** Serves the streamable HTTP transport, without sessions: each request has its own server. */
async function serveHttp(shared: Shared, { port, allowedHosts }: McpFlags, stopped: Promise<unknown>): Promise<void> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (URL.parse(request.url ?? '', 'http://localhost')?.pathname !== '/mcp') {
      response.writeHead(404).end();
      return;
    }
    // A page on the internet must not reach this port through a browser.
    const problem = foreignProblem(request, allowedHosts);
    if (problem !== undefined) {
      const error = { code: REFUSED, message: problem };
      response.writeHead(403, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
      return;
    }
    const server = serverFor(shared);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport as Parameters<Server['connect']>[0]);
    await transport.handleRequest(request, response);
  };
  const http = createServer((request, response) => {
    // A client that disconnects, or a fault, ends only its own request.
    answer(request, response).catch(() => response.destroy());
  });
  await listening(
    async () => {
      http.listen(port, '127.0.0.1');
      await once(http, 'listening');
    },
    { what: 'MCP server', port, option: '--port' },
  );
  const { port: actual } = http.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${actual}/mcp\n`);
  await stopped;
  http.closeAllConnections();
  http.close();
}
