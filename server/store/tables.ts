import type { OutboxRow } from '../engine/outbox/task.ts';
/**
 * The rows of the database, declared to Knex once. Every table of an account starts with `account_id`, so that it can
 * be sharded by account. Times are microseconds since the epoch. JSON is in text columns, so that both databases return
 * the same values.
 */

/**
 * Returns whether a number can be the ID of a row. PostgreSQL refuses to compare its 32-bit IDs with larger numbers.
 */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 2_147_483_647;

/** SQLite returns 0 and 1, PostgreSQL false and true; records hold booleans. */
export type DbBoolean = boolean | 0 | 1;

export interface AccountRow {
  id: number;
  name: string;
  is_active: DbBoolean;
  license_expires_at: number | null;
  api_enabled: DbBoolean;
  webhook_enabled: DbBoolean;
  flows_enabled: DbBoolean;
  country: string;
  time_zone: string;
  created_at: number;
  /** `copying`, `paused` or `moved` for an account that leaves, `arriving` for one that comes; otherwise null. */
  move_state: string | null;
  /** The public address of the installation to which the account moves. */
  move_url: string | null;
  /** JSON: how far the move is (`MoveDetails`). */
  move_details: string | null;
  /** The number that the account had in the installation from which it came. */
  former_id: number | null;
  /** Encrypted: the key of that installation's signatures, for links and tokens of this account. */
  former_key: string | null;
}

export interface ApiKeyRow {
  account_id: number;
  id: number;
  hash: string;
  mode: 'live' | 'test';
  /** JSON list, or null for full access. */
  scopes: string | null;
  /** JSON list of addresses and CIDRs, or null for any. */
  allowed_ips: string | null;
  requests_per_minute: number | null;
  revoked_at: number | null;
  created_at: number;
  /** What people call it. */
  key_name: string | null;
}

/** An app at the provider. Its secret authenticates the provider's callbacks. */
export interface ProviderAppRow {
  id: string;
  /** Encrypted. */
  app_secret: string;
  /** Encrypted. */
  verify_token: string;
  created_at: number;
  /** JSON: the accounts that move to another installation, with the provider's IDs (`MovedIds`); null for none. */
  moves: string | null;
}

export interface ConnectionRow {
  account_id: number;
  id: string;
  channel: string;
  name: string;
  is_active: DbBoolean;
  provider_app_id: string | null;
  /** Phone number ID, page ID or Instagram account ID. */
  provider_id: string | null;
  /** WhatsApp business account. */
  waba_id: string | null;
  /** Encrypted. */
  access_token: string | null;
  /** The number of consecutive attempts in which the provider was unavailable. */
  failures: number;
  /** New sends are refused until this time. */
  unavailable_until: number | null;
  /** JSON list of the sites that may embed the web chat, or null for none. */
  origins: string | null;
  /** Whether the provider learns that messages were read (reading-and-typing); null means no. */
  mark_as_read: DbBoolean | null;
  created_at: number;
}

/** The last report of a kind about a connection (provider-reports). */
export interface ProviderReportRow {
  account_id: number;
  connection_id: string;
  /** The field of the provider's callback. */
  kind: string;
  event: string | null;
  detail: string | null;
  at: number;
}

export interface WebhookRow {
  account_id: number;
  url: string | null;
  /** JSON list. */
  events: string;
  /** Encrypted. */
  secret: string;
  is_enabled: DbBoolean;
  consecutive_failures: number;
  endpoint_name: string | null;
  /** An expression in CEL. */
  filter: string | null;
  /** Encrypted: a JSON object. */
  headers: string | null;
  /** Encrypted: replaces `secret` at `next_secret_at`. */
  next_secret: string | null;
  next_secret_at: number | null;
  /** JSON list of the delays before the retries, in minutes. */
  retry_minutes: string | null;
  failures_to_disable: number | null;
  is_paused: DbBoolean;
  /** Encrypted: the password for a message broker. */
  password: string | null;
  /** Whether the account has rows in `webhook_endpoints`. */
  has_others: DbBoolean;
}

