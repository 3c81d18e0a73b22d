import type { components } from './generated/types.ts';

/** An error code: one of the 44 in §7, or one of our additions. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** One row of the error table. The server replaces `{placeholders}` in `message` with real values (§7). */
export interface ErrorRow {
  http: number;
  message: string;
  reason: string;
  fix: string;
}

/** §7 as a table, one row per code. The document defines how each code may be retried (`x-retry`). */
export const ERRORS = {
  MISSING_API_KEY: {
    http: 401,
    message: 'The request has no API key.',
    reason: 'The Authorization header is missing.',
    fix: 'Send the header "Authorization: Bearer <API_KEY>".',
  },
  INVALID_API_KEY: {
    http: 401,
    message: 'The API key is malformed or unknown.',
    reason: 'No account has this key.',
    fix: 'Check that you copied the whole key and sent only one. If the key is lost, create a new one.',
  },
  API_KEY_REVOKED: {
    http: 401,
    message: 'The API key was revoked.',
    reason: 'The operator revoked it.',
    fix: 'Use another key, or ask the operator for a new one.',
  },
  IP_NOT_ALLOWED: {
    http: 403,
    message: 'The API key may not be used from {address}.',
    reason: 'The key is restricted to a list of source IP addresses.',
    fix: "Send the request from an allowed address, or add this one to the key's list.",
  },
  SCOPE_DENIED: {
    http: 403,
    message: 'The API key lacks the scope {scope}.',
    reason: 'The key is restricted to other scopes.',
    fix: 'Use a key that has the scope.',
  },
  MODULE_DISABLED: {
    http: 403,
    message: 'The API module is not enabled for this account.',
    reason: 'The account does not include this module.',
    fix: 'Ask the operator to enable the API module.',
  },
  FLOW_MODULE_DISABLED: {
    http: 403,
    message: 'The campaign flow module is not enabled for this account.',
    reason: 'The account does not include this module.',
    fix: 'Ask the operator to enable the flow module.',
  },
  WEBHOOK_MODULE_DISABLED: {
    http: 403,
    message: 'The webhook module is not enabled for this account.',
    reason: 'The account does not include this module.',
    fix: 'Ask the operator to enable the webhook module.',
  },
  ACCOUNT_INACTIVE: {
    http: 403,
    message: 'The company account is deactivated.',
    reason: 'The operator deactivated the account.',
    fix: 'Ask the operator to activate the account.',
  },
  LICENSE_EXPIRED: {
    http: 402,
    message: 'The license of this account has expired.',
    reason: 'The paid period has ended.',
    fix: 'Ask the operator to renew the license.',
  },
  RATE_LIMITED: {
    http: 429,
    message: 'This key exceeded its limit of {limit} requests per minute or {burst} per second.',
    reason: 'The request limit of the key is exceeded.',
    fix: 'Wait for the number of seconds in Retry-After, then send requests more slowly.',
  },
  IDEMPOTENCY_CONFLICT: {
    http: 409,
    message: 'This idempotency key was used for a different request within the last {hours} hours.',
    reason: 'An idempotency key identifies one request, and the earlier request had a different body.',
    fix: 'Repeat the first request unchanged, or choose a new key.',
  },
  INVALID_JSON: {
    http: 400,
    message: 'The request body cannot be read: {problem}.',
    reason: 'The body could not be parsed, or its Content-Type is missing or wrong.',
    fix: 'Send a JSON body with the header "Content-Type: application/json". For POST /media, send multipart/form-data.',
  },
  VALIDATION_FAILED: {
    http: 422,
    message: '{problem}.',
    reason: 'One or more fields are missing or malformed.',
    fix: 'Correct the fields listed in errors.',
  },
  PAYLOAD_TOO_LARGE: {
    http: 413,
    message: 'The request body is larger than {kibibytes} KiB.',
    reason: 'The size of request bodies is limited.',
    fix: 'Upload files with POST /media and refer to them by ID.',
  },
  CHANNEL_UNSUPPORTED: {
    http: 422,
    message: 'There is no channel {channel}.',
    reason: 'The channels are whatsapp, instagram, messenger and web.',
    fix: 'Use one of these channels.',
  },
  CHANNEL_NOT_CONNECTED: {
    http: 409,
    message: 'The account has no active {channel} connection.',
    reason: 'The channel has no connection, or the connection is inactive.',
    fix: 'Add a connection on this channel first. GET /channels lists the connections.',
  },
  CONNECTION_NOT_FOUND: {
    http: 404,
    message: 'There is no active connection {connection_id} on {channel}.',
    reason: 'The ID matches no active connection of this account and channel.',
    fix: 'Use an ID from GET /channels, or omit connection_id to use the default connection.',
  },
  CHANNEL_FEATURE_UNSUPPORTED: {
    http: 422,
    message: 'The channel {channel} does not support {feature}.',
    reason: 'Channels support different features.',
    fix: 'Call GET /channels to see what each channel supports.',
  },
  RECIPIENT_INVALID: {
    http: 422,
    message: '{to} is not a valid recipient: {expected}.',
    reason: 'Each channel has a different recipient format.',
    fix: 'Correct the recipient for this channel.',
  },
  RECIPIENT_BLOCKED: {
    http: 403,
    message: 'The recipient {to} is on the block list.',
    reason: 'A blocked person receives no messages.',
    fix: 'To send to this person again, remove the entry with DELETE /blocked-numbers.',
  },
  RECIPIENT_OPTED_OUT: {
    http: 403,
    message: 'The recipient {to} is on the opt-out list.',
    reason: 'Marketing templates are not sent to people who opted out.',
    fix: 'Send a template of another category, or do not send to this person.',
  },
  WINDOW_CLOSED: {
    http: 409,
    message: 'The {hours} h window of this recipient with {connection_id} closed at {closed_at}{elsewhere}.',
    reason: 'Free-form messages require a message from the customer within the window.',
    fix: 'Send from the connection that the customer wrote to, send an approved template if the channel has templates, or wait for the customer to write.',
  },
  WINDOW_NEVER_OPENED: {
    http: 409,
    message: 'The recipient {to} has never written to {connection_id}{elsewhere}.',
    reason: 'Free-form messages require a message from the customer within the window.',
    fix: 'Send from the connection that the customer wrote to, start with an approved template if the channel has templates, or wait for the customer to write.',
  },
  TEMPLATE_NOT_FOUND: {
    http: 404,
    message: 'There is no template {name}.',
    reason: 'The account has no template with that name and language.',
    fix: 'Call GET /templates to see all templates.',
  },
  TEMPLATE_NOT_APPROVED: {
    http: 422,
    message: 'The template {name} is {status}.',
    reason: 'Only approved templates can be sent.',
    fix: 'Wait for approval, or use another template.',
  },
  TEMPLATE_VARIABLES_MISSING: {
    http: 422,
    message: 'The template {name} expects {expected} variables and got {given}: {missing} missing{unknown}.',
    reason: 'Each variable of a template requires a value.',
    fix: 'Send a value for each variable. GET /templates lists the variables.',
  },
  TEMPLATE_VARIABLES_FORMAT: {
    http: 422,
    message: 'The template {name} is {format}: variables must be {form}.',
    reason: 'POSITIONAL templates require an array, NAMED templates an object.',
    fix: 'Send the variables in the format of the template.',
  },
  TEMPLATE_HEADER_MISSING: {
    http: 422,
    message: 'The template {name} has a header of format {format}, but the request has no header.',
    reason: 'The header has a variable, or a file without a sample.',
    fix: 'Send a header with media_id or url, or with text for a text header.',
  },
  TEMPLATE_BUTTON_PARAM_MISSING: {
    http: 422,
    message: 'Button {index} of the template {name} needs {needs}.',
    reason: 'The URL of a dynamic button ends in a variable, and some other buttons need a code.',
    fix: 'Send buttons with an entry {index, text} for this button. Only POST /messages/template accepts buttons.',
  },
  MEDIA_REQUIRED: {
    http: 422,
    message: 'A message of type {type} requires media.id or media.url.',
    reason: 'A media message requires a file.',
    fix: 'Upload the file with POST /media and send its ID, or send a public https URL.',
  },
  MEDIA_TOO_LARGE: {
    http: 413,
    message: 'The file is larger than the {megabytes} MB allowed for {kind}.',
    reason: 'Each kind of media has a size limit.',
    fix: 'Send a smaller file.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    http: 415,
    message: 'The file cannot be sent: {problem}.',
    reason: 'Providers accept only certain file types.',
    fix: 'Convert the file to one of the supported types.',
  },
  MEDIA_URL_INVALID: {
    http: 422,
    message: '{url} cannot be used: {problem}.',
    reason: 'Media URLs must be https and publicly reachable without authentication.',
    fix: 'Use a public https URL, or upload the file with POST /media.',
  },
  MEDIA_UPLOAD_FAILED: {
    http: 502,
    message: 'The provider refused the file: {problem}.',
    reason: 'The provider received the file and did not accept it.',
    fix: 'Check the file. If it is valid, try again.',
  },
  MESSAGE_NOT_FOUND: {
    http: 404,
    message: 'There is no message {id} in this account.',
    reason: 'The account has no message with this ID, or the message was sent more than 90 days ago.',
    fix: 'Check the ID. The response to the send contains it as `id`.',
  },
  WEBHOOK_NOT_CONFIGURED: {
    http: 409,
    message: 'The account has no active webhook endpoint.',
    reason: 'No webhook URL is set, or the endpoint was disabled after failures.',
    fix: 'Ask the operator to set or re-enable the webhook endpoint.',
  },
  WEBHOOK_URL_INVALID: {
    http: 422,
    message: 'The webhook URL cannot be used: {problem}.',
    reason: 'Webhook URLs must be https and reachable from the internet.',
    fix: 'Set a public https URL.',
  },
  WEBHOOK_UNREACHABLE: {
    http: 502,
    message: 'The webhook endpoint did not return 2xx for the test event: {problem}.',
    reason: 'The receiver could not be reached, was too slow or refused the event.',
    fix: 'Check that the receiver is running and returns 2xx within 10 seconds. If it refuses the signature, check its signing secret.',
  },
  PROVIDER_REJECTED: {
    http: 502,
    message: 'The provider refused the message: {problem}.',
    reason: 'The channel provider did not accept the message.',
    fix: "See provider_error for the provider's code and message.",
  },
  PROVIDER_UNAVAILABLE: {
    http: 503,
    message: 'The provider of {channel} is temporarily unavailable.',
    reason: 'The channel provider is down or refuses connections.',
    fix: 'Retry after 30 s, 2 min and 5 min. Retrying with the same Idempotency-Key is safe.',
  },
  NOT_FOUND: {
    http: 404,
    message: 'There is no endpoint {path}.',
    reason: 'The path is unknown, or the version prefix /api/v1 is missing.',
    fix: 'Check the path against the API reference. It must start with /api/v1.',
  },
  METHOD_NOT_ALLOWED: {
    http: 405,
    message: '{method} is not allowed here; allowed: {allowed}.',
    reason: 'The path exists, but it does not support this method.',
    fix: 'Use one of the allowed methods.',
  },
  INTERNAL_ERROR: {
    http: 500,
    message: 'An unexpected error occurred.',
    reason: 'The error is on the server side. It was logged with the request ID.',
    fix: 'Retry with the same Idempotency-Key. If the error persists, report the request ID.',
  },
  CONTACT_NOT_FOUND: {
    http: 404,
    message: 'There is no contact {phone}.',
    reason: 'The account has no contact with this number or ID.',
    fix: 'Check the number or ID, or create the contact with POST /contacts.',
  },
  CONVERSATION_NOT_FOUND: {
    http: 404,
    message: 'There is no conversation with {phone}.',
    reason: 'No messages have been exchanged with this number or ID.',
    fix: 'Call GET /conversations to see all conversations.',
  },
  FLOW_NOT_FOUND: {
    http: 404,
    message: 'There is no flow {id}.',
    reason: 'The account has no flow with this ID.',
    fix: 'Call GET /flows to see all flows.',
  },
  FLOW_INVALID: {
    http: 422,
    message: 'The flow cannot be saved: {problem}.',
    reason: 'The whole flow is validated before it is saved.',
    fix: 'Correct the problem that the message describes.',
  },
  FLOW_HAS_RUNS: {
    http: 422,
    message: 'The flow {id} has runs.',
    reason: 'Deleting the flow would also delete the records of its runs.',
    fix: 'Repeat the request with force=true to delete the flow and its runs.',
  },
  FLOW_NOT_TESTABLE: {
    http: 422,
    message: 'The flow cannot be tested: {problem}.',
    reason: 'A test requires at least one step and a recipient who wrote within the last 24 hours.',
    fix: 'Add a step, or have the recipient write first.',
  },
  MEDIA_GONE: {
    http: 410,
    message: 'The file can no longer be fetched: {problem}.',
    reason: 'The link expired after 7 days, or the provider deleted the file.',
    fix: 'Read the conversation history for a new link. If that also fails, the file is gone.',
  },
  URL_TOO_LONG: {
    http: 414,
    message: 'The URL and the headers of the request are larger than {kibibytes} KiB, most of which is the URL.',
    reason: 'The size of the URL and the headers is limited.',
    fix: 'Shorten the URL. To send long values, use the POST operation.',
  },
  HEADERS_TOO_LARGE: {
    http: 431,
    message: 'The URL and the headers of the request are larger than {kibibytes} KiB.',
    reason: 'The size of the URL and the headers is limited.',
    fix: 'Send fewer or shorter headers, such as cookies.',
  },
} as const satisfies Record<ErrorCode, ErrorRow>;

