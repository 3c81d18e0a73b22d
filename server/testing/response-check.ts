import { document, type Operation, referenceTo, resolved } from '@wigwag/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Checks responses against the API document: status, body and headers. Tests pass all their responses to it. */

const ROOT = 'document';
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(document as unknown as AnySchema, ROOT);

const validators = new Map<string, ValidateFunction>();
const schemas = new Map<string, ValidateFunction>();

/** Returns the validator for the body of one response; it is compiled once. */
function validatorOf(where: string): ValidateFunction {
  const known = validators.get(where);
  const validate = known ?? ajv.compile({ $ref: `${ROOT}${where}/content/application~1json/schema` });
  validators.set(where, validate);
  return validate;
}

/** Returns what is wrong with a response, one line per error; empty if it matches the API document. */
export function responseFaults(
  operation: Operation,
  response: { status: number; headers: Record<string, string>; body: unknown },
): string[] {
  const documented = operation.node.responses[response.status];
  if (!documented) {
    return [`${operation.id} does not document the status ${response.status}`];
  }
  const where = referenceTo('paths', operation.path, operation.method, 'responses', String(response.status));
  const faults = Object.entries(documented.headers ?? {}).flatMap(([name, header]) => {
    const { required } = resolved(document, header);
    return required && response.headers[name.toLowerCase()] === undefined ? [`the header ${name} is missing`] : [];
  });
  if (!documented.content?.['application/json']) {
    return faults;
  }
  const validate = validatorOf(where);
  if (!validate(response.body)) {
    faults.push(...(validate.errors ?? []).map((error) => `${error.instancePath || 'the body'} ${error.message}`));
  }
  const code = (response.body as { error?: { code?: string } }).error?.code;
  if (code !== undefined && !operation.errors.some((known) => known === code)) {
    faults.push(`${operation.id} does not document the code ${code}`);
  }
  return faults;
}

/**
 * Returns what is wrong with a value, such as an event, according to a schema of the API document; one line per error.
 */
export function schemaFaults(schema: string, value: unknown): string[] {
  const validate = schemas.get(schema) ?? ajv.compile({ $ref: `${ROOT}#/components/schemas/${schema}` });
  schemas.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => ajv.errorsText([error], { dataVar: schema }));
}