/** An endpoint of an account that is not its first one. */
export interface WebhookEndpointRow extends Omit<WebhookRow, 'has_others'> {
  id: number;
  url: string;
}

export interface TemplateRow {
  account_id: number;
  id: number;
  name: string;
  language: string;
  category: string;
  status: string;
  rejection_reason: string | null;
  parameter_format: string;
  /** JSON, in Meta's component format. */
  components: string;
  updated_at: number;
  /** When a callback last reported the status or the category; null if none did. */
  reported_at: number | null;
  quality: string | null;
}

export interface ConversationRow {
  account_id: number;
  id: number;
  connection_id: string;
  channel: string;
  /** The number, sender ID or visitor ID. */
  person: string;
  contact_id: number | null;
  name: string | null;
  status: string;
  agent_id: number | null;
  unread_count: number;
  last_inbound_at: number | null;
  last_message_text: string | null;
  /** null until there is a message. */
  last_message_direction: string | null;
  /** The time of the start until there is a message: lists are ordered by this column. */
  last_message_at: number;
  created_at: number;
}

export interface MessageRow {
  account_id: number;
  id: string;
  conversation_id: number | null;
  connection_id: string;
  channel: string;
  direction: string;
  person: string;
  type: string;
  text: string | null;
  /** JSON: the request of an outbound message, or the content that the customer sent. */
  content: string;
  status: string;
  external_id: string | null;
  /** JSON or null. */
  error: string | null;
  is_test: DbBoolean;
  /** Excluded from reports, such as the messages of a flow test. */
  is_unreported: DbBoolean;
  created_at: number;
  updated_at: number;
  /** When the provider had accepted all parts of the message. */
  sent_at: number | null;
  /** The position on the visitor's page; null while the message is not shown, and on other channels. */
  web_position: number | null;
  /** The campaign that sent the message. Its statuses are results of that campaign, not events. */
  campaign_id: number | null;
  /** The position of the request in its trace, as in the header `traceparent`. */
  traceparent: string | null;
  /** JSON: what the provider reports about the price; null if it never did. */
  pricing: string | null;
}

/** One part of a message that is too long for its channel. Messages that were not split have no rows here. */
export interface MessagePartRow {
  account_id: number;
  message_id: string;
  part: number;
  connection_id: string;
  status: string;
  external_id: string | null;
}

/** A worker that shares the database with others. */
interface WorkerRow {
  id: string;
  /** The time of the last heartbeat, by the database clock. */
  seen_at: number;
}

/** When the last messages of one connection were sent, over all workers. */
interface LinePaceRow {
  account_id: number;
  connection_id: string;
  /** JSON: milliseconds since the epoch, oldest first, covering one second. */
  slots: string;
}

/** The requests of one key in the last minute, over all processes on a PostgreSQL database. */
interface KeyRateRow {
  account_id: number;
  key_id: number;
  /** The number of the first slot; slots are 100 ms long and counted from the epoch. */
  oldest: number;
  /** The number of requests in each slot, as a PostgreSQL array; SQLite has no rows here. */
  slots: string | number[];
  /** The number of requests in all slots. */
  in_minute: number;
}

export interface CallbackRow {
  id: string;
  provider_app_id: string;
  body: string;
  state: string;
  problem: string | null;
  received_at: number;
}

export interface DeliveryRow {
  account_id: number;
  id: string;
  event: string;
  /** JSON: `data` of the envelope. */
  data: string;
  is_test: DbBoolean;
  is_sample: DbBoolean;
  replay_of: string | null;
  state: string;
  attempts: number;
  /** The position of the message in its trace. */
  traceparent: string | null;
  /** 1 for the first endpoint of the account. */
  endpoint_id: number;
  /** The event in the event stream, if the delivery has another ID. */
  event_id: string | null;
  created_at: number;
}

export interface DeliveryAttemptRow {
  account_id: number;
  delivery_id: string;
  attempt: number;
  at: number;
  status_code: number | null;
  response_prefix: string | null;
  problem: string | null;
  duration_ms: number;
  next_attempt_at: number | null;
}

