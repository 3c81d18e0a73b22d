import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, createReceiver, scratchFolder, startDev } from '../testing/cli.ts';

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The languages that a machine may lack, with the check and the Debian package. */
const OPTIONAL = {
  python: { check: ['python3', '--version'], debian: 'python3' },
  go: { check: ['go', 'version'], debian: 'golang-go' },
  php: { check: ['php', '--version'], debian: 'php-cli' },
} as const;
const missing = new Set<string>();
for (const [language, { check, debian }] of Object.entries(OPTIONAL)) {
  const [program, option] = check;
  if (spawnSync(program, [option]).status !== 0) {
    missing.add(language);
    process.stderr.write(`Skipped: the samples in ${language} need ${program}. On Debian, install ${debian}.\n`);
  }
}
const PHONE = '905551112233';

/** These change what other samples need, so they run last, and the last of them restore it. */
const LAST = ['addOptOut', 'removeOptOut', 'blockNumber', 'unblockNumber', 'updateConversation', 'deleteFlow'];
/** It never ends. It starts first, and receives the events that the other samples cause. */
const STREAM = 'streamEvents';

const unescaped = (html: string): string =>
  html.replace(/<\/?span[^>]*>/g, '').replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => {
    const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
    return characters[name] ?? '';
  });

interface CodeSample {
  id: string;
  language: string;
  code: string;
}

/** Reads the samples of all operations from the pages of a server. */
async function readSamples(origin: string): Promise<CodeSample[]> {
  const overview = await (await fetch(`${origin}/developers`)).text();
  const ids = [...new Set([...overview.matchAll(/\/developers\/operations\/(\w+)/g)].map(([, id = '']) => id))];
  const pages = ids.map(async (id) => {
    const page = await (await fetch(`${origin}/developers/operations/${id}`)).text();
    const samples = [...page.matchAll(/data-sample="(\w+)"><code>([\s\S]*?)<\/code>/g)];
    return samples.map(([, language = '', code = '']) => ({ id, language, code: unescaped(code) }));
  });
  return (await Promise.all(pages)).flat();
}

