import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { document, OPERATIONS } from './document.ts';
import { EVENTS } from './generated/names.ts';
import { createJudge, examplesOf, isNode, type Node, nodes } from './testing.ts';
import { nameOf } from './walk.ts';

const read = (name: string) => readFileSync(new URL(`generated/openapi.${name}`, import.meta.url), 'utf8');
const text = read('json');
const published = JSON.parse(text) as {
  info: { description: string };
  servers: Node[];
  paths: Record<string, Record<string, Node>>;
  webhooks: Record<string, { post: Node }>;
  components: { schemas: Record<string, Node>; parameters: Record<string, Node> };
};
const { schemas } = published.components;

const operations = Object.entries(published.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, part]) => isNode(part) && 'responses' in part)
    .map(([method, operation]) => ({
      path,
      method,
      operation: operation as Node & { responses: Record<string, Node> },
    })),
);

test('JSON and YAML have the same content', () => {
  expect(parse(read('yaml'))).toEqual(published);
});

test('it has every operation of the API, and the event stream', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  const api = OPERATIONS.filter(({ versioned }) => versioned).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...api, 'streamEvents'].toSorted());
  expect(Object.keys(published.webhooks)).toEqual(Object.keys(document.webhooks));
  const { mapping = {} } = (schemas.WebhookEvent?.discriminator ?? {}) as { mapping?: Record<string, string> };
  expect(Object.keys(mapping)).toEqual(EVENTS);
});

test('it has nothing that only our own checks can read', () => {
  expect(text).not.toMatch(/§|x-decision|x-code|x-message|x-told-by|decisions\.md|SPECIFICATION\.md/);
  expect(text).not.toMatch(/\(\s*\)| \.\s|undefined/);
});

test('its schemas are flat, and every object has a name', () => {
  const combined = /^(allOf|if|then|else|not|dependentRequired|unevaluatedProperties|patternProperties|const|default)$/;
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [pointer, node] of nodes(schema)) {
      const keywords = /\/properties$/.test(pointer) ? [] : Object.keys(node);
      expect([name, pointer, keywords.filter((keyword) => combined.test(keyword))]).toEqual([name, pointer, []]);
      expect([name, pointer, pointer !== '' && 'properties' in node]).toEqual([name, pointer, false]);
    }
  }
  for (const [pointer, node] of nodes(published.paths)) {
    expect([pointer, /\/schema$/.test(pointer) && ('properties' in node || 'allOf' in node)]).toEqual([pointer, false]);
  }
});

test('generators find one name for each thing: parameters and schemas differ, and parameters also without case and hyphens', () => {
  const { parameters } = published.components;
  expect(Object.keys(parameters).filter((name) => name in schemas)).toEqual([]);
  for (const { path, method, operation } of operations) {
    const own = [...((published.paths[path]?.parameters ?? []) as Node[]), ...((operation.parameters ?? []) as Node[])];
    const names = own.map((one) => String((one.$ref ? parameters[nameOf(String(one.$ref))] : one)?.name));
    const plain = names.map((name) => name.toLowerCase().replaceAll(/[-_]/g, ''));
    expect([method, path, plain]).toEqual([method, path, [...new Set(plain)]]);
  }
});

test('a mock answers with the example of the response: the envelope of errors has none', () => {
  expect(schemas.ErrorEnvelope).not.toHaveProperty('examples');
});

test('a text with a pattern has an example, from which mocks and samples are made', () => {
  const patterns = [...nodes(schemas)].filter(([, node]) => typeof node.pattern === 'string');
  expect(
    patterns.filter(([, { examples, pattern }]) => !examples && !new RegExp(String(pattern)).test('string')),
  ).toEqual([]);
});

test('every reference leads somewhere, and every schema is used', () => {
  const used = new Set<string>();
  for (const [pointer, node] of nodes(published)) {
    if (typeof node.$ref === 'string') {
      const [, , kind = '', name = ''] = node.$ref.split('/');
      expect([pointer, Object.hasOwn((published.components as never)[kind], name)]).toEqual([pointer, true]);
      used.add(name);
    }
  }
  expect(Object.keys(schemas).filter((name) => !used.has(name))).toEqual([]);
});

test('every example is valid, in the flat schema and in the full one', () => {
  const judge = createJudge(published);
  const examples = examplesOf(published).filter(({ schema }) => !schema.startsWith('/components/examples'));
  expect(examples.length).toBeGreaterThan(400);
  const faults = examples.flatMap(({ at, schema, value }) => judge(schema, value).map((fault) => `${at}: ${fault}`));
  expect(faults).toEqual([]);
});

test('what the full document accepts, the published one also accepts', () => {
  const judge = createJudge(published);
  for (const [name, { examples = [] }] of Object.entries(document.components.schemas as Record<string, Node>)) {
    for (const example of name in schemas ? (examples as unknown[]) : []) {
      expect([name, judge(`/components/schemas/${name}`, example)]).toEqual([name, []]);
    }
  }
});

