import type { ErrorCode } from '@wigwag/sdk';

/** The fix if no server responds. */
export const START_SERVER =
  'Start the server (`wigwag dev` or `wigwag serve`), or correct the base URL in WIGWAG_BASE_URL or the profile.';

/** The fix if another program responds. */
export const CHECK_ADDRESS = 'Check the host and port of the base URL in WIGWAG_BASE_URL or the profile.';

/**
 * Fixes in terms of commands, for errors whose fix in the API document is in terms of HTTP. Codes without an entry keep
 * the fix of the server.
 */
export const FIXES: Partial<Record<ErrorCode, string>> = {
  MISSING_API_KEY: 'Set WIGWAG_API_KEY, or save a key with `wigwag profiles add`.',
  IDEMPOTENCY_CONFLICT: 'Run the first command again unchanged, or choose another --idempotency-key.',
  PAYLOAD_TOO_LARGE: 'Upload files with `wigwag media upload`, and send the ID that it prints.',
  CHANNEL_NOT_CONNECTED:
    'Add a connection with `wigwag admin connections add`. `wigwag channels` lists the connections.',
  CONNECTION_NOT_FOUND: 'Use an ID from `wigwag channels`, or leave out --connection to use the default connection.',
  CHANNEL_FEATURE_UNSUPPORTED: 'Run `wigwag channels` to see what each channel supports.',
  RECIPIENT_BLOCKED: 'To send to this person again, run `wigwag blocks remove`.',
  TEMPLATE_NOT_FOUND: 'Run `wigwag templates list` to see all templates.',
  TEMPLATE_VARIABLES_MISSING: 'Give a value for each variable with --var. `wigwag templates get` shows the variables.',
  TEMPLATE_VARIABLES_FORMAT:
    'Give --var values in order, or as name=value if the variables of the template have names.',
  TEMPLATE_HEADER_MISSING: 'Add --header-text, --header-url or --header-media.',
  TEMPLATE_BUTTON_PARAM_MISSING: 'Add --button INDEX=TEXT to `wigwag send template`.',
  MEDIA_REQUIRED: 'Upload the file with `wigwag media upload` and send its ID, or give a public https URL.',
  MEDIA_URL_INVALID: 'Use a public https URL, or upload the file with `wigwag media upload`.',
  MESSAGE_NOT_FOUND: 'Check the ID. `wigwag send` prints it.',
  WEBHOOK_NOT_CONFIGURED: 'Set the address with `wigwag admin webhook set`, or run `wigwag admin webhook enable`.',
  CONTACT_NOT_FOUND: 'Check the number or ID, or create the contact with `wigwag contacts create`.',
  CONVERSATION_NOT_FOUND: 'Run `wigwag conversations list` to see all conversations.',
  FLOW_NOT_FOUND: 'Run `wigwag flows list` to see all flows.',
  FLOW_HAS_RUNS: 'Add --force to delete the flow and its runs.',
};
