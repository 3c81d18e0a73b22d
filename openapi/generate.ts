import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, createConfig } from '@redocly/openapi-core';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { stringify } from 'yaml';
import { agentTools } from './agent-tools.ts';
import { asyncDocument } from './async-document.ts';
import { forCallers, neverWhereNothingFits, withNamedTypes, withUndefined } from './caller-types.ts';
import { cliOperations } from './cli-operations.ts';
import { addErrorExamples } from './error-examples.ts';
import { ERRORS } from './errors.ts';
import { publicDocument, withoutCitations } from './public-document.ts';
import { describeLimits, describeScopes, scopesOf } from './scopes.ts';
import { sdkExamples, sdkResources } from './sdk-resources.ts';
import { type Node, nameOf, operationsOf, resolved } from './walk.ts';

/**
 * Writes all files generated from the document that have changed.
 *
 * It generates two sets of types: the server sees requests after defaults are filled in, the SDK before.
 */

const HERE = new URL('.', import.meta.url);
const MADE = 'Made by `npm run generate` from the document. Do not edit.';
const SPECIFICATION = 'https://github.com/wigwag/wigwag/blob/main/openapi/SPECIFICATION.md';
/** The origin in the examples of the published document, which does not name one server. */
const EXAMPLE_ORIGIN = 'https://api.example.com';
const DOCUMENT_PATH = '/developers/openapi.json';
/** Starts with `/*!` so that the declaration file keeps it. */
const TYPES_HEADER = `/*! ${MADE}\n *\n * § refers to the sections of ${SPECIFICATION}\n */`;

async function bundled(file: string): Promise<Node> {
  const config = await createConfig({});
  const result = await bundle({ ref: fileURLToPath(new URL(file, HERE)), config });
  const problem = result.problems.find(({ severity }) => severity === 'error');
  if (problem) {
    throw new Error(`${file}: ${problem.message} (${problem.location[0]?.pointer ?? ''})`);
  }
  return structuredClone(result.bundle.parsed) as Node;
}

/** Returns the complete list of codes of each operation. In the sources, shared responses define shared codes. */
function mergeErrors(document: Node): void {
  const order = Object.keys(ERRORS);
  for (const { node } of operationsOf(document)) {
    const shared = Object.values(node.responses).flatMap((one) => resolved(document, one)['x-errors'] ?? []);
    node['x-errors'] = [...new Set([...shared, ...(node['x-errors'] ?? [])])].sort(
      (a, b) => order.indexOf(a) - order.indexOf(b),
    );
  }
}

/** openapi-typescript makes discriminators required. Ours are optional if they have a default, and their literals suffice. */
function withoutDiscriminators(document: Node): OpenAPI3 {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === 'discriminator' ? undefined : value)),
  ) as OpenAPI3;
}

/** Returns a module instead of JSON, because each TypeScript module resolution needs a different JSON import. */
const dataModule = (document: Node) => `/* ${MADE} */\n\nexport default ${JSON.stringify(document, null, 2)};\n`;

async function typesOf(document: Node, header: string): Promise<string> {
  const ast = await openapiTS(withoutDiscriminators(document), { defaultNonNullable: true });
  return `${header}\n\n${astToString(ast)}`;
}

async function callerTypesOf(document: Node): Promise<string> {
  const ast = await openapiTS(withoutDiscriminators(forCallers(document)), {
    defaultNonNullable: false,
    transform: (schema) => neverWhereNothingFits(schema as Node),
  });
  const source = astToString(withNamedTypes(withUndefined(ast)) as typeof ast);
  return `/* ${MADE} */\n\n${plainComments(source)}`;
}

/** Turns `@description` into plain text, which editors show first and without the name of the tag. */
const plainComments = (source: string): string =>
  source
    .replaceAll(/^( *)(\* (?!@).+)\n +\* @description /gm, '$1$2\n$1*\n$1* ')
    .replaceAll(/^( *(?:\/\*)?\* )@description /gm, '$1');

/** Returns the version of the SDK as a constant, for the header `User-Agent`. */
function versionModule(): string {
  const { version } = JSON.parse(readFileSync(new URL('../sdk/package.json', HERE), 'utf8')) as { version: string };
  return `/* ${MADE} */\n\n/** The version of this package. */\nexport const VERSION = '${version}';\n`;
}

