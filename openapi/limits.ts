/** §8: requests per minute of a key that has no limit of its own. */
export const REQUESTS_PER_MINUTE = 1800;
/** §8: the burst per second is this many times the per-minute average per second... */
export const BURST_FACTOR = 2;
/** §8: ...and at least this many requests per second. */
export const BURST_MINIMUM_PER_SECOND = 10;
/** Ours (overload): how many requests of the API a process has in hand at once. */
export const REQUESTS_IN_HAND = 512;
/** §1, §5.7: the customer-service window. */
export const WINDOW_HOURS = 24;
/** §8: how long an Idempotency-Key or idempotency_key is remembered. */
export const IDEMPOTENCY_HOURS = 24;
/** §4.2: how long a GET send without a key is not repeated. */
export const GET_REPEAT_SECONDS = 60;
/** §2.2: how long a message can be looked up. */
export const MESSAGE_RETENTION_DAYS = 90;
/** §2.3, §8: rows of a list over all its sections, which no schema can add up. */
export const LIST_MAX_ROWS = 10;
/** §8: media ids are valid this long. */
export const MEDIA_ID_DAYS = 30;
/** §8: upload limits by kind. */
export const MEDIA_MAX_MEGABYTES = { image: 5, audio: 16, video: 16, document: 100 } as const;
/** Ours (media-megabyte): what the limits of files count in. */
export const BYTES_PER_MEGABYTE = 1024 * 1024;
/** §8, with the forms of one format that the provider takes too (media-types): MIME types by kind. */
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
/** Ours (provider-limits): the longest name of an uploaded file; the document says it of `filename`. */
export const FILENAME_MAX_CHARACTERS = 240;
/** Ours (media-url-check): how long the address of a file may take to answer, redirects included. */
export const MEDIA_URL_TIMEOUT_SECONDS = 5;
/** Ours (media-url-check): how many redirects of such an address are followed. */
export const MEDIA_URL_MAX_REDIRECTS = 3;
/** Ours (media-url-check): how long an address that was reachable counts as reachable. */
export const MEDIA_URL_FRESH_SECONDS = 60;
/** Ours (received-media): how long a link to the file of a customer's message opens it, as long as WhatsApp keeps the file. */
export const MEDIA_LINK_DAYS = 7;
/** §2.11: how long after the press the last step of a flow may be due. */
export const FLOW_MAX_DELAY_HOURS = 24;
/** §2.11: what a button of a flow step says at most, in characters; longer texts with variables are cut to it. */
export const FLOW_BUTTON_CHARACTERS = 20;
/** §2.11: the longest text of a flow step, in characters, alone and above buttons; the document refuses longer ones as they are saved. */
export const FLOW_TEXT_CHARACTERS = { alone: 4096, withButtons: 1024 } as const;
/** Ours (provider-limits): the longest caption of a file, in characters. */
export const CAPTION_CHARACTERS = 1024;
/** §2.11: which extension of an address tells which kind of file. */
export const MEDIA_EXTENSIONS = {
  image: ['jpg', 'jpeg', 'png'],
  video: ['mp4', '3gp'],
  document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
} as const;
/** §2.11: the largest file of a flow step. */
export const FLOW_MEDIA_MAX_MEGABYTES = 16;
/** §6: waits before the second to sixth attempt of a delivery. */
export const DELIVERY_RETRY_DELAYS_MINUTES = [1, 5, 30, 120, 720] as const;
/** §6: a receiver must answer within this time. */
export const DELIVERY_TIMEOUT_SECONDS = 10;
/** §6: consecutive failed attempts after which an address is disabled. */
export const DELIVERY_FAILURES_TO_DISABLE = 50;
/** §6: how much of a receiver's answer is logged, in characters. */
export const DELIVERY_LOGGED_ANSWER_CHARACTERS = 500;
/** §6: receivers refuse signatures older than this. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Ours (body-limit): the largest JSON body. */
export const BODY_MAX_KIBIBYTES = 256;
/** Ours (long-text): the most parts that a long text is split into. */
export const SPLIT_MAX_PARTS = 10;
/** §7: waits before a send is tried again when the provider is down and the message provably did not leave. */
export const SEND_RETRY_DELAYS_SECONDS = [30, 120, 300] as const;
/** Ours (provider-down): after this many sends in a row that found a line's provider down, new ones are refused... */
export const CIRCUIT_FAILURES = 5;
/** Ours (provider-down): ...for this long, the first wait that §7 asks of clients. */
export const CIRCUIT_SECONDS = SEND_RETRY_DELAYS_SECONDS[0];
/** Ours (unconfirmed-send): how long a send whose reply was lost waits for the callback that proves it. */
export const CONFIRM_SEND_MINUTES = 15;
/** Meta, "About the WhatsApp Business Platform": waits of 4^X seconds after a rate limit of the provider. */
export const THROTTLE_DELAYS_SECONDS = [1, 4, 16, 64, 256, 1024] as const;
/** §8: the provider's own ceiling of sends per second and line, which the server keeps to (Meta, rate limits). */
export const PROVIDER_SENDS_PER_SECOND = { whatsapp: 80, page: 300 } as const;
/** Ours (campaign-pace): how much of that ceiling campaigns take at most; the rest is free for the API at any moment. */
export const CAMPAIGN_SHARE = 0.8;
/** Ours (campaign-pace): how many messages of one campaign are on their way to the provider at once. */
export const CAMPAIGN_MOST_LEAVING = 32;
/** Ours (unmatched-status): when a status of a message that is not known yet is looked at again. */
export const UNMATCHED_DELAYS_SECONDS = [1, 5, 30, 300, 3600] as const;
/** §4.9: how many days reports cover, today included, unless told otherwise. */
export const STATS_DEFAULT_DAYS = 30;
/** Ours (event-tail): how long events are kept for a tail that comes back. */
export const EVENT_RETENTION_DAYS = 7;
/** Ours (event-tail): how often a tail hears something even when nothing happens. */
export const TAIL_HEARTBEAT_SECONDS = 15;
/** Ours (event-tail): a tail that reads nothing for this long is cut off. */
export const TAIL_STALL_SECONDS = 60;
/** Ours (event-tail): how many tails one key may have open at one process. */
export const TAILS_PER_KEY = 10;
/** Ours (web-channel): the longest text of a visitor. */
export const WEB_TEXT_MAX_CHARACTERS = 4096;
/** Ours (web-limits): the largest body that a visitor's page may post: the longest text, every character of it escaped. */
export const WEB_BODY_MAX_KIBIBYTES = 64;
/** Ours (web-limits): how much a visitor may write a minute. */
export const WEB_MESSAGES_PER_MINUTE = 30;
/** Ours (web-limits): how many requests a minute a visitor may make, and everybody behind one address together. */
export const WEB_REQUESTS_PER_MINUTE = { visitor: 240, address: 1200 } as const;
/** Ours (web-limits): how many visitors a minute may begin behind one address. */
export const WEB_VISITORS_PER_MINUTE = 60;
/** Ours (web-limits): how many streams a visitor may have open, and everybody behind one address together. */
export const WEB_STREAMS = { visitor: 10, address: 200 } as const;
/** Ours (web-limits): how many messages of the past a page of web chat shows at once. */
export const WEB_HISTORY_PAGE = 50;
/** Ours (web-limits): how many messages one receipt may name. */
export const WEB_RECEIPT_MAX_MESSAGES = 100;
/** Ours (url-length): the longest address, in characters; the document says it of each. */
export const URL_CHARACTERS = 2048;
