import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../../server/testing/server.ts';
import { compile } from './check.ts';
import { consume, drive, requireDriven } from './consume.ts';
import { TOOLS } from './tools.ts';

const ZOD = join(import.meta.dirname, '../../node_modules/zod');
const QUICK = TOOLS.filter(({ quick }) => quick);

test.each(QUICK.map((tool) => [tool.name, tool] as const))('%s reads the published document', async (_, tool) => {
  const folder = await consume(tool);
  if (tool.drives) {
    const { baseUrl, liveKey } = await createTestServer();
    requireDriven(await drive(folder, baseUrl, liveKey));
  }
});

test('a field without a type is found, and so is code that does not compile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-consumers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (text: string) => writeFileSync(join(folder, 'api.ts'), text);
  write('export interface ReceivedMessage { to: string; text?: Array<unknown>; unlisted: unknown }');
  expect(() => compile(folder, ['api.ts'], ['api.ts'])).toThrow(/^1 fields without a type\nReceivedMessage.text$/);
  write("import { z } from 'zod';\nexport const zReceivedMessage = z.object({ text: z.any(), to: z.string() });");
  expect(() => compile(folder, ['api.ts'], ['api.ts'], { zod: [ZOD] })).toThrow('zReceivedMessage.text');
  write('export const to: string = 1;');
  expect(() => compile(folder, ['api.ts'], ['api.ts'])).toThrow('1 errors of the compiler');
});

test('the table has every tool', () => {
  const readme = readFileSync(new URL('../../openapi/README.md', import.meta.url), 'utf8');
  for (const { name } of TOOLS) {
    expect(readme).toContain(`| ${name} |`);
  }
});