function retryTable(document: Node): string {
  const { ErrorCode: node } = (document.components as { schemas: Record<string, Node> }).schemas;
  const retry = node?.['x-retry'] as Record<string, string>;
  const rows = Object.entries(ERRORS).map(
    ([code, { http }]) => `  ${code}: { http: ${http}, retry: '${retry[code]}' },`,
  );
  return [
    `/* ${MADE} */`,
    '',
    '/** Waits before the tries of a code whose retry is `backoff` or `same-key`, in seconds (§7). */',
    `export const RETRY_DELAYS_SECONDS = ${JSON.stringify(node?.['x-retry-delays-seconds'])} as const;`,
    '',
    '/** Every error code with its HTTP status and how it may be retried (`x-retry` of the document). */',
    'export const ERROR_CODES = {',
    ...rows,
    '} as const;',
    '',
    '/** The codes that may be retried, and how. */',
    'export const RETRIES: Partial<Record<string, string>> = {',
    '  // Lookups must not find inherited properties.',
    '  __proto__: null as never,',
    ...Object.entries(retry)
      .filter(([, how]) => how !== 'never')
      .map(([code, how]) => `  ${code}: '${how}',`),
    '};',
    '',
  ].join('\n');
}

/** Returns a list of the document as a constant and a union type. */
const namesOf = (constant: string, type: string, what: string, names: readonly string[]): string[] => [
  '',
  `/** ${what} */`,
  `export const ${constant} = ${JSON.stringify(names)} as const;`,
  `export type ${type} = (typeof ${constant})[number];`,
];

/** Returns the lists from which other sources derive theirs. */
function nameLists(document: Node): string {
  const { Channel, EventName } = (document.components as { schemas: Record<string, { enum: string[] }> }).schemas;
  return [
    `/* ${MADE} */`,
    ...namesOf('CHANNELS', 'Channel', 'Every channel (§1).', Channel?.enum ?? []),
    ...namesOf('EVENTS', 'EventName', 'Every webhook event (§6).', EventName?.enum ?? []),
    ...namesOf('SCOPES', 'Scope', 'Every scope that an operation requires, sorted (§5.5).', scopesOf(document)),
    '',
  ].join('\n');
}

/** Returns the roles of the dashboard with their scopes, and the operations that only sessions have. */
function adminNames(admin: Node, scopes: readonly string[]): string {
  const { Role } = (admin.components as { schemas: Record<string, { enum: string[]; 'x-scopes': Node }> }).schemas;
  const scopesOfRoles = Object.entries(Role?.['x-scopes'] ?? {}).map(([role, own]) => [
    role,
    (own as string[]).includes('*') ? scopes : own,
  ]);
  const sessionOperations = operationsOf(admin)
    .filter(({ versioned }) => !versioned)
    .map(({ id }) => `'${id}'`);
  return [
    `/* ${MADE} */`,
    '',
    "import type { Scope } from './names.ts';",
    ...namesOf('ROLES', 'Role', 'Every role of a login, from most to least.', Role?.enum ?? []),
    '',
    '/** The scopes of the messaging API that each role has. */',
    `export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = ${JSON.stringify(Object.fromEntries(scopesOfRoles))};`,
    '',
    '/** The operations that exist only for sessions of the dashboard. */',
    `export type SessionOperation = ${sessionOperations.join(' | ')};`,
    '',
  ].join('\n');
}

/** Returns the part of the admin document that the token opens, with the schemas that it uses. */
function forToken(admin: Node): Node {
  const paths = Object.entries(admin.paths as Record<string, Node>).filter(([, { servers }]) => servers === undefined);
  const { schemas, parameters, ...components } = admin.components as Record<string, Record<string, Node>>;
  const used: Record<string, Node> = {};
  const visit = (node: unknown): void => {
    if (!(node instanceof Object)) {
      return;
    }
    const { $ref } = node as { $ref?: string };
    const name = $ref?.startsWith('#/components/schemas/') ? nameOf($ref) : undefined;
    if (name !== undefined && schemas?.[name] && !used[name]) {
      used[name] = schemas[name];
      visit(schemas[name]);
    }
    Object.values(node).forEach(visit);
  };
  [paths, parameters, components].forEach(visit);
  return { ...admin, paths: Object.fromEntries(paths), components: { ...components, parameters, schemas: used } };
}