export interface IdempotencyRow {
  account_id: number;
  scope: string;
  key: string;
  request_hash: string;
  status: number | null;
  /** JSON `data` of the first response. */
  data: string | null;
  request_id: string;
  expires_at: number;
}

export interface ContactRow {
  account_id: number;
  id: number;
  /** Digits, or the channel's ID. */
  phone: string;
  name: string | null;
  email: string | null;
  display_name: string | null;
  username: string | null;
  /** The text that searches read: see search-text.ts. */
  search_text: string;
  created_at: number;
  updated_at: number;
}

/** An identifier of a WhatsApp user, and the person whom it names. */
export interface IdentityRow {
  account_id: number;
  /** The WhatsApp business account, or the connection if it has none. User IDs are valid only within it. */
  portfolio: string;
  /** A business-scoped user ID, a parent ID, or a number that the person no longer has. */
  identifier: string;
  /** The name under which everything about the person is stored: the number if it is known, otherwise a user ID. */
  person: string;
  /** When a callback first showed the person's number with this identifier; for an old number, when it was left. */
  seen_at: number;
  /** The last username, and when it was shown; only for user IDs. */
  username: string | null;
  named_at: number;
}

interface OptOutRow {
  account_id: number;
  id: number;
  phone: string;
  source: string | null;
  created_at: number;
}

interface BlockedNumberRow {
  account_id: number;
  id: number;
  phone: string;
  reason: string | null;
  created_at: number;
}

export interface LabelRow {
  account_id: number;
  id: number;
  name: string;
  color: string | null;
  created_at: number;
}

/** A text that a team has saved. */
export interface SavedReplyRow {
  account_id: number;
  name: string;
  reply: string;
}

export interface AgentRow {
  account_id: number;
  id: number;
  name: string;
  is_active: DbBoolean;
  created_at: number;
}

/** An uploaded file; the provider stores its bytes. */
export interface MediaRow {
  account_id: number;
  id: string;
  connection_id: string;
  /** The provider's ID; null for a file of a test key, because it was sent to no provider. */
  provider_media_id: string | null;
  kind: string;
  mime_type: string;
  size: number;
  filename: string | null;
  is_test: DbBoolean;
  created_at: number;
  expires_at: number;
}

/** An event of the event stream; it is kept for a few days. */
export interface EventRow {
  account_id: number;
  /** 1, 2, 3, ... for each account, in commit order and without gaps. */
  seq: number;
  /** Equal to the ID of its delivery to the first endpoint, if there is one. */
  id: string;
  event: string;
  channel: string;
  data: string;
  is_test: DbBoolean;
  created_at: number;
}

/** The number and the ID of an account's newest event, even if that event is no longer stored. */
export interface EventSequenceRow {
  account_id: number;
  seq: number;
  last_id: string;
}

/** A mass send of one template. */
export interface CampaignRow {
  account_id: number;
  id: number;
  template_id: number;
  template_name: string;
  language: string;
  connection_id: string;
  /** A digest of the whole request, which detects a repeated request. */
  digest: string;
  /** What people call it. */
  name: string | null;
  /** The number of earlier campaigns with this digest if the caller requested a repetition, otherwise 0. */
  repetition: number;
  state: string;
  /** Why the campaign stopped automatically. */
  problem: string | null;
  created_at: number;
  finished_at: number | null;
  /** When it last started or resumed; null if the previous version started it. */
  resumed_at: number | null;
  /** When a scheduled campaign begins; null for a campaign that began at once. */
  starts_at: number | null;
}

export interface CampaignRecipientRow {
  account_id: number;
  campaign_id: number;
  /** From 1, in the order of the list. */
  position: number;
  phone: string;
  name: string | null;
  /** JSON: a list or an object, depending on the template's format; null for none. */
  variables: string | null;
  /** JSON: the values of dynamic buttons; null for none. */
  buttons: string | null;
  state: string;
  /** Why the recipient was skipped, or why the send failed. */
  reason: string | null;
  message_id: string | null;
  /** When the message was queued. */
  queued_at: number | null;
}

