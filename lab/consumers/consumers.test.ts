import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../../server/testing/server.ts';
import { compile } from './check.ts';
import { consume, drive, requireDriven } from './consume.ts';
import { type Document, REASONS, unexplained } from './owasp.ts';
import { DOCUMENT, TOOLS } from './tools.ts';

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

test('a finding of OWASP rules needs a reason, and a reason needs a finding', () => {
  const document: Document = {
    paths: {
      '/flows': {
        get: { parameters: [{ $ref: '#/components/parameters/Cursor' }, { name: 'template_id' }] },
        post: { requestBody: { schema: { $ref: '#/components/schemas/CreateFlowRequest' } } },
      },
    },
    components: {
      schemas: { CreateFlowRequest: { $ref: '#/components/schemas/FlowStep' }, FlowStep: {}, Flow: {} },
      parameters: {},
    },
  };
  const find = (...path: (string | number)[]) => ({ code: 'limit', message: 'There is no limit.', path });
  const sent = find('components', 'schemas', 'FlowStep', 'properties', 'text');
  const written = find('components', 'schemas', 'Flow', 'properties', 'name');
  const query = find('paths', '/flows', 'get', 'parameters', 1, 'schema');
  const responses = { in: 'responses' as const, reason: 'The server writes it.' };
  const places = { at: ['FlowStep.text', '/flows template_id'], reason: 'The channel limits it.' };

  expect(unexplained([sent, written, query], { limit: [responses, places] }, document)).toEqual([]);
  expect(unexplained([sent, written, query], { limit: [responses] }, document)).toEqual([
    'limit finds FlowStep.text, which owasp.ts does not explain. There is no limit.',
    'limit finds /flows template_id, which owasp.ts does not explain. There is no limit.',
  ]);
  expect(unexplained([sent], { limit: [responses, places] }, document)).toEqual([
    'limit no longer finds anything in: responses. Remove it from owasp.ts.',
    'limit no longer finds /flows template_id. Remove it from owasp.ts.',
  ]);
});

test('a new field of a request, a new parameter and a new rule have no reason yet', () => {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  const find = (code: string, ...path: (string | number)[]) => ({ code, message: '', path });
  const limit = 'owasp:api4:2023-string-limit';
  const cors = 'owasp:api8:2023-define-cors-origin';
  const place = ['components', 'schemas', 'SendMessageRequest', 'properties', 'color'];
  const parameters = document.paths['/messages']?.post as { parameters: object[] };
  parameters.parameters.push({ name: 'color', in: 'query' });
  const missing = unexplained(
    [
      find(limit, ...place),
      find(limit, 'paths', '/messages', 'post', 'parameters', parameters.parameters.length - 1, 'schema'),
      find('owasp:api4:2023-integer-format', ...place),
      find('owasp:api4:2023-string-restricted', ...place),
      find(cors, 'paths', '/messages', 'post', 'requestBody', 'content', 'multipart/form-data', 'encoding', 'headers'),
      find('owasp:api8:2023-new', 'info'),
    ],
    REASONS,
    document,
  );
  expect(missing.filter((text) => text.includes('does not explain'))).toEqual([
    `${limit} finds SendMessageRequest.color, which owasp.ts does not explain. `,
    `${limit} finds /messages color, which owasp.ts does not explain. `,
    'owasp:api4:2023-integer-format finds SendMessageRequest.color, which owasp.ts does not explain. ',
    'owasp:api4:2023-string-restricted finds SendMessageRequest.color, which owasp.ts does not explain. ',
    `${cors} finds paths//messages/post/requestBody/content/multipart/form-data/encoding/headers, which owasp.ts does not explain. `,
    'owasp:api8:2023-new finds info, which owasp.ts does not explain. ',
  ]);
});

test('the table has every tool', () => {
  const readme = readFileSync(new URL('../../openapi/README.md', import.meta.url), 'utf8');
  for (const { name } of TOOLS) {
    expect(readme).toContain(`| ${name} |`);
  }
});
