import { EDGES, SINGLE_PATHS } from '../graph/edges.ts';
import { ANSWERED } from '../proxy/hosts.ts';
import { EMOJI } from '../whatsapp/messages.ts';

/** The values of a field that are kept. All others are redacted. */
interface Kept {
  text?: RegExp;
  /** Keeps whole numbers of up to seven digits. */
  number?: boolean;
  /** Redacts the field in requests of the app, where it can be a secret. */
  exceptInRequests?: boolean;
  /** Keeps a Unix time, in seconds or milliseconds, near the time of the recording. */
  time?: boolean;
}

/** A word of an enumeration has no digits. */
const WORD: Kept = { text: /^[A-Za-z][A-Za-z_]{0,39}$/ };
const NUMBER: Kept = { number: true };
const FEW_DIGITS: Kept = { number: true, text: /^\d{1,3}$/ };
const TIME: Kept = { time: true };
const VERSION: Kept = { text: /^v?\d{1,2}\.\d{1,2}$/ };
const LANGUAGE = /^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/;
const each = (kept: Kept, ...names: string[]) => Object.fromEntries(names.map((name) => [name, kept]));

/**
 * The fields that a cassette keeps, by name. All other strings and numbers become placeholders. `true`, `false` and
 * null stay.
 */
export const KEPT_FIELDS: Readonly<Record<string, Kept>> = {
  ...each(WORD, 'messaging_product', 'recipient_type', 'type', 'sub_type', 'status', 'object', 'event', 'category'),
  ...each(
    WORD,
    'previous_category',
    'message_template_category',
    'format',
    'parameter_format',
    'pricing_model',
    'message_status',
    'content_type',
  ),
  ...each(WORD, 'messaging_type', 'tag', 'sender_action', 'template_type', 'field', 'policy', 'platform_type'),
  ...each(WORD, 'quality_rating', 'code_verification_status', 'quality_score', 'score', 'rejected_reason', 'level'),
  ...each(WORD, 'action', 'hub.mode', 'grant_type', 'otp_type', 'action_source'),
  ...each(NUMBER, 'error_subcode', 'call_count', 'total_cputime', 'total_time', 'estimated_time_to_regain_access'),
  ...each(FEW_DIGITS, 'num_edit', 'phase', 'chunk_order', 'progress'),
  ...each(FEW_DIGITS, 'index', 'limit', 'ttl_minutes', 'code_expiration_minutes'),
  ...each({ number: true, text: /^\d{1,7}$/ }, 'file_size'),
  ...each({ number: true, text: LANGUAGE, exceptInRequests: true }, 'code'),
  ...each({ text: LANGUAGE }, 'language', 'locale', 'message_template_language'),
  ...each({ text: /^[a-z]+\/[a-z.+-]+[a-z\d](; ?codecs=[a-z]+)?$/ }, 'mime_type'),
  ...each({ text: /^(?:[a-z_,.{}]|limit\(\d{1,4}\))+$/ }, 'fields', 'subscribed_fields'),
  ...each(TIME, 'timestamp', 'time', 'expiration_timestamp', 'watermark'),
  ...each(VERSION, 'version'),
  // A reaction. Meta accepts only an emoji.
  ...each({ text: EMOJI.pattern }, 'emoji'),
};

const CATEGORIES = /^(MARKETING|UTILITY|AUTHENTICATION)$/;
const LIMIT = /^TIER_([\dK]{1,6}|NOT_SET|UNLIMITED)$/;
const CAPITALS = /^[A-Z][A-Z_]{1,59}$/;
/** People also write their own labels, such as a name. */
const LABEL = { type: /^(CELL|MAIN|IPHONE|HOME|WORK)$/i };

