import type { Channel } from '../world/state.ts';
import type { GraphErrorRow } from './graph-error-row.ts';
import { TEMPLATE_ERRORS, WHATSAPP_ERRORS } from './whatsapp-errors.ts';

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
  if (listed) {
    return listed;
  }
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
