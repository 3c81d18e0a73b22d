import { fileURLToPath } from 'node:url';
import { bundle, createConfig } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { controlDocument } from './control.ts';
import { createJudge, examplesOf, isNode, nodes } from './testing.ts';

const CALLS = [
  'POST /accounts',
  'POST /accounts/delete',
  'POST /keys',
  'POST /keys/revoke',
  'PUT /webhook',
  'POST /endpoints',
  'POST /templates',
  'POST /connections',
  'POST /labels',
  'POST /agents',
  'POST /inbound',
  'POST /campaigns',
  'GET /clock',
  'POST /clock/advance',
  'POST /settle',
  'POST /provider/next',
  'GET /provider/sends',
  'GET /deliveries',
  'POST /deliveries/held',
  'POST /reset',
];

const calls = () =>
  Object.entries(controlDocument.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => isNode(operation) && 'operationId' in operation)
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

test('the control protocol bundles and has exactly its 20 calls', async () => {
  const ref = fileURLToPath(new URL('control.yaml', import.meta.url));
  expect((await bundle({ ref, config: await createConfig({}) })).problems).toEqual([]);
  expect(CALLS).toHaveLength(20);
  expect(calls().map(({ name }) => name)).toEqual(CALLS);
});

test('each call returns 200 or a 4xx error, and advancing a real clock returns 409', () => {
  for (const { name, operation } of calls()) {
    const { responses } = operation as { responses: object };
    const expected = name === 'POST /clock/advance' ? ['200', '409', '4XX'] : ['200', '4XX'];
    expect([name, Object.keys(responses)]).toEqual([name, expected]);
  }
});

test('every example of the control protocol is valid', () => {
  const judge = createJudge(controlDocument);
  const examples = examplesOf(controlDocument);
  expect(examples.length).toBeGreaterThan(20);
  expect(examples.flatMap(({ at, schema, value }) => judge(schema, value).map((fault) => `${at}: ${fault}`))).toEqual(
    [],
  );
});

test('the document lists the situations, outcomes and channels of the protocol', () => {
  const enums = [...nodes(controlDocument)]
    .map(([, node]) => node.enum)
    .filter(Array.isArray)
    .map((values) => values.join(' '));
  expect(enums).toEqual(
    expect.arrayContaining([
      'inactive license_expired api_disabled flows_disabled webhook_disabled',
      'reject unavailable lost_reply fail statuses',
      'whatsapp instagram messenger web',
      'live test',
      'send media',
    ]),
  );
});
