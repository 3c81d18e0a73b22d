import { burstOf } from './burst.ts';
import {
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetails,
  type ErrorValues,
  errorBody,
  messageOf,
} from './errors.ts';
import {
  BODY_MAX_KIBIBYTES,
  DELIVERY_TIMEOUT_SECONDS,
  HEAD_MAX_KIBIBYTES,
  IDEMPOTENCY_HOURS,
  MEDIA_MAX_MEGABYTES,
  REQUESTS_PER_MINUTE,
  WINDOW_HOURS,
} from './limits.ts';
import {
  type MediaContent,
  type Node,
  type OperationNode,
  operationsOf,
  referenceTo,
  requiredScopes,
  resolved,
} from './walk.ts';

/** One response with a code: the values for its message, other fields of the error, and the headers of the response. */
export interface ErrorExample<Code extends ErrorCode = ErrorCode> {
  values: ErrorValues<Code>;
  details?: ErrorDetails;
  headers?: Record<string, string>;
}

type ErrorExamples = { [Code in ErrorCode]: ErrorExample<Code> };

const TO = '905551112233';
const REQUEST_ID = 'req_01jd3v5q8yw2';
const limit = REQUESTS_PER_MINUTE;
const param = (name: string) => ({ details: { param: name } });

/** Returns VALIDATION_FAILED for one field. `message` completes a sentence that starts with the field. */
const invalid = (field: string, message: string): { VALIDATION_FAILED: ErrorExample<'VALIDATION_FAILED'> } => ({
  VALIDATION_FAILED: {
    values: { problem: `${field} ${message}` },
    details: { param: field, errors: [{ field, message }] },
  },
});

