import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Wigwag } from '@wigwag/sdk';
import { listening } from '../../client/listening.ts';
import { startDev } from '../../dev/dev.ts';
import { UsageError } from '../../program/errors.ts';
import { untilStopped } from '../../program/signals.ts';
import { app, version } from '../../program/version.ts';
import { findDev, isHere, readSettings, type Settings, type SettingsFlags } from '../../settings/settings.ts';
import { resultOf, ToolError, toolsFor } from './tools.ts';

export interface McpFlags extends SettingsFlags {
  dev?: boolean;
  live?: boolean;
  allowSends?: boolean;
  http?: boolean;
  port: number;
}

const INSTRUCTIONS = `wigwag sends and receives messages on WhatsApp, Instagram, Messenger and web chat.
A free-form message needs a message from the customer within the last 24 hours: check with check_window. Otherwise send a template.
If a tool fails, its result has a fix.`;

/** Returns a server of the protocol with the tools for one client. */
function serverFor(wigwag: Wigwag, allowSends: boolean): Server {
  const tools = toolsFor(allowSends);
  const server = new Server(
    { name: 'wigwag', version: version() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ run: _, ...listed }) => listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) {
      const error = new ToolError(
        `There is no tool ${params.name}. The tools are ${tools.map(({ name }) => name).join(', ')}.`,
      );
      return { content: [{ type: 'text' as const, text: error.message }], isError: true };
    }
    return resultOf(tool, params.arguments ?? {}, { wigwag, allowSends, signal });
  });
  return server;
}

/** `wigwag mcp`: serves until the client closes stdin, or until a signal stops it. */
export async function runMcp(flags: McpFlags): Promise<void> {
  const stopped = untilStopped();
  const dev = flags.dev ? await startLocal() : undefined;
  try {
    const settings = dev ? { baseUrl: dev.info.base_url, apiKey: dev.info.live_key } : settingsOf(flags);
    const wigwag = new Wigwag({ ...settings, app: `${app()} mcp`, maxRetries: 1 });
    await (flags.http ? serveHttp : serveStdio)(wigwag, flags, stopped);
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
function settingsOf(flags: McpFlags): Settings {
  const settings = readSettings(flags, process.env);
  const isTest = settings.apiKey.startsWith('ww_test_');
  const isDev = isHere(settings.baseUrl) && findDev(process.cwd())?.baseUrl === settings.baseUrl;
  if (!isTest && !isDev && !flags.live) {
    throw new UsageError(
      'this key is live, so an agent could write to real people: use a ww_test_ key, or add --live to allow it',
    );
  }
  return settings;
}

async function serveStdio(wigwag: Wigwag, flags: McpFlags, stopped: Promise<unknown>): Promise<void> {
  const server = serverFor(wigwag, flags.allowSends === true);
  const closed = once(process.stdin, 'close');
  await server.connect(new StdioServerTransport());
  await Promise.race([stopped, closed]);
  await server.close();
}

/** Serves the streamable HTTP transport, without sessions: each request has its own server. */
async function serveHttp(wigwag: Wigwag, flags: McpFlags, stopped: Promise<unknown>): Promise<void> {
  let hosts: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp') {
      response.writeHead(404).end();
      return;
    }
    const server = serverFor(wigwag, flags.allowSends === true);
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: true,
      // A page on the internet must not reach this port through a browser.
      enableDnsRebindingProtection: true,
      allowedHosts: hosts,
      allowedOrigins: hosts.map((host) => `http://${host}`),
    });
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
      http.listen(flags.port, '127.0.0.1');
      await once(http, 'listening');
    },
    { what: 'MCP server', port: flags.port, option: '--port' },
  );
  const { port } = http.address() as AddressInfo;
  hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
  await stopped;
  http.closeAllConnections();
  http.close();
}
