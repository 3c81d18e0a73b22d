import { GET_REPEAT_SECONDS } from '@wigwag/openapi';
import { invalidField, invalidFields } from '../../domain/api-error.ts';
import type { TemplateInput } from '../../domain/messages/message-input.ts';
import type { Handlers, OperationReply, OperationRequest } from '../operation.ts';
import { acceptIdempotent } from './accept-idempotent.ts';

type ByLink = OperationRequest<'sendTemplateByQuery'> | OperationRequest<'sendTemplateByPathKey'>;
type LinkQuery = ByLink['query'];

/** §4.2: the required fields and their aliases. */
const ALIASES = [
  ['to', 'phone'],
  ['name', 'template'],
] as const;

/**
 * Returns the query with its aliases resolved, so that links with the same meaning count as the same request.
 *
 * @throws {ApiError} VALIDATION_FAILED if the recipient or the name is missing, or is given twice with different values
 */
function requireComplete(query: LinkQuery): LinkQuery & { to: string; name: string } {
  const faults = ALIASES.flatMap(([field, alias]) => {
    const values = new Set([query[field], query[alias]].filter((value) => value !== undefined));
    return [
      ...(values.size === 0 ? [{ field, message: 'is required' }] : []),
      ...(values.size === 2
        ? [{ field: alias, message: `is an alias of ${field} and differs from it; give only one` }]
        : []),
    ];
  });
  if (faults.length > 0) {
    throw invalidFields(faults);
  }
  const { to, phone, name, template, ...rest } = query;
  return { ...rest, to: String(to ?? phone), name: String(name ?? template) };
}

/**
 * Returns the variables in the template's format: by position (`var1`, `var2`) or by name (`vars[first_name]`).
 *
 * @throws {ApiError}
 */
function variablesOf({ var: byPlace, vars: byName }: LinkQuery): TemplateInput['variables'] {
  if (byPlace && byName) {
    throw invalidField('vars', 'is not allowed together with var1: a template has either numbered or named variables');
  }
  return byPlace ? new Map(Object.entries(byPlace).map(([name, text]) => [name.slice('var'.length), text])) : byName;
}

/**
 * Returns the idempotency key from the query or from the header, which some callers can set.
 *
 * @throws {ApiError} if the two keys differ
 */
function idempotencyKeyOf({ query: { idempotency_key: inQuery }, idempotencyKey: inHeader }: ByLink) {
  if (inQuery !== undefined && inHeader !== undefined && inQuery !== inHeader) {
    throw invalidField('idempotency_key', 'differs from the header Idempotency-Key; give only one');
  }
  return inQuery ?? inHeader;
}

/**
 * Runs the operation of the POST for callers that can only open a link. The link is the same request, wherever it
 * contains the API key.
 */
async function sendByLink(incoming: ByLink): Promise<OperationReply<'sendTemplateByQuery'>> {
  const key = idempotencyKeyOf(incoming);
  const { idempotency_key: _, ...body } = requireComplete(incoming.query);
  const { to, name, language, connection_id } = body;
  const input: TemplateInput = {
    channel: 'whatsapp',
    to,
    name,
    variables: variablesOf(body),
    place: 'query',
    ...(language !== undefined && { language }),
    ...(connection_id !== undefined && { connection_id }),
  };
  const request = {
    operation: 'GET /messages/template',
    key,
    keyField: 'idempotency_key',
    repeatSeconds: GET_REPEAT_SECONDS,
    body,
  };
  const sent = await acceptIdempotent(incoming, request, input);
  return { status: 202, ...sent };
}

export const templateLinks = {
  /** §4.2 GET /messages/template */
  sendTemplateByQuery: sendByLink,

  /** §4.2 GET /messages/template/{api_key} */
  sendTemplateByPathKey: sendByLink,
} satisfies Partial<Handlers>;
