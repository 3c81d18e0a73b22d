import { createRequire } from 'node:module';

/** Uses a bridge to the Model Context Protocol as an agent does. */

const { resolve } = createRequire(import.meta.url);

/** The part of the protocol's client that this file uses. Its package is installed only for the consumers. */
interface Client {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: { name: string; inputSchema: { type: string } }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<{ content: { text: string }[] }>;
  close(): Promise<void>;
}

const TOOL = 'send-template';

/**
 * Starts a bridge, lists its tools and sends a template. The client refuses tools whose input is not an object.
 *
 * @param args the arguments of Node that start the bridge
 * @throws {Error} if the client refuses the tools, or if the server did not accept the send
 */
export async function callBridge(args: string[], env: Record<string, string>): Promise<void> {
  const sdk = async (path: string) => await import(resolve(`@modelcontextprotocol/sdk/${path}`));
  const { Client: McpClient } = await sdk('client/index.js');
  const { StdioClientTransport } = await sdk('client/stdio.js');
  const client: Client = new McpClient({ name: 'consumers', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  try {
    const { tools } = await client.listTools();
    if (!tools.some(({ name }) => name === TOOL)) {
      throw new Error(`There is no tool ${TOOL}. The tools are: ${tools.map(({ name }) => name).join(', ')}`);
    }
    const { content } = await client.callTool({
      name: TOOL,
      arguments: { to: '905551112233', name: 'hello_world' },
    });
    const text = content.map((part) => part.text).join('');
    if (!/msg_\d+/.test(text)) {
      throw new Error(`The bridge answered: ${text}`);
    }
  } finally {
    await client.close();
  }
}