test('each status of each operation has an example', () => {
  for (const { path, method, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const [media] = Object.values((response as { content: Record<string, Node> }).content);
      const has = 'example' in (media ?? {}) || Object.keys((media?.examples as Node) ?? {}).length > 0;
      expect([method, path, status, has]).toEqual([method, path, status, true]);
    }
  }
});

test('an operation says which scopes the key needs', () => {
  for (const { operation } of operations) {
    const { operationId, description } = operation;
    const required = (operation.security ?? []) as Record<string, string[]>[];
    expect([operationId, required.flatMap((one) => Object.values(one).flat())]).toEqual([operationId, []]);
    for (const scope of (operation['x-scopes'] ?? []) as string[]) {
      expect([operationId, description]).toEqual([operationId, expect.stringContaining(`\`${scope}\``)]);
    }
  }
  const { streamEvents } = Object.fromEntries(operations.map(({ operation }) => [operation.operationId, operation]));
  expect(streamEvents?.['x-scopes']).toEqual(['messages:read', 'conversations:read']);
});

test('a GET that sends is deprecated, with the reason; nothing else is deprecated', () => {
  const deprecated = operations.filter(({ operation }) => operation.deprecated);
  expect(deprecated.map(({ operation }) => operation.operationId)).toEqual([
    'sendTemplateByQuery',
    'sendTemplateByPathKey',
  ]);
  for (const { operation } of deprecated) {
    expect(operation.description).toContain('It is deprecated because');
  }
});

test('the description has the rate limits and the idempotency window', () => {
  expect(published.info.description).toContain('1,800 requests per minute and 60 per second');
  expect(published.info.description).toContain('within 24 hours');
  expect(published.info.description).not.toMatch(/\{[a-z_]+\}(?!`)/);
});

test('no schema has the name of a global type, which it would hide in generated code', () => {
  const folder = new URL('../node_modules/typescript/lib/', import.meta.url);
  const globals = readdirSync(folder)
    .filter((name) => /^lib\.(es|dom|webworker).*\.d\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^(?:declare var|interface) (\w+)/gm)])
    .map(([, name = '']) => name);
  expect(globals).toEqual(expect.arrayContaining(['Error', 'Event', 'Window', 'Promise']));
  expect(Object.keys(schemas).filter((name) => globals.includes(name))).toEqual([]);
});

test('a server at any address fits one of the addresses in the document', () => {
  expect(published.servers).toContainEqual({
    url: '{origin}/api/v1',
    description: 'A server at any other address. `origin`: Scheme, host and port, without a trailing slash.',
    // A description here is refused by swagger-parser.
    variables: { origin: { default: 'http://127.0.0.1:3000' } },
  });
});

test('the body of a request is an object, with the fields of all its kinds', () => {
  for (const { operation } of operations) {
    const { content = {} } = (operation.requestBody ?? {}) as {
      content?: Record<string, { schema: { $ref: string } }>;
    };
    for (const { schema } of Object.values(content)) {
      const name = schema.$ref.replace('#/components/schemas/', '');
      expect([name, schemas[name]?.type, schemas[name]?.oneOf]).toEqual([name, 'object', undefined]);
    }
  }
  const { required, properties } = schemas.SendMessageRequest as {
    required: string[];
    properties: Record<string, Node>;
  };
  expect(required).toEqual(['to']);
  expect(properties.type?.enum).toEqual(['text', 'image', 'video', 'audio', 'document', 'location', 'interactive']);
  expect(properties.latitude?.description).toMatch(/Required for `location`\.$/);
  expect(properties.name?.description).toMatch(/Only for `location`\.$/);
});

test('the AsyncAPI document has the same events and schemas', () => {
  const { operations, channels, components } = JSON.parse(
    readFileSync(new URL('generated/asyncapi.json', import.meta.url), 'utf8'),
  );
  expect(Object.keys(operations)).toEqual(['onMessageReceived', 'onMessageStatus', 'onTemplateStatus', 'streamEvents']);
  expect(channels.eventStream.address).toBe('/developers/events');
  expect(components.messages.messageReceived.headers.required).toContain('X-Service-Signature');
  expect(components.schemas.WebhookEvent).toEqual({ ...schemas.WebhookEvent, discriminator: 'event' });
  for (const [name, schema] of Object.entries(components.schemas).filter(([name]) => name !== 'WebhookEvent')) {
    expect([name, schema]).toEqual([name, schemas[name]]);
  }
});

test('a text needs only a recipient and a text', () => {
  const judge = createJudge(published);
  expect(judge('/components/schemas/SendMessageRequest', { to: '905551112233', text: 'Hello' })).toEqual([]);
  expect(judge('/components/schemas/SendMessageRequest', { to: '905551112233', txt: 'Hello' })).not.toEqual([]);
  expect(schemas.SendMessageRequest).not.toHaveProperty('discriminator');
  expect(schemas.WebhookEvent).toHaveProperty('discriminator.propertyName', 'event');
});
