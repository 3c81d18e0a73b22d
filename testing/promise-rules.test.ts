import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['openapi', 'server', 'sdk', 'cli', 'mock-provider', 'conformance'];
const WORK = "import { createServer } from 'node:http';\nconst work = async () => {};\n";

const REFUSED: [file: string, text: string, rule: string][] = [
  ...PACKAGES.map((name): [string, string, string] => [
    `${name}/floating.ts`,
    `${WORK}createServer();\nwork();\n`,
    'no-floating-promises',
  ]),
  ...PACKAGES.map((name): [string, string, string] => [
    `${name}/misused.ts`,
    `${WORK}createServer(work);\n`,
    'no-misused-promises',
  ]),
  ['server/floating.test.ts', `${WORK}createServer();\nwork();\n`, 'no-floating-promises'],
  ['server/store/condition.ts', `${WORK}createServer();\nif (work()) {}\n`, 'no-misused-promises'],
  ['server/unused.ts', '// eslint-disable-next-line\nexport {};\n', 'unused directive'],
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wigwag-promises-')));
afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  filePath: string;
  messages: { ruleId: string | null }[];
}
let results: Result[];

beforeAll(async () => {
  for (const [file, text] of REFUSED) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  mkdirSync(join(folder, '.config'));
  for (const path of ['tsconfig.json', 'package.json', '.config/eslint.config.mjs']) {
    copyFileSync(join(ROOT, path), join(folder, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const eslint = join(ROOT, 'node_modules/eslint/bin/eslint.js');
  const output = await new Promise<string>((resolve) =>
    // ESLint exits with 1 when it finds errors, so the test ignores the exit code.
    execFile(
      process.execPath,
      [eslint, '--config', '.config/eslint.config.mjs', '--format', 'json', ...PACKAGES],
      { cwd: folder },
      (_error, stdout, stderr) => resolve(stdout || stderr),
    ),
  );
  results = JSON.parse(output) as Result[];
});

test.each(REFUSED)('%s is refused', (file, _text, rule) => {
  const found = results.find(({ filePath }) => filePath === join(folder, file))?.messages ?? [];
  expect(found.map(({ ruleId }) => ruleId?.replace('@typescript-eslint/', '') ?? 'unused directive')).toEqual([rule]);
});
