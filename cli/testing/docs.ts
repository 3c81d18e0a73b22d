import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { type Block, type MarkdownPage, ROOT } from '../../docs/site/markdown.ts';
import { freePort } from '../../lab/testing/free-port.ts';
import { type DevInfo, startDev } from '../dev/dev.ts';

/*
 * Runs the code blocks of a page of docs/ from top to bottom, as a reader does in one folder and one terminal:
 *
 *   bash                       runs; exported variables and the current folder stay for later blocks
 *   js title=NAME              is written to the file NAME and run with Node
 *   js title=NAME background   keeps running until the page ends; it listens on `process.env.PORT ?? 4010`
 *   js title=NAME.test.mjs     is only written, like every other language with a title
 *   text                       is the expected output of the block above it in its section: all of it, or only stdout or stderr.
 *                              `...` matches the rest of a line, and a line of `...` alone matches any lines
 *   json, yaml                 are parsed; other languages are only shown
 *
 * `<!-- not run: reason -->` above a block leaves it out.
 */

/** A block may run several commands, each of which takes seconds on a busy machine. */
const TIMEOUT_MILLISECONDS = 180_000;
/** How long to keep reading after a script ends, because its background programs keep the output open. */
const REST_MILLISECONDS = 300;
const SHOWN = ['text', 'toml', 'sql', 'ini', 'http', 'html', 'csv', 'diff', 'mermaid'];

/** npx takes longer to find an installed command than the command takes to run. */
const NPX = `#!/bin/sh
command='${join(ROOT, 'node_modules/.bin')}'/"$1"
if [ -x "$command" ]; then
  shift
  exec "$command" "$@"
fi
PATH="\${PATH#*:}" exec npx "$@"
`;

/** How pages name a port: in an address, as the default of a server, or as an option. */
const PORT = /((?:127\.0\.0\.1|localhost):|\bPORT \?\? |\bPORT=|--port )(\d{4,5})\b/g;

/** Runs every block of a page. @throws {Error} with page, line, exit code and output for the first block that fails */
export async function runPage(page: MarkdownPage): Promise<void> {
  const reader = await createReader(page);
  try {
    for (const [index, block] of page.blocks.entries()) {
      await runBlock(reader, page, block, page.blocks[index + 1]);
    }
  } finally {
    await reader.close();
  }
}

async function runBlock(
  reader: DocsReader,
  { path }: MarkdownPage,
  block: Block,
  next: Block | undefined,
): Promise<void> {
  if (block.notRun !== undefined) {
    process.stdout.write(`${path}:${block.line} is not run: ${block.notRun}\n`);
    return;
  }
  try {
    const output = await reader.run(block);
    if (output !== undefined && next && isExpectation(next, block)) {
      compare(next, output);
    }
  } catch (error) {
    throw new Error(`${path}:${(error as BlockError).line ?? block.line}: ${(error as Error).message}`);
  }
}

const isExpectation = (block: Block, run: Block): boolean =>
  block.language === 'text' && block.section === run.section && block.title === undefined && block.notRun === undefined;

class BlockError extends Error {
  /** The line number in the page. @default that of the block that runs */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const withoutTrailingBlanks = (text: string): string => `${text.replace(/[ \t\r]+$/gm, '').trimEnd()}\n`;

/** Returns whether output matches the text of a page, in which `...` matches anything. */
export function matches(expected: string, output: string): boolean {
  const lines = withoutTrailingBlanks(expected).slice(0, -1).split('\n');
  const patterns = lines.map((line) =>
    line.trim() === '...' ? '(?:[^\\n]*\\n)*' : `${line.split('...').map(escapePattern).join('[^\\n]*')}\\n`,
  );
  return new RegExp(`^${patterns.join('')}$`).test(withoutTrailingBlanks(output));
}

/** The output of a script. */
interface BlockOutput {
  stdout: string;
  stderr: string;
  /** Stdout and stderr together, as a terminal shows them. */
  all: string;
}

/** @throws {BlockError} if the output differs */
function compare({ content, line }: Block, { stdout, stderr, all }: BlockOutput): void {
  // Lines that a program writes to both at the same time can arrive in a different order.
  const candidates = [stdout, stderr, all, stdout + stderr, stderr + stdout];
  if (!candidates.some((output) => matches(content, output))) {
    throw new BlockError(`the page shows\n${content}\nand the block above it printed\n${all}`, line);
  }
}

/** A folder, a `wigwag dev` and a terminal for the blocks of one page. */
interface DocsReader {
  /** Returns what the block prints; undefined for one that is only written or shown. */
  run(block: Block): Promise<BlockOutput | undefined>;
  close(): Promise<void>;
}

async function createReader(page: MarkdownPage): Promise<DocsReader> {
  const scratch = mkdtempSync(join(tmpdir(), 'wigwag-docs-'));
  const [folder, home, state] = ['project', 'home', 'state'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(folder);
  mkdirSync(home);
  writeFileSync(state, '');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), NPX, { mode: 0o755 });
  // Without a terminal, curl shows its progress.
  writeFileSync(join(home, '.curlrc'), 'silent\nshow-error\n');

