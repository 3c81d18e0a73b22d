import type { components } from './generated/types.ts';

/** Every code of the document: the 44 of §7 and ours. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** One row of the error table. `{placeholders}` in `message` are filled with real values (§7). */
export interface ErrorRow {
  http: number;
  message: string;
  reason: string;
  fix: string;
}

/** §7 as a table, one row a code. How each code may be retried stands in the document (`x-retry`). */
export const ERRORS = {
  MISSING_API_KEY: {
    http: 401,
    message: 'The request carries no API key.',
    reason: 'The Authorization header is missing.',
    fix: 'Send the header "Authorization: Bearer <API_KEY>".',
  },
  INVALID_API_KEY: {
    http: 401,
    message: 'The API key is malformed or unknown.',
    reason: 'No key of any account has this form and value.',
    fix: 'Check that the whole key was copied, and give only one; a lost key is replaced by a new one.',
  },
  API_KEY_REVOKED: {
    http: 401,
    message: 'The API key was revoked.',
    reason: 'Its owner withdrew it.',
    fix: 'Use another key, or ask the account owner for a new one.',
  },
  IP_NOT_ALLOWED: {
    http: 403,
    message: 'The API key may not be used from {address}.',
    reason: 'The key is restricted to a list of source addresses.',
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
    reason: 'The operator switched the account off.',
    fix: 'Ask the operator to activate the account.',
  },
  LICENSE_EXPIRED: {
    http: 402,
    message: 'The license of this account has expired.',
    reason: 'The paid period is over.',
    fix: 'Renew the license.',
  },
  RATE_LIMITED: {
    http: 429,
    message: 'This key may send {limit} requests per minute and {burst} per second; it has sent more.',
    reason: 'The request limit of the key is exceeded.',
    fix: 'Wait for the seconds in Retry-After, then go on more slowly.',
  },
  IDEMPOTENCY_CONFLICT: {
    http: 409,
    message: 'This idempotency key was used for a different request within the last {hours} hours.',
    reason: 'One key stands for one request; the earlier one had another body.',
    fix: 'Repeat the first request unchanged, or choose a new key.',
  },
  INVALID_JSON: {
    http: 400,
    message: 'The request body cannot be read: {problem}.',
    reason: 'The body could not be parsed, or its Content-Type is missing or another one.',
    fix: 'Send a JSON body with the header "Content-Type: application/json", and to POST /media a form of multipart/form-data.',
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
    reason: 'Bodies are limited in size.',
    fix: 'Send files through POST /media and refer to them by id.',
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
    reason: 'Nothing is connected on this channel, or the connection is switched off.',
    fix: 'Connect a line or page first; GET /channels lists what is connected.',
  },
  CONNECTION_NOT_FOUND: {
    http: 404,
    message: 'There is no active connection {connection_id} on {channel}.',
    reason: 'The id matches no active connection of this account and channel.',
    fix: 'Take an id from GET /channels, or leave connection_id out for the default connection.',
  },
  CHANNEL_FEATURE_UNSUPPORTED: {
    http: 422,
    message: 'The channel {channel} does not support {feature}.',
    reason: 'Channels differ in what they can carry.',
    fix: 'GET /channels lists what each channel supports.',
  },
  RECIPIENT_INVALID: {
    http: 422,
    message: '{to} is not a valid recipient: {expected}.',
    reason: 'Each channel has its own form of recipient.',
    fix: 'Correct the recipient for this channel.',
  },
  RECIPIENT_BLOCKED: {
    http: 403,
    message: 'The recipient {to} is on the block list.',
    reason: 'A block cuts all communication with a person.',
    fix: 'Remove the entry with DELETE /blocked-numbers if the person may be written to again.',
  },
  RECIPIENT_OPTED_OUT: {
    http: 403,
    message: 'The recipient {to} is on the opt-out list.',
    reason: 'Marketing templates are not sent to people who opted out.',
    fix: 'Send a template of another category, or leave the person out.',
  },
  WINDOW_CLOSED: {
    http: 409,
    message: 'The {hours} h window of this recipient with {connection_id} closed at {closed_at}{elsewhere}.',
    reason: 'Free-form messages need a message from the customer within the window.',
    fix: 'Send with the connection_id of the line that they wrote to, send an approved template where the channel has them, or wait for the customer to write.',
  },
  WINDOW_NEVER_OPENED: {
    http: 409,
    message: 'The recipient {to} has never written to {connection_id}{elsewhere}.',
    reason: 'Free-form messages need a message from the customer within the window.',
    fix: 'Send with the connection_id of the line that they wrote to, start with an approved template where the channel has them, or wait for the customer to write.',
  },
  TEMPLATE_NOT_FOUND: {
    http: 404,
    message: 'There is no template {name}.',
    reason: 'The account has no template of that name and language.',
    fix: 'GET /templates lists the templates.',
  },
  TEMPLATE_NOT_APPROVED: {
    http: 422,
    message: 'The template {name} is {status}.',
    reason: 'Only approved templates can be sent.',
    fix: 'Wait for the approval, or choose another template.',
  },
  TEMPLATE_VARIABLES_MISSING: {
    http: 422,
    message: 'The template {name} expects {expected} variables and got {given}: {missing} missing.',
    reason: 'Each variable of a template needs a value.',
    fix: 'Give a value for each variable; GET /templates shows them.',
  },
  TEMPLATE_VARIABLES_FORMAT: {
    http: 422,
    message: 'The template {name} is {format}: variables must be {form}.',
    reason: 'POSITIONAL templates take an array, NAMED ones an object.',
    fix: 'Send the variables in the form that the template has.',
  },
  TEMPLATE_HEADER_MISSING: {
    http: 422,
    message: 'The template {name} has a header of format {format} and the request has none.',
    reason: 'A header that is not fixed needs its content with each send.',
    fix: 'Send header with media_id or url, or with text for a text header.',
  },
  TEMPLATE_BUTTON_PARAM_MISSING: {
    http: 422,
    message: 'Button {index} of the template {name} needs the rest of its URL.',
    reason: 'A dynamic URL button ends in a variable.',
    fix: 'Send buttons with an entry {index, text} for this button; only POST /messages/template takes them.',
  },
  MEDIA_REQUIRED: {
    http: 422,
    message: 'A message of type {type} needs media.id or media.url.',
    reason: 'There is nothing to send without a file.',
    fix: 'Upload the file with POST /media and send its id, or send a public https URL.',
  },
  MEDIA_TOO_LARGE: {
    http: 413,
    message: 'The file is larger than the {megabytes} MB allowed for {kind}.',
    reason: 'Each kind of media has its limit.',
    fix: 'Send a smaller file.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    http: 415,
    message: 'The file cannot be sent: {problem}.',
    reason: 'The providers accept a fixed list of types.',
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
    reason: 'The file was handed to the provider and not accepted.',
    fix: 'Check the file; if it is sound, try again.',
  },
  MESSAGE_NOT_FOUND: {
    http: 404,
    message: 'There is no message {id} in this account.',
    reason: 'The id is unknown to the account, or the message was sent more than 90 days ago.',
    fix: 'Check the id; it is the `id` that the send answered.',
  },
  WEBHOOK_NOT_CONFIGURED: {
    http: 409,
    message: 'The account has no active webhook address.',
    reason: 'No address is set, or it was disabled after failures.',
    fix: 'Ask the operator to set or re-enable the address.',
  },
  WEBHOOK_URL_INVALID: {
    http: 422,
    message: 'The webhook address cannot be used: {problem}.',
    reason: 'Webhook addresses must be https and reachable from the internet.',
    fix: 'Set a public https address.',
  },
  WEBHOOK_UNREACHABLE: {
    http: 502,
    message: 'The webhook address did not answer the test event with 2xx: {problem}.',
    reason: 'The receiver could not be reached, was too slow or refused the event.',
    fix: 'Check that the receiver runs and answers 2xx within 10 seconds.',
  },
  PROVIDER_REJECTED: {
    http: 502,
    message: 'The provider refused the message: {problem}.',
    reason: 'The channel provider did not accept the message.',
    fix: 'See provider_error for its code and message.',
  },
  PROVIDER_UNAVAILABLE: {
    http: 503,
    message: 'The provider of {channel} is temporarily unavailable.',
    reason: 'The channel provider is down or refuses connections.',
    fix: 'Try again after 30 s, 2 min and 5 min; with the same Idempotency-Key that is safe.',
  },
  NOT_FOUND: {
    http: 404,
    message: 'There is no endpoint {path}.',
    reason: 'The path is unknown, or the version prefix /api/v1 is missing.',
    fix: 'Compare the path with the reference.',
  },
  METHOD_NOT_ALLOWED: {
    http: 405,
    message: '{method} is not allowed here; allowed: {allowed}.',
    reason: 'The path exists, the method does not.',
    fix: 'Use one of the allowed methods.',
  },
  INTERNAL_ERROR: {
    http: 500,
    message: 'An unexpected error happened.',
    reason: 'The fault is ours; it was logged with the request id.',
    fix: 'Try again with the same Idempotency-Key; if it stays, report the request id.',
  },
  CONTACT_NOT_FOUND: {
    http: 404,
    message: 'There is no contact {phone}.',
    reason: 'The account has no contact with this number or id.',
    fix: 'Create it with POST /contacts, or check the spelling.',
  },
  CONVERSATION_NOT_FOUND: {
    http: 404,
    message: 'There is no conversation with {phone}.',
    reason: 'Nobody with this number or id has written or been written to.',
    fix: 'GET /conversations lists the conversations.',
  },
  FLOW_NOT_FOUND: {
    http: 404,
    message: 'There is no flow {id}.',
    reason: 'The id is unknown to the account.',
    fix: 'GET /flows lists the flows.',
  },
  FLOW_INVALID: {
    http: 422,
    message: 'The flow cannot be saved: {problem}.',
    reason: 'A flow is checked as a whole before it is saved.',
    fix: 'Correct what the message names.',
  },
  FLOW_HAS_RUNS: {
    http: 422,
    message: 'The flow {id} has runs.',
    reason: 'Deleting it would delete the record of its runs.',
    fix: 'Repeat with force=true to delete the flow together with its runs.',
  },
  FLOW_NOT_TESTABLE: {
    http: 422,
    message: 'The flow cannot be tested: {problem}.',
    reason: 'A test needs at least one step and a number that wrote within the last 24 hours.',
    fix: 'Add steps, or let the number write first.',
  },
  MEDIA_GONE: {
    http: 410,
    message: 'The file cannot be fetched any more: {problem}.',
    reason: 'Links to the files of customers open for some days, and providers keep the files no longer.',
    fix: 'Fetch files soon after their event; the history of the conversation gives a new link.',
  },
} as const satisfies Record<ErrorCode, ErrorRow>;

/** The names in braces of a message: what must be given to fill it. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values that the message of a code needs. */
export type ErrorValues<Code extends ErrorCode> = Record<
  Placeholders<(typeof ERRORS)[Code]['message']>,
  string | number
>;

/** What an error may carry beside its row of the table (§2.1, §7). */
export interface ErrorDetails {
  param?: string;
  errors?: { field: string; message: string }[];
  provider_error?: { code: number | string; message: string };
  available_languages?: string[];
  allowed_methods?: string[];
  /** Instead of the row's words, where those would mislead; the code is what counts. */
  message?: string;
  reason?: string;
  fix?: string;
}

/** What an error looks like (§2.1). */
export interface ErrorBody {
  success: false;
  error: ErrorRow &
    Omit<ErrorDetails, 'message' | 'reason' | 'fix'> & { code: ErrorCode; docs: string; request_id: string };
}

/** The message of a code with its placeholders filled. */
export function messageOf<Code extends ErrorCode>(code: Code, values: ErrorValues<Code>): string {
  const given = values as Record<string, string | number>;
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
}

/**
 * The body of an error (§2.1).
 *
 * @param docs the page about the code
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
