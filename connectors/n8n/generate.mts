import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Generates the table of operations of the n8n node from the published document. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

const HERE = new URL('.', import.meta.url);
const document = JSON.parse(readFileSync(new URL('../../openapi/generated/openapi.json', HERE), 'utf8'));

/** Returns the target of a reference. Fields next to the reference apply. */
function resolved<T extends { $ref?: string }>(node: T): T {
  const { $ref, ...own } = node;
  const target = $ref
    ?.slice(2)
    .split('/')
    .reduce((at, key) => at[key], document);
  return target === undefined ? node : { ...resolved(target), ...own };
}

/** Returns the name of a field as people read it, such as "Connection ID". */
const displayed = (name: string): string =>
  name
    .split(/[_-]/)
    .map((word) => (word === 'id' ? 'ID' : (word[0] ?? '').toUpperCase() + word.slice(1)))
    .join(' ');

function fieldOf(name: string, place: string, isRequired: boolean, given: Schema) {
  const schema = resolved(given);
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const type =
    schema.format === 'binary'
      ? 'file'
      : schema.enum
        ? 'options'
        : types[0] === 'integer'
          ? 'number'
          : types.length !== 1 || types[0] === 'object' || types[0] === 'array'
            ? 'json'
            : types[0];
  return {
    name,
    displayName: displayed(name),
    in: place,
    type,
    required: isRequired,
    description: (given.description ?? schema.description ?? '').trim().replaceAll('\n', ' '),
    ...(schema.enum && { options: schema.enum }),
  };
}

function operationOf(method: string, path: string, operation: Operation) {
  const parameters = (operation.parameters ?? []).map(resolved);
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const { properties = {}, required = [] } = body ? resolved(body) : {};
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = resolved(success?.content['application/json']?.schema ?? {});
  const data = resolved(answer.properties?.data ?? {});
  const pagination = resolved(data.properties?.pagination ?? {}).properties ?? {};
  const list = operation.operationId.startsWith('list')
    ? Object.keys(data.properties ?? {}).find((name) => resolved(data.properties?.[name] ?? {}).type === 'array')
    : undefined;
  return {
    id: operation.operationId,
    resource: operation.tags[0],
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    ...(list && { list }),
    ...('next_cursor' in pagination && { pages: true }),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') && { sends: true }),
    fields: [
      ...parameters
        .filter((one) => one.in !== 'header' && !(one.in === 'query' && one.name === 'cursor'))
        .map((one) =>
          fieldOf(one.name, one.in, one.required === true, { ...one.schema, description: one.description }),
        ),
      ...Object.entries(properties).map(([name, schema]) => fieldOf(name, 'body', required.includes(name), schema)),
    ],
  };
}

const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
  // The deprecated operations have the key in the URL, and the stream belongs to the trigger.
  .filter(({ operation, path }) => operation.operationId && !operation.deprecated && path !== '/developers/events')
  .map(({ path, method, operation }) => operationOf(method, path, operation));
const resources = (document.tags as { name: string; description: string }[]).filter(({ name }) =>
  operations.some(({ resource }) => resource === name),
);

const events = Object.entries(document.webhooks as Record<string, { post: Operation }>).map(([name, { post }]) => ({
  name,
  summary: post.summary,
}));

mkdirSync(new URL('nodes/generated/', HERE), { recursive: true });
writeFileSync(
  new URL('nodes/generated/operations.ts', HERE),
  `/* Made by \`node connectors/n8n/generate.mts\` from the document. Do not edit. */

import type { EventKind, Operation, Resource } from '../operation.ts';

export const RESOURCES: readonly Resource[] = ${JSON.stringify(resources, null, 2)};

export const OPERATIONS: readonly Operation[] = ${JSON.stringify(operations, null, 2)};

export const EVENTS: readonly EventKind[] = ${JSON.stringify(events, null, 2)};
`,
);