/** An example response for each code, as most operations return it. */
export const ERROR_EXAMPLES: ErrorExamples = {
  MISSING_API_KEY: { values: {}, headers: { 'WWW-Authenticate': 'Bearer' } },
  INVALID_API_KEY: { values: {}, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  API_KEY_REVOKED: { values: {}, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  IP_NOT_ALLOWED: { values: { address: '203.0.113.7' } },
  SCOPE_DENIED: { values: { scope: 'messages:send' } },
  MODULE_DISABLED: { values: {} },
  FLOW_MODULE_DISABLED: { values: {} },
  WEBHOOK_MODULE_DISABLED: { values: {} },
  ACCOUNT_INACTIVE: { values: {} },
  LICENSE_EXPIRED: { values: {} },
  RATE_LIMITED: { values: { limit, burst: burstOf(limit) }, headers: { 'Retry-After': '1' } },
  IDEMPOTENCY_CONFLICT: { values: { hours: IDEMPOTENCY_HOURS }, ...param('Idempotency-Key') },
  INVALID_JSON: { values: { problem: 'Content-Type must be application/json' } },
  ...invalid('to', 'is required'),
  PAYLOAD_TOO_LARGE: { values: { kibibytes: BODY_MAX_KIBIBYTES } },
  CHANNEL_UNSUPPORTED: { values: { channel: 'sms' }, ...param('channel') },
  CHANNEL_NOT_CONNECTED: { values: { channel: 'whatsapp' }, ...param('channel') },
  CONNECTION_NOT_FOUND: { values: { connection_id: 'wa_7', channel: 'whatsapp' }, ...param('connection_id') },
  CHANNEL_FEATURE_UNSUPPORTED: { values: { channel: 'instagram', feature: 'template' }, ...param('channel') },
  RECIPIENT_INVALID: {
    values: {
      to: 'ada',
      expected: 'an international phone number, digits only, or a user ID such as US.13491208655302741918',
    },
    ...param('to'),
  },
  RECIPIENT_BLOCKED: { values: { to: TO }, ...param('to') },
  RECIPIENT_OPTED_OUT: { values: { to: TO }, ...param('to') },
  WINDOW_CLOSED: {
    values: {
      hours: WINDOW_HOURS,
      closed_at: '2026-05-05T12:00:00.000000+00:00',
      connection_id: 'wa_1',
      elsewhere: '',
    },
    ...param('to'),
  },
  WINDOW_NEVER_OPENED: { values: { to: TO, connection_id: 'wa_1', elsewhere: '' }, ...param('to') },
  TEMPLATE_NOT_FOUND: { values: { name: 'order_udpate' }, ...param('name') },
  TEMPLATE_NOT_APPROVED: { values: { name: 'pending_one', status: 'PENDING' }, ...param('name') },
  TEMPLATE_VARIABLES_MISSING: {
    values: { name: 'order_update', expected: 2, given: 1, missing: '{{2}}', unknown: '' },
    ...param('variables'),
  },
  TEMPLATE_VARIABLES_FORMAT: {
    values: { name: 'order_update', format: 'POSITIONAL', form: 'an array' },
    ...param('variables'),
  },
  TEMPLATE_HEADER_MISSING: { values: { name: 'promo_spring', format: 'IMAGE' }, ...param('header') },
  TEMPLATE_BUTTON_PARAM_MISSING: {
    values: { name: 'order_update', index: 0, needs: 'a value for the variable in its URL' },
    ...param('buttons'),
  },
  MEDIA_REQUIRED: { values: { type: 'image' }, ...param('media') },
  MEDIA_TOO_LARGE: { values: { megabytes: MEDIA_MAX_MEGABYTES.image, kind: 'image' }, ...param('file') },
  MEDIA_TYPE_UNSUPPORTED: { values: { problem: 'image/svg+xml is not a supported type' }, ...param('file') },
  MEDIA_URL_INVALID: {
    values: { url: 'http://shop.example/a.jpg', problem: 'it must start with https://' },
    ...param('media.url'),
  },
  MEDIA_UPLOAD_FAILED: {
    values: { problem: '(#131053) Media upload error' },
    details: { provider_error: { code: 131053, message: '(#131053) Media upload error' } },
  },
  MESSAGE_NOT_FOUND: { values: { id: 'msg_17000000000000000001' }, ...param('id') },
  WEBHOOK_NOT_CONFIGURED: { values: {} },
  WEBHOOK_URL_INVALID: { values: { problem: 'it must be https' } },
  WEBHOOK_UNREACHABLE: { values: { problem: `no response within ${DELIVERY_TIMEOUT_SECONDS} s` } },
  PROVIDER_REJECTED: {
    values: { problem: 'Message undeliverable' },
    details: { provider_error: { code: 131026, message: 'Message undeliverable' } },
  },
  PROVIDER_UNAVAILABLE: { values: { channel: 'whatsapp' } },
  NOT_FOUND: { values: { path: '/messages' } },
  METHOD_NOT_ALLOWED: {
    values: { method: 'PUT', allowed: 'POST' },
    details: { allowed_methods: ['POST'] },
    headers: { Allow: 'POST' },
  },
  INTERNAL_ERROR: { values: {} },
  CONTACT_NOT_FOUND: { values: { phone: TO }, ...param('phone') },
  CONVERSATION_NOT_FOUND: { values: { phone: TO }, ...param('phone') },
  FLOW_NOT_FOUND: { values: { id: 7 }, ...param('id') },
  FLOW_INVALID: {
    values: {
      problem: 'button names no button of promo_spring: there is no "Buy", but 0 "Tell me more", 1 "Stop promotions"',
    },
    ...param('button'),
  },
  FLOW_HAS_RUNS: { values: { id: 7 }, ...param('force') },
  MEDIA_GONE: { values: { problem: 'the link expired' } },
  URL_TOO_LONG: { values: { kibibytes: HEAD_MAX_KIBIBYTES } },
  HEADERS_TOO_LARGE: { values: { kibibytes: HEAD_MAX_KIBIBYTES } },
  FLOW_NOT_TESTABLE: { values: { problem: 'the flow has no steps' } },
};

const urlAt = (field: string): Partial<ErrorExamples> => ({
  MEDIA_URL_INVALID: { ...ERROR_EXAMPLES.MEDIA_URL_INVALID, ...param(field) },
});

const fileAt = (field: string): Partial<ErrorExamples> => ({
  ...urlAt(field),
  MEDIA_TOO_LARGE: { ...ERROR_EXAMPLES.MEDIA_TOO_LARGE, ...param(field) },
  MEDIA_TYPE_UNSUPPORTED: { ...ERROR_EXAMPLES.MEDIA_TYPE_UNSUPPORTED, ...param(field) },
});

/** The same errors of sends by link, which have other parameters. */
const LINK: Partial<ErrorExamples> = {
  IDEMPOTENCY_CONFLICT: { ...ERROR_EXAMPLES.IDEMPOTENCY_CONFLICT, ...param('idempotency_key') },
  TEMPLATE_VARIABLES_MISSING: { ...ERROR_EXAMPLES.TEMPLATE_VARIABLES_MISSING, ...param('var') },
  TEMPLATE_VARIABLES_FORMAT: {
    values: { name: 'welcome_named', format: 'NAMED', form: 'given as vars[name]' },
    ...param('vars'),
  },
};

const LIMIT_TOO_LARGE = invalid('limit', 'must be <= 100');
const PHONE_MISSING = invalid('phone', 'is required');

/** Different examples for operations that return a code for another reason, by operation ID. */
export const OPERATION_EXAMPLES: Record<string, Partial<ErrorExamples>> = {
  sendMessage: {
    CHANNEL_FEATURE_UNSUPPORTED: { values: { channel: 'messenger', feature: 'location' }, ...param('channel') },
    ...fileAt('media.url'),
  },
  sendTemplate: fileAt('header.url'),
  sendTemplateByQuery: LINK,
  sendTemplateByPathKey: LINK,
  listTemplates: invalid('status', 'must be one of APPROVED, PENDING, REJECTED'),
  uploadMedia: {
    INVALID_JSON: { values: { problem: 'Content-Type must be multipart/form-data' } },
    CHANNEL_FEATURE_UNSUPPORTED: { values: { channel: 'instagram', feature: 'media by ID' }, ...param('channel') },
    ...invalid('file', 'is required'),
  },
  listContacts: LIMIT_TOO_LARGE,
  upsertContact: PHONE_MISSING,
  updateContact: invalid('email', 'must be string or null'),
  getWindow: { RECIPIENT_INVALID: { ...ERROR_EXAMPLES.RECIPIENT_INVALID, ...param('id') } },
  listOptOuts: LIMIT_TOO_LARGE,
  addOptOut: PHONE_MISSING,
  listBlockedNumbers: LIMIT_TOO_LARGE,
  blockNumber: PHONE_MISSING,
  listConversations: invalid('status', 'must be one of open, closed, bot'),
  updateConversation: invalid('status', 'must be one of open, closed'),
  listConversationMessages: LIMIT_TOO_LARGE,
  listFlows: invalid('is_active', 'must be boolean'),
  createFlow: { ...urlAt('steps.0.media_url'), ...invalid('steps', 'is required') },
  updateFlow: { ...urlAt('steps.0.media_url'), ...invalid('quiet_start', 'must be <= 23') },
  deleteFlow: invalid('force', 'must be boolean'),
  listFlowRuns: invalid('status', 'must be one of running, done, stopped'),
  getStats: invalid('from', 'must match format "date"'),
  listLabels: LIMIT_TOO_LARGE,
  listAgents: LIMIT_TOO_LARGE,
  testWebhook: invalid('event', 'must be one of message.received, message.status, template.status'),
};

/**
 * Returns the body of a response with this code.
 *
 * @param origin the origin of the page about the code
 */
export function errorExample<Code extends ErrorCode>(
  code: Code,
  origin: string,
  { values, details = {} }: ErrorExample<Code> = ERROR_EXAMPLES[code] as ErrorExample<Code>,
): ErrorBody {
  return errorBody(code, messageOf(code, values), details, {
    docs: `${origin}/developers/errors/${code}`,
    requestId: REQUEST_ID,
  });
}

/** Returns an operation's specific examples, or else the default ones. Operations without a scope have no example of SCOPE_DENIED. */
function examplesFor(operation: OperationNode): Partial<ErrorExamples> {
  const [scope] = requiredScopes(operation);
  const scopeDenied = scope === undefined ? undefined : { values: { scope } };
  return { ...ERROR_EXAMPLES, ...OPERATION_EXAMPLES[operation.operationId], SCOPE_DENIED: scopeDenied };
}

/**
 * Adds an example of every code to each error status of each operation. Each operation gets a copy of its shared responses;
 * shared examples become components.
 *
 * @param document the document, with all codes of an operation in its `x-errors`. It is changed in place.
 * @param origin the origin of links to the pages about codes
 */
export function addErrorExamples(document: Node, origin: string): void {
  const components = document.components as Node;
  const shared: Node = {};
  for (const { node } of operationsOf(document)) {
    const all = examplesFor(node);
    for (const [status, response] of Object.entries(node.responses).filter(([status]) => Number(status) >= 400)) {
      const { 'x-errors': _, ...described } = resolved(document, response);
      const codes = (node['x-errors'] ?? []).filter((code) => ERRORS[code].http === Number(status));
      const examples: MediaContent['examples'] = {};
      for (const code of codes) {
        const example = all[code] as ErrorExample | undefined;
        if (example === ERROR_EXAMPLES[code]) {
          shared[code] = { value: errorExample(code, origin) };
          examples[code] = { $ref: referenceTo('components', 'examples', code) };
        } else if (example) {
          examples[code] = { value: errorExample(code, origin, example) };
        }
      }
      const { schema = {} } = described.content?.['application/json'] ?? {};
      node.responses[status] = {
        ...described,
        'x-errors': codes,
        content: { 'application/json': { schema, examples } },
      };
    }
  }
  components.examples = shared;
  // Each operation has a separate copy.
  delete components.responses;
}
