import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from '../install.ts';

/**
 * `npm run lab -- collections`: writes the collections of connectors/api-clients with the converters of Postman and Bruno
 * from the published document. The converters take one example of each request; the other ones become requests of the
 * same folder.
 */

const HERE = import.meta.dirname;
const DOCUMENT = join(HERE, '../../openapi/generated/openapi.json');
const FOLDER = join(HERE, '../../connectors/api-clients');
/** The server that `wigwag dev` starts. */
const VARIABLES = { origin: 'http://127.0.0.1:3000', baseUrl: '{{origin}}/api/v1' };

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  example?: unknown;
  schema: { default?: unknown; enum?: unknown[]; type?: string };
}

interface Operation {
  summary: string;
  /** Whether its path does not begin with that of the API. */
  isAtOrigin: boolean;
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { examples?: Record<string, { summary: string; value: unknown }> }> };
}

interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}

interface PostmanRequest {
  name: string;
  url: { host: string[]; query: Entry[] };
  header: Entry[];
  body?: { raw?: string };
}

interface PostmanItem {
  name: string;
  id?: string;
  item?: PostmanItem[];
  request?: PostmanRequest;
  response?: unknown[];
}

interface PostmanCollection extends PostmanItem {
  info: { _postman_id?: string };
  auth: unknown;
  variable: { key: string; value: string }[];
}

interface BrunoParameter {
  uid: string;
  name: string;
  value: string | string[];
  type: string;
  enabled: boolean;
}

interface BrunoRequest {
  url: string;
  auth: { mode: string };
  params: BrunoParameter[];
  headers: { name: string; enabled: boolean }[];
  body: { json?: string | null; multipartForm: BrunoParameter[] };
}

interface BrunoItem {
  uid: string;
  name: string;
  type: string;
  items?: BrunoItem[];
  examples?: unknown[];
  request?: BrunoRequest;
}

interface BrunoCollection extends BrunoItem {
  environments: { name: string; variables: object[] }[];
}

const text = readFileSync(DOCUMENT, 'utf8');
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[]; servers?: { url: string }[] }>;
  components: { parameters: Record<string, Parameter> };
};
const operations = new Map(
  Object.values(document.paths)
    .flatMap(({ parameters = [], servers = [], ...path }) =>
      Object.values(path).map((one) => ({
        ...one,
        isAtOrigin: servers.some(({ url }) => url === '/'),
        parameters: [...parameters, ...(one.parameters ?? [])],
      })),
    )
    .map((operation) => [operation.summary, operation]),
);

/** Returns a parameter of an operation; undefined for a key within a parameter that is an object. */
function parameterOf(operation: Operation | undefined, place: string, name: string): Parameter | undefined {
  const all = (operation?.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter),
  );
  return all.find((one) => one.in === place && one.name === name);
}

/** Optional parameters are off. The converters would send all of them, some with random values. */
function entryOf(operation: Operation | undefined, place: string, entry: Entry): Entry {
  const parameter = parameterOf(operation, place, entry.key);
  if (!parameter) {
    return { ...entry, disabled: place === 'query' };
  }
  const { required = false, example, schema } = parameter;
  const value = String(example ?? schema.default ?? schema.enum?.[0] ?? '');
  return { ...entry, value, disabled: !required };
}

/** Adds a copy of each request for each further example of its body. */
const withExamples = <Item extends { name: string }>(
  items: readonly Item[],
  withBody: (item: Item, name: string, body: string) => Item,
): Item[] =>
  items.flatMap((item) => {
    const content = operations.get(item.name)?.requestBody?.content['application/json'];
    const others = Object.values(content?.examples ?? {}).slice(1);
    const copyWith = ({ summary, value }: { summary: string; value: unknown }) =>
      withBody(structuredClone(item), `${item.name}: ${summary}`, JSON.stringify(value, null, 2));
    return [item, ...others.map(copyWith)];
  });

function postmanRequest(request: PostmanRequest): PostmanRequest {
  const operation = operations.get(request.name);
  const query = request.url.query.map((entry) => entryOf(operation, 'query', entry));
  const header = request.header.map((entry) => entryOf(operation, 'header', entry));
  const host = operation?.isAtOrigin ? ['{{origin}}'] : request.url.host;
  return { ...request, url: { ...request.url, host, query }, header };
}

function postmanItems(items: readonly PostmanItem[]): PostmanItem[] {
  const own = items.map(({ id: _, response: __, item, request, ...one }) => ({
    ...one,
    ...(item && { item: postmanItems(item) }),
    ...(request && { request: postmanRequest(request) }),
  }));
  return withExamples(own, (one, name, raw) => ({
    ...one,
    name,
    ...(one.request && { request: { ...one.request, name, body: { ...one.request.body, raw } } }),
  }));
}

