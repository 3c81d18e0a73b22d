import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The collections must change with the document. `npm run lab -- collections` writes them. */

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  style?: string;
  example?: object;
}

interface Operation {
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: {
    content: Record<string, { example?: unknown; examples?: Record<string, { summary: string; value: unknown }> }>;
  };
}

/** A request of a collection. A parameter has a star if it is sent. */
interface ClientRequest {
  name: string;
  call: string;
  description: string;
  parameters: string[];
  /** undefined without JSON. */
  body: unknown;
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const document: {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[]; servers?: { url: string }[] }>;
  components: { parameters: Record<string, Parameter> };
} = read('../../openapi/generated/openapi.json');

/** Returns the names under which a parameter is sent: one for each field of an object. */
function namesOf({ in: place, name, style, example, required }: Parameter): string[] {
  const isObject = typeof example === 'object' && !Array.isArray(example);
  const names = !isObject
    ? [name]
    : Object.keys(example).map((field) => (style === 'deepObject' ? `${name}[${field}]` : field));
  return names.map((one) => `${place} ${one}${required ? '*' : ''}`);
}

function expectedRequests(): ClientRequest[] {
  return Object.entries(document.paths).flatMap(([path, { parameters: shared = [], servers = [], ...operations }]) =>
    Object.entries(operations).flatMap(([method, { summary, description = '', parameters = [], requestBody }]) => {
      const all = [...shared, ...parameters].map((one) =>
        one.$ref === undefined ? one : (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter),
      );
      const request = {
        call: `${method.toUpperCase()} {{${servers[0]?.url === '/' ? 'origin' : 'baseUrl'}}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        description: description.trim(),
        parameters: all.flatMap(namesOf).sort(),
      };
      const { example, examples } = requestBody?.content['application/json'] ?? {};
      const [first, ...others] = Object.values(examples ?? { only: { summary: '', value: example } });
      return [
        { ...request, name: summary, body: first?.value },
        ...others.map((one) => ({ ...request, name: `${summary}: ${one.summary}`, body: one.value })),
      ];
    }),
  );
}

/** Headers that belong to the body or the response. */
const isOfBody = (name: string): boolean => ['content-type', 'accept'].includes(name.toLowerCase());
const star = (isSent: boolean): string => (isSent ? '*' : '');
const inOrder = (requests: readonly ClientRequest[]) =>
  requests.toSorted((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));

test('the collection for Postman has every operation, parameter and example of the document, and sends no optional parameter', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the format has no types here
  const requestsOf = (items: any[]): ClientRequest[] =>
    items.flatMap(({ name, item, request }) =>
      item
        ? requestsOf(item)
        : {
            name,
            call: `${request.method} ${[...request.url.host, ...request.url.path].join('/')}`,
            description: request.description.content?.trim() ?? '',
            parameters: [
              // biome-ignore-start lint/suspicious/noExplicitAny: the format has no types here
              ...request.url.variable.map(({ key }: any) => `path ${key}*`),
              ...request.url.query.map(({ key, disabled }: any) => `query ${key}${star(!disabled)}`),
              ...request.header
                .filter(({ key }: any) => !isOfBody(key))
                .map(({ key, disabled }: any) => `header ${key}${star(!disabled)}`),
              // biome-ignore-end lint/suspicious/noExplicitAny: the format has no types here
            ].sort(),
            body: request.body?.mode === 'raw' ? JSON.parse(request.body.raw) : undefined,
          },
    );
  const { item, variable } = read('wigwag.postman_collection.json');
  expect(inOrder(requestsOf(item))).toEqual(inOrder(expectedRequests()));
  expect(variable).toContainEqual({ key: 'baseUrl', value: '{{origin}}/api/v1' });
});

test('the collection for Bruno has every operation, parameter and example of the document, and sends no optional parameter', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the format has no types here
  const requestsOf = (all: any[]): ClientRequest[] =>
    all.flatMap(({ name, items, request }) =>
      items
        ? requestsOf(items)
        : {
            name,
            call: `${request.method} ${request.url}`,
            description: request.docs?.trim() ?? '',
            parameters: [
              // biome-ignore-start lint/suspicious/noExplicitAny: the format has no types here
              ...request.params.map((one: any) => `${one.type} ${one.name}${star(one.enabled)}`),
              ...request.headers
                .filter((one: any) => !isOfBody(one.name))
                .map((one: any) => `header ${one.name}${star(one.enabled)}`),
              // biome-ignore-end lint/suspicious/noExplicitAny: the format has no types here
            ].sort(),
            body: request.body.mode === 'json' ? JSON.parse(request.body.json) : undefined,
          },
    );
  const { items, environments } = read('wigwag.bruno.json');
  expect(inOrder(requestsOf(items))).toEqual(inOrder(expectedRequests()));
  expect(environments).toHaveLength(1);
});
