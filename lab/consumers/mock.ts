import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a mock server from the document, sends a message to it and lists templates.
 *
 * @param commandLine returns the arguments of Node that start Mockoon with its flags
 * @throws {Error} if a response has not the fields of the document
 */
export async function callMock(commandLine: (flags: string[]) => string[], document: string): Promise<void> {
  const port = await freePort();
  const flags = ['start', '--data', document, '--port', String(port), '--hostname', '127.0.0.1'];
  const server = spawn(process.execPath, commandLine([...flags, '--disable-log-to-file']), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    for await (const part of server.stdout) {
      output += part;
      if (output.includes('Server started')) {
        break;
      }
    }
    const call = async (path: string, options?: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, options);
      return (await response.json()) as { success: boolean; data: { id?: string; templates?: { name: string }[] } };
    };
    const sent = await call('/messages', { method: 'POST', body: '{"to":"905551112233","text":"Hello"}' });
    const listed = await call('/templates');
    if (typeof sent.data.id !== 'string' || typeof listed.data.templates?.[0]?.name !== 'string') {
      throw new Error(`The mock answered ${JSON.stringify([sent, listed])}`);
    }
  } finally {
    server.kill();
  }
}