test('each sample of the reference runs, and shows no error', async () => {
  const { info, api, control, customerWrites } = await startDev();
  await customerWrites('Hi');
  const { url } = await createReceiver();
  await control('PUT', '/webhook', { account_id: info.account_id, url });
  await api('POST', '/contacts', { phone: PHONE, name: 'Ada' });
  const message = (await api('POST', '/messages', { to: PHONE, text: 'Hello' })).body.data.id;
  const newFlow = async () => (await api('POST', '/flows', DRAFT)).body.data.id;

  const all = await readSamples(info.base_url.replace('/api/v1', ''));
  const samples = all.filter(({ language }) => !missing.has(language));
  for (const language of ['curl', 'cli', ...Object.keys(OPTIONAL).filter((one) => !missing.has(one))]) {
    expect([language, samples.filter((one) => one.language === language).length]).toEqual([language, 37]);
  }
  const rank = ({ id }: { id: string }) => LAST.indexOf(id);
  const ready: CodeSample[] = [];
  for (const { id, language, code } of samples.sort((left, right) => rank(left) - rank(right))) {
    const own = code.replaceAll('msg_17000000000000000001', message);
    const flow = /flows/.test(code) && own.replace(/(flows\/|flows \w+ |\.\w+\(')7\b/, `$1${await newFlow()}`);
    ready.push({ id, language, code: flow || own });
  }
  // A process that runs all samples of a language would exceed the default burst.
  const limit = { account_id: info.account_id, mode: 'live', requests_per_minute: 60_000 };
  const { key } = (await control('POST', '/keys', limit)).body;
  const env = { ...process.env, WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: key };
  expect(await runAll(ready, env)).toEqual([]);
});

const DRAFT = {
  name: 'Draft',
  template: 'promo_spring',
  button: 'Tell me more',
  steps: [{ delay: '0', text: 'Hi' }],
};

/** Runs samples as a reader would, in a folder with the packages. Returns those that failed, with their output. */
async function runAll(samples: readonly CodeSample[], given: NodeJS.ProcessEnv): Promise<object[]> {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/wigwag'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`, { mode: 0o755 });
  symlinkSync(MODULES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'invoice.pdf'), '%PDF-1.4\n');
  const options = { cwd: folder, env: { ...given, PATH: `${folder}/bin:${given.PATH}` } };
  const goFiles = samples.filter(({ language }) => language === 'go');
  if (goFiles.length > 0) {
    await compileGo(goFiles, options);
  }
  const commandOf = (sample: CodeSample): [program: string, ...args: string[]] => {
    const { language, code } = sample;
    switch (language) {
      case 'python':
        return ['python3', '-c', code];
      case 'php':
        return ['php', '-r', code.replace('<?php\n', '')];
      case 'go':
        return [join(folder, 'samples'), String(goFiles.indexOf(sample))];
      case 'sdk':
        return [process.execPath, '--input-type=module', '--eval', code];
      default:
        return ['bash', '-c', code.replace(/^curl /, 'exec curl --silent --show-error --fail-with-body ')];
    }
  };

  const streams = samples
    .filter(({ id }) => id === STREAM)
    .map((sample) => {
      const [program, ...args] = commandOf(sample);
      const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill());
      const shown = { ...sample, text: '' };
      child.stdout.setEncoding('utf8').on('data', (part) => {
        shown.text += part;
      });
      return shown;
    });

  const failures: object[] = [];
  for (const [index, sample] of samples.entries()) {
    const { id, language, code } = sample;
    if (id === STREAM) {
      continue;
    }
    const together = TOGETHER[language];
    if (together !== undefined) {
      writeFileSync(join(folder, `sample-${String(index).padStart(3, '0')}.${together.extension}`), code);
      continue;
    }
    const [program, ...args] = commandOf(sample);
    const output = await run(program, args, options)
      // Samples in Go and PHP print the response to a refused request.
      .then(({ stdout, stderr }) =>
        (language === 'go' || language === 'php') && !stdout.startsWith('{"success":true')
          ? stdout + stderr
          : undefined,
      )
      .catch(({ stdout, stderr }) => stdout + stderr);
    if (output !== undefined) {
      failures.push({ language, code, output });
    }
  }
  for (const { program, extension, source } of Object.values(TOGETHER)) {
    writeFileSync(join(folder, `all.${extension}`), source);
    const { stderr } = await run(program, [`all.${extension}`], options);
    failures.push(
      ...stderr
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    );
  }
  for (const stream of streams) {
    await expect.poll(() => stream.text, { message: stream.language }).toContain('message.status');
  }
  return failures;
}

/** Compiles all samples in Go into one program, which runs the sample whose number is its argument. */
async function compileGo(samples: readonly CodeSample[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const source = join(options.cwd, 'go');
  mkdirSync(source);
  writeFileSync(join(source, 'go.mod'), 'module samples\n');
  for (const [index, { code }] of samples.entries()) {
    writeFileSync(join(source, `sample${index}.go`), `${code.replace('func main()', `func sample${index}()`)}\n`);
  }
  const list = samples.map((_, index) => `sample${index}`).join(', ');
  writeFileSync(
    join(source, 'main.go'),
    `package main

import (
	"os"
	"strconv"
)

func main() {
	number, _ := strconv.Atoi(os.Args[1])
	[]func(){${list}}[number]()
}
`,
  );
  const inFolder = { ...options, cwd: source, env: { ...options.env, GOCACHE: join(options.cwd, 'go-cache') } };
  expect((await run('gofmt', ['-l', '.'], inFolder)).stdout).toBe('');
  await run('go', ['build', '-o', '../samples', '.'], inFolder);
}

/** Languages whose start takes long. One process runs all samples, and prints those that failed. */
const TOGETHER: Record<string, { program: string; extension: string; source: string }> = {
  sdk: {
    program: process.execPath,
    extension: 'mjs',
    source: `import { readdirSync, readFileSync } from 'node:fs';
for (const name of readdirSync('.').filter((one) => /^sample-.*mjs$/.test(one)).sort()) {
  try {
    await import('./' + name);
  } catch (error) {
    console.error(JSON.stringify({ code: readFileSync(name, 'utf8'), output: String(error) }));
  }
}`,
  },
  ...(!missing.has('python') && {
    python: {
      program: 'python3',
      extension: 'py',
      source: `import glob, json, sys
for name in sorted(glob.glob("sample-*.py")):
    code = open(name).read()
    try:
        exec(compile(code, name, "exec"), {})
    except Exception as error:
        print(json.dumps({"code": code, "output": repr(error)}), file=sys.stderr)
`,
    },
  }),
};