/** Fields that are kept only in one object: `code` alone can be a verification or login code, `name` a person's. */
export const KEPT_IN: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  phones: LABEL,
  emails: LABEL,
  addresses: LABEL,
  urls: LABEL,
  referral: { source_type: /^(ad|post)$/, media_type: /^(image|video)$/, source: CAPITALS, type: CAPITALS },
  user_preferences: { value: /^(stop|resume)$/ },
  value: {
    new_category: CATEGORIES,
    correct_category: CATEGORIES,
    new_quality_score: CAPITALS,
    previous_quality_score: CAPITALS,
    current_limit: LIMIT,
    old_limit: LIMIT,
    entity_type: CAPITALS,
  },
  alert_info: { alert_severity: CAPITALS, alert_status: CAPITALS, alert_type: CAPITALS },
  language: { code: LANGUAGE },
  action: { name: /^(cta_url|send_location|address_message|flow|catalog_message|call_permission_request)$/ },
  parameters: { flow_message_version: /^\d$/, mode: /^(draft|published)$/, flow_action: /^(navigate|data_exchange)$/ },
};

/** Fields that apps write as JSON in a form or a query. Any other string of JSON is content: nothing in it is kept. */
export const JSON_FIELDS = new Set([
  ...['recipient', 'message', 'template', 'components', 'interactive', 'context', 'reaction', 'contacts', 'location'],
  ...['image', 'video', 'audio', 'document', 'sticker'],
]);

/** Objects whose fields the app designs. */
export const CONTENT_FIELDS = new Set(['flow_action_payload']);

/** Headers that contain JSON about rate limits. */
export const USAGE_HEADERS = new Set(['x-app-usage', 'x-business-use-case-usage', 'x-ad-account-usage']);

/** The headers whose values a cassette keeps if they match. Values of all others become placeholders. */
export const KEPT_HEADERS: Readonly<Record<string, RegExp>> = {
  accept: /^[a-z*]+\/[a-z*+-]+(, ?[a-z*]+\/[a-z*+-]+)*$/,
  'access-control-allow-origin': /^\*$/,
  'cache-control': /^[a-z-]+(=\d{1,8})?(, ?[a-z-]+(=\d{1,8})?)*$/,
  'content-type': /^[a-z]+\/[a-z.+-]+[a-z\d](; ?charset=[a-z]+-?\d{0,2})?$/i,
  'facebook-api-version': /^v\d{1,2}\.\d$/,
  pragma: /^no-cache$/,
  'retry-after': /^\d{1,4}$/,
};

/** Headers of one connection. */
export const CONNECTION_HEADERS = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'content-length', 'accept-encoding'],
];

/** Headers of the connection, and headers that differ in each message. */
export const DROPPED_HEADERS = new Set([...CONNECTION_HEADERS, 'date', 'host', 'traceparent', 'tracestate']);

/** Fields of free text. Replay and diff do not compare their texts. */
export const FREE_TEXT = new Set([
  ...['body', 'text', 'caption', 'title', 'description', 'filename', 'name', 'address', 'payload', 'button', 'about'],
  ...['message', 'error_user_msg', 'error_user_title', 'details', 'display_text', 'biz_opaque_callback_data', 'email'],
  ...['verified_name', 'username', 'first_name', 'last_name', 'formatted_name', 'example', 'subtitle', 'metadata'],
]);

const META_HOST = /(^|\.)(facebook|instagram|whatsapp|fbsbx|fbcdn)\.(com|net)$/;

/** Returns the host for the placeholder of a URL. Meta's known hosts are kept. */
export const hostOf = (host: string): string =>
  ANSWERED.includes(host) ? host : META_HOST.test(host) ? 'scontent.xx.fbcdn.net' : 'example.com';

/** Returns whether a host serves the Graph API. The other hosts of Meta serve files. */
export const isGraphHost = (host: string): boolean => hostOf(host) === 'example.com' || /^(graph|api)\b/.test(host);

/** The first segments of paths that are not IDs or names. */
export const ROOTS = new Set(['me', 'app', 'oauth', 'debug_token', ...Object.keys(SINGLE_PATHS)]);

/** Segments that are kept at any position after the edge. */
export const PATH_WORDS = new Set([...Object.keys(EDGES), 'messages', 'media', 'message_templates']);

export const PATH_VERSION = /^v\d{1,2}\.\d$/;
/** The name of an edge. */
export const PATH_WORD = /^[a-z][a-z_]{1,50}$/;
/** The name of a field. Other names, such as IDs and phone numbers, become placeholders. */
export const FIELD_NAME = /^[a-z][a-z_.]{0,49}\d{0,3}$/;
/** The name of a header. */
export const HEADER_NAME = /^[a-z][a-z-]{0,39}(256)?$/;
