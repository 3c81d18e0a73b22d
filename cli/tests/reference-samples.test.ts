import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BIN, createReceiver, scratchFolder, startDev } from '../testing/cli.ts';

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) {
  process.stderr.write('Skipped: the samples in Python need python3 on this machine.\n');
}
const PHONE = '905551112233';

/** These change what other samples need, so they run last, and the last of them restore it. */
const LAST = ['addOptOut', 'removeOptOut', 'blockNumber', 'unblockNumber', 'updateConversation', 'deleteFlow'];
/** These never end. */
const ENDLESS = ['streamEvents'];

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
  const samples = all.filter(({ id, language }) => !ENDLESS.includes(id) && (hasPython || language !== 'python'));
  expect(new Set(samples.map(({ id }) => id)).size).toBe(36);
  const rank = ({ id }: { id: string }) => LAST.indexOf(id);
  const ready: CodeSample[] = [];
  for (const { id, language, code } of samples.sort((left, right) => rank(left) - rank(right))) {
    const own = code.replaceAll('msg_17000000000000000001', message);
    const flow = /flows/.test(code) && own.replace(/(flows\/|flows \w+ |\.\w+\(')7\b/, `$1${await newFlow()}`);
    ready.push({ id, language, code: flow || own });
  }
  const env = { ...process.env, WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
  expect(await runAll(ready, env)).toEqual([]);
}, 180_000);

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
  const failures: object[] = [];
  for (const [index, { language, code }] of samples.entries()) {
    // One process imports all samples of the SDK.
    if (language === 'sdk') {
      writeFileSync(join(folder, `sample-${String(index).padStart(3, '0')}.mjs`), code);
      continue;
    }
    const [program, ...args] =
      language === 'python'
        ? ['python3', '-c', code]
        : ['bash', '-c', code.replace(/^curl /, 'curl --silent --show-error --fail-with-body ')];
    const output = await run(String(program), args, options)
      .then(() => undefined)
      .catch(({ stdout, stderr }) => stdout + stderr);
    if (output !== undefined) {
      failures.push({ language, code, output });
    }
  }
  writeFileSync(join(folder, 'all.mjs'), RUN_ALL);
  const { stderr } = await run(process.execPath, ['all.mjs'], options);
  return [
    ...failures,
    ...stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ];
}

const RUN_ALL = `import { readdirSync, readFileSync } from 'node:fs';
for (const name of readdirSync('.').filter((one) => one.startsWith('sample-')).sort()) {
  try {
    await import('./' + name);
  } catch (error) {
    console.error(JSON.stringify({ code: readFileSync(name, 'utf8'), output: String(error) }));
  }
}`;
