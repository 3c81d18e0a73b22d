import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The tools that must accept the published document, with the settings that their own guides recommend. */

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The published document. */
export const DOCUMENT = fileURLToPath(new URL('../../openapi/generated/openapi.json', import.meta.url));

const { resolve } = createRequire(import.meta.url);
const run = promisify(execFile);

/** Returns the manifest of an installed package. */
function manifestOf(name: string): { version: string; bin: string | Record<string, string>; folder: string } {
  for (const folder of [join(HERE, 'node_modules', name), join(HERE, '../../node_modules', name)]) {
    try {
      return { ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), folder };
    } catch {
      // It may be installed in the other place.
    }
  }
  throw new Error(`${name} is not installed.`);
}

/** Returns the installed version of a package. */
export const versionOf = (name: string): string => manifestOf(name).version;

/** Runs the command of a package, and returns everything it printed. @throws {Error} with its output if it fails */
async function command(name: string, program: string, args: string[], cwd = HERE): Promise<string> {
  const { bin, folder } = manifestOf(name);
  const file = join(folder, typeof bin === 'string' ? bin : (bin[program] as string));
  try {
    const { stdout, stderr } = await run(process.execPath, [file, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', DO_NOT_TRACK: '1' },
      maxBuffer: 2 ** 26,
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${stdout}${stderr}`.slice(0, 4_000));
  }
}

/** One tool with one set of options. */
export interface TestedTool {
  /** The name in the table. */
  name: string;
  /** The packages whose versions the table lists; the first is the tool. */
  packages: [string, ...string[]];
  /** Part of `npm run check`; the root's packages contain these tools. */
  quick?: true;
  /** Reads the document, and writes code to the folder if the tool generates code. @throws {Error} if it complains */
  run(folder: string): Promise<void>;
  /** The generated files that contain the types of the document. They may not use `any` or `unknown`. */
  types?: string[];
  /** A program in `apps/` that must compile with the generated code. */
  app?: string;
  /** Whether the program also runs against a server. */
  drives?: true;
  /** Modules to replace when compiling. */
  paths?: Record<string, string[]>;
}

const config = (folder: string, name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const orval = (client: string, packages: string[], app: string): TestedTool => ({
  name: `orval, ${client}`,
  packages: ['orval', ...packages],
  async run(folder) {
    const settings = {
      input: DOCUMENT,
      output: { target: join(folder, 'api.ts'), client, override: { query: { version: 5 } } },
    };
    const path = config(folder, 'orval.config.mjs', `export default { api: ${JSON.stringify(settings)} };\n`);
    await command('orval', 'orval', ['--config', path]);
  },
  types: ['api.ts'],
  app,
});

const openapiTypescript = async (folder: string) => {
  await command('openapi-typescript', 'openapi-typescript', [DOCUMENT, '--output', join(folder, 'api.ts')]);
};

export const TOOLS: TestedTool[] = [
  {
    name: 'hey-api, with zod',
    packages: ['@hey-api/openapi-ts', 'zod'],
    quick: true,
    async run(folder) {
      await command('@hey-api/openapi-ts', 'openapi-ts', [
        ...['--input', DOCUMENT, '--output', join(folder, 'api')],
        ...['--plugins', '@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
      ]);
    },
    types: ['api/types.gen.ts', 'api/zod.gen.ts'],
    app: 'hey-api.ts',
    drives: true,
  },
  orval('fetch', [], 'types.ts'),
  orval('react-query', ['@tanstack/react-query'], 'react-query.ts'),
  orval('zod', ['zod'], 'orval-zod.ts'),
  {
    name: 'kubb, with zod',
    packages: ['@kubb/core', 'zod'],
    async run(folder) {
      const plugins = ['Oas', 'Ts', 'Zod', 'Client'].map((name) => `@kubb/plugin-${name.toLowerCase()}`);
      const path = config(
        folder,
        'kubb.config.mjs',
        `import { defineConfig } from '@kubb/core';
${plugins.map((plugin, index) => `import { ${['pluginOas', 'pluginTs', 'pluginZod', 'pluginClient'][index]} } from '${plugin}';`).join('\n')}
const file = (path) => ({ output: { path, barrelType: false } });
export default defineConfig({
  root: ${JSON.stringify(folder)},
  input: { path: ${JSON.stringify(DOCUMENT)} },
  output: { path: ${JSON.stringify(join(folder, 'api'))}, extension: { '.ts': '' } },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(file('types.ts')),
    pluginZod({ ...file('zod.ts'), version: '4' }),
    pluginClient({ ...file('client.ts'), client: 'fetch' }),
  ],
});
`,
      );
      await command('@kubb/cli', 'kubb', ['generate', '--config', path], folder);
    },
    types: ['api/types.ts', 'api/zod.ts'],
    app: 'kubb.ts',
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts', '@oazapfts/runtime'],
    async run(folder) {
      await command('oazapfts', 'oazapfts', [DOCUMENT, join(folder, 'api.ts')]);
    },
    types: ['api.ts'],
    app: 'types.ts',
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api'],
    async run(folder) {
      const args = ['--path', DOCUMENT, '--output', folder, '--name', 'api.ts'];
      await command('swagger-typescript-api', 'swagger-typescript-api', ['generate', ...args]);
    },
    types: ['api.ts'],
    app: 'swagger-typescript-api.ts',
    drives: true,
  },
  {
    name: 'openapi-typescript, with openapi-fetch',
    packages: ['openapi-typescript', 'openapi-fetch'],
    quick: true,
    run: openapiTypescript,
    types: ['api.ts'],
    app: 'openapi-fetch.ts',
  },
  {
    name: 'openapi-typescript, with openapi-react-query',
    packages: ['openapi-typescript', 'openapi-react-query', '@tanstack/react-query'],
    run: openapiTypescript,
    types: ['api.ts'],
    app: 'openapi-react-query.ts',
  },
  {
    name: 'openapi-zod-client',
    packages: ['openapi-zod-client', '@zodios/core'],
    async run(folder) {
      const args = [DOCUMENT, '--output', join(folder, 'api.ts'), '--export-schemas'];
      await command('openapi-zod-client', 'openapi-zod-client', args);
    },
    types: ['api.ts'],
    app: 'openapi-zod-client.ts',
    // It generates code for version 3.
    paths: { zod: [join(HERE, 'node_modules/zod3')] },
  },
  {
    name: 'openapi-to-postmanv2',
    packages: ['openapi-to-postmanv2'],
    async run(folder) {
      const path = join(folder, 'collection.json');
      await command('openapi-to-postmanv2', 'openapi2postmanv2', ['--spec', DOCUMENT, '--output', path]);
      const collection = readFileSync(path, 'utf8');
      const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
      const operations = Object.values(paths as Record<string, Record<string, { summary?: string }>>)
        .flatMap((item) => Object.values(item))
        .flatMap(({ summary }) => summary ?? []);
      const missing = operations.filter((summary) => !collection.includes(JSON.stringify(summary)));
      if (missing.length > 0) {
        throw new Error(`The collection lacks these requests: ${missing.join(', ')}`);
      }
    },
  },
  {
    name: 'swagger-parser',
    packages: ['@apidevtools/swagger-parser'],
    quick: true,
    async run() {
      const { default: parser } = await import(resolve('@apidevtools/swagger-parser'));
      await parser.validate(DOCUMENT);
    },
  },
  {
    name: 'spectral, rules spectral:oas',
    packages: ['@stoplight/spectral-cli'],
    async run(folder) {
      const path = config(folder, 'spectral.yaml', 'extends: spectral:oas\n');
      await command('@stoplight/spectral-cli', 'spectral', ['lint', DOCUMENT, '-r', path, '--fail-severity', 'hint']);
    },
  },
  {
    name: 'redocly, rules recommended',
    packages: ['@redocly/cli'],
    quick: true,
    async run() {
      const output = await command('@redocly/cli', 'redocly', ['lint', DOCUMENT, '--extends', 'recommended']);
      if (/\bYou have \d+ warning/.test(output)) {
        throw new Error(output);
      }
    },
  },
];
