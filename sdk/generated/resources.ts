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
     * Who am I? The key, its account, the modules, the licence and the connected channels (§4.1). Any valid key may ask.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    me: (options?: CallOptions) => Reply<Data<'getMe'>>;
    /**
     * What can each channel do? Per channel the capabilities, the window and the connections (§4.1). Any valid key may ask.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    channels: (options?: CallOptions) => Reply<Data<'listChannels'>>;
  };
  /** Sending and looking up messages (§4.2). */
  declare readonly messages: {
    /**
     * Send a free-form message. Accepts the message and answers at once; follow it by GET /messages/{id} or by the message.status event (§4.2).
     * On whatsapp, instagram and messenger the customer must have written within the last 24 hours (§1).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, IDEMPOTENCY_CONFLICT, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, CHANNEL_UNSUPPORTED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, CHANNEL_FEATURE_UNSUPPORTED, RECIPIENT_INVALID, RECIPIENT_BLOCKED, WINDOW_CLOSED, WINDOW_NEVER_OPENED, MEDIA_REQUIRED, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_URL_INVALID, PROVIDER_REJECTED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR
     */
    send: (body: Body<'sendMessage'>, options?: SendOptions) => Reply<Data<'sendMessage'>>;
    /**
     * Send a template message. Sends an approved template; no open window is needed (§4.2).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, IDEMPOTENCY_CONFLICT, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, CHANNEL_UNSUPPORTED, CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, CHANNEL_FEATURE_UNSUPPORTED, RECIPIENT_INVALID, RECIPIENT_BLOCKED, RECIPIENT_OPTED_OUT, TEMPLATE_NOT_FOUND, TEMPLATE_NOT_APPROVED, TEMPLATE_VARIABLES_MISSING, TEMPLATE_VARIABLES_FORMAT, TEMPLATE_HEADER_MISSING, TEMPLATE_BUTTON_PARAM_MISSING, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_URL_INVALID, PROVIDER_REJECTED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR
     */
    sendTemplate: (body: Body<'sendTemplate'>, options?: SendOptions) => Reply<Data<'sendTemplate'>>;
    /**
     * Look a message up. The status, the provider's id and, when it failed, why (§4.2). Works for 90 days after sending (§2.2).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, MESSAGE_NOT_FOUND, INTERNAL_ERROR
     */
    get: (id: Path<'getMessage'>, options?: CallOptions) => Reply<Data<'getMessage'>>;
  };
  /** Approved templates (§4.3). */
  declare readonly templates: {
    /**
     * List templates. The account's templates with what a send of each needs (§4.3). All on one page unless `limit` is given.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listTemplates'>, options?: CallOptions) => List<Data<'listTemplates'>, Data<'listTemplates'>['templates'][number]>;
  };
  /** Upload of files to send (§4.4). */
  declare readonly media: {
    /**
     * Upload a file. Stores a file and answers the `id` that `media.id` of a send takes for 30 days (§4.4). Only for whatsapp; the
     * other channels take media by URL (§2.3). The codes 413 and 415 speak of the file (§8).
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
     * Create or change a contact. Creates the contact; when the phone is known already, changes the fields that are sent (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR
     */
    upsert: (body: Body<'upsertContact'>, options?: CallOptions) => Reply<Data<'upsertContact'>>;
    /**
     * Look a contact up. The contact, with its opt-out and block status (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, CONTACT_NOT_FOUND
     */
    get: (phone: Path<'getContact'>, options?: CallOptions) => Reply<Data<'getContact'>>;
    /**
     * Change a contact. Changes the fields that are sent (§4.5).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR, CONTACT_NOT_FOUND
     */
    update: (phone: Path<'updateContact'>, body: Body<'updateContact'>, options?: CallOptions) => Reply<Data<'updateContact'>>;
    /**
     * Is the window open? Whether the customer-service window of a person is open and what may be sent (§4.5). A person who never wrote has
     * a closed one; on web there is no limit (§1). Where several lines of the channel are connected, the window is that
     * of the line that the person wrote to last, and a send must go over that one. To a blocked person nothing can be
     * sent.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, CHANNEL_UNSUPPORTED, RECIPIENT_INVALID, INTERNAL_ERROR
     */
    window: (id: Path<'getWindow'>, query?: Query<'getWindow'>, options?: CallOptions) => Reply<Data<'getWindow'>>;
  };
  /** People who receive no marketing (§4.6). */
  declare readonly optOuts: {
    /**
     * List who receives no marketing. A page of the opt-out list (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listOptOuts'>, options?: CallOptions) => List<Data<'listOptOuts'>, Data<'listOptOuts'>['opt_outs'][number]>;
    /**
     * Stop marketing to a person. Puts a person on the opt-out list, which stops campaign and flow messages and marketing templates (§2.10, §4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR
     */
    add: (body: Body<'addOptOut'>, options?: CallOptions) => Reply<Data<'addOptOut'>>;
    /**
     * Allow marketing to a person again. Takes a person off the opt-out list; they may receive marketing messages again (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    remove: (phone: Path<'removeOptOut'>, options?: CallOptions) => Reply<Data<'removeOptOut'>>;
  };
  /** People who receive nothing (§4.6). */
  declare readonly blockedNumbers: {
    /**
     * List who receives nothing. A page of the block list (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR
     */
    list: (query?: Query<'listBlockedNumbers'>, options?: CallOptions) => List<Data<'listBlockedNumbers'>, Data<'listBlockedNumbers'>['blocked_numbers'][number]>;
    /**
     * Cut all communication with a person. Puts a person on the block list; nothing is sent to them any more (§2.10, §4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR
     */
    block: (body: Body<'blockNumber'>, options?: CallOptions) => Reply<Data<'blockNumber'>>;
    /**
     * Allow communication with a person again. Takes a person off the block list (§4.6).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR
     */
    unblock: (phone: Path<'unblockNumber'>, options?: CallOptions) => Reply<Data<'unblockNumber'>>;
  };
  /** Conversations and message history (§4.7). */
  declare readonly conversations: {
    /**
     * List conversations. A page of conversations, the one with the newest message first unless `order` says otherwise (§4.7).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, CHANNEL_UNSUPPORTED, INTERNAL_ERROR
     */
    list: (query?: Query<'listConversations'>, options?: CallOptions) => List<Data<'listConversations'>, Data<'listConversations'>['conversations'][number]>;
    /**
     * Look a conversation up. The conversation in short and the contact (§4.7).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, CONVERSATION_NOT_FOUND
     */
    get: (phone: Path<'getConversation'>, options?: CallOptions) => Reply<Data<'getConversation'>>;
    /**
     * Close, open, assign or mark as read. Changes the fields that are sent (§4.7). Assigning an agent opens the conversation (§3.2).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR, CONVERSATION_NOT_FOUND
     */
    update: (phone: Path<'updateConversation'>, body: Body<'updateConversation'>, options?: CallOptions) => Reply<Data<'updateConversation'>>;
    /**
     * Read a conversation. What was said with the person, newest first (§4.7), over every line or page they wrote to. For the next page pass `pagination.before` as `before`.
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
     * Create a flow. Creates a flow, not published unless `is_active` is true (§4.8). It is validated before it is saved.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_URL_INVALID, INTERNAL_ERROR, FLOW_INVALID
     */
    create: (body: Body<'createFlow'>, options?: CallOptions) => Reply<Data<'createFlow'>>;
    /**
     * Look a flow up. The flow with its steps (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, FLOW_NOT_FOUND
     */
    get: (id: Path<'getFlow'>, options?: CallOptions) => Reply<Data<'getFlow'>>;
    /**
     * Change a flow. Changes the fields that are sent; `steps` replaces all steps (§4.8). It is validated before it is saved.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, MEDIA_TOO_LARGE, MEDIA_TYPE_UNSUPPORTED, MEDIA_URL_INVALID, INTERNAL_ERROR, FLOW_NOT_FOUND, FLOW_INVALID
     */
    update: (id: Path<'updateFlow'>, body: Body<'updateFlow'>, options?: CallOptions) => Reply<Data<'updateFlow'>>;
    /**
     * Delete a flow. Deletes a flow. One that has runs is deleted only with `force=true`, together with its runs (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR, FLOW_NOT_FOUND, FLOW_HAS_RUNS
     */
    delete: (id: Path<'deleteFlow'>, query?: Query<'deleteFlow'>, options?: CallOptions) => Reply<Data<'deleteFlow'>>;
    /**
     * List the runs of a flow. A page of runs, one record for each person's way through the flow (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, VALIDATION_FAILED, INTERNAL_ERROR, FLOW_NOT_FOUND
     */
    runs: (id: Path<'listFlowRuns'>, query?: Query<'listFlowRuns'>, options?: CallOptions) => List<Data<'listFlowRuns'>, Data<'listFlowRuns'>['runs'][number]>;
    /**
     * How does a flow do? How many people entered, how far they came and why runs were stopped (§4.8).
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INTERNAL_ERROR, FLOW_NOT_FOUND
     */
    stats: (id: Path<'getFlowStats'>, options?: CallOptions) => Reply<Data<'getFlowStats'>>;
    /**
     * Try a flow out. Sends all steps back to back to one number and waits until the provider has taken them; nothing enters the reports
     * (§4.8). The number must have written within the last 24 hours, and the flow must have steps, or it answers
     * FLOW_NOT_TESTABLE.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, FLOW_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, CHANNEL_NOT_CONNECTED, RECIPIENT_INVALID, RECIPIENT_BLOCKED, RECIPIENT_OPTED_OUT, PROVIDER_REJECTED, PROVIDER_UNAVAILABLE, INTERNAL_ERROR, FLOW_NOT_FOUND, FLOW_NOT_TESTABLE
     */
    test: (id: Path<'testFlow'>, body: Body<'testFlow'>, options?: CallOptions) => Reply<Data<'testFlow'>>;
  };
  /** Statistics, labels and agents (§4.9). */
  declare readonly reports: {
    /**
     * Count messages and conversations. Message counts and rates and how many conversations have which status, over the last 30 days unless told otherwise (§4.9).
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
  /** Events sent to your address (§4.10, §6). */
  declare readonly webhooks: {
    /**
     * Send a sample event. Sends a sample event to the configured address and answers the receiver's status and how long it took (§4.10). The
     * body may be omitted, and then its Content-Type as well.
     *
     * @throws {ApiError} MISSING_API_KEY, INVALID_API_KEY, API_KEY_REVOKED, IP_NOT_ALLOWED, SCOPE_DENIED, MODULE_DISABLED, WEBHOOK_MODULE_DISABLED, ACCOUNT_INACTIVE, LICENSE_EXPIRED, RATE_LIMITED, INVALID_JSON, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, WEBHOOK_NOT_CONFIGURED, WEBHOOK_URL_INVALID, WEBHOOK_UNREACHABLE, INTERNAL_ERROR
     */
    test: (body?: Body<'testWebhook'>, options?: CallOptions) => Reply<Data<'testWebhook'>>;
  };
}

/** What each method is made of: its route, and how it is called where the route does not say. */
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
