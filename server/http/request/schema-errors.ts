import type { ErrorCode, Schema } from '@wigwag/openapi';
import type { ErrorObject } from 'ajv';
import { ApiError, invalidFields } from '../../domain/api-error.ts';

/** A broken rule of a schema, in plain words. */
interface Broken {
  code: ErrorCode;
  field: string;
  message: string;
  /** The feature that the channel does not support (`x-feature`). */
  feature?: string | undefined;
}

const UNKNOWN_FIELD = 'unknown-request-fields';

/** Converts `/interactive/buttons/0/title` to `interactive.buttons.0.title`. */
const dotted = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

const joinPath = (pointer: string, name: string): string => (pointer === '' ? name : `${dotted(pointer)}.${name}`);

/** Keywords that only report an error inside them. */
const FRAMES = new Set(['if', 'allOf', '$ref', 'unevaluatedProperties', 'unevaluatedItems']);

/** Returns whether a failed union is less specific than an error inside it. */
const saysLess = (frame: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  errors.some((error) => error.instancePath.startsWith(`${frame.instancePath}/`));

/**
 * Returns whether an error comes from a branch of a failed union that does not apply, and is not deeper than the union
 * itself.
 */
function isPathNotTaken(error: ErrorObject, unions: readonly ErrorObject[]): boolean {
  return unions.some(
    (union) =>
      union !== error &&
      error.instancePath === union.instancePath &&
      error.schemaPath.startsWith(`${union.schemaPath}/`),
  );
}

function brokenOf(error: ErrorObject): Broken {
  const schema = (error.parentSchema ?? {}) as Schema;
  const code = (schema['x-code'] as ErrorCode | undefined) ?? 'VALIDATION_FAILED';
  const params = error.params as Record<string, unknown>;
  if (schema['x-decision'] === UNKNOWN_FIELD) {
    const field =
      error.instancePath === ''
        ? String(params.unevaluatedProperty ?? params.additionalProperty)
        : dotted(error.instancePath);
    return { code, field, message: String(schema['x-message'] ?? 'is not recognized') };
  }
  switch (error.keyword) {
    case 'required':
      return { code, field: joinPath(error.instancePath, String(params.missingProperty)), message: 'is required' };
    case 'dependentRequired':
      return {
        code,
        field: joinPath(error.instancePath, String(params.missingProperty)),
        message: `is required together with ${String(params.property)}`,
      };
    case 'additionalProperties':
      return {
        code,
        field: joinPath(error.instancePath, String(params.additionalProperty)),
        message: 'is not recognized',
      };
    case 'unevaluatedProperties':
      return {
        code,
        field: joinPath(error.instancePath, String(params.unevaluatedProperty)),
        message: 'is not recognized',
      };
    case 'enum':
      return {
        code,
        field: dotted(error.instancePath),
        message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
        feature: schema['x-feature'] as string | undefined,
      };
    case 'const':
      return { code, field: dotted(error.instancePath), message: `must be ${String(params.allowedValue)}` };
    default:
      return { code, field: dotted(error.instancePath), message: String(schema['x-message'] ?? plainWords(error)) };
  }
}

/** Returns the text for a broken limit, or Ajv's own message for other rules. */
function plainWords({ keyword, params, message }: ErrorObject): string {
  const { limit } = params as { limit?: number };
  switch (keyword) {
    case 'minLength':
    case 'minItems':
      return limit === 1
        ? 'must not be empty'
        : `must have at least ${limit} ${keyword === 'minLength' ? 'characters' : 'entries'}`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'type':
      return (message ?? 'is not valid').replaceAll(',', ' or ');
    default:
      return message ?? 'is not valid';
  }
}

/**
 * The maximum number of errors to process and to report. A body can break a rule in a hundred thousand places; a few of
 * them are enough for a reader, and processing all of them would take too long.
 */
const MAX_ERRORS = 200;
const MAX_FAULTS = 20;
const LONGEST_NAME = 100;

const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/**
 * The precedence of broken rules. The channel comes first, because it determines the other rules. Malformed fields are
 * next.
 */
const rank = ({ code }: Broken): number => (code === 'CHANNEL_UNSUPPORTED' ? 0 : code === 'VALIDATION_FAILED' ? 1 : 2);

/** Returns one error for a failed validation. Its code is the rule's own code, if the rule has one (`x-code`). */
export function apiErrorOf(found: readonly ErrorObject[], value: unknown): ApiError {
  const errors = found.slice(0, MAX_ERRORS);
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'not');
  const telling = errors.filter(
    (error) =>
      !FRAMES.has(error.keyword) &&
      !isPathNotTaken(error, unions) &&
      !(unions.includes(error) && saysLess(error, errors)),
  );
  const all = (telling.length > 0 ? telling : errors).map(brokenOf);
  const broken = all.filter(
    (one, index) => all.findIndex(({ field, message }) => field === one.field && message === one.message) === index,
  );
  const ranked = broken.sort((left, right) => rank(left) - rank(right)) as [Broken, ...Broken[]];
  return errorFor(ranked, value);
}

/** Returns the value of a field that is given as a dotted path. */
function valueAt(value: unknown, field: string): string {
  const found = field
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | null | undefined)?.[name], value);
  const isNested = found !== null && typeof found === 'object';
  return isNested ? (Array.isArray(found) ? 'a list' : 'an object') : shortened(String(found), LONGEST_NAME);
}

function errorFor(ranked: readonly [Broken, ...Broken[]], value: unknown): ApiError {
  const [first] = ranked;
  const param = first.field;
  const top = (name: string) => valueAt(value, name);
  switch (first.code) {
    case 'CHANNEL_UNSUPPORTED':
      return new ApiError('CHANNEL_UNSUPPORTED', { channel: valueAt(value, param) }, { param });
    case 'CHANNEL_FEATURE_UNSUPPORTED':
      return new ApiError(
        'CHANNEL_FEATURE_UNSUPPORTED',
        { channel: top('channel'), feature: first.feature ?? 'this' },
        { param },
      );
    case 'RECIPIENT_INVALID':
      return new ApiError(
        'RECIPIENT_INVALID',
        { to: `"${valueAt(value, param)}"`, expected: first.message },
        { param },
      );
    case 'MEDIA_REQUIRED':
      return new ApiError('MEDIA_REQUIRED', { type: top('type') }, { param });
    case 'TEMPLATE_BUTTON_PARAM_MISSING': {
      const index = valueAt(value, param.replace(/text$/, 'index'));
      return new ApiError('TEMPLATE_BUTTON_PARAM_MISSING', { name: top('name'), index, needs: 'a text' }, { param });
    }
    case 'FLOW_NOT_FOUND':
      return new ApiError('FLOW_NOT_FOUND', { id: valueAt(value, param) }, { param });
    case 'MEDIA_URL_INVALID':
      return new ApiError('MEDIA_URL_INVALID', { url: valueAt(value, param), problem: first.message }, { param });
    default: {
      const faults = ranked
        .slice(0, MAX_FAULTS)
        .map(({ field, message }) => ({ field: shortened(field, LONGEST_NAME) || 'body', message }));
      return invalidFields(faults);
    }
  }
}
