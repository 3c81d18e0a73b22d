/* Made by `npm run generate` from the document. Do not edit. */

import type { Body, Data, Path, Query } from '../operation-types.ts';
import type { SendOptions } from '../request/send-options.ts';
import type { List } from '../lists/list.ts';
import type { Reply } from '../request/reply.ts';
import type { CallOptions } from '../request/request.ts';
import type { Upload, UploadOptions } from '../request/upload.ts';

/** Every operation of the document, grouped by resource. */
export class Resources {
  /** The key, its account and the connected channels (§4.1). */
  declare readonly account: {
    /**
     * Show the key and its account. The key, its account, the modules, the license and the connected channels (§4.1). Any valid key is accepted.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    me: (options?: CallOptions) => Reply<Data<'getMe'>>;
    /**
     * List channels. The capabilities, the window and the connections of each channel (§4.1). Any valid key is accepted.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    channels: (options?: CallOptions) => Reply<Data<'listChannels'>>;
  };
  /** Send messages and check their status (§4.2). */
  declare readonly messages: {
    /**
     * Send a free-form message. Accepts the message and responds immediately. Follow its status with GET /messages/{id} or the message.status event (§4.2).
     * On whatsapp, instagram and messenger the customer must have written within the last 24 hours (§1).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, IDEMPOTENCY_CONFLICT, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, CHANNEL_UNSUPPORTED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, CHANNEL_FEATURE_UNSUPPORTED, RECIPIENT_INVALID, RECIPIENT_BLOCKED, WINDOW_CLOSED, WINDOW_NEVER_OPENED, MEDIA_REQUIRED, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_URL_INVALID, PROVIDER_REJECTED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR
     */
    send: (body: Body<'sendMessage'>, options?: SendOptions) => Reply<Data<'sendMessage'>>;
    /**
     * Send a template message. Sends an approved template. No open window is required (§4.2).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, IDEMPOTENCY_CONFLICT, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, CHANNEL_UNSUPPORTED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, CHANNEL_FEATURE_UNSUPPORTED, RECIPIENT_INVALID, RECIPIENT_BLOCKED, RECIPIENT_OPTED_OUT, TEMPLATE_NOT_FOUND, TEMPLATE_NOT_APPROVED, TEMPLATE_VARIABLES_MISSING, TEMPLATE_VARIABLES_FORMAT, TEMPLATE_HEADER_MISSING, TEMPLATE_BUTTON_PARAM_MISSING, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_URL_INVALID, PROVIDER_REJECTED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR
     */
    sendTemplate: (body: Body<'sendTemplate'>, options?: SendOptions) => Reply<Data<'sendTemplate'>>;
    /**
     * Get a message. The status, the provider's ID, and the reason if the message failed (§4.2). Available for 90 days after sending (§2.2).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, MESSAGE_NOT_FOUND, INTERNAL_ERROR
     */
    get: (id: Path<'getMessage'>, options?: CallOptions) => Reply<Data<'getMessage'>>;
  };
  /** Approved templates (§4.3). */
  declare readonly templates: {
    /**
     * List templates. The account's templates, with the values that a send requires (§4.3). All are on one page unless `limit` is given.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listTemplates'>, options?: CallOptions) => List<Data<'listTemplates'>, Data<'listTemplates'>['templates'][number]>;
  };
  /** Upload files to send (§4.4). */
  declare readonly media: {
    /**
     * Upload a file. Stores a file and returns the `id` for `media.id` of a send, valid for 30 days (§4.4). Only for whatsapp; the other channels take
     * media by URL (§2.3). 413 and 415 refer to the file (§8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, CHANNEL_UNSUPPORTED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, CHANNEL_FEATURE_UNSUPPORTED, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_UPLOAD_FAILED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR
     */
    upload: (upload: Upload<'uploadMedia'>, options?: UploadOptions) => Reply<Data<'uploadMedia'>>;
  };
  /** Contacts and the customer-service window (§4.5). */
  declare readonly contacts: {
    /**
     * List contacts. A page of contacts, newest first unless `order` says otherwise (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listContacts'>, options?: CallOptions) => List<Data<'listContacts'>, Data<'listContacts'>['contacts'][number]>;
    /**
     * Create or change a contact. Creates the contact. If the phone is already known, it changes the fields in the request (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR
     */
    upsert: (body: Body<'upsertContact'>, options?: CallOptions) => Reply<Data<'upsertContact'>>;
    /**
     * Get a contact. The contact, with its opt-out and block status (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, CONTACT_NOT_FOUND
     */
    get: (phone: Path<'getContact'>, options?: CallOptions) => Reply<Data<'getContact'>>;
    /**
     * Change a contact. Changes the fields in the request (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR, CONTACT_NOT_FOUND
     */
    update: (phone: Path<'updateContact'>, body: Body<'updateContact'>, options?: CallOptions) => Reply<Data<'updateContact'>>;
    /**
     * Check whether the window is open. Whether the customer-service window of a person is open and what you may send (§4.5). If the person has never written, the window is
     * closed. On web there is no limit (§1). If the channel has several connections, the window is that of the connection the person last
     * wrote to. A free-form message without `connection_id` uses a connection whose window is open. You cannot send to a blocked person.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, CHANNEL_UNSUPPORTED, RECIPIENT_INVALID, INTERNAL_ERROR
     */
    window: (id: Path<'getWindow'>, query?: Query<'getWindow'>, options?: CallOptions) => Reply<Data<'getWindow'>>;
  };
  /** People who receive no marketing (§4.6). */
  declare readonly optOuts: {
    /**
     * List people who opted out of marketing. A page of the opt-out list (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listOptOuts'>, options?: CallOptions) => List<Data<'listOptOuts'>, Data<'listOptOuts'>['opt_outs'][number]>;
    /**
     * Opt a person out of marketing. Adds a person to the opt-out list, which stops campaign and flow messages and marketing templates (§2.10, §4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR
     */
    add: (body: Body<'addOptOut'>, options?: CallOptions) => Reply<Data<'addOptOut'>>;
    /**
     * Allow marketing to a person again. Removes a person from the opt-out list. They can receive marketing messages again (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    remove: (phone: Path<'removeOptOut'>, options?: CallOptions) => Reply<Data<'removeOptOut'>>;
  };
  /** People who receive nothing (§4.6). */
  declare readonly blockedNumbers: {
    /**
     * List blocked people. A page of the block list (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listBlockedNumbers'>, options?: CallOptions) => List<Data<'listBlockedNumbers'>, Data<'listBlockedNumbers'>['blocked_numbers'][number]>;
    /**
     * Block a person. Adds a person to the block list. No more messages are sent to them (§2.10, §4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR
     */
    block: (body: Body<'blockNumber'>, options?: CallOptions) => Reply<Data<'blockNumber'>>;
    /**
     * Unblock a person. Removes a person from the block list (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    unblock: (phone: Path<'unblockNumber'>, options?: CallOptions) => Reply<Data<'unblockNumber'>>;
  };
  /** Conversations and message history (§4.7). */
  declare readonly conversations: {
    /**
     * List conversations. A page of conversations, by default the most recent message first (§4.7).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, CHANNEL_UNSUPPORTED, INTERNAL_ERROR
     */
    list: (query?: Query<'listConversations'>, options?: CallOptions) => List<Data<'listConversations'>, Data<'listConversations'>['conversations'][number]>;
    /**
     * Get a conversation. A summary of the conversation and the contact (§4.7).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, CONVERSATION_NOT_FOUND
     */
    get: (phone: Path<'getConversation'>, options?: CallOptions) => Reply<Data<'getConversation'>>;
    /**
     * Close, open, assign or mark as read. Changes the fields in the request (§4.7). Assigning an agent opens the conversation (§3.2).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR, CONVERSATION_NOT_FOUND
     */
    update: (phone: Path<'updateConversation'>, body: Body<'updateConversation'>, options?: CallOptions) => Reply<Data<'updateConversation'>>;
    /**
     * List the messages of a conversation. The messages from and to the person, newest first (§4.7), on all connections. For the next page, pass `pagination.before` as `before`.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR, CONVERSATION_NOT_FOUND
     */
    messages: (phone: Path<'listConversationMessages'>, query?: Query<'listConversationMessages'>, options?: CallOptions) => List<Data<'listConversationMessages'>, Data<'listConversationMessages'>['messages'][number]>;
  };
  /** Campaign flows (§4.8). */
  declare readonly flows: {
    /**
     * List flows. A page of flows (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listFlows'>, options?: CallOptions) => List<Data<'listFlows'>, Data<'listFlows'>['flows'][number]>;
    /**
     * Create a flow. Creates a flow, after validation. The flow is unpublished unless `is_active` is true (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, MEDIA_URL_INVALID, INTERNAL_ERROR, FLOW_INVALID
     */
    create: (body: Body<'createFlow'>, options?: CallOptions) => Reply<Data<'createFlow'>>;
    /**
     * Get a flow. The flow with its steps (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, FLOW_NOT_FOUND
     */
    get: (id: Path<'getFlow'>, options?: CallOptions) => Reply<Data<'getFlow'>>;
    /**
     * Change a flow. Changes the fields in the request, after validation. `steps` replaces all steps (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, MEDIA_URL_INVALID, INTERNAL_ERROR, FLOW_NOT_FOUND, FLOW_INVALID
     */
    update: (id: Path<'updateFlow'>, body: Body<'updateFlow'>, options?: CallOptions) => Reply<Data<'updateFlow'>>;
    /**
     * Delete a flow. Deletes a flow. If the flow has runs, `force=true` is required and also deletes the runs (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR, FLOW_NOT_FOUND, FLOW_HAS_RUNS
     */
    delete: (id: Path<'deleteFlow'>, query?: Query<'deleteFlow'>, options?: CallOptions) => Reply<Data<'deleteFlow'>>;
    /**
     * List the runs of a flow. A page of runs. Each run is one person's way through the flow (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR, FLOW_NOT_FOUND
     */
    runs: (id: Path<'listFlowRuns'>, query?: Query<'listFlowRuns'>, options?: CallOptions) => List<Data<'listFlowRuns'>, Data<'listFlowRuns'>['runs'][number]>;
    /**
     * Show the results of a flow. The number of people who entered, how far they got, and why runs stopped (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, FLOW_NOT_FOUND
     */
    stats: (id: Path<'getFlowStats'>, options?: CallOptions) => Reply<Data<'getFlowStats'>>;
    /**
     * Test a flow. Sends all steps to one number without delays, and waits until the provider has accepted them. Reports do not count them (§4.8). If the
     * number has not written within the last 24 hours, or the flow has no steps, the response is FLOW_NOT_TESTABLE.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, CHANNEL_NOT_CONNECTED, RECIPIENT_INVALID, RECIPIENT_BLOCKED, RECIPIENT_OPTED_OUT, PROVIDER_REJECTED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR, FLOW_NOT_FOUND, FLOW_NOT_TESTABLE
     */
    test: (id: Path<'testFlow'>, body: Body<'testFlow'>, options?: CallOptions) => Reply<Data<'testFlow'>>;
  };
  /** Statistics, labels and agents (§4.9). */
  declare readonly reports: {
    /**
     * Count messages and conversations. Message counts and rates, and conversation counts by status. The default range is the last 30 days (§4.9).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    stats: (query?: Query<'getStats'>, options?: CallOptions) => Reply<Data<'getStats'>>;
    /**
     * List labels. A page of labels (§4.9).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    labels: (query?: Query<'listLabels'>, options?: CallOptions) => List<Data<'listLabels'>, Data<'listLabels'>['labels'][number]>;
    /**
     * List agents. A page of agents (§4.9).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    agents: (query?: Query<'listAgents'>, options?: CallOptions) => List<Data<'listAgents'>, Data<'listAgents'>['agents'][number]>;
  };
  /** Events sent to your webhook URL (§4.10, §6). */
  declare readonly webhooks: {
    /**
     * Send a sample event. Sends a sample event to the configured URL and returns the receiver's status and response time (§4.10). You may omit the body,
     * together with its Content-Type.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, WEBHOOK_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, WEBHOOK_NOT_CONFIGURED, WEBHOOK_URL_INVALID, WEBHOOK_UNREACHABLE, INTERNAL_ERROR
     */
    test: (body?: Body<'testWebhook'>, options?: CallOptions) => Reply<Data<'testWebhook'>>;
  };
}

/** The route of each method, and how to call it where the route does not determine that. */
export const ROUTES = {
  account: {
    me: 'GET /me',
    channels: 'GET /channels',
  },
  messages: {
    send: 'POST /messages send',
    sendTemplate: 'POST /messages/template send',
    get: 'GET /messages/{id}',
  },
  templates: {
    list: 'GET /templates list',
  },
  media: {
    upload: 'POST /media upload',
  },
  contacts: {
    list: 'GET /contacts list',
    upsert: 'POST /contacts',
    get: 'GET /contacts/{phone}',
    update: 'PATCH /contacts/{phone}',
    window: 'GET /contacts/{id}/window query',
  },
  optOuts: {
    list: 'GET /opt-outs list',
    add: 'POST /opt-outs',
    remove: 'DELETE /opt-outs/{phone}',
  },
  blockedNumbers: {
    list: 'GET /blocked-numbers list',
    block: 'POST /blocked-numbers',
    unblock: 'DELETE /blocked-numbers/{phone}',
  },
  conversations: {
    list: 'GET /conversations list',
    get: 'GET /conversations/{phone}',
    update: 'PATCH /conversations/{phone}',
    messages: 'GET /conversations/{phone}/messages list',
  },
  flows: {
    list: 'GET /flows list',
    create: 'POST /flows',
    get: 'GET /flows/{id}',
    update: 'PATCH /flows/{id}',
    delete: 'DELETE /flows/{id} query',
    runs: 'GET /flows/{id}/runs list',
    stats: 'GET /flows/{id}/stats',
    test: 'POST /flows/{id}/test',
  },
  reports: {
    stats: 'GET /stats query',
    labels: 'GET /labels list',
    agents: 'GET /agents list',
  },
  webhooks: {
    test: 'POST /webhooks/test',
  },
};
