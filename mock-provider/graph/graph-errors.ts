import type { Channel } from '../world/state.ts';

/** One error that Meta can return: S in the reply to the request, W later in a `failed` status, or both. */
export interface GraphErrorRow {
  code: number;
  subcode?: number;
  http: number;
  message: string;
  details?: string;
  where: 'S' | 'W' | 'SW' | 'inbound';
  type?: string;
  transient?: boolean;
  /** The title and text for the person who uses the app, in `error_user_title` and `error_user_msg`. */
  user?: { title: string; message: string };
}

const ofTemplate = (subcode: number, title: string, message: string): GraphErrorRow => ({
  code: 100,
  subcode,
  http: 400,
  message: 'Invalid parameter',
  user: { title, message },
  where: 'S',
});

/**
 * "Template creation errors". Meta's page lists these numbers as codes, but responses have them as subcodes of code
 * 100, with texts for the user: 2388024, 2388046, 2388293, 2388299 and 2593002 are in published responses. The others
 * have the same form here, with the titles of the page.
 */
const TEMPLATE_ERRORS: readonly GraphErrorRow[] = [
  ofTemplate(2388019, 'Message template limit exceeded', 'The account has the maximum number of message templates.'),
  ofTemplate(
    2388024,
    'Content in This Language Already Exists',
    'There is already content in this language for this template. You can create a new template and try again.',
  ),
  ofTemplate(2388039, 'Template cannot be created', 'The header of the message template is not valid.'),
  ofTemplate(2388040, 'Character limit exceeded', 'A field of the message template has too many characters.'),
  ofTemplate(
    2388046,
    'Name Format is Incorrect',
    'The message template name can only have lowercase letters and underscores.',
  ),
  ofTemplate(2388047, 'Message header format is incorrect', 'The header of the message template is not valid.'),
  ofTemplate(2388072, 'Message body format is incorrect', 'The body of the message template is not valid.'),
  ofTemplate(2388073, 'Message footer format is incorrect', 'The footer of the message template is not valid.'),
  ofTemplate(
    2388293,
    'Parameters words ratio exceeds limit',
    'This template has too many variables for its length. Reduce the number of variables or increase the message length.',
  ),
  ofTemplate(
    2388299,
    "Variables can't be at the start or end of the template",
    "Variables can't be at the start or end of the message template.",
  ),
  ofTemplate(2494100, 'Phone number is in maintenance mode', 'Wait until the maintenance of the number has ended.'),
  ofTemplate(2593002, 'Message Template Not Found', "The message template wasn't found for this account."),
];

/**
 * WhatsApp Cloud API, page "Error codes". Meta lists no HTTP status there and advises clients to rely on `code`. The
 * statuses are from older copies of the same page, and S or W is our reading of captured traffic.
 */
