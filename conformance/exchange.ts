import { document, type Operation } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** One answer, as it came over HTTP. */
export interface Exchange {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: any implementation may answer anything
  body: any;
}

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
ajv.addSchema({ components: withoutDecisions(document.components) } as AnySchema, ROOT);

const validators = new Map<string, ValidateFunction>();

/** What in a body breaks a schema of the specification, one line a fault. */
function bodyFaults(schema: string, body: unknown): string[] {
  const validate = validators.get(schema) ?? ajv.compile({ $ref: `${ROOT}#/components/schemas/${schema}` });
  validators.set(schema, validate);
  return validate(body)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath || 'body'} ${error.message}`);
}

const COMMON_HEADERS = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-burst'];

/** What is wrong with any answer of the API, whatever was asked (§2.1, §8); one line a fault. */
export function exchangeFaults(exchange: Exchange, operation?: Operation): string[] {
  const { status, headers, body } = exchange;
  const faults = COMMON_HEADERS.filter((name) => headers[name] === undefined).map(
    (name) => `the header ${name} is missing`,
  );
  if (operation && !operation.statuses.includes(status) && status < 500) {
    faults.push(`${operation.id} may not answer ${status}`);
  }
  faults.push(...bodyFaults(status < 400 ? 'Success' : 'ErrorEnvelope', body));
  const requestId = status < 400 ? body?.request_id : body?.error?.request_id;
  if (headers['x-request-id'] !== requestId) {
    faults.push(`X-Request-Id is ${headers['x-request-id']}, the body says ${requestId}`);
  }
  if (status >= 400 && body?.error?.http !== status) {
    faults.push(`error.http is ${body?.error?.http}, the status is ${status}`);
  }
  return faults;
}
