/** §8: requests per minute of a key without a separate limit. */
export const REQUESTS_PER_MINUTE = 1800;
/** §8: the burst per second, as a multiple of the average number of requests per second. */
export const BURST_FACTOR = 2;
/** §8: the minimum burst, in requests per second. */
export const BURST_MINIMUM_PER_SECOND = 10;
/** Ours (overload): the maximum number of in-flight API requests per process. */
export const REQUESTS_IN_HAND = 512;
/** Ours (overload): the maximum number of in-flight API requests per process of one account. */
export const REQUESTS_IN_HAND_PER_ACCOUNT = 128;
/** §1, §5.7: the customer-service window. */
export const WINDOW_HOURS = 24;
/** §8: how long the server stores an Idempotency-Key or idempotency_key. */
export const IDEMPOTENCY_HOURS = 24;
/** §4.2: how long a repeat of a GET send without an idempotency key sends nothing. */
export const GET_REPEAT_SECONDS = 60;
/** §2.2: how long a message can be retrieved. */
export const MESSAGE_RETENTION_DAYS = 90;
/** §2.3, §8: rows of a list across all sections, which a schema cannot add up. */
export const LIST_MAX_ROWS = 10;
/** §8: how long media IDs are valid. */
export const MEDIA_ID_DAYS = 30;
/** §8: upload limits by kind. */
export const MEDIA_MAX_MEGABYTES = { image: 5, audio: 16, video: 16, document: 100 } as const;
/** Ours (media-megabyte): the unit of file size limits. */
export const BYTES_PER_MEGABYTE = 1024 * 1024;
/** MIME types by kind: §8, and other names of the same formats that the provider accepts (media-types). */
export const MEDIA_TYPES = {
  image: ['image/jpeg', 'image/png'],
  audio: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/amr'],
  video: ['video/mp4', 'video/3gpp'],
  document: [
    'application/pdf',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'text/plain',
  ],
} as const;
export type MediaKind = keyof typeof MEDIA_TYPES;
/** Ours (provider-limits): the maximum length of an uploaded file's name, which the document also sets for `filename`. */
export const FILENAME_MAX_CHARACTERS = 240;
/** Ours (media-url-check): response timeout of a file's URL, including redirects. */
export const MEDIA_URL_TIMEOUT_SECONDS = 5;
/** Ours (media-url-check): the maximum number of redirects of such a URL. */
export const MEDIA_URL_MAX_REDIRECTS = 3;
/** Ours (media-url-check): how long a reachable URL is assumed to stay reachable. */
export const MEDIA_URL_FRESH_SECONDS = 60;
/** Ours (received-media): how long a link to a customer's file is valid, which is as long as WhatsApp keeps the file. */
export const MEDIA_LINK_DAYS = 7;
/** §2.11: the maximum delay of a flow step after the press. */
export const FLOW_MAX_DELAY_HOURS = 24;
/** §2.11: the maximum length of a flow button's text, in characters. Longer texts with variables are truncated to it. */
export const FLOW_BUTTON_CHARACTERS = 20;
/** §2.11: the maximum length of a flow step's text, in characters, without and with buttons. The document enforces it on save. */
export const FLOW_TEXT_CHARACTERS = { alone: 4096, withButtons: 1024 } as const;
/** Ours (provider-limits): the maximum length of a caption, in characters. */
export const CAPTION_CHARACTERS = 1024;
/** §2.11: the kind of a file by the extension of its URL. */
export const MEDIA_EXTENSIONS = {
  image: ['jpg', 'jpeg', 'png'],
  video: ['mp4', '3gp'],
  document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
} as const;
/** §2.11: the maximum file size of a flow step. */
export const FLOW_MEDIA_MAX_MEGABYTES = 16;
/** §6: delays before the second to sixth attempt of a delivery. */
export const DELIVERY_RETRY_DELAYS_MINUTES = [1, 5, 30, 120, 720] as const;
/** §6: response timeout of a receiver. */
export const DELIVERY_TIMEOUT_SECONDS = 10;
/** §6: consecutive failed attempts after which an endpoint is disabled. */
export const DELIVERY_FAILURES_TO_DISABLE = 50;
/** §6: how much of a receiver's response is logged, in characters. */
export const DELIVERY_LOGGED_ANSWER_CHARACTERS = 500;
/** §6: receivers refuse signatures older than this. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Ours (body-limit): the maximum size of a JSON body. */
export const BODY_MAX_KIBIBYTES = 256;
/** Ours (head-limit): the maximum size of the URL and the headers of a request. */
export const HEAD_MAX_KIBIBYTES = 16;
/** Ours (long-text): the maximum number of parts of a long text. */
export const SPLIT_MAX_PARTS = 10;
/** §7: delays before retrying a send if the provider is down and certainly did not get the message. */
export const SEND_RETRY_DELAYS_SECONDS = [30, 120, 300] as const;
/** Ours (provider-down): consecutive sends on a connection that find the provider down, before new sends are refused. */
export const CIRCUIT_FAILURES = 5;
/** Ours (provider-down): how long new sends are refused, which is the first delay that §7 requires of clients. */
export const CIRCUIT_SECONDS = SEND_RETRY_DELAYS_SECONDS[0];
/** Ours (unconfirmed-send): how long a send whose response was lost waits for the callback that confirms it. */
export const CONFIRM_SEND_MINUTES = 15;
/** Meta, "About the WhatsApp Business Platform": delays of 4^X seconds after a rate limit of the provider. */
export const THROTTLE_DELAYS_SECONDS = [1, 4, 16, 64, 256, 1024] as const;
/** §8: the provider's limit of sends per second and connection, which the server respects (Meta, rate limits). */
export const PROVIDER_SENDS_PER_SECOND = { whatsapp: 80, page: 300 } as const;
/** Ours (campaign-pace): the maximum share of that limit for campaigns. The rest is reserved for the API. */
export const CAMPAIGN_SHARE = 0.8;
/** Ours (campaign-pace): the maximum number of a campaign's messages in flight to the provider. */
export const CAMPAIGN_MOST_LEAVING = 32;
/** Ours (unmatched-status): when to retry a status whose message is not known yet. */
export const UNMATCHED_DELAYS_SECONDS = [1, 5, 30, 300, 3600] as const;
/** §4.9: how many days reports cover by default, including today. */
export const STATS_DEFAULT_DAYS = 30;
/** Ours (event-tail): how long events are retained for an event stream that reconnects. */
export const EVENT_RETENTION_DAYS = 7;
/** Ours (event-tail): the heartbeat interval of an event stream. */
export const TAIL_HEARTBEAT_SECONDS = 15;
/** Ours (event-tail): an event stream that reads nothing for this long is closed. */
export const TAIL_STALL_SECONDS = 60;
/** Ours (event-tail): the maximum number of open event streams per key and process. */
export const TAILS_PER_KEY = 10;
/** Ours (web-channel): the maximum length of a visitor's text. */
export const WEB_TEXT_MAX_CHARACTERS = 4096;
/** Ours (web-limits): the maximum body size from a visitor's page: the longest text with every character escaped. */
export const WEB_BODY_MAX_KIBIBYTES = 64;
/** Ours (web-limits): the maximum number of a visitor's messages per minute. */
export const WEB_MESSAGES_PER_MINUTE = 30;
/** Ours (web-limits): the maximum number of requests per minute, per visitor and per IP address. */
export const WEB_REQUESTS_PER_MINUTE = { visitor: 240, address: 1200 } as const;
/** Ours (web-limits): the maximum number of new visitors per minute and IP address. */
export const WEB_VISITORS_PER_MINUTE = 60;
/** Ours (web-limits): the maximum number of open streams, per visitor and per IP address. */
export const WEB_STREAMS = { visitor: 10, address: 200 } as const;
/** Ours (web-limits): how many past messages a web chat page shows at once. */
export const WEB_HISTORY_PAGE = 50;
/** Ours (web-limits): the maximum number of messages in one receipt. */
export const WEB_RECEIPT_MAX_MESSAGES = 100;
/** Ours (url-length): the maximum length of a URL, in characters, which the document sets for each URL. */
export const URL_CHARACTERS = 2048;
