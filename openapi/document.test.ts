import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, createConfig, lint, loadConfig } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { document, OPERATIONS, resolveReference } from './document.ts';
import { ERRORS } from './errors.ts';
import { createJudge, examplesOf, isNode, type Node, nodes } from './testing.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Section 4 of the specification: each operation with the scope it requires. */
const SPECIFIED = [
  'GET /me -',
  'GET /channels -',
  'POST /messages messages:send',
  'POST /messages/template messages:send',
  'GET /messages/template messages:send',
  'GET /messages/template/{api_key} messages:send',
  'GET /messages/{id} messages:read',
  'GET /templates templates:read',
  'POST /media media:write',
  'GET /contacts/{id}/window contacts:read',
  'GET /contacts contacts:read',
  'POST /contacts contacts:write',
  'GET /contacts/{phone} contacts:read',
  'PATCH /contacts/{phone} contacts:write',
  'GET /opt-outs optouts:read',
  'POST /opt-outs optouts:write',
  'DELETE /opt-outs/{phone} optouts:write',
  'GET /blocked-numbers blocklist:read',
  'POST /blocked-numbers blocklist:write',
  'DELETE /blocked-numbers/{phone} blocklist:write',
  'GET /conversations conversations:read',
  'GET /conversations/{phone} conversations:read',
  'GET /conversations/{phone}/messages conversations:read',
  'PATCH /conversations/{phone} conversations:write',
  'GET /flows flows:read',
  'POST /flows flows:write',
  'GET /flows/{id} flows:read',
  'PATCH /flows/{id} flows:write',
  'DELETE /flows/{id} flows:write',
  'GET /flows/{id}/runs flows:read',
  'GET /flows/{id}/stats flows:read',
  'POST /flows/{id}/test flows:write',
  'GET /stats insights:read',
  'GET /labels insights:read',
  'GET /agents insights:read',
  'POST /webhooks/test webhooks:test',
];

/** The success statuses in section 4. */
const SUCCESSES: Record<string, number[]> = {
  'POST /messages': [202],
  'POST /messages/template': [202],
  'GET /messages/template': [202],
  'GET /messages/template/{api_key}': [202],
  'POST /media': [201],
  'POST /contacts': [200, 201],
  'POST /opt-outs': [201],
  'POST /blocked-numbers': [201],
  'POST /flows': [201],
};

