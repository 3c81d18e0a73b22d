import { expect, test } from 'vitest';
import { adminDocument } from './admin.ts';
import { createJudge, examplesOf, isNode } from './testing.ts';

test('every example of the admin API is valid', () => {
  const judge = createJudge(adminDocument);
  const examples = examplesOf(adminDocument);
  expect(examples.length).toBeGreaterThan(20);
  expect(examples.flatMap(({ at, schema, value }) => judge(schema, value).map((fault) => `${at}: ${fault}`))).toEqual(
    [],
  );
});

test('each call of the admin API returns 200 or a 4xx error, and requests refuse unknown fields', () => {
  for (const [path, item] of Object.entries<object>(adminDocument.paths)) {
    for (const operation of Object.values(item).filter((node) => isNode(node) && 'operationId' in node)) {
      expect([path, Object.keys(operation.responses)]).toEqual([path, ['200', '4XX']]);
    }
  }
  for (const [name, schema] of Object.entries<Record<string, unknown>>(adminDocument.components.schemas)) {
    // A record of the messaging API may have any fields.
    expect([name, schema.additionalProperties === false]).toEqual([name, name.endsWith('Request')]);
  }
});