const ADMIN_MODULES = {
  className: 'AdminResources',
  types: './admin-types.ts',
  operationTypes: '../admin/operation-types.ts',
};

/** Returns the document for readers, with the tables and examples that follow from it. The types need none of them. */
function published(document: Node, origin: string): Node {
  const copy = structuredClone(document);
  addErrorExamples(copy, origin);
  describeScopes(copy);
  describeLimits(copy);
  return copy;
}

/** Returns the document that callers get. It also has the event stream, which is an addition of ours. */
async function forReaders(document: Node): Promise<Node> {
  const tail = await bundled('tail.yaml');
  const { schemas, ...components } = document.components as Record<string, Node>;
  const added = tail.components as Record<string, Node>;
  // A generated client needs no method that reads its own description.
  const { [DOCUMENT_PATH]: own, ...paths } = document.paths as Record<string, Record<string, { tags?: string[] }>>;
  const whole = {
    ...document,
    tags: (document.tags as Node[]).filter(({ name }) => !own?.get?.tags?.includes(String(name))),
    paths: { ...paths, ...(tail.paths as Node) },
    components: { ...components, schemas: { ...added.schemas, ...schemas } },
  };
  mergeErrors(whole);
  return publicDocument(published(whole, EXAMPLE_ORIGIN));
}

async function generate(): Promise<Map<string, string>> {
  const document = await bundled('openapi.yaml');
  mergeErrors(document);
  const [{ variables }] = document.servers as [{ variables: { origin: { default: string } } }];
  const complete = published(document, variables.origin.default);
  const readable = await forReaders(document);
  const control = await bundled('control.yaml');
  const admin = await bundled('admin.yaml');
  const { Scope } = (control.components as { schemas: Record<string, Node> }).schemas;
  Object.assign(Scope as Node, { enum: scopesOf(document) });
  return new Map([
    ['generated/document.ts', dataModule(complete)],
    ['generated/openapi.json', `${JSON.stringify(readable, null, 2)}\n`],
    ['generated/openapi.yaml', stringify(readable, { lineWidth: 0, aliasDuplicateObjects: false })],
    ['generated/asyncapi.json', `${JSON.stringify(asyncDocument(readable), null, 2)}\n`],
    ['generated/types.ts', await typesOf(document, TYPES_HEADER)],
    ['generated/names.ts', nameLists(document)],
    ['generated/control-document.ts', dataModule(control)],
    ['generated/control.ts', await typesOf(control, `/* ${MADE} */`)],
    ['generated/admin-document.ts', dataModule(admin)],
    ['generated/admin-names.ts', adminNames(admin, scopesOf(document))],
    ['generated/admin.ts', await typesOf(admin, `/* ${MADE} */`)],
    ['../cli/generated/operations.ts', `/* ${MADE} */\n\n${cliOperations(document)}`],
    ['../cli/commands/mcp/generated/tools.ts', `/* ${MADE} */\n\n${agentTools(readable)}`],
    ['../sdk/generated/types.ts', await callerTypesOf(document)],
    ['../sdk/generated/names.ts', withoutCitations(nameLists(document))],
    ['../sdk/generated/version.ts', versionModule()],
    ['../sdk/generated/errors.ts', withoutCitations(retryTable(document))],
    ['../sdk/generated/resources.ts', withoutCitations(`/* ${MADE} */\n\n${sdkResources(document)}`)],
    ['../sdk/generated/admin-types.ts', await callerTypesOf(forToken(admin))],
    [
      '../sdk/generated/admin-resources.ts',
      withoutCitations(`/* ${MADE} */\n\n${sdkResources(forToken(admin), ADMIN_MODULES)}`),
    ],
    ['../sdk/generated/examples.ts', `/* ${MADE} */\n\n${sdkExamples(document)}`],
  ]);
}

function read(url: URL): string | undefined {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}

const written: string[] = [];
for (const [name, content] of await generate()) {
  const url = new URL(name, HERE);
  if (read(url) !== content) {
    const path = fileURLToPath(url);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    written.push(relative(process.cwd(), path));
  }
}
console.log(written.length > 0 ? `written: ${written.join(', ')}` : 'generated files are fresh');
