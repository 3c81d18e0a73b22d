import { document } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TIME_WITH_OFFSET } from './observer.ts';

type Node = Record<string, unknown>;

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
 * of a retrieved message (§2.2 names its fields only for events), and whether a record is `data` or below it. Cases
 * check that the required information is present anywhere.
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

/** Returns the violations of a schema by a value, one line each. */
export function schemaFaults(pointer: string, value: unknown): string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath || 'the body'} ${error.message}`);
}