export interface FlowRow {
  account_id: number;
  id: number;
  name: string;
  template_id: number;
  button: string;
  button_index: number;
  is_active: DbBoolean;
  stop_on_reply: DbBoolean;
  stop_on_agent: DbBoolean;
  quiet_start: number | null;
  quiet_end: number | null;
  /** JSON, as in requests. */
  steps: string;
  created_at: number;
  updated_at: number;
}

export interface FlowRunRow {
  account_id: number;
  id: number;
  flow_id: number;
  conversation_id: number;
  phone: string;
  status: string;
  stop_reason: string | null;
  current_step: number;
  messages_sent: number;
  /** JSON: the values of placeholders. */
  known: string;
  started_at: number;
  next_step_at: number | null;
  finished_at: number | null;
}

/** What a person last chose about marketing in WhatsApp (opt-out-sources). A late or repeated callback is older. */
export interface MarketingPreferenceRow {
  account_id: number;
  phone: string;
  wish: string;
  /** By the provider's clock. */
  at: number;
}

/** A login of the dashboard. */
export interface LoginRow {
  /** null for an operator of the installation. */
  account_id: number | null;
  id: number;
  agent_id: number | null;
  /** In lower case. */
  email: string;
  role: string;
  /** Argon2id, with its parameters; null until the login has a password. */
  password_hash: string | null;
  /** Encrypted. */
  totp_secret: string | null;
  /** The period of the last accepted code, which must not be accepted again. */
  totp_step: number | null;
  /** False until the first code confirms the secret. */
  is_totp_on: DbBoolean;
  /** JSON: the hashes of the recovery codes that were not used; null for none. */
  recovery_codes: string | null;
  is_disabled: DbBoolean;
  last_login_at: number | null;
  created_at: number;
}

export interface SessionRow {
  account_id: number | null;
  id: number;
  /** The hash of the cookie. */
  hash: string;
  login_id: number;
  /** The client's address at the login. */
  address: string;
  user_agent: string | null;
  created_at: number;
  /** When the session was last used, with a precision of a minute. */
  seen_at: number;
  /** When it was ended, unless it expired. The row stays, because its address is known from then on. */
  ended_at: number | null;
}

/** A change through the admin API or the dashboard. */
export interface AuditRow {
  /** null for changes of the installation. */
  account_id: number | null;
  id: number;
  at: number;
  operation: string;
  /** JSON: the IDs in the path. */
  ids: string;
  /** JSON: the fields that were set; null if none is recorded. */
  changes: string | null;
  status: number;
  caller_kind: string;
  /** The ID of a login, or the fingerprint of a token. */
  caller: string;
  address: string;
}

/** A link that logs in once. */
export interface LoginLinkRow {
  account_id: number | null;
  /** The hash of the token. */
  hash: string;
  login_id: number;
  kind: string;
  expires_at: number;
  used_at: number | null;
  created_at: number;
}

/** Who uses a login, at a provider of OpenID Connect. */
export interface LoginIdentityRow {
  account_id: number | null;
  issuer: string;
  /** The provider's ID of the person, which never changes. */
  subject: string;
  login_id: number;
  created_at: number;
}

/** A note of an agent about a conversation, which is never sent. */
export interface ConversationNoteRow {
  account_id: number;
  id: number;
  conversation_id: number;
  /** The agent's name when they wrote it. */
  author: string;
  text: string;
  created_at: number;
}

/** An agent whom a note mentions. */
interface NoteMentionRow {
  account_id: number;
  agent_id: number;
  conversation_id: number;
  note_id: number;
  /** When the agent saw the note, in microseconds; null until then. */
  seen_at: number | null;
}

interface ConversationLabelRow {
  account_id: number;
  conversation_id: number;
  label_id: number;
}

/** A login that has a conversation open in the dashboard. */
interface ConversationViewerRow {
  account_id: number;
  conversation_id: number;
  login_id: number;
  name: string;
  state: string;
  seen_at: number;
}