/** The names of the placeholders in a message. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values for the placeholders in a code's message. */
export type ErrorValues<Code extends ErrorCode> = Record<
  Placeholders<(typeof ERRORS)[Code]['message']>,
  string | number
>;

/** What an error may contain in addition to its row of the table (§2.1, §7). */
export interface ErrorDetails {
  param?: string;
  errors?: { field: string; message: string }[];
  provider_error?: { code: number | string; message: string };
  available_languages?: string[];
  allowed_methods?: string[];
  /** Replaces the message of the table where that would be misleading. Clients rely on the code. */
  message?: string;
  reason?: string;
  fix?: string;
}

/** The body of an error response (§2.1). */
export interface ErrorBody {
  success: false;
  error: ErrorRow &
    Omit<ErrorDetails, 'message' | 'reason' | 'fix'> & { code: ErrorCode; docs: string; request_id: string };
}

/** Returns the message of a code with its placeholders filled. */
export function messageOf<Code extends ErrorCode>(code: Code, values: ErrorValues<Code>): string {
  const given = values as Record<string, string | number>;
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
}

/**
 * Returns the body of an error response (§2.1).
 *
 * @param docs the URL of the page about the code
 */
export function errorBody(
  code: ErrorCode,
  message: string,
  details: ErrorDetails,
  { docs, requestId }: { docs: string; requestId: string },
): ErrorBody {
  const { reason, fix, http } = ERRORS[code];
  return { success: false, error: { code, http, message, reason, fix, ...details, docs, request_id: requestId } };
}