  const groups: ChildProcess[] = [];
  const dev = await startDev({
    port: 0,
    mockPort: 0,
    controlPort: 0,
    data: join(folder, '.wigwag'),
    clock: 'real',
    environment: { WIGWAG_LOG_LEVEL: 'error' },
  });
  const ports = await portsOf(page, dev.info);
  const env = environmentOf(dev.info, home);

  /** Starts a script in a process group. Its lines have the numbers that they have in the page. */
  function start({ line }: Block, preamble: string, script: string) {
    const path = join(scratch, `line-${line}`);
    writeFileSync(`${path}.sh`, `${preamble}${'\n'.repeat(line)}${script}`);
    const child = spawn('bash', ['-euo', 'pipefail', `${path}.sh`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    groups.push(child);
    const seen: BlockOutput = { stdout: '', stderr: '', all: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        seen[name] += text;
        seen.all += text;
      });
    }
    return {
      child,
      output: (): BlockOutput => ({
        stdout: ports.shown(seen.stdout),
        stderr: ports.shown(seen.stderr),
        all: ports.shown(seen.all),
      }),
    };
  }

  // The next block gets the exported variables and the current folder of this one.
  const restore = `set -a; . '${state}'`;
  const keep = `trap 'export -p > "${state}"; printf "cd %q\\n" "$PWD" >> "${state}"' EXIT`;

  async function runScript(block: Block, script: string): Promise<BlockOutput> {
    const { child, output } = start(block, `${restore}; ${keep};`, script);
    const late = setTimeout(() => endGroup(child), TIMEOUT_MILLISECONDS);
    const closed = once(child, 'close');
    const [code, signal] = await once(child, 'exit');
    clearTimeout(late);
    await Promise.race([closed, wait(REST_MILLISECONDS).then(() => setImmediate())]);
    if (code !== 0) {
      const how = signal === null ? `exit code ${code}` : `still running after ${TIMEOUT_MILLISECONDS / 1000} s`;
      throw new BlockError(`${how}\n${block.content}\nprinted\n${output().all}`);
    }
    return output();
  }

  async function runServer(block: Block, name: string): Promise<void> {
    const [, port] = /\bPORT \?\? (\d+)/.exec(ports.ours(block.content)) ?? [];
    if (port === undefined) {
      throw new BlockError('a background server listens on process.env.PORT ?? 4010');
    }
    const { child, output } = start(block, `${restore};`, `exec node '${name}'`);
    const deadline = Date.now() + TIMEOUT_MILLISECONDS;
    while (!(await isListening(Number(port)))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new BlockError(`the server does not listen\n${block.content}\nprinted\n${output().all}`);
      }
    }
  }

  return {
    async run(block) {
      const { language, title, flags } = block;
      const content = ports.ours(block.content);
      if (title !== undefined) {
        mkdirSync(dirname(join(folder, title)), { recursive: true });
        writeFileSync(join(folder, title), content);
      }
      if (language === 'bash') {
        return runScript(block, content);
      }
      if (language === 'js') {
        if (title === undefined) {
          throw new BlockError('give the block a title, as ```js title=send.mjs');
        }
        if (title.includes('.test.')) {
          return undefined;
        }
        return flags.includes('background')
          ? void (await runServer(block, title))
          : runScript(block, `node '${title}'`);
      }
      parseData(language, content);
      return undefined;
    },
    async close() {
      groups.forEach(endGroup);
      await dev.stop();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @throws {SyntaxError} for invalid data @throws {BlockError} for an unknown language */
function parseData(language: string, content: string): void {
  if (language === 'json') {
    JSON.parse(content);
  } else if (language === 'yaml') {
    parse(content);
  } else if (!SHOWN.includes(language)) {
    throw new BlockError(`"${language}" is not a known language: bash, js, json, yaml, ${SHOWN.join(', ')}`);
  }
}

/** Returns functions that replace the ports of a page with free ones, and restore them in output. */
async function portsOf(page: MarkdownPage, info: DevInfo) {
  // The defaults of `wigwag dev`.
  const ports = new Map<string, string>([
    ['3000', new URL(info.base_url).port],
    ['3001', new URL(info.mock_provider_url).port],
    ['3002', new URL(info.control_url).port],
  ]);
  for (const { content, notRun } of page.blocks) {
    for (const [, , port = ''] of notRun === undefined ? content.matchAll(PORT) : []) {
      if (!ports.has(port)) {
        ports.set(port, String(await freePort()));
      }
    }
  }
  const named = new Map([...ports].map(([port, ours]) => [ours, port]));
  return {
    ours: (text: string): string => text.replace(PORT, (all, before, port) => before + (ports.get(port) ?? all)),
    shown: (text: string): string => text.replace(/\b\d{4,5}\b/g, (number) => named.get(number) ?? number),
  };
}

const environmentOf = (info: DevInfo, home: string) => ({
  PATH: [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: home,
  TMPDIR: process.env.TMPDIR ?? '/tmp',
  NO_COLOR: '1',
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  WIGWAG_URL: info.base_url,
  WIGWAG_API_KEY: info.live_key,
  WIGWAG_TEST_KEY: info.test_key,
  WIGWAG_CONTROL_URL: info.control_url,
  WIGWAG_MOCK_URL: info.mock_provider_url,
  WIGWAG_WEBHOOK_SECRET: info.signing_secret,
});

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => wait(50, false));
  socket.destroy();
  return isOpen;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL');
  } catch {
    // It has ended.
  }
}
