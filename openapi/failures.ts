const PARAMETERS = 'Correct the values, the header or the buttons of the message, and send it again.';
const TEMPLATE_FIRST = 'The reply window is closed. Send a template, or wait until the person writes.';
const LATER = 'Send it again later.';
const TEMPLATE = 'Use another template, or correct this one and submit it again.';
const OTHER_CHANNEL = 'Do not send it again: use another channel, or wait until the person writes.';
const ADMINISTRATOR = "Ask the person who manages the connection in Meta's Business Manager";

/**
 * What to do about a message with the status `failed` (§3.1), by its `error.code`: the server's own codes, and those of
 * Meta ("Error codes" of the WhatsApp Business Platform, the Messenger Platform and the Graph API). Other codes are not
 * documented, or say it in their text.
 */
export const FAILURE_FIXES: Readonly<Record<string, string>> = {
  unconfirmed: 'It may have arrived. Ask the person before you send it again.',
  provider_unavailable: LATER,
  blocked: 'To send again, remove the person from the block list.',
  opted_out: 'To send marketing again, remove the opt-out. Ask the person first.',
  not_connected: 'Connect or enable the connection, and send it again.',
  window_closed: TEMPLATE_FIRST,
  10: `${ADMINISTRATOR} to grant the permission that is missing.`,
  190: 'The access token has ended. Store a new one for the connection, and send it again.',
  368: `${ADMINISTRATOR} which policy was violated.`,
  551: OTHER_CHANNEL,
  100: PARAMETERS,
  130403: OTHER_CHANNEL,
  130429: LATER,
  130472: OTHER_CHANNEL,
  130497: 'The business may not send messages to this country.',
  131008: PARAMETERS,
  131009: PARAMETERS,
  131021: 'Send it to another number than that of the connection.',
  131026:
    'The person may not use WhatsApp, use an old version of it, or not have accepted its terms. Reach them in another way.',
  131030: "Add the number to the list of recipients of the test number, in the app's settings.",
  131031: `${ADMINISTRATOR} why the account is locked.`,
  131037: `${ADMINISTRATOR} to get the display name approved.`,
  131042: `${ADMINISTRATOR} to correct the payment method.`,
  131047: TEMPLATE_FIRST,
  131048: 'People have reported messages of this number as spam. Wait, and then send only what people expect.',
  131049: 'Meta limits how much marketing a person gets. Wait at least 24 hours.',
  131050: 'The person has stopped marketing in WhatsApp. Do not send it again.',
  131051: 'Send another kind of message.',
  131053: 'Check that the file opens without a login, and that its type and size are allowed.',
  131056: 'Many messages went to this person in a short time. Wait a minute, and send it again.',
  132000: PARAMETERS,
  132001: 'Sync the templates. The template may not exist in this language, or not be approved.',
  132005: 'Use shorter values: with them, the text is too long.',
  132007: TEMPLATE,
  132012: PARAMETERS,
  132015: 'The template is paused because of its quality. Use another one, or wait.',
  132016: TEMPLATE,
  132018: PARAMETERS,
  133010: 'Register the number, and send it again.',
};