test('the document bundles and is valid OpenAPI 3.1', async () => {
  const bundled = await bundle({ ref: pathOf('openapi.yaml'), config: await createConfig({}) });
  expect(bundled.problems).toEqual([]);
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  const config = await loadConfig({ configPath: pathOf('../.config/redocly.yaml') });
  const problems = await lint({ ref: pathOf('openapi.yaml'), config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('the document has the 36 operations of the specification with their scopes, and the one that serves the document', () => {
  expect(SPECIFIED).toHaveLength(36);
  const documented = OPERATIONS.filter(({ versioned }) => versioned).map(
    ({ method, path, scopes }) => `${method.toUpperCase()} ${path} ${scopes.join(' ') || '-'}`,
  );
  expect(documented.sort()).toEqual([...SPECIFIED].sort());
  const outside = OPERATIONS.filter(({ versioned }) => !versioned);
  expect(outside.map(({ id, method, path }) => [id, method, path])).toEqual([
    ['getDocument', 'get', '/developers/openapi.json'],
  ]);
});

test('each operation has the success status of the specification', () => {
  for (const { method, path, statuses, versioned } of OPERATIONS) {
    const name = `${method.toUpperCase()} ${path}`;
    const successes = statuses.filter((status) => status < 300);
    expect([name, successes]).toEqual([name, versioned ? (SUCCESSES[name] ?? [200]) : [200]]);
  }
});

test('the key is in the header, or in the query or path for the two GET sends', () => {
  const keyIn = Object.fromEntries(OPERATIONS.map(({ id, keyIn }) => [id, keyIn.join()]));
  expect(keyIn).toMatchObject({ sendTemplateByQuery: 'header,query', sendTemplateByPathKey: 'path', getDocument: '' });
  const { sendTemplateByQuery, sendTemplateByPathKey, getDocument, ...others } = keyIn;
  expect(new Set(Object.values(others))).toEqual(new Set(['header']));
});

test('each error code of an operation has a response with its status, and each error response has a code', () => {
  for (const { id, errors, statuses } of OPERATIONS) {
    const fromCodes = new Set(errors.map((code) => ERRORS[code].http));
    const listed = statuses.filter((status) => status >= 400);
    expect([id, [...fromCodes].sort()]).toEqual([id, listed.sort()]);
  }
});

test('every operation with a key lists the errors about the key, its account and its rate limit', () => {
  for (const { id, errors, versioned } of OPERATIONS) {
    if (versioned) {
      expect([id, errors]).toEqual([
        id,
        expect.arrayContaining([
          'MISSING_API_KEY',
          'INVALID_API_KEY',
          'API_KEY_REVOKED',
          'IP_NOT_ALLOWED',
          'SCOPE_DENIED',
          'MODULE_DISABLED',
          'ACCOUNT_INACTIVE',
          'LICENSE_EXPIRED',
          'RATE_LIMITED',
          'INTERNAL_ERROR',
        ]),
      ]);
    }
  }
});

test('every error code belongs to an operation, except those outside all operations', () => {
  const reached = new Set(OPERATIONS.flatMap(({ errors }) => errors));
  const unreached = Object.keys(ERRORS).filter((code) => !reached.has(code as keyof typeof ERRORS));
  // Clients fetch a file by its link, which is not a path of the document.
  expect(unreached).toEqual(['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'MEDIA_GONE', 'URL_TOO_LONG', 'HEADERS_TOO_LARGE']);
});

test('operations list the error codes of the schema rules that apply to them', () => {
  /** Returns the codes of all schemas that apply to a request, including referenced ones. */
  function codesReached(start: unknown): Set<string> {
    const codes = new Set<string>();
    const seen = new Set<string>();
    const visit = (part: unknown) => {
      for (const [, node] of nodes(part)) {
        if (typeof node['x-code'] === 'string') {
          codes.add(node['x-code']);
        }
        if (typeof node.$ref === 'string' && !seen.has(node.$ref)) {
          seen.add(node.$ref);
          visit(resolveReference(node.$ref));
        }
      }
    };
    visit(start);
    return codes;
  }

  const everywhere = new Set<string>();
  for (const { id, errors, parameters, body } of OPERATIONS) {
    const codes = codesReached([parameters.map(({ schema }) => schema), body?.schema]);
    expect([id, [...codes].filter((code) => !errors.includes(code as keyof typeof ERRORS))]).toEqual([id, []]);
    for (const code of codes) {
      everywhere.add(code);
    }
  }
  expect([...everywhere].sort()).toEqual([
    'CHANNEL_FEATURE_UNSUPPORTED',
    'CHANNEL_UNSUPPORTED',
    'FLOW_NOT_FOUND',
    'MEDIA_REQUIRED',
    'MEDIA_URL_INVALID',
    'RECIPIENT_INVALID',
    'TEMPLATE_BUTTON_PARAM_MISSING',
  ]);
});

test('every response has the request ID and the rate limit headers, and every 429 has Retry-After', () => {
  const always = ['X-RateLimit-Burst', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Request-Id'];
  for (const [path, item] of Object.entries(document.paths as Record<string, Node>)) {
    for (const [method, operation] of Object.entries(item).filter(([, value]) => isNode(value) && value.responses)) {
      for (const [status, raw] of Object.entries((operation as { responses: Record<string, Node> }).responses)) {
        const response = typeof raw.$ref === 'string' ? (resolveReference(raw.$ref) as Node) : raw;
        const headers = Object.keys(response.headers ?? {});
        const expected = status === '429' ? [...always, 'Retry-After'] : always;
        expect([method, path, status, headers]).toEqual([method, path, status, expect.arrayContaining(expected)]);
      }
    }
  }
});

test('request objects refuse unknown fields, and responses allow them', () => {
  const judge = createJudge();
  const faults = (schema: string, value: object) => judge(`/components/schemas/${schema}`, value);
  expect(faults('SendMessageRequest', { to: '905551112233', text: 'Hello', colour: 'red' })).not.toEqual([]);
  expect(faults('SendMessageRequest', { to: '905551112233', text: 'Hello' })).toEqual([]);
  for (const { id, body } of OPERATIONS) {
    const name =
      String(body?.schema.$ref ?? '')
        .split('/')
        .at(-1) ?? '';
    if (body) {
      expect([id, faults(name, { no_such_field: 1 }).length > 0]).toEqual([id, true]);
    }
  }
  expect(faults('SendResult', { id: 'msg_1', status: 'queued', new_field: 1 })).toEqual([]);
  expect(faults('Message', { id: 'msg_1', status: 'read', new_field: 1 })).toEqual([]);
  expect(faults('ErrorEnvelope', { success: false, error: {} })).not.toEqual([]);
});

test('every example is valid', () => {
  const judge = createJudge();
  const examples = examplesOf(document);
  expect(examples.length).toBeGreaterThan(150);
  const faults = examples.flatMap(({ at, schema, value }) => judge(schema, value).map((fault) => `${at}: ${fault}`));
  expect(faults).toEqual([]);
});

test('every request and every success has an example', () => {
  for (const [pointer, node] of nodes(document.paths)) {
    if (/\/content\/[^/]+$/.test(pointer) && !/\/responses\/[45]/.test(pointer)) {
      expect([pointer, 'example' in node || 'examples' in node]).toEqual([pointer, true]);
    }
  }
});

test('every schema, property, parameter, header and operation is described', () => {
  const bare: string[] = [];
  const described = (node: Node): boolean =>
    typeof node.description === 'string' ||
    (typeof node.$ref === 'string' && described(resolveReference(node.$ref) as Node)) ||
    (Array.isArray(node.allOf) && node.allOf.some((member) => described(member as Node)));
  const { components } = document as unknown as { components: Record<string, Record<string, Node>> };
  for (const [pointer, node] of nodes(components)) {
    if (/^\/(schemas|headers|parameters|responses|securitySchemes)\/[^/]+$/.test(pointer) && !described(node)) {
      bare.push(pointer);
    }
    // These schemas narrow a property and do not introduce it.
    const narrowed = /\/(if|then|not)\/|Event\/allOf\/1\/properties\/(event|data)$/.test(pointer);
    if (/\/properties\/[^/]+$/.test(pointer) && !narrowed && !described(node)) {
      bare.push(pointer);
    }
  }
  for (const [pointer, node] of nodes(document.paths)) {
    if ((/\/parameters\/\d+$/.test(pointer) || 'operationId' in node) && !described(node)) {
      bare.push(pointer);
    }
  }
  expect(bare).toEqual([]);
});

test('decisions.md explains every decision in the document, and the document has every decision it explains', () => {
  const text = readFileSync(pathOf('decisions.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z0-9-]+)`(\*?) \|/gm)].map(([, topic, star]) => ({ topic, star }));
  const inSchemas = rows.filter(({ star }) => star === '').map(({ topic }) => topic);
  const used = new Set<unknown>();
  for (const [, node] of nodes(document)) {
    if ('x-decision' in node) {
      used.add(node['x-decision']);
    }
  }
  expect(rows.length).toBeGreaterThan(60);
  expect(new Set(rows.map(({ topic }) => topic)).size).toBe(rows.length);
  expect([...used].sort()).toEqual(inSchemas.sort());
});

test('the three events are webhooks with the four headers of the specification and those of Standard Webhooks', () => {
  const webhooks = document.webhooks as unknown as Record<string, { post: { parameters: Node[]; requestBody: Node } }>;
  expect(Object.keys(webhooks)).toEqual(['message.received', 'message.status', 'template.status']);
  const judge = createJudge();
  for (const [event, { post }] of Object.entries(webhooks)) {
    expect(post.parameters.map(({ name, in: place, required = false }) => [name, place, required])).toEqual([
      ['X-Service-Signature', 'header', true],
      ['X-Service-Event', 'header', true],
      ['X-Service-Delivery-Id', 'header', true],
      ['X-Service-Attempt', 'header', true],
      ['webhook-id', 'header', false],
      ['webhook-timestamp', 'header', false],
      ['webhook-signature', 'header', false],
    ]);
    const schema = `/webhooks/${event}/post/requestBody/content/application~1json/schema`;
    const faults = judge(schema, { id: 'whd_1', event, api_version: 'v1', created_at: 'x', company_id: 1, attempt: 0 });
    expect(faults.join()).toContain('must match format "date-time"');
    expect(faults.join()).toContain('must be >= 1');
    expect(judge(schema, { event: 'other' }).join()).toContain('must');
  }
});

test('the events have the fields of the specification', () => {
  const judge = createJudge();
  const frame = { id: 'whd_1', api_version: 'v1', created_at: '2026-05-04T12:00:00+00:00', company_id: 1, attempt: 1 };
  const lacks = (schema: string, event: string, data: object) =>
    judge(`/components/schemas/${schema}`, { ...frame, event, data })
      .map((fault) => /must have required property '(\w+)'/.exec(fault)?.[1])
      .filter(Boolean)
      .sort();
  expect(lacks('MessageReceivedEvent', 'message.received', { message: {} })).toEqual(
    ['channel', 'connection_id', 'external_id', 'from', 'id', 'received_at', 'type'].sort(),
  );
  expect(lacks('MessageStatusEvent', 'message.status', { message: {} })).toEqual(
    ['channel', 'error', 'external_id', 'id', 'occurred_at', 'status', 'to'].sort(),
  );
  expect(lacks('TemplateStatusEvent', 'template.status', { template: {} })).toEqual(
    ['category', 'language', 'name', 'rejection_reason', 'status'].sort(),
  );
});
