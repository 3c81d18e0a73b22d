import { GET_REPEAT_SECONDS } from '@wigwag/openapi';
import { invalidField, invalidFields } from '../../domain/api-error.ts';
import { sendTemplate, type TemplateDraft } from '../../domain/messages/send-template.ts';
import type { Handlers, Incoming, Reply } from '../operation.ts';
import { acceptOnce } from './accept-once.ts';

type ByLink = Incoming<'sendTemplateByQuery'> | Incoming<'sendTemplateByPathKey'>;
type Query = ByLink['query'];

/** §4.2: the required fields and their aliases. */
const ALIASES = [
  ['to', 'phone'],
  ['name', 'template'],
] as const;

/**
 * The query with its aliases resolved: two links that say the same are the same request.
 *
 * @throws {ApiError} VALIDATION_FAILED when recipient or name are missing, or are given twice and differ
 */
function requireComplete(query: Query): Query & { to: string; name: string } {
  const faults = ALIASES.flatMap(([field, alias]) => {
    const values = new Set([query[field], query[alias]].filter((value) => value !== undefined));
    return [
      ...(values.size === 0 ? [{ field, message: 'is required' }] : []),
      ...(values.size === 2 ? [{ field: alias, message: `differs from ${field}, whose alias it is; give one` }] : []),
    ];
  });
  if (faults.length > 0) {
    throw invalidFields(faults);
  }
  const { to, phone, name, template, ...rest } = query;
  return { ...rest, to: String(to ?? phone), name: String(name ?? template) };
}

/** The variables as a template takes them: `var1`, `var2` by place, `vars[first_name]` by name. @throws {ApiError} */
function variablesOf({ var: byPlace, vars: byName }: Query): TemplateDraft['variables'] {
  if (byPlace && byName) {
    throw invalidField('vars', 'is not taken together with var1: a template has either places or names');
  }
  return byPlace ? new Map(Object.entries(byPlace).map(([name, text]) => [name.slice('var'.length), text])) : byName;
}

/** The key of the query or of the header, which some callers can set after all. @throws {ApiError} for two that differ */
function idempotencyKeyOf({ query: { idempotency_key: inQuery }, idempotencyKey: inHeader }: ByLink) {
  if (inQuery !== undefined && inHeader !== undefined && inQuery !== inHeader) {
    throw invalidField('idempotency_key', 'differs from the header Idempotency-Key; give one');
  }
  return inQuery ?? inHeader;
}

/** The POST's operation for callers that can only open a link; the link is the same wherever it carries the API key. */
async function sendByLink(incoming: ByLink): Promise<Reply<'sendTemplateByQuery'>> {
  const { app, caller } = incoming;
  const key = idempotencyKeyOf(incoming);
  const { idempotency_key: _, ...body } = requireComplete(incoming.query);
  const { to, name, language, connection_id } = body;
  const draft: TemplateDraft = {
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
  const sent = await acceptOnce(incoming, request, (tx) => sendTemplate(app, tx, caller, draft));
  return { status: 202, ...sent };
}

export const templateLinks = {
  /** §4.2 GET /messages/template */
  sendTemplateByQuery: sendByLink,

  /** §4.2 GET /messages/template/{api_key} */
  sendTemplateByPathKey: sendByLink,
} satisfies Partial<Handlers>;