/** When a key was last used, or a callback last named a connection. Written some minutes late. */
export interface LastUseRow {
  account_id: number;
  kind: string;
  /** The ID of the key or of the connection. */
  subject: string;
  at: number;
}

/** A row of an account that has changed since its move began. */
interface AccountChangeRow {
  account_id: number;
  id: number;
  table_name: string;
  /** JSON: the columns of the primary key, without the account. */
  row_key: string;
}

/** A request with a key of an account, without its query, headers and body. Written about a second late. */
export interface RequestRow {
  account_id: number;
  id: number;
  at: number;
  method: string;
  /** Without keys and phone numbers. */
  path: string;
  /** 0 if the client disconnected before the response. */
  status: number;
  ms: number;
  request_id: string | null;
  /** The code of the error. */
  error: string | null;
  key_id: number;
  ip: string | null;
  /** The number of requests of the same batch that are not stored. */
  left_out: number;
}

/** All tables of wigwag. */
export const TABLES = [
  'accounts',
  'api_keys',
  'last_uses',
  'provider_apps',
  'connections',
  'provider_reports',
  'webhooks',
  'webhook_endpoints',
  'templates',
  'conversations',
  'conversation_notes',
  'note_mentions',
  'conversation_labels',
  'conversation_viewers',
  'saved_replies',
  'messages',
  'message_parts',
  'outbox',
  'workers',
  'line_paces',
  'key_rates',
  'callbacks',
  'deliveries',
  'delivery_attempts',
  'idempotency',
  'contacts',
  'identities',
  'opt_outs',
  'blocked_numbers',
  'marketing_wishes',
  'labels',
  'agents',
  'media',
  'events',
  'event_sequences',
  'campaigns',
  'campaign_recipients',
  'flows',
  'flow_runs',
  'logins',
  'sessions',
  'login_links',
  'login_identities',
  'audit_entries',
  'account_changes',
  'requests',
] as const;

/** The tables whose rows belong to no account, and the table of the accounts themselves. */
const WITHOUT_ACCOUNT: readonly string[] = ['accounts', 'provider_apps', 'workers', 'callbacks'];

/** The tables whose rows belong to an account. */
export const ACCOUNT_TABLES = TABLES.filter((table) => !WITHOUT_ACCOUNT.includes(table));

declare module 'knex/types/tables.js' {
  interface Tables {
    accounts: AccountRow;
    api_keys: ApiKeyRow;
    last_uses: LastUseRow;
    provider_apps: ProviderAppRow;
    connections: ConnectionRow;
    provider_reports: ProviderReportRow;
    webhooks: WebhookRow;
    webhook_endpoints: WebhookEndpointRow;
    templates: TemplateRow;
    conversations: ConversationRow;
    conversation_notes: ConversationNoteRow;
    note_mentions: NoteMentionRow;
    conversation_labels: ConversationLabelRow;
    conversation_viewers: ConversationViewerRow;
    saved_replies: SavedReplyRow;
    messages: MessageRow;
    message_parts: MessagePartRow;
    outbox: OutboxRow;
    workers: WorkerRow;
    line_paces: LinePaceRow;
    key_rates: KeyRateRow;
    callbacks: CallbackRow;
    deliveries: DeliveryRow;
    delivery_attempts: DeliveryAttemptRow;
    idempotency: IdempotencyRow;
    contacts: ContactRow;
    identities: IdentityRow;
    opt_outs: OptOutRow;
    blocked_numbers: BlockedNumberRow;
    marketing_wishes: MarketingPreferenceRow;
    labels: LabelRow;
    agents: AgentRow;
    media: MediaRow;
    events: EventRow;
    event_sequences: EventSequenceRow;
    campaigns: CampaignRow;
    campaign_recipients: CampaignRecipientRow;
    flows: FlowRow;
    flow_runs: FlowRunRow;
    logins: LoginRow;
    sessions: SessionRow;
    login_links: LoginLinkRow;
    login_identities: LoginIdentityRow;
    audit_entries: AuditRow;
    account_changes: AccountChangeRow;
    requests: RequestRow;
  }
}
