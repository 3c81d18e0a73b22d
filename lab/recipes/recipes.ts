import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Runs the programs of docs/recipes.md, as the page shows them. */

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8');

/** The programs of the page by their titles. */
export const PROGRAMS: ReadonlyMap<string, string> = new Map(
  [...PAGE.matchAll(/^```(?:js|ts) title=(\S+)\n(.*?)^```$/gms)].map(([, title = '', code = '']) => [title, code]),
);

type Deliver = (request: Request) => Promise<Response>;
interface NodeApp {
  listen(port: number, host: string): Promise<unknown>;
  getUrl(): Promise<string>;
  close(): Promise<unknown>;
}

/** A recipe: its program, and how a framework passes a request to it. */
export interface Recipe {
  program: string;
  /** @param onEnd registers what to do at the end */
  // biome-ignore lint/suspicious/noExplicitAny: each program exports something else
  deliver(program: any, env: Record<string, string>, onEnd: (end: () => unknown) => void): Promise<Deliver> | Deliver;
}

/** Sends the request to the origin of a server. */
const to =
  (origin: string): Deliver =>
  async (request) =>
    fetch(origin + new URL(request.url).pathname, {
      method: request.method,
      headers: request.headers,
      body: await request.text(),
    });

export const RECIPES: Record<string, Recipe> = {
  'Next.js': { program: 'app/webhooks/route.js', deliver: ({ POST }) => POST },
  Hono: {
    program: 'hono.js',
    deliver:
      ({ app }) =>
      async (request) =>
        app.fetch(request),
  },
  Express: {
    program: 'express.js',
    deliver: async ({ app }, _, onEnd) => {
      const server = await new Promise<import('node:http').Server>((resolve) => {
        const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
      });
      onEnd(() => server.close());
      return to(`http://127.0.0.1:${(server.address() as import('node:net').AddressInfo).port}`);
    },
  },
  Fastify: {
    program: 'fastify.js',
    deliver: async ({ app }, _, onEnd) => {
      onEnd(() => app.close());
      return to(await app.listen({ port: 0, host: '127.0.0.1' }));
    },
  },
  Nest: {
    program: 'nest.ts',
    deliver: async ({ app }: { app: NodeApp }, _, onEnd) => {
      await app.listen(0, '127.0.0.1');
      onEnd(() => app.close());
      return to(await app.getUrl());
    },
  },
  'AWS Lambda': {
    program: 'lambda.js',
    deliver:
      ({ handler }) =>
      async (request) => {
        const body = Buffer.from(await request.arrayBuffer()).toString('base64');
        const event = { body, isBase64Encoded: true, headers: Object.fromEntries(request.headers) };
        const { statusCode, body: text } = await handler(event);
        return new Response(text, { status: statusCode });
      },
  },
  'Cloudflare Workers': {
    program: 'worker.js',
    deliver:
      ({ default: worker }, env) =>
      (request) =>
        worker.fetch(request, env),
  },
};

/** Writes the programs of the page to a folder in this one, so that they find the packages. */
export async function writePrograms(): Promise<string> {
  const parent = join(import.meta.dirname, 'generated');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'run-'));
  for (const [title, code] of PROGRAMS) {
    await mkdir(dirname(join(folder, title)), { recursive: true });
    await writeFile(join(folder, title), code);
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

/** Loads a program. Decorators need a compiler, and each load must read the environment again. */
export async function load(folder: string, program: string): Promise<unknown> {
  const outfile = join(folder, `${program.replaceAll(/\W/g, '-')}.mjs`);
  await build({
    entryPoints: [join(folder, program)],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  });
  return import(pathToFileURL(outfile).href);
}
