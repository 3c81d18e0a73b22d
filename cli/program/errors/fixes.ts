import type { ApiError, ErrorCode } from '@wigwag/sdk';

/** The fix if no server responds. */
export const START_SERVER =
  'Start the server (`wigwag dev` or `wigwag serve`), or correct the base URL in WIGWAG_BASE_URL or the profile.';

/** Returns the fix of an error of the API, in terms of commands. */
export function fixOf({ code, fix, retryAfter, providerError }: ApiError): string {
  if (code === 'RATE_LIMITED' && retryAfter !== undefined) {
    return `Wait ${Math.ceil(retryAfter)} s, then run the command again. With --retries 1 it waits and continues.`;
  }
  if (code === 'PROVIDER_REJECTED' && providerError) {
    return `Fix what the provider reports: ${providerError.code} ${providerError.message}`;
  }
  return FIXES[code] ?? fix;
}

/** The fix if another program responds. */
export const CHECK_ADDRESS = 'Check the host and port of the base URL in WIGWAG_BASE_URL or the profile.';

/** The fix if a proxy responds because it cannot reach the server. */
export const CHECK_PROXY =
  'Run the command again with --retries 3. If the error persists, check the server and the proxy before it.';

/**
 * Fixes in terms of commands, for errors whose fix in the API document is in terms of HTTP. Codes without an entry keep
 * the fix of the server.
 */
export const FIXES: Partial<Record<ErrorCode, string>> = {
  MISSING_API_KEY: 'Set WIGWAG_API_KEY, or save a key with `wigwag profiles add`.',
  RATE_LIMITED: 'Wait a minute, then run the command again. With --retries 1 it waits and continues.',
  IDEMPOTENCY_CONFLICT: 'Run the first command again unchanged, or choose another --idempotency-key.',
  VALIDATION_FAILED: 'Correct the values that the first line names; --help describes them.',
  PAYLOAD_TOO_LARGE: 'Upload files with `wigwag media upload`, and send the ID that it prints.',
  INVALID_JSON: 'Give --data a JSON object. For files, use `wigwag media upload`.',
  CHANNEL_UNSUPPORTED: 'Run `wigwag channels` to see the channels.',
  CHANNEL_NOT_CONNECTED:
    'Add a connection with `wigwag admin connections add`. `wigwag channels` lists the connections.',
  CONNECTION_NOT_FOUND: 'Use an ID from `wigwag channels`, or leave out --connection to use the default connection.',
  CHANNEL_FEATURE_UNSUPPORTED: 'Run `wigwag channels` to see what each channel supports.',
  RECIPIENT_BLOCKED: 'To send to this person again, run `wigwag blocks remove`.',
  WINDOW_CLOSED:
    'Send an approved template with `wigwag send template`, use the connection that the customer wrote to, or wait for the customer to write.',
  WINDOW_NEVER_OPENED:
    'Start with an approved template with `wigwag send template`, use the connection that the customer wrote to, or wait for the customer to write.',
  TEMPLATE_NOT_FOUND: 'Run `wigwag templates list` to see all templates.',
  TEMPLATE_VARIABLES_MISSING: 'Give a value for each variable with --var. `wigwag templates get` shows the variables.',
  TEMPLATE_VARIABLES_FORMAT:
    'Give --var values in order, or as name=value if the variables of the template have names.',
  TEMPLATE_HEADER_MISSING: 'Add --header-text, --header-url or --header-media.',
  TEMPLATE_BUTTON_PARAM_MISSING:
    'Add --button 0=TEXT to `wigwag send template`; 0 is the first button. `wigwag templates get` shows the buttons.',
  MEDIA_REQUIRED: 'Upload the file with `wigwag media upload` and send its ID, or give a public https URL.',
  MEDIA_URL_INVALID: 'Use a public https URL, or upload the file with `wigwag media upload`.',
  MESSAGE_NOT_FOUND: 'Check the ID. `wigwag send` prints it.',
  WEBHOOK_NOT_CONFIGURED: 'Set the address with `wigwag admin webhook set`, or run `wigwag admin webhook enable`.',
  CONTACT_NOT_FOUND: 'Check the number or ID, or create the contact with `wigwag contacts create`.',
  CONVERSATION_NOT_FOUND: 'Run `wigwag conversations list` to see all conversations.',
  FLOW_NOT_FOUND: 'Run `wigwag flows list` to see all flows.',
  PROVIDER_UNAVAILABLE: 'Run the command again with --retries 3, which waits between attempts.',
  INTERNAL_ERROR: 'Run the command again with --retries 3. If the error persists, report the request ID.',
  NOT_FOUND: 'Check the path. `wigwag --help` lists the commands, which need no paths.',
  FLOW_HAS_RUNS: 'Add --force to delete the flow and its runs.',
};
