import { execFile, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createJudge } from '../../openapi/testing.ts';
import { callBridge } from './bridge.ts';
import { callMock, callProxy, type ToolServer } from './mock.ts';
import { callNodes, copyPackage } from './n8n.ts';
import { type Finding, REASONS, unexplained } from './owasp.ts';

/** The tools that must accept the published document, with the settings that their own guides recommend. */

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The published document. */
export const DOCUMENT = fileURLToPath(new URL('../../openapi/generated/openapi.json', import.meta.url));

/** The document of the events. */
const ASYNC_DOCUMENT = fileURLToPath(new URL('../../openapi/generated/asyncapi.json', import.meta.url));

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
export const versionOf = (name: string): string => (name === PYTHON.name ? PYTHON.version : manifestOf(name).version);

/** Returns the arguments of Node that run the command of a package. */
function commandLine(name: string, program: string, args: string[]): string[] {
  const { bin, folder } = manifestOf(name);
  return [join(folder, typeof bin === 'string' ? bin : (bin[program] as string)), ...args];
}

/** Runs the command of a package, and returns everything it printed. @throws {Error} with its output if it fails */
async function command(name: string, program: string, args: string[], cwd = HERE): Promise<string> {
  try {
    const { stdout, stderr } = await run(process.execPath, commandLine(name, program, args), {
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

/** What a program in `apps/` that runs against a server returns. */
export interface Driven {
  sent: string;
  templates: string[];
  upload?: string;
  code: string;
  fix: string;
}

/** The generator of the guide's Python client. It is on PyPI, so `npm ci` cannot install it. */
const PYTHON = { name: 'openapi-python-client', version: '0.29.0' };

/** One tool with one set of options. */
export interface TestedTool {
  /** The name in the table. */
  name: string;
  /** The packages whose versions the table lists; the first is the tool. */
  packages: [string, ...string[]];
  /** The program of a tool that is not on npm. The tool runs only where it is installed. */
  program?: string;
  /** Part of `npm run check`; the root's packages contain these tools. */
  quick?: true;
  /** Reads the document, and writes code to the folder if the tool generates code. @throws {Error} if it complains */
  run(folder: string): Promise<void>;
  /** What the table says if the tool complains about nothing. By default, that it accepts the document or generates code. */
  result?: string;
  /** The generated files that contain the types of the document. They may not use `any` or `unknown`. */
  types?: string[];
  /** A program in `apps/` that must compile with the generated code. */
  app?: string;
  /** Whether the program also runs against a server. A function runs a program that is not in TypeScript. */
  drives?: true | ((folder: string, baseUrl: string, key: string) => Promise<Driven>);
  /** Uploads nothing, because the tool types a file as a string. */
  lacksUpload?: true;
  /** Uses a server through the tool, if it generates no code that a program in `apps/` could call. @throws {Error} if it fails */
  call?(folder: string, server: { baseUrl: string; key: string }): Promise<void>;
  /** What `call` does, for the table. */
  calls?: string;
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

/** Writes the document as a module, for tools that infer types from it, and as JSON. */
async function copyDocument(folder: string): Promise<void> {
  const text = readFileSync(DOCUMENT, 'utf8');
  config(folder, 'document.ts', `export const document = ${text.trim()} as const;\n`);
  config(folder, 'document.json', text);
}

const openapiTypescript = async (folder: string) => {
  await command('openapi-typescript', 'openapi-typescript', [DOCUMENT, '--output', join(folder, 'api.ts')]);
};

/** A server of Prism. */
const prism = (args: string[]): ToolServer => ({
  start: (port) => commandLine('@stoplight/prism-cli', 'prism', [...args, '--host', '127.0.0.1', '--port', port]),
  ready: 'Prism is listening',
  path: '',
});

/** Returns whether the program of a tool is installed. */
export const isInstalled = ({ program }: TestedTool): boolean =>
  program === undefined || spawnSync(program, ['--version']).status === 0;

export const TOOLS: TestedTool[] = [
  {
    name: 'hey-api, with zod',
    packages: ['@hey-api/openapi-ts', 'zod'],
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
    name: 'openapi-typescript-codegen',
    packages: ['openapi-typescript-codegen'],
    async run(folder) {
      const args = ['--input', DOCUMENT, '--output', join(folder, 'api'), '--useOptions', '--useUnionTypes'];
      await command('openapi-typescript-codegen', 'openapi', args);
    },
    types: [],
    app: 'openapi-typescript-codegen.ts',
    drives: true,
  },
  {
    name: 'openapi-qraft',
    packages: ['@openapi-qraft/cli', '@openapi-qraft/react', '@tanstack/react-query'],
    async run(folder) {
      const plugins = ['--plugin', 'tanstack-query-react', '--plugin', 'openapi-typescript'];
      await command('@openapi-qraft/cli', 'openapi-qraft', [DOCUMENT, '--output-dir', join(folder, 'api'), ...plugins]);
    },
    types: ['api/schema.ts'],
    app: 'openapi-qraft.ts',
    drives: true,
    lacksUpload: true,
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
    name: 'ng-openapi-gen',
    packages: ['ng-openapi-gen', '@angular/common'],
    async run(folder) {
      await command('ng-openapi-gen', 'ng-openapi-gen', ['--input', DOCUMENT, '--output', join(folder, 'api')]);
    },
    types: [],
    app: 'ng-openapi-gen.ts',
    drives: true,
  },
  {
    name: 'RTK Query',
    packages: ['@rtk-query/codegen-openapi', '@reduxjs/toolkit'],
    async run(folder) {
      const base = join(folder, 'rtk-query-base.ts');
      cpSync(join(HERE, 'apps/rtk-query-base.ts'), base);
      const settings = {
        ...{ schemaFile: DOCUMENT, apiFile: base, apiImport: 'api' },
        ...{ outputFile: join(folder, 'api.ts'), exportName: 'wigwag' },
      };
      const path = config(folder, 'rtk.config.cjs', `module.exports = ${JSON.stringify(settings)};\n`);
      await command('@rtk-query/codegen-openapi', 'rtk-query-codegen-openapi', [path]);
    },
    types: ['api.ts'],
    app: 'rtk-query.ts',
    drives: true,
  },
  {
    name: 'typed-openapi',
    packages: ['typed-openapi'],
    async run(folder) {
      // It appends the path to the current folder, even if the path is absolute. Its code for zod needs version 3.
      const args = [DOCUMENT, '--output', 'api.ts', '--runtime', 'none'];
      await command('typed-openapi', 'typed-openapi', args, folder);
    },
    types: ['api.ts'],
    app: 'typed-openapi.ts',
    drives: true,
    lacksUpload: true,
  },
  {
    name: 'feTS',
    packages: ['fets'],
    run: copyDocument,
    types: [],
    app: 'fets.ts',
  },
  {
    name: 'openapi-client-axios',
    packages: ['openapi-client-axios', 'openapi-client-axios-typegen'],
    async run(folder) {
      await copyDocument(folder);
      config(folder, 'api.d.ts', await command('openapi-client-axios-typegen', 'typegen', [DOCUMENT]));
    },
    types: ['api.d.ts'],
    app: 'openapi-client-axios.ts',
    drives: true,
  },
  {
    name: 'swagger-client',
    packages: ['swagger-client'],
    run: copyDocument,
    types: [],
    app: 'swagger-client.ts',
    drives: true,
  },
  {
    name: 'Bruno',
    packages: ['@usebruno/converters', '@usebruno/cli'],
    async run(folder) {
      await command('@usebruno/cli', 'bru', [
        ...['import', 'openapi', '--source', DOCUMENT, '--output', folder, '--collection-name', 'api'],
      ]);
    },
    async call(folder, { baseUrl, key }) {
      const args = ['--env-var', `baseUrl=${baseUrl}`, '--env-var', `token=${key}`];
      await command('@usebruno/cli', 'bru', ['run', 'account', ...args], join(folder, 'api'));
    },
    calls: 'its requests of the group account succeed',
  },
  {
    name: PYTHON.name,
    packages: [PYTHON.name],
    program: PYTHON.name,
    async run(folder) {
      const path = config(folder, 'python.yaml', 'package_name_override: wigwag_client\n');
      // It reports a part that it leaves out as a warning.
      const args = ['--path', DOCUMENT, '--config', path, '--output-path', join(folder, 'client'), '--fail-on-warning'];
      await run(PYTHON.name, ['generate', ...args]);
    },
    async drives(folder, baseUrl, key) {
      const app = join(HERE, 'apps/openapi-python-client.py');
      const env = { ...process.env, PYTHONPATH: join(folder, 'client') };
      const { stdout } = await run('python3', [app, baseUrl, key], { env });
      return JSON.parse(stdout);
    },
  },
  {
    name: 'Mockoon',
    packages: ['@mockoon/cli'],
    async run() {
      const flags = ['start', '--data', DOCUMENT, '--hostname', '127.0.0.1', '--disable-log-to-file', '--port'];
      const start = (port: string) => commandLine('@mockoon/cli', 'mockoon-cli', [...flags, port]);
      await callMock({ start, ready: 'Server started', path: '/api/v1' });
    },
  },
  {
    name: 'Prism',
    packages: ['@stoplight/prism-cli'],
    async run() {
      await callMock(prism(['mock', DOCUMENT]), true);
    },
    async call(_, { baseUrl, key }) {
      await callProxy(prism(['proxy', '--errors', DOCUMENT, baseUrl]), key);
    },
    calls: 'a client sends, lists and reads errors without a difference from the document',
  },
  {
    name: 'openapi-sampler',
    packages: ['openapi-sampler'],
    result: 'each sample matches its schema',
    async run() {
      const { sample } = await import(resolve('openapi-sampler'));
      const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
      const judge = createJudge(document);
      const wrong = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
        judge(`/components/schemas/${name}`, sample(schema, { quiet: true }, document)).map(
          (fault) => `${name}: ${fault}`,
        ),
      );
      if (wrong.length > 0) {
        throw new Error(`These samples do not match their schemas:\n${wrong.join('\n')}`);
      }
    },
  },
  {
    name: 'openapi-mcp-generator',
    packages: ['openapi-mcp-generator'],
    async run(folder) {
      const args = ['--input', DOCUMENT, '--output', folder, '--force'];
      await command('openapi-mcp-generator', 'openapi-mcp-generator', args);
      // The generated program needs more packages, so only its tools are checked: clients refuse inputs that are no objects.
      const source = readFileSync(join(folder, 'src/index.ts'), 'utf8');
      const inputs = [...source.matchAll(/^ {4}inputSchema: (\{.*\}),$/gm)].map(([, text = '']) => JSON.parse(text));
      if (inputs.length === 0 || inputs.some(({ type }) => type !== 'object')) {
        throw new Error(
          `${inputs.filter(({ type }) => type !== 'object').length} of ${inputs.length} inputs are no objects.`,
        );
      }
    },
  },
  {
    name: '@ivotoby/openapi-mcp-server',
    packages: ['@ivotoby/openapi-mcp-server', '@modelcontextprotocol/sdk'],
    async run() {},
    async call(_, { baseUrl, key }) {
      const env = { OPENAPI_SPEC_PATH: DOCUMENT, API_BASE_URL: baseUrl, API_HEADERS: `Authorization:Bearer ${key}` };
      const args = commandLine('@ivotoby/openapi-mcp-server', 'openapi-mcp-server', ['--disable-abbreviation', 'true']);
      await callBridge(args, env);
    },
    calls: 'a client lists its tools and sends',
  },
  {
    name: 'n8n, connectors/n8n',
    packages: ['n8n-core', 'n8n-workflow'],
    async run(folder) {
      copyPackage(folder);
      await command('typescript', 'tsc', ['--project', folder]);
    },
    call: callNodes,
    calls: 'a workflow sends, lists, uploads, reads an error and starts for an event',
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
    name: 'spectral, rules of OWASP',
    packages: ['@stoplight/spectral-owasp-ruleset', '@stoplight/spectral-cli'],
    result: 'each finding has its reason in `lab/consumers/owasp.ts`',
    async run(folder) {
      const ruleset = resolve('@stoplight/spectral-owasp-ruleset');
      const path = config(folder, 'spectral.yaml', `extends: ${JSON.stringify(ruleset)}\n`);
      const found = join(folder, 'findings.json');
      // Spectral fails when it finds something, unless a file is the output.
      const output = ['--format', 'json', '--output', found, '--quiet'];
      await command('@stoplight/spectral-cli', 'spectral', ['lint', DOCUMENT, '-r', path, ...output]).catch(() => {});
      const findings = JSON.parse(readFileSync(found, 'utf8')) as Finding[];
      const problems = unexplained(findings, REASONS, JSON.parse(readFileSync(DOCUMENT, 'utf8')));
      if (problems.length > 0) {
        throw new Error(problems.join('\n'));
      }
    },
  },
  {
    name: 'AsyncAPI parser, on asyncapi.json',
    packages: ['@asyncapi/parser'],
    async run() {
      const { Parser } = await import(resolve('@asyncapi/parser'));
      const { diagnostics } = await new Parser().parse(readFileSync(ASYNC_DOCUMENT, 'utf8'));
      // 0 is an error, 1 a warning. The rest are hints, such as that there is a newer version of AsyncAPI.
      const problems = (diagnostics as { severity: number; message: string }[]).filter(({ severity }) => severity < 2);
      if (problems.length > 0) {
        throw new Error(problems.map(({ message }) => message).join('\n'));
      }
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