const WHATSAPP_ERRORS: readonly GraphErrorRow[] = [
  { code: 0, http: 401, message: 'AuthException', where: 'S' },
  { code: 1, http: 500, message: 'An unknown error occurred', where: 'S' },
  { code: 2, http: 503, message: 'Service temporarily unavailable', where: 'S', transient: true },
  { code: 3, http: 403, message: 'Application does not have the capability to make this API call.', where: 'S' },
  { code: 4, http: 429, message: 'Application request limit reached', where: 'S', transient: true },
  { code: 10, http: 403, message: 'Application does not have permission for this action', where: 'S' },
  {
    code: 33,
    http: 400,
    message: 'Parameter value is not valid',
    details: 'The business phone number has been deleted.',
    where: 'S',
  },
  { code: 100, http: 400, message: 'Invalid parameter', where: 'S' },
  { code: 104, http: 401, message: 'An access token is required to request this resource.', where: 'S' },
  { code: 190, http: 401, message: 'Invalid OAuth access token - Cannot parse access token', where: 'S' },
  {
    code: 190,
    subcode: 458,
    http: 401,
    message: 'Error validating access token: The user has not authorized application.',
    where: 'S',
  },
  {
    code: 190,
    subcode: 460,
    http: 401,
    message:
      'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
    where: 'S',
  },
  {
    code: 190,
    subcode: 463,
    http: 401,
    message:
      'Error validating access token: Session has expired on Friday, 26-Apr-24 06:00:00 PDT. The current time is Sunday, 28-Apr-24 03:40:10 PDT.',
    where: 'S',
  },
  { code: 200, http: 403, message: 'Permissions error', where: 'S' },
  { code: 368, http: 403, message: 'Temporarily blocked for policies violations', where: 'S' },
  {
    code: 80007,
    http: 429,
    message: 'There have been too many calls to this WhatsApp Business account.',
    details: 'The WhatsApp Business Account has reached its rate limit.',
    where: 'S',
  },
  { code: 130403, http: 403, message: 'The business has blocked this user', where: 'SW' },
  {
    code: 130429,
    http: 429,
    message: 'Rate limit hit',
    details: 'Cloud API message throughput has been reached.',
    where: 'SW',
  },
  {
    code: 130472,
    http: 400,
    message: "User's number is part of an experiment",
    details: "Failed to send message because this user's phone number is part of an experiment",
    where: 'W',
  },
  {
    code: 130497,
    http: 403,
    message: 'Business account is restricted from messaging users in this country.',
    where: 'SW',
  },
  {
    code: 131000,
    http: 500,
    message: 'Something went wrong',
    details: 'Message failed to send due to an unknown error.',
    where: 'SW',
  },
  {
    code: 131005,
    http: 403,
    message: 'Access denied',
    details: 'Permission is either not granted or has been removed.',
    where: 'S',
  },
  { code: 131008, http: 400, message: 'Required parameter is missing', where: 'S' },
  { code: 131009, http: 400, message: 'Parameter value is not valid', where: 'SW' },
  {
    code: 131016,
    http: 503,
    message: 'Service unavailable',
    details: 'A service is temporarily unavailable.',
    where: 'SW',
    transient: true,
  },
  {
    code: 131021,
    http: 400,
    message: 'Recipient cannot be sender',
    details: 'Sender and recipient phone number is the same.',
    where: 'SW',
  },
  { code: 131026, http: 400, message: 'Message undeliverable', details: 'Message Undeliverable.', where: 'W' },
  { code: 131030, http: 400, message: 'Recipient phone number not in allowed list', where: 'S' },
  {
    code: 131031,
    http: 403,
    message: 'Business Account locked',
    details: 'Business account has been locked.',
    where: 'S',
  },
  {
    code: 131037,
    http: 400,
    message: 'WhatsApp provided number needs display name approval before message can be sent.',
    where: 'S',
  },
  {
    code: 131042,
    http: 400,
    message: 'Business eligibility payment issue',
    details: 'Message failed to send because there were one or more errors related to your payment method.',
    where: 'W',
  },
  {
    code: 131045,
    http: 500,
    message: 'Incorrect certificate',
    details: 'Message failed to send due to a phone number registration error.',
    where: 'S',
  },
  {
    code: 131047,
    http: 400,
    message: 'Re-engagement message',
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
    where: 'SW',
  },
  {
    code: 131048,
    http: 429,
    message: 'Spam rate limit hit',
    details:
      'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
    where: 'W',
  },
  {
    code: 131049,
    http: 400,
    message: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details: 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
    where: 'W',
  },
  {
    code: 131050,
    http: 400,
    message: 'User has stopped marketing messages',
    details:
      'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
    where: 'W',
  },
  {
    code: 131051,
    http: 400,
    message: 'Unsupported message type',
    details: 'Message type is not currently supported.',
    where: 'S',
  },
  {
    code: 131052,
    http: 400,
    message: 'Media download error',
    details: 'Unable to download the media sent by the user.',
    where: 'inbound',
  },
  {
    code: 131053,
    http: 400,
    message: 'Media upload error',
    details: 'Unable to upload the media used in the message.',
    where: 'SW',
  },
  {
    code: 131056,
    http: 429,
    message: '(Business Account, Consumer Account) pair rate limit hit',
    details:
      'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
    where: 'SW',
  },
  {
    code: 131057,
    http: 503,
    message: 'Account in maintenance mode',
    details: 'Business Account is in maintenance mode.',
    where: 'S',
  },
  {
    code: 131062,
    http: 400,
    message: 'Business-scoped user id recipients are not supported for this message',
    where: 'S',
  },
  { code: 131063, http: 400, message: 'Marketing messages are disabled on Cloud API', where: 'S' },
  { code: 131064, http: 429, message: 'Messaging limit reached because of template misclassification', where: 'W' },
  { code: 132000, http: 400, message: 'Number of parameters does not match the expected number of params', where: 'S' },
  { code: 132001, http: 404, message: 'Template name does not exist in the translation', where: 'S' },
  { code: 132005, http: 400, message: 'Translated text too long', where: 'S' },
  { code: 132007, http: 400, message: 'Template format character policy violated', where: 'S' },
  { code: 132012, http: 400, message: 'Parameter format does not match format in the created template', where: 'S' },
  {
    code: 132015,
    http: 400,
    message: 'Template is paused',
    details: 'Template is paused due to low quality so it cannot be sent in a template message.',
    where: 'S',
  },
  {
    code: 132016,
    http: 400,
    message: 'Template is disabled',
    details: 'Template has been paused too many times due to low quality and is now permanently disabled.',
    where: 'S',
  },
  { code: 132018, http: 400, message: 'There is an issue with the parameters in your template', where: 'S' },
  { code: 133004, http: 503, message: 'Server temporarily unavailable', where: 'S', transient: true },
  { code: 133005, http: 400, message: 'Two-step verification PIN mismatch', where: 'S' },
  {
    code: 133006,
    http: 400,
    message: 'Phone number re-verification needed',
    details: 'Phone number needs to be verified before registering.',
    where: 'S',
  },
  {
    code: 133010,
    http: 400,
    message: 'Phone number not registered',
    details: 'Phone number not registered on the WhatsApp Business Platform.',
    where: 'S',
  },
  { code: 133016, http: 400, message: 'Account register/deregister rate limit exceeded', where: 'S' },
  {
    code: 135000,
    http: 400,
    message: 'Generic user error',
    details: 'Message failed to send because of an unknown error with your request parameters.',
    where: 'S',
  },
  { code: 138000, http: 400, message: 'Calling not enabled', where: 'S' },
  { code: 138006, http: 400, message: 'No approved call permission from the recipient', where: 'S' },
  { code: 139000, http: 400, message: 'Blocked by Integrity', where: 'S' },
  { code: 139001, http: 400, message: "Flow can't be updated", where: 'S' },
  { code: 139002, http: 400, message: 'Publishing Flow in invalid state', where: 'S' },
  { code: 139003, http: 400, message: "Can't deprecate unpublished flow", where: 'S' },
  { code: 139004, http: 400, message: "Can't delete published Flow", where: 'S' },
  {
    code: 139100,
    http: 400,
    message: 'Failed to block/unblock users',
    details: 'Failed to block some users, see the block_users response list for details',
    where: 'S',
  },
  ...TEMPLATE_ERRORS,
];

