import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startDev } from './cli.ts';
import type { RuntimeWorld } from './runtime.ts';

/** What `useEverything` returns. */
export const EVERYTHING = [
  'send',
  'wait',
  'errors',
  'pages',
  'upload',
  'upload of a Response',
  'upload of a stream',
  'headers',
  'request',
  'events',
  'webhooks',
  'standard webhooks',
  'refusal of webhooks',
  'handler',
];

/** Returns the whole check as one module for a runtime without Node and packages. */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Starts `wigwag dev`, in which a customer has written. */
export async function createWorld(): Promise<RuntimeWorld> {
  const { info, customerWrites } = await startDev();
  await customerWrites();
  return { baseUrl: info.base_url, apiKey: info.live_key, to: '905551112233', streams: true };
}
