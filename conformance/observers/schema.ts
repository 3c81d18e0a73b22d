import { document, type Node } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TIME_WITH_OFFSET } from './observer.ts';

/**
 * The document without our decisions: a node marked `x-decision` allows everything, because the specification is silent
 * and implementations may differ. For the same reason, a nullable field may be missing.
 */
export function withoutDecisions(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(withoutDecisions);
  }
  if (node === null || typeof node !== 'object') {
    return node;
  }
  if ('x-decision' in node) {
    return {};
  }
  const loose = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutDecisions(value)]));
  const { required, properties } = node as { required?: unknown; properties?: Record<string, unknown> };
  return Array.isArray(required) && properties
    ? { ...loose, required: required.filter((name) => !mayBeNull(properties[name])) }
    : loose;
}

function mayBeNull(schema: unknown): boolean {
  const { type, oneOf, anyOf } = (schema ?? {}) as { type?: unknown; oneOf?: unknown[]; anyOf?: unknown[] };
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    [...(oneOf ?? []), ...(anyOf ?? [])].some(mayBeNull)
  );
}

/**
 * Parts of the document that are more precise than the specification but not marked: the fields of GET /me, the error
 * of a retrieved message (§2.2 names its fields only for events), whether a record is `data` or below it, and whether
 * the history has more than a cursor (§2.1). Cases and `fieldTypeFaults` check what the specification does ask for.
 */
const OPEN_DATA = [
  'getMe',
  'getMessage',
  'upsertContact',
  'getContact',
  'updateContact',
  'getFlow',
  'listConversationMessages',
];
/** Fields to which the document gives a type, but not the specification. */
const OPEN_FIELDS = [['FlowFunnelStep', 'step']] as const;

function specification(): AnySchema {
  const whole = withoutDecisions({ paths: document.paths, components: document.components }) as {
    paths: Record<string, Record<string, { operationId?: string; responses: Record<string, Node> }>>;
    components: { schemas: Record<string, Node> };
  };
  for (const operation of Object.values(whole.paths).flatMap((path) => Object.values(path))) {
    if (OPEN_DATA.includes(operation.operationId ?? '')) {
      for (const status of ['200', '201']) {
        if (operation.responses[status]) {
          operation.responses[status] = {
            content: { 'application/json': { schema: { properties: { data: { type: 'object' } } } } },
          };
        }
      }
    }
  }
  for (const [schema, name] of OPEN_FIELDS) {
    (whole.components.schemas[schema]?.properties as Node)[name] = {};
  }
  return whole as AnySchema;
}

/** Returns the type faults of fields that are in a record, wherever it is. Fields that are missing or null are right. */
export function fieldTypeFaults(schema: string, names: readonly string[], record: object): string[] {
  const properties = `/components/schemas/${schema}/properties`;
  return names
    .filter((name) => (record as Node)[name] !== undefined && (record as Node)[name] !== null)
    .flatMap((name) => typeFaults(`${properties}/${name}`, (record as Node)[name]).map((fault) => `${name} ${fault}`));
}

/** Like `schemaFaults`, but only about types. */
const typeFaults = (pointer: string, value: unknown): string[] => {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validate);
  validate(value);
  return (validate.errors ?? []).filter(({ keyword }) => keyword === 'type').map(({ message = '' }) => message);
};

const ROOT = 'specification';
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('date-time', TIME_WITH_OFFSET);
ajv.addSchema(specification(), ROOT);
const validators = new Map<string, ValidateFunction>();

/** Returns the violations of a schema by a value, one line each. */
export function schemaFaults(pointer: string, value: unknown): string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath || 'the body'} ${error.message}`);
}