/** Returns the request of an operation in a collection of Postman. */
const findRequest = (items: readonly PostmanItem[], name: string): PostmanRequest | undefined =>
  items
    .map((one) => (one.item ? findRequest(one.item, name) : one.name === name ? one.request : undefined))
    .find(Boolean);

/** Writes the same IDs each time. @param place the path of the value */
function withIds(value: unknown, place: string): unknown {
  if (Array.isArray(value)) {
    return value.map((one, index) => withIds(one, `${place}/${index}`));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    name === 'uid'
      ? createHash('sha256').update(place).digest('base64').replaceAll(/\W/g, '').slice(0, 21)
      : withIds(one, `${place}/${name}`),
  ]);
  return Object.fromEntries(entries);
}

/** Takes the query from Postman's converter, because Bruno's does not write parameters that are objects. */
function brunoRequest(request: BrunoRequest, name: string, postman: PostmanCollection): BrunoRequest {
  const operation = operations.get(name);
  const query = findRequest(postman.item ?? [], name)?.url.query ?? [];
  const ofPath = request.params.filter(({ type }) => type === 'path');
  const ofQuery = query.map(({ key, value, disabled }) => ({
    ...{ uid: '', name: key, value, type: 'query', enabled: disabled !== true },
  }));
  return {
    ...request,
    url: operation?.isAtOrigin ? request.url.replace('{{baseUrl}}', '{{origin}}') : request.url,
    auth: operation?.security?.length === 0 ? { ...request.auth, mode: 'none' } : request.auth,
    params: [...ofPath, ...ofQuery],
    headers: request.headers.map((one) => ({
      ...one,
      enabled: (parameterOf(operation, 'header', one.name) ?? { required: true }).required === true,
    })),
    body: {
      ...request.body,
      multipartForm: request.body.multipartForm.map((one) =>
        one.name === 'file' ? { ...one, type: 'file', value: [] } : one,
      ),
    },
  };
}

function brunoItems(items: readonly BrunoItem[], postman: PostmanCollection): BrunoItem[] {
  const own = items.map(({ examples: _, items: inner, request, ...one }) => ({
    ...one,
    ...(inner && { items: brunoItems(inner, postman) }),
    ...(request && { request: brunoRequest(request, one.name, postman) }),
  }));
  return withExamples(own, (one, name, json) => ({
    ...one,
    name,
    ...(one.request && { request: { ...one.request, body: { ...one.request.body, json } } }),
  }));
}

async function postmanCollection(): Promise<PostmanCollection> {
  const { convertV2 } = require('openapi-to-postmanv2');
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example' };
  const { promise, resolve, reject } = Promise.withResolvers<PostmanCollection>();
  convertV2(
    { type: 'string', data: text },
    options,
    (error: Error | null, result: { result: boolean; reason: string; output: { data: PostmanCollection }[] }) =>
      result?.result ? resolve(result.output[0]?.data as PostmanCollection) : reject(error ?? new Error(result.reason)),
  );
  const collection = await promise;
  const { _postman_id: _, ...info } = collection.info;
  const { item = [], auth } = collection;
  return {
    info,
    auth,
    item: postmanItems(item),
    variable: Object.entries({ ...VARIABLES, bearerToken: '' }).map(([key, value]) => ({ key, value })),
  } as unknown as PostmanCollection;
}

async function brunoCollection(postman: PostmanCollection): Promise<BrunoCollection> {
  const loaded = await import(pathToFileURL(require.resolve('@usebruno/converters')).href);
  const { openApiToBruno } = loaded.default ?? loaded;
  const collection: BrunoCollection = await openApiToBruno(JSON.parse(text));
  const variable = { type: 'text', enabled: true };
  const environment = {
    uid: '',
    name: 'wigwag dev',
    variables: [
      ...Object.entries(VARIABLES).map(([name, value]) => ({ ...variable, uid: '', name, value, secret: false })),
      { ...variable, uid: '', name: 'token', value: '', secret: true },
    ],
  };
  const own = { ...collection, items: brunoItems(collection.items ?? [], postman), environments: [environment] };
  const written = withIds(own, '') as BrunoCollection;
  const { collectionSchema } = createRequire(require.resolve('@usebruno/converters'))('@usebruno/schema');
  await collectionSchema.validate(written);
  return written;
}

install(HERE);
const require = createRequire(join(HERE, 'package.json'));
const postman = await postmanCollection();
for (const [name, collection] of [
  ['wigwag.postman_collection.json', postman],
  ['wigwag.bruno.json', await brunoCollection(postman)],
] as const) {
  writeFileSync(join(FOLDER, name), `${JSON.stringify(collection, null, 2)}\n`);
  console.log(`written: connectors/api-clients/${name}`);
}
