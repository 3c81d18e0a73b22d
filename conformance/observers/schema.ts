import { document } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * The document without our decisions: a node marked `x-decision` allows everything, since the specification is silent there and
 * another implementation may have decided differently.
 */
export function withoutDecisions(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(withoutDecisions);
  }
  if (node === null || typeof node !== 'object') {
    return node;
  }
  return 'x-decision' in node
    ? {}
    : Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutDecisions(value)]));
}

const ROOT = 'specification';
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(withoutDecisions({ paths: document.paths, components: document.components }) as AnySchema, ROOT);
const validators = new Map<string, ValidateFunction>();

/** What in a value breaks a schema of the specification, one line a fault. */
export function schemaFaults(pointer: string, value: unknown): string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath || 'the body'} ${error.message}`);
}
