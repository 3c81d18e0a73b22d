import type { ErrorCode, Schema } from '@wigwag/openapi';
import type { ErrorObject } from 'ajv';
import { ApiError, invalidFields } from '../../domain/api-error.ts';

/** A broken rule of a schema, in a reader's words. */
interface Broken {
  code: ErrorCode;
  field: string;
  message: string;
  /** What the channel cannot do (`x-feature`). */
  feature?: string | undefined;
}

const UNKNOWN_FIELD = 'unknown-request-fields';

/** `/interactive/buttons/0/title` as `interactive.buttons.0.title`. */
const dotted = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

const joined = (pointer: string, name: string): string => (pointer === '' ? name : `${dotted(pointer)}.${name}`);

/** Keywords that only say that something inside them failed. */
const FRAMES = new Set(['if', 'allOf', '$ref', 'unevaluatedProperties', 'unevaluatedItems']);

/** A union that failed says less than what failed deeper inside it. */
const saysLess = (frame: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  errors.some((error) => error.instancePath.startsWith(`${frame.instancePath}/`));

/** What a union that failed says of its branches tells of paths not taken, unless it lies deeper than the union itself. */
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
    return { code, field, message: String(schema['x-message'] ?? 'is not known here') };
  }
  switch (error.keyword) {
    case 'required':
      return { code, field: joined(error.instancePath, String(params.missingProperty)), message: 'is required' };
    case 'dependentRequired':
      return {
        code,
        field: joined(error.instancePath, String(params.missingProperty)),
        message: `is required beside ${String(params.property)}`,
      };
    case 'additionalProperties':
      return {
        code,
        field: joined(error.instancePath, String(params.additionalProperty)),
        message: 'is not known here',
      };
    case 'unevaluatedProperties':
      return {
        code,
        field: joined(error.instancePath, String(params.unevaluatedProperty)),
        message: 'is not known here',
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

/** Limits in plain words; Ajv's own for the rest. */
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
    default:
      return message ?? 'is not valid';
  }
}

/** A body can break a rule in a hundred thousand places; a reader needs a few of them, and the server its time. */
const MOST_ERRORS = 200;
const MOST_FAULTS = 20;
const LONGEST_NAME = 100;

const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** Which code is told when several rules are broken: the channel decides what else is asked, a malformed field comes next. */
const rank = ({ code }: Broken): number => (code === 'CHANNEL_UNSUPPORTED' ? 0 : code === 'VALIDATION_FAILED' ? 1 : 2);

/** The one clear error that a failed validation answers: the spec's own code where the rule has one (`x-code`). */
export function apiErrorOf(found: readonly ErrorObject[], value: unknown): ApiError {
  const errors = found.slice(0, MOST_ERRORS);
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

/** The value that a dotted field names. */
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
    case 'FLOW_NOT_FOUND':
      return new ApiError('FLOW_NOT_FOUND', { id: valueAt(value, param) }, { param });
    case 'MEDIA_URL_INVALID':
      return new ApiError('MEDIA_URL_INVALID', { url: valueAt(value, param), problem: first.message }, { param });
    default: {
      const faults = ranked
        .slice(0, MOST_FAULTS)
        .map(({ field, message }) => ({ field: shortened(field, LONGEST_NAME) || 'body', message }));
      return invalidFields(faults);
    }
  }
}
