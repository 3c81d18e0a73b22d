import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { compile } from './check.ts';
import type { Driven, TestedTool } from './tools.ts';

const HERE = import.meta.dirname;

/**
 * Lets a tool read the document, and compiles the code that it generates.
 *
 * @returns the folder with the code
 * @throws {Error} if the tool complains, or if the code does not compile or leaves a field without a type
 */
export async function consume(tool: TestedTool): Promise<string> {
  const folder = join(HERE, 'generated', tool.name.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await tool.run(folder);
  if (tool.app) {
    cpSync(join(HERE, 'apps', tool.app), join(folder, 'app.ts'));
    compile(folder, ['app.ts'], tool.types ?? [], tool.paths);
  }
  return folder;
}

/** Runs the program in a folder against a server. It sends, lists, uploads, and reads a typed error. */
export async function drive(folder: string, baseUrl: string, apiKey: string): Promise<Driven> {
  const outfile = join(folder, 'app.mjs');
  // Some tools are CommonJS packages that require modules of Node.
  const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    ...{ entryPoints: [join(folder, 'app.ts')], outfile, bundle: true, format: 'esm', platform: 'node' },
    banner: { js: banner },
  });
  const app = (await import(`${pathToFileURL(outfile).href}?${Date.now()}`)) as {
    drive: (baseUrl: string, apiKey: string) => Promise<Driven>;
  };
  return await app.drive(baseUrl, apiKey);
}

/** @throws {Error} if the server's responses did not arrive as the document describes them */
export function requireDriven({ sent, templates, upload = '', code, fix }: Driven, lacksUpload = false): void {
  const isRight =
    /^msg_\d+$/.test(sent) &&
    templates?.includes('hello_world') &&
    upload.length > 0 === !lacksUpload &&
    code === 'WINDOW_NEVER_OPENED' &&
    fix?.length > 0;
  if (!isRight) {
    throw new Error(`The client returned ${JSON.stringify({ sent, templates, upload, code, fix })}`);
  }
}