const OUTSIDE_WINDOW =
  'This message is sent outside of allowed window. Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview';

/** Messenger and Instagram share Graph's common codes. These platforms have no event for a failed send. */
const PAGE_ERRORS: readonly GraphErrorRow[] = [
  { code: 1, http: 500, message: 'An unknown error occurred', where: 'S' },
  { code: 1, subcode: 99, http: 500, message: 'An unknown error has occurred.', where: 'S' },
  { code: 1, subcode: 1357046, http: 500, message: 'Received invalid JSON reply', where: 'S' },
  {
    code: 2,
    http: 503,
    message: 'An unexpected error has occurred. Please retry your request later.',
    where: 'S',
    transient: true,
  },
  { code: 4, http: 429, message: 'Application request limit reached', where: 'S', transient: true },
  { code: 10, http: 403, message: 'Application does not have permission for this action', where: 'S' },
  {
    code: 10,
    subcode: 2018065,
    http: 403,
    message:
      'This message is sent outside of allowed window. You need page_messaging_subscriptions permission to be able to do it.',
    where: 'S',
  },
  {
    code: 10,
    subcode: 2018108,
    http: 403,
    message: "This person isn't receiving messages from you right now.",
    where: 'S',
  },
  { code: 10, subcode: 2018278, http: 403, message: OUTSIDE_WINDOW, where: 'S' },
  { code: 100, http: 400, message: 'Invalid parameter', where: 'S' },
  { code: 100, subcode: 2018001, http: 400, message: 'No matching user found', where: 'S' },
  { code: 100, subcode: 2018047, http: 400, message: 'Upload attachment failure.', where: 'S' },
  { code: 104, http: 401, message: 'An access token is required to request this resource.', where: 'S' },
  ...WHATSAPP_ERRORS.filter((row) => row.code === 190),
  { code: 200, http: 403, message: 'Permissions error', where: 'S' },
  { code: 200, subcode: 1545041, http: 403, message: "This person isn't available right now.", where: 'S' },
  { code: 230, http: 403, message: 'Requires pages_messaging permission to manage the object', where: 'S' },
  {
    code: 368,
    http: 403,
    message: 'The action attempted has been deemed abusive or is otherwise disallowed',
    where: 'S',
  },
  { code: 551, subcode: 1545041, http: 400, message: "This person isn't available right now.", where: 'S' },
  { code: 613, http: 429, message: 'Calls to this api have exceeded the rate limit.', where: 'S' },
  {
    code: 1200,
    http: 500,
    message: 'Temporary send message failure. Please try again later.',
    where: 'S',
    transient: true,
  },
];

/** All errors of the mock, by channel. If Meta has several variants of a code, the first is the default. */
export const GRAPH_ERRORS: Record<Channel, readonly GraphErrorRow[]> = {
  whatsapp: WHATSAPP_ERRORS,
  messenger: PAGE_ERRORS,
  instagram: [
    // Captured on graph.instagram.com: no "(#10)" before the text, and a different subcode than Messenger's.
    {
      code: 10,
      subcode: 2534022,
      http: 403,
      type: 'IGApiException',
      message: 'This message is sent outside of allowed window.',
      where: 'S',
    },
    ...PAGE_ERRORS.filter((row) => row.subcode !== 2018278),
  ],
};

/**
 * Returns the row of a code, or a generic row for an unknown code, because faults may use any code. Meta's page lists
 * the errors of templates by their subcode, so it counts as a code.
 */
export function errorRow(channel: Channel, code: number, subcode?: number): GraphErrorRow {
  const listed = channel === 'whatsapp' ? TEMPLATE_ERRORS.find((row) => row.subcode === code) : undefined;
  if (listed) return listed;
  const rows = GRAPH_ERRORS[channel].filter((row) => row.code === code);
  return (
    rows.find((row) => row.subcode === subcode) ??
    (subcode === undefined ? rows[0] : undefined) ?? {
      code,
      subcode,
      http: 400,
      message: rows[0]?.message ?? 'Error',
      where: 'SW',
    }
  );
}
