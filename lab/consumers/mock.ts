import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Uses servers that tools start from the document: mocks, and a proxy that checks another server's responses. */

/** Returns a free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A server that a tool starts. */
export interface ToolServer {
  /** Returns the arguments of Node that start it on a port of 127.0.0.1. */
  start(port: string): string[];
  /** What it prints when it listens. */
  ready: string;
  /** The start of its paths. */
  path: string;
}

interface Answer {
  status: number;
  data?: { id?: string; templates?: { name: string }[] };
  error?: { code: string };
}

type Call = (path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

/** Starts a server, lets `use` call it, and stops it. */
async function withServer({ start, ready, path: prefix }: ToolServer, use: (call: Call) => Promise<void>) {
  const port = await freePort();
  const server = spawn(process.execPath, start(String(port)), { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let output = '';
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
      // Some servers end when no one reads what they print.
      server.stdout.on('data', (part) => {
        output += part;
        if (output.includes(ready)) {
          resolve();
        }
      });
    });
    await use(async (path, body, headers = { authorization: 'Bearer ww_test_key' }) => {
      const response = await fetch(`http://127.0.0.1:${port}${prefix}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', ...headers },
      });
      return { ...((await response.json()) as object), status: response.status };
    });
  } finally {
    server.kill();
  }
}

/**
 * Starts a mock, sends a message to it and lists templates.
 *
 * @param checks whether the mock also checks keys and bodies. It must then answer with the example of the right error
 * @throws {Error} if a response does not have the fields of the document
 */
export async function callMock(server: ToolServer, checks = false): Promise<void> {
  await withServer(server, async (call) => {
    const sent = await call('/messages', { to: '905551112233', text: 'Hello' });
    const listed = await call('/templates');
    const codes = checks
      ? [await call('/messages', { text: 'Hello' }), await call('/templates', undefined, {})].map(
          ({ error }) => error?.code,
        )
      : [];
    if (
      typeof sent.data?.id !== 'string' ||
      typeof listed.data?.templates?.[0]?.name !== 'string' ||
      (checks && codes.join() !== 'VALIDATION_FAILED,MISSING_API_KEY')
    ) {
      throw new Error(`The mock answered ${JSON.stringify([sent, listed, codes])}`);
    }
  });
}

/**
 * Sends, lists and reads an error through a proxy that replaces a response with an error if it does not match the document.
 *
 * @throws {Error} if the proxy refuses a response
 */
export async function callProxy(server: ToolServer, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  await withServer(server, async (call) => {
    const answers = [
      await call('/messages/template', { to: '905551112233', name: 'hello_world' }, headers),
      await call('/messages', { to: '905551112233', text: 'Hello' }, headers),
      await call('/templates', undefined, headers),
      await call('/me', undefined, headers),
      await call('/stats', undefined, headers),
      await call('/flows/4711', undefined, headers),
    ];
    if (answers.map(({ status }) => status).join() !== '202,409,200,200,200,404') {
      throw new Error(`The proxy answered ${JSON.stringify(answers)}`);
    }
  });
}
