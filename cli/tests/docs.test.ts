import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parsePage, ROOT } from '../../docs/site/markdown.ts';
import { matches, runPage } from '../testing/docs.ts';

// A page starts many commands, one after another.
vi.setConfig({ testTimeout: 300_000, maxConcurrency: 3 });

const SLUGS = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.slice(0, -'.md'.length));

describe.concurrent('pages of the documentation', () => {
  test.each(SLUGS)('every code block of %s runs and prints what the page shows', (slug) =>
    runPage(parsePage(`docs/${slug}.md`)),
  );
});

const page = (...lines: string[]) => parsePage('docs/page.md', lines.join('\n'));

test('a block that fails is reported with its line, its exit code and its output', async () => {
  const failing = runPage(page('# Page', '', '```bash', 'echo before', 'cat none', '```'));
  await expect(failing).rejects.toThrow(
    /^docs\/page\.md:3: exit code 1\necho before\ncat none\n\nprinted\nbefore\ncat: none: No such file/,
  );
});

test('output that differs from the page is reported with the line of the expected output', async () => {
  const failing = runPage(page('# Page', '```bash', 'echo one', '```', '```text', 'two', '```'));
  await expect(failing).rejects.toThrow(/^docs\/page\.md:5: the page shows\ntwo\n\nand .* printed\none\n$/);
});

test('the expected output is all output, only stdout or only stderr', async () => {
  const both = ['```bash', 'echo out', 'sleep 0.2', 'echo err >&2', 'sleep 0.2', 'echo more', '```', '```text'];
  await runPage(
    page('# Page', ...both, 'out', 'err', 'more', '```', ...both, 'out', 'more', '```', ...both, 'err', '```'),
  );
  await expect(runPage(page('# Page', ...both, 'more', '```'))).rejects.toThrow('printed\nout\nerr\nmore\n');
});

test('blocks share files, variables and servers; ports and keys are those of the dev server', async () => {
  await runPage(
    page(
      '# Page',
      '```js title=server.mjs background',
      "import { createServer } from 'node:http';",
      "createServer((_, response) => response.end('Hello')).listen(process.env.PORT ?? 4010, '127.0.0.1');",
      '```',
      '```bash',
      'GREETING=$(curl http://127.0.0.1:4010/)',
      '```',
      '```bash',
      'echo "$GREETING from 127.0.0.1:4010"',
      'npx wigwag me --jq .account.name',
      `curl http://127.0.0.1:3000/api/v1/me -H "authorization: Bearer $WIGWAG_API_KEY"`,
      '```',
      '```text',
      'Hello from 127.0.0.1:4010',
      'Demo',
      '{"success":true,...',
      '```',
      '<!-- not run: a test of blocks that do not run -->',
      '```bash',
      'exit 1',
      '```',
      '```js title=send.mjs',
      "import { Wigwag } from '@wigwag/sdk';",
      'const { WIGWAG_API_KEY: apiKey, WIGWAG_URL: baseUrl } = process.env;',
      'console.log((await new Wigwag({ apiKey, baseUrl }).account.me()).key.mode);',
      '```',
      '```text',
      'live',
      '```',
    ),
  );
});

test('... matches the rest of a line, or any lines', () => {
  expect(matches('id msg_... queued\n', 'id msg_12 queued')).toBe(true);
  expect(matches('a...', 'a\nb')).toBe(false);
  expect(matches('a\n...\nd\n', 'a\nb\nc\nd\n')).toBe(true);
  expect(matches('a\n...\nd\n', 'a\nd\n')).toBe(true);
  expect(matches('[a.b]', '[a+b]')).toBe(false);
});
