import { document } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TIME_WITH_OFFSET } from './observer.ts';

type Node = Record<string, unknown>;

/**
 * The document without our decisions: a node marked `x-decision` allows everything, since the specification is silent there and
 * another implementation may have decided differently. For the same reason a field that may be null may be missing.
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
 * Where the document is more precise than the specification without saying so: which fields of GET /me hold what, how the error
 * of a message that is looked up is written (§2.2 names its fields for events alone), and whether a record stands in `data` or
 * below it. What must be told there has cases that look for it wherever it stands.
 */
const OPEN_DATA = ['getMe', 'getMessage', 'upsertContact', 'getContact', 'updateContact', 'getFlow'];

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
  return whole as AnySchema;
}

const ROOT = 'specification';
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('date-time', TIME_WITH_OFFSET);
ajv.addSchema(specification(), ROOT);
const validators = new Map<string, ValidateFunction>();

/** What in a value breaks a schema of the specification, one line a fault. */
export function schemaFaults(pointer: string, value: unknown): string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath || 'the body'} ${error.message}`);
}
