/*! Made by `npm run generate` from the document. Do not edit.
 *
 * § refers to the sections of https://github.com/wigwag/wigwag/blob/main/openapi/SPECIFICATION.md
 */

export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the key and its account
         * @description The key, its account, the modules, the license and the connected channels (§4.1). Any valid key is accepted.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description The capabilities, the window and the connections of each channel (§4.1). Any valid key is accepted.
         */
        get: operations["listChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a free-form message
         * @description Accepts the message and responds immediately. Follow its status with GET /messages/{id} or the message.status event (§4.2).
         *     On whatsapp, instagram and messenger the customer must have written within the last 24 hours (§1).
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a template message with a link
         * @deprecated
         * @description The same operation as the POST, for callers that cannot set headers or bodies (§4.2). It is deprecated because a GET that sends is a
         *     trap: link previews, prefetching browsers and generated query hooks all call it. Use POST /messages/template wherever you can. If the same request is repeated within 60
         *     seconds, it is not sent again. If both the link and the header have a key, the keys must be the same.
         *     Keys in URLs appear in logs; use a key with only messages:send (§5.4).
         */
        get: operations["sendTemplateByQuery"];
        put?: never;
        /**
         * Send a template message
         * @description Sends an approved template. No open window is required (§4.2).
         */
        post: operations["sendTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/template/{api_key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key. It appears in logs and referrers; use one with only messages:send (§5.4).
                 * @example ww_live_<41 characters>
                 */
                api_key: string;
            };
            cookie?: never;
        };
        /**
         * Send a template message with a link, with the key in the path
         * @deprecated
         * @description The same as GET /messages/template, with the key as the last segment of the path (§4.2, §5.4). It is deprecated because a GET that
         *     sends is a trap, and because keys in URLs appear in logs. Use POST /messages/template wherever you can.
         */
        get: operations["sendTemplateByPathKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message
         * @description The status, the provider's ID, and the reason if the message failed (§4.2). Available for 90 days after sending (§2.2).
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description The account's templates, with the values that a send requires (§4.3). All are on one page unless `limit` is given.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Stores a file and returns the `id` for `media.id` of a send, valid for 30 days (§4.4). Only for whatsapp; the other channels take
         *     media by URL (§2.3). 413 and 415 refer to the file (§8).
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description A page of contacts, newest first unless `order` says otherwise (§4.5).
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create or change a contact
         * @description Creates the contact. If the phone is already known, it changes the fields in the request (§4.5).
         */
        post: operations["upsertContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{phone}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        /**
         * Get a contact
         * @description The contact, with its opt-out and block status (§4.5).
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a contact
         * @description Changes the fields in the request (§4.5).
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/contacts/{id}/window": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person, as in `to` of a send: the phone number or user ID on whatsapp, the channel's own ID on other channels.
                 * @example 905551112233
                 */
                id: components["schemas"]["Recipient"];
            };
            cookie?: never;
        };
        /**
         * Check whether the window is open
         * @description Whether the customer-service window of a person is open and what you may send (§4.5). If the person has never written, the window is
         *     closed. On web there is no limit (§1). If the channel has several connections, the window is that of the connection the person last
         *     wrote to. A free-form message without `connection_id` uses a connection whose window is open. You cannot send to a blocked person.
         */
        get: operations["getWindow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people who opted out of marketing
         * @description A page of the opt-out list (§4.6).
         */
        get: operations["listOptOuts"];
        put?: never;
        /**
         * Opt a person out of marketing
         * @description Adds a person to the opt-out list, which stops campaign and flow messages and marketing templates (§2.10, §4.6).
         */
        post: operations["addOptOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opt-outs/{phone}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Allow marketing to a person again
         * @description Removes a person from the opt-out list. They can receive marketing messages again (§4.6).
         */
        delete: operations["removeOptOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blocked people
         * @description A page of the block list (§4.6).
         */
        get: operations["listBlockedNumbers"];
        put?: never;
        /**
         * Block a person
         * @description Adds a person to the block list. No more messages are sent to them (§2.10, §4.6).
         */
        post: operations["blockNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked-numbers/{phone}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unblock a person
         * @description Removes a person from the block list (§4.6).
         */
        delete: operations["unblockNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description A page of conversations, by default the most recent message first (§4.7).
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{phone}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description A summary of the conversation and the contact (§4.7).
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Close, open, assign or mark as read
         * @description Changes the fields in the request (§4.7). Assigning an agent opens the conversation (§3.2).
         */
        patch: operations["updateConversation"];
        trace?: never;
    };
    "/conversations/{phone}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        /**
         * List the messages of a conversation
         * @description The messages from and to the person, newest first (§4.7), on all connections. For the next page, pass `pagination.before` as `before`.
         */
        get: operations["listConversationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List flows
         * @description A page of flows (§4.8).
         */
        get: operations["listFlows"];
        put?: never;
        /**
         * Create a flow
         * @description Creates a flow, after validation. The flow is unpublished unless `is_active` is true (§4.8).
         */
        post: operations["createFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        /**
         * Get a flow
         * @description The flow with its steps (§4.8).
         */
        get: operations["getFlow"];
        put?: never;
        post?: never;
        /**
         * Delete a flow
         * @description Deletes a flow. If the flow has runs, `force=true` is required and also deletes the runs (§4.8).
         */
        delete: operations["deleteFlow"];
        options?: never;
        head?: never;
        /**
         * Change a flow
         * @description Changes the fields in the request, after validation. `steps` replaces all steps (§4.8).
         */
        patch: operations["updateFlow"];
        trace?: never;
    };
    "/flows/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        /**
         * List the runs of a flow
         * @description A page of runs. Each run is one person's way through the flow (§4.8).
         */
        get: operations["listFlowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        /**
         * Show the results of a flow
         * @description The number of people who entered, how far they got, and why runs stopped (§4.8).
         */
        get: operations["getFlowStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a flow
         * @description Sends all steps to one number without delays, and waits until the provider has accepted them. Reports do not count them (§4.8). If the
         *     number has not written within the last 24 hours, or the flow has no steps, the response is FLOW_NOT_TESTABLE.
         */
        post: operations["testFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages and conversations
         * @description Message counts and rates, and conversation counts by status. The default range is the last 30 days (§4.9).
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels
         * @description A page of labels (§4.9).
         */
        get: operations["listLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description A page of agents (§4.9).
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event
         * @description Sends a sample event to the configured URL and returns the receiver's status and response time (§4.10). You may omit the body,
         *     together with its Content-Type.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developers/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description This API description as JSON, without a key and without an envelope (§9).
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer sent a message
         * @description Sent for each inbound message: text, media, button reply, location and so on (§6).
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description `t=<unix_seconds>,v1=<hex>`; v1 is the hex HMAC-SHA256 of `<t>.<raw body>` keyed with the webhook secret. Refuse
                     *     timestamps older than 5 minutes (§6).
                     */
                    "X-Service-Signature": string;
                    /** @description The name of the event, the same as in the body. */
                    "X-Service-Event": components["schemas"]["EventName"];
                    /** @description The ID of the delivery, the same as in the body. */
                    "X-Service-Delivery-Id": components["schemas"]["DeliveryId"];
                    /** @description The number of this attempt, from 1. */
                    "X-Service-Attempt": number;
                    /**
                     * @description The ID of the delivery, the same as in the body. With the next two headers, libraries for Standard Webhooks can verify
                     *     a delivery.
                     */
                    "webhook-id"?: string | undefined;
                    /** @description When this attempt was signed, in Unix seconds. */
                    "webhook-timestamp"?: string | undefined;
                    /**
                     * @description `v1,<base64>`, the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the bytes that the
                     *     webhook secret has in base64 after `whsec_`.
                     */
                    "webhook-signature"?: string | undefined;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageReceivedEvent"];
                };
            };
            responses: {
                /** @description Disables the endpoint immediately (§6). */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. After any other response, or none within 10 seconds, the server retries the delivery after 1 min, 5 min, 30 min, 2 h and 12 h (§6). */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a message changed
         * @description Sent when a message from the API or the dashboard becomes sent, delivered, read or failed (§6).
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description `t=<unix_seconds>,v1=<hex>`; v1 is the hex HMAC-SHA256 of `<t>.<raw body>` keyed with the webhook secret. Refuse
                     *     timestamps older than 5 minutes (§6).
                     */
                    "X-Service-Signature": string;
                    /** @description The name of the event, the same as in the body. */
                    "X-Service-Event": components["schemas"]["EventName"];
                    /** @description The ID of the delivery, the same as in the body. */
                    "X-Service-Delivery-Id": components["schemas"]["DeliveryId"];
                    /** @description The number of this attempt, from 1. */
                    "X-Service-Attempt": number;
                    /**
                     * @description The ID of the delivery, the same as in the body. With the next two headers, libraries for Standard Webhooks can verify
                     *     a delivery.
                     */
                    "webhook-id"?: string | undefined;
                    /** @description When this attempt was signed, in Unix seconds. */
                    "webhook-timestamp"?: string | undefined;
                    /**
                     * @description `v1,<base64>`, the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the bytes that the
                     *     webhook secret has in base64 after `whsec_`.
                     */
                    "webhook-signature"?: string | undefined;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageStatusEvent"];
                };
            };
            responses: {
                /** @description Disables the endpoint immediately (§6). */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. After any other response, or none within 10 seconds, the server retries the delivery after 1 min, 5 min, 30 min, 2 h and 12 h (§6). */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A template was approved or rejected
         * @description Sent when the approval status of a template changes (§6).
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description `t=<unix_seconds>,v1=<hex>`; v1 is the hex HMAC-SHA256 of `<t>.<raw body>` keyed with the webhook secret. Refuse
                     *     timestamps older than 5 minutes (§6).
                     */
                    "X-Service-Signature": string;
                    /** @description The name of the event, the same as in the body. */
                    "X-Service-Event": components["schemas"]["EventName"];
                    /** @description The ID of the delivery, the same as in the body. */
                    "X-Service-Delivery-Id": components["schemas"]["DeliveryId"];
                    /** @description The number of this attempt, from 1. */
                    "X-Service-Attempt": number;
                    /**
                     * @description The ID of the delivery, the same as in the body. With the next two headers, libraries for Standard Webhooks can verify
                     *     a delivery.
                     */
                    "webhook-id"?: string | undefined;
                    /** @description When this attempt was signed, in Unix seconds. */
                    "webhook-timestamp"?: string | undefined;
                    /**
                     * @description `v1,<base64>`, the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the bytes that the
                     *     webhook secret has in base64 after `whsec_`.
                     */
                    "webhook-signature"?: string | undefined;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateStatusEvent"];
                };
            };
            responses: {
                /** @description Disables the endpoint immediately (§6). */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. After any other response, or none within 10 seconds, the server retries the delivery after 1 min, 5 min, 30 min, 2 h and 12 h (§6). */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Identifies one request, for support and logs (§2.1).
         * @example req_01jd3v5q8yw2
         */
        RequestId: string;
        /** @description The envelope of a success; `data` contains the result (§2.1). */
        Success: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /** @description Identifies one request, for support and logs (§2.1). */
            request_id: components["schemas"]["RequestId"];
        };
        /**
         * @description The channel of the message (§1).
         * @enum {string}
         */
        Channel: "whatsapp" | "instagram" | "messenger" | "web";
        /**
         * @description The key and its account (§4.1).
         * @example {
         *       "key": {
         *         "mode": "live",
         *         "scopes": [
         *           "*"
         *         ]
         *       },
         *       "account": {
         *         "id": "1",
         *         "name": "Demo"
         *       },
         *       "modules": {
         *         "api": true,
         *         "webhook": true,
         *         "flows": true
         *       },
         *       "license": {
         *         "status": "active",
         *         "expires_at": null
         *       },
         *       "channels": [
         *         "whatsapp",
         *         "instagram",
         *         "messenger",
         *         "web"
         *       ]
         *     }
         */
        Me: {
            /** @description The key of this request. */
            key: {
                /**
                 * @description Whether the key is a live or a test key.
                 * @enum {string}
                 */
                mode: "live" | "test";
                /** @description The scopes of the key; `*` alone means full access. */
                scopes: string[];
            };
            /** @description The company account. */
            account: {
                /** @description The account's ID. */
                id: string;
                /** @description The account's name. */
                name: string;
            };
            /** @description Which modules are enabled. */
            modules: {
                /** @description This API. */
                api: boolean;
                /** @description Events to your webhook URL. */
                webhook: boolean;
                /** @description Campaign flows. */
                flows: boolean;
            };
            /** @description The account's license. */
            license: {
                /**
                 * @description Whether the license is valid now.
                 * @enum {string}
                 */
                status: "active" | "expired";
                /**
                 * Format: date-time
                 * @description When the license expires; null if it does not.
                 */
                expires_at: string | null;
            };
            /** @description The channels with at least one active connection. */
            channels: components["schemas"]["Channel"][];
        };
        /**
         * @description The codes of the specification (§7).
         * @enum {string}
         */
        SpecErrorCode: "MISSING_API_KEY" | "INVALID_API_KEY" | "API_KEY_REVOKED" | "IP_NOT_ALLOWED" | "SCOPE_DENIED" | "MODULE_DISABLED" | "FLOW_MODULE_DISABLED" | "WEBHOOK_MODULE_DISABLED" | "ACCOUNT_INACTIVE" | "LICENSE_EXPIRED" | "RATE_LIMITED" | "IDEMPOTENCY_CONFLICT" | "INVALID_JSON" | "VALIDATION_FAILED" | "PAYLOAD_TOO_LARGE" | "CHANNEL_UNSUPPORTED" | "CHANNEL_NOT_CONNECTED" | "CONNECTION_NOT_FOUND" | "CHANNEL_FEATURE_UNSUPPORTED" | "RECIPIENT_INVALID" | "RECIPIENT_BLOCKED" | "RECIPIENT_OPTED_OUT" | "WINDOW_CLOSED" | "WINDOW_NEVER_OPENED" | "TEMPLATE_NOT_FOUND" | "TEMPLATE_NOT_APPROVED" | "TEMPLATE_VARIABLES_MISSING" | "TEMPLATE_VARIABLES_FORMAT" | "TEMPLATE_HEADER_MISSING" | "TEMPLATE_BUTTON_PARAM_MISSING" | "MEDIA_REQUIRED" | "MEDIA_TOO_LARGE" | "MEDIA_TYPE_UNSUPPORTED" | "MEDIA_URL_INVALID" | "MEDIA_UPLOAD_FAILED" | "MESSAGE_NOT_FOUND" | "WEBHOOK_NOT_CONFIGURED" | "WEBHOOK_URL_INVALID" | "WEBHOOK_UNREACHABLE" | "PROVIDER_REJECTED" | "PROVIDER_UNAVAILABLE" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INTERNAL_ERROR";
        /**
         * @description Our additional codes, for errors without a code in the specification.
         * @enum {string}
         */
        DecidedErrorCode: "CONTACT_NOT_FOUND" | "CONVERSATION_NOT_FOUND" | "FLOW_NOT_FOUND" | "FLOW_INVALID" | "FLOW_HAS_RUNS" | "FLOW_NOT_TESTABLE" | "MEDIA_GONE" | "URL_TOO_LONG" | "HEADERS_TOO_LARGE";
        /** @description A stable error code (§7). v1 may add new codes, so handle an unknown code by its HTTP status. */
        ErrorCode: components["schemas"]["SpecErrorCode"] | components["schemas"]["DecidedErrorCode"];
        /** @description One invalid field. */
        FieldError: {
            /**
             * @description The field's name. Nested names are joined by dots.
             * @example interactive.buttons.0.title
             */
            field: string;
            /** @description What is wrong with it. */
            message: string;
        };
        /** @description With PROVIDER_REJECTED, the provider's raw code and message (§7). */
        ProviderError: {
            /** @description The provider's error code. */
            code: number | string;
            /** @description The provider's error message. */
            message: string;
        };
        /** @description What went wrong, why, and how to fix it (§2.1). */
        Error: {
            /** @description A stable error code (§7). v1 may add new codes, so handle an unknown code by its HTTP status. */
            code: components["schemas"]["ErrorCode"];
            /** @description The HTTP status of the response. */
            http: number;
            /** @description What happened, with the values of this request. */
            message: string;
            /** @description Why the request was refused. */
            reason: string;
            /** @description How to fix it. */
            fix: string;
            /** @description The name of the invalid parameter. */
            param?: string | undefined;
            /**
             * Format: uri
             * @description The URL of the page about this code.
             */
            docs: string;
            /** @description Identifies one request, for support and logs (§2.1). */
            request_id: components["schemas"]["RequestId"];
            /** @description With VALIDATION_FAILED, one entry for each invalid field (§7). */
            errors?: components["schemas"]["FieldError"][] | undefined;
            /** @description With PROVIDER_REJECTED, the provider's raw code and message (§7). */
            provider_error?: components["schemas"]["ProviderError"] | undefined;
            /** @description The languages of the template, if the request had none and the name exists in several, or if the template does not exist in the requested one (§2.4). */
            available_languages?: string[] | undefined;
            /** @description With METHOD_NOT_ALLOWED, the methods that the path allows (§7), the same as in the header Allow. */
            allowed_methods?: string[] | undefined;
        };
        /**
         * @description The envelope of an error (§2.1).
         * @example {
         *       "success": false,
         *       "error": {
         *         "code": "MESSAGE_NOT_FOUND",
         *         "http": 404,
         *         "message": "There is no message msg_17000000000000000001 in this account.",
         *         "reason": "The account has no message with this ID, or the message was sent more than 90 days ago.",
         *         "fix": "Check the ID. The response to the send contains it as `id`.",
         *         "docs": "http://127.0.0.1:3000/developers/errors/MESSAGE_NOT_FOUND",
         *         "request_id": "req_01jd3v5q8yw2"
         *       }
         *     }
         */
        ErrorEnvelope: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /** @description What went wrong, why, and how to fix it (§2.1). */
            error: components["schemas"]["Error"];
        };
        /**
         * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
         *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
         *     uploaded it.
         * @example wa_1
         */
        ConnectionId: string;
        /**
         * Format: date-time
         * @description ISO 8601 with a UTC offset (§1).
         * @example 2026-05-04T12:00:00.000000+00:00
         */
        Timestamp: string;
        /**
         * @description Something that the provider reported about a connection.
         * @example {
         *       "kind": "phone_number_quality_update",
         *       "event": "FLAGGED",
         *       "detail": "current_limit TIER_1K, old_limit TIER_10K",
         *       "at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        ProviderReport: {
            /** @description The field of Meta's callback, such as `account_update`, `phone_number_quality_update` or `account_alerts`. */
            kind: string;
            /** @description What happened, such as `DISABLED_UPDATE`, `FLAGGED` or an error code. */
            event: string | null;
            /** @description The rest of the report. */
            detail: string | null;
            /** @description ISO 8601 with a UTC offset (§1). */
            at: components["schemas"]["Timestamp"];
        };
        /** @description The capabilities and connections of one channel (§1). */
        ChannelRecord: {
            /** @description The channel of the message (§1). */
            channel: components["schemas"]["Channel"];
            /** @description The features that the channel has (§1). */
            capabilities: {
                /** @description Text messages. */
                text: boolean;
                /** @description Images, videos, audio and documents. */
                media: boolean;
                /** @description Locations. */
                location: boolean;
                /** @description Buttons and lists. */
                interactive: boolean;
                /** @description Approved templates. */
                template: boolean;
            };
            /** @description How long after the customer's last message free-form messages are allowed; null for no limit. */
            window_hours: number | null;
            /** @description The active connections; the first is the default. */
            connections: {
                /**
                 * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
                 *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
                 *     uploaded it.
                 */
                id: components["schemas"]["ConnectionId"];
                /** @description The name that the operator gave it. */
                name: string;
                /** @description Whether requests without a connection_id use it. */
                is_default: boolean;
                /** @description What the provider last reported about the number or its business account: one report for each kind, the newest first. */
                reports?: components["schemas"]["ProviderReport"][] | undefined;
            }[];
        };
        /**
         * @description Every channel, connected or not (§4.1).
         * @example {
         *       "channels": [
         *         {
         *           "channel": "whatsapp",
         *           "capabilities": {
         *             "text": true,
         *             "media": true,
         *             "location": true,
         *             "interactive": true,
         *             "template": true
         *           },
         *           "window_hours": 24,
         *           "connections": [
         *             {
         *               "id": "wa_1",
         *               "name": "Demo line",
         *               "is_default": true
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        ChannelList: {
            /** @description One entry per channel. */
            channels: components["schemas"]["ChannelRecord"][];
        };
        /**
         * @description On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a
         *     username, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the
         *     `from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is
         *     accepted unchanged.
         * @example 905551112233
         */
        Recipient: string & (unknown & unknown);
        /**
         * @description The `external_id` of the message to quote (§2.3); null quotes none.
         * @example wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3
         */
        ReplyTo: string | null;
        /** @description A public https URL, reachable without authentication. */
        FileUrl: string & (unknown & unknown);
        /**
         * @description `{id}` from POST /media, or `{url}`, a public https URL. instagram, messenger and web accept only `url` (§2.3).
         * @example {
         *       "url": "https://shop.example/shoe.jpg"
         *     }
         */
        MediaReference: {
            /** @description The ID from POST /media. */
            id?: (string & unknown) | undefined;
            /** @description A public https URL, reachable without authentication. */
            url?: components["schemas"]["FileUrl"] | undefined;
        } & (({
            /** @description The ID from POST /media. */
            id: string & unknown;
            url?: never;
        } | {
            id?: never;
            /** @description A public https URL, reachable without authentication. */
            url: components["schemas"]["FileUrl"];
        }) & unknown);
        /**
         * @description An image, video, audio file or document (§2.3).
         * @example {
         *       "type": "image",
         *       "to": "905551112233",
         *       "media": {
         *         "url": "https://shop.example/shoe.jpg"
         *       },
         *       "caption": "Size 42"
         *     }
         * @example {
         *       "type": "document",
         *       "to": "905551112233",
         *       "media": {
         *         "id": "med_17000000000000000001"
         *       },
         *       "filename": "invoice.pdf"
         *     }
         */
        MediaMessage: {
            /**
             * @description The kind of file.
             * @enum {string}
             */
            type: "image" | "video" | "audio" | "document";
            /**
             * @description The channel of the message (§1).
             * @default whatsapp
             */
            channel?: components["schemas"]["Channel"] | undefined;
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id?: components["schemas"]["ConnectionId"] | undefined;
            /**
             * @description On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a
             *     username, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the
             *     `from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is
             *     accepted unchanged.
             */
            to: components["schemas"]["Recipient"];
            /** @description The caption of the file. */
            caption?: (string & unknown) | undefined;
            /** @description The filename shown for a document. */
            filename?: (string & unknown) | undefined;
            /** @description The `external_id` of the message to quote (§2.3); null quotes none. */
            reply_to?: components["schemas"]["ReplyTo"] | undefined;
        } & ({
            /** @description `{id}` from POST /media, or `{url}`, a public https URL. instagram, messenger and web accept only `url` (§2.3). */
            media: components["schemas"]["MediaReference"];
        } & ({
            /** @constant */
            channel?: "whatsapp" | undefined;
        } | {
            media: {
                url: string;
            };
        }) & ({
            /** @enum {unknown} */
            type?: ("image" | "video" | "document") | undefined;
        } | {
            caption?: never;
        } | {
            /** @enum {unknown} */
            channel: "instagram" | "messenger" | "web";
        }));
        /**
         * @description A location; whatsapp only (§1, §2.3).
         * @example {
         *       "type": "location",
         *       "to": "905551112233",
         *       "latitude": 41.0082,
         *       "longitude": 28.9784,
         *       "name": "Our shop"
         *     }
         */
        LocationMessage: {
            /**
             * @description Always `location`.
             * @constant
             */
            type: "location";
            /**
             * @description Only whatsapp supports this.
             * @default whatsapp
             */
            channel?: (components["schemas"]["Channel"] & "whatsapp") | undefined;
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id?: components["schemas"]["ConnectionId"] | undefined;
            /**
             * @description On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a
             *     username, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the
             *     `from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is
             *     accepted unchanged.
             */
            to: components["schemas"]["Recipient"];
            /** @description Latitude, in degrees north. */
            latitude: number;
            /** @description Longitude, in degrees east. */
            longitude: number;
            /** @description The name of the place. */
            name?: string | undefined;
            /** @description The address of the place. */
            address?: string | undefined;
            /** @description The `external_id` of the message to quote (§2.3); null quotes none. */
            reply_to?: components["schemas"]["ReplyTo"] | undefined;
        };
        /**
         * @description Up to three buttons (§8).
         * @example {
         *       "kind": "button",
         *       "text": "Shall we deliver tomorrow?",
         *       "buttons": [
         *         {
         *           "id": "yes",
         *           "title": "Yes"
         *         }
         *       ]
         *     }
         */
        InteractiveButtons: {
            /**
             * @description Always `button`.
             * @constant
             */
            kind: "button";
            /** @description The text above the buttons. */
            text: string & unknown;
            /** @description The buttons. */
            buttons: {
                /** @description Returned as `button.payload`. */
                id: string & unknown;
                /** @description The button's label. */
                title: string & unknown;
            }[] & {
                0?: unknown | undefined;
                3?: never;
            };
        };
        /**
         * @description A list of up to ten rows across all sections (§8).
         * @example {
         *       "kind": "list",
         *       "text": "Which size?",
         *       "button": "Sizes",
         *       "sections": [
         *         {
         *           "title": "Shoes",
         *           "rows": [
         *             {
         *               "id": "s42",
         *               "title": "42",
         *               "description": "In stock"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        InteractiveList: {
            /**
             * @description Always `list`.
             * @constant
             */
            kind: "list";
            /** @description The text above the list. */
            text: string & unknown;
            /** @description The label that opens the list. */
            button: string & unknown;
            /** @description The groups of rows. */
            sections: {
                /** @description The heading of the group. */
                title?: (string & unknown) | undefined;
                /** @description The rows of the group. */
                rows: {
                    /** @description Returned as `button.payload`. */
                    id: string & unknown;
                    /** @description The row's label. */
                    title: string & unknown;
                    /** @description A second line in smaller type. */
                    description?: (string & unknown) | undefined;
                }[] & {
                    0?: unknown | undefined;
                    10?: never;
                };
            }[] & {
                0?: unknown | undefined;
                10?: never;
            };
        };
        /** @description Buttons or a list (§2.3). */
        Interactive: components["schemas"]["InteractiveButtons"] | components["schemas"]["InteractiveList"];
        /**
         * @description Buttons or a list to choose from (§2.3). The choice arrives in the webhook as `button.payload`.
         * @example {
         *       "type": "interactive",
         *       "to": "905551112233",
         *       "interactive": {
         *         "kind": "button",
         *         "text": "Shall we deliver tomorrow?",
         *         "buttons": [
         *           {
         *             "id": "yes",
         *             "title": "Yes"
         *           },
         *           {
         *             "id": "no",
         *             "title": "No"
         *           }
         *         ]
         *       }
         *     }
         */
        InteractiveMessage: {
            /**
             * @description Always `interactive`.
             * @constant
             */
            type: "interactive";
            /**
             * @description Every channel except web supports this.
             * @default whatsapp
             */
            channel?: (components["schemas"]["Channel"] & ("whatsapp" | "instagram" | "messenger")) | undefined;
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id?: components["schemas"]["ConnectionId"] | undefined;
            /**
             * @description On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a
             *     username, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the
             *     `from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is
             *     accepted unchanged.
             */
            to: components["schemas"]["Recipient"];
            /** @description Buttons or a list (§2.3). */
            interactive: components["schemas"]["Interactive"];
            /** @description The `external_id` of the message to quote (§2.3); null quotes none. */
            reply_to?: components["schemas"]["ReplyTo"] | undefined;
        };
        /** @description A free-form message (§2.3). `type` selects the kind of message and defaults to `text`. */
        SendMessageRequest: components["schemas"]["MediaMessage"] | components["schemas"]["LocationMessage"] | components["schemas"]["InteractiveMessage"] | components["schemas"]["TextMessage"];
        /**
         * @description `msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2).
         * @example msg_17000000000000000001
         */
        MessageId: string;
        /**
         * @description The send was accepted (§2.2). With a test key `status` is `sent` and `test` is true.
         * @example {
         *       "id": "msg_17000000000000000001",
         *       "status": "queued"
         *     }
         */
        SendResult: {
            /** @description `msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2). */
            id: components["schemas"]["MessageId"];
            /**
             * @description `queued`; with a test key `sent`.
             * @enum {string}
             */
            status: "queued" | "sent";
            /** @description True if the request used a test key. */
            test?: boolean | undefined;
        };
        /** @description A value for a template's body, header or button, without line breaks (§2.4). */
        VariableValue: string & (unknown & unknown & unknown & unknown);
        /**
         * @description `{media_id}` or `{url, filename}` for a media header, `{text}` for a text header with a variable (§2.4).
         * @example {
         *       "url": "https://shop.example/spring.jpg"
         *     }
         */
        TemplateHeaderValue: {
            /** @description The ID from POST /media. */
            media_id?: string | undefined;
            /** @description A public https URL, reachable without authentication. */
            url?: components["schemas"]["FileUrl"] | undefined;
            /** @description The filename shown for a document. */
            filename?: string | undefined;
            /** @description The value of the header's variable. */
            text?: components["schemas"]["VariableValue"] | undefined;
        };
        /**
         * @description A template message (§2.4).
         * @example {
         *       "to": "905551112233",
         *       "name": "hello_world"
         *     }
         * @example {
         *       "to": "905551112233",
         *       "name": "order_update",
         *       "variables": [
         *         "Ada",
         *         "4711"
         *       ],
         *       "buttons": [
         *         {
         *           "index": 0,
         *           "text": "4711"
         *         }
         *       ]
         *     }
         */
        SendTemplateRequest: {
            /**
             * @description Only whatsapp supports this.
             * @default whatsapp
             */
            channel?: (components["schemas"]["Channel"] & "whatsapp") | undefined;
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id?: components["schemas"]["ConnectionId"] | undefined;
            /**
             * @description On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a
             *     username, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the
             *     `from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is
             *     accepted unchanged.
             */
            to: components["schemas"]["Recipient"];
            /** @description The template's name. */
            name: string;
            /**
             * @description Required if the name exists in several languages; without it, the error lists them.
             * @example en_US
             */
            language?: string | undefined;
            /**
             * @description An array for POSITIONAL templates, an object that maps names to values for NAMED templates. Values may not contain line breaks.
             * @example [
             *       "Ada",
             *       "4711"
             *     ]
             */
            variables?: (components["schemas"]["VariableValue"][] | {
                [key: string]: components["schemas"]["VariableValue"];
            }) | undefined;
            /** @description `{media_id}` or `{url, filename}` for a media header, `{text}` for a text header with a variable (§2.4). */
            header?: components["schemas"]["TemplateHeaderValue"] | undefined;
            /** @description The values of dynamic buttons, such as URL buttons and buttons that copy a code (template-buttons). */
            buttons?: ({
                /** @description The index of the template's button, from 0. */
                index: number;
            } & {
                /** @description The text to append to the button's URL, or the code. FLOW buttons take a token, and CATALOG buttons the ID of a product. */
                text: unknown & components["schemas"]["VariableValue"];
            })[] | undefined;
        };
        /**
         * @description The status of the message, which only moves forward (§3.1).
         * @enum {string}
         */
        MessageStatus: "queued" | "sent" | "delivered" | "read" | "failed";
        /**
         * @description Why a message failed (§2.2, §6).
         * @example {
         *       "code": 131026,
         *       "title": "Message undeliverable",
         *       "detail": "The number is not on WhatsApp.",
         *       "provider_message": "Message undeliverable"
         *     }
         */
        MessageError: {
            /** @description The provider's error code, or one of our codes if no provider responded. */
            code: number | string;
            /** @description A short name. */
            title?: (string | null) | undefined;
            /** @description What happened. */
            detail?: (string | null) | undefined;
            /** @description The provider's error message. */
            provider_message?: (string | null) | undefined;
        };
        /**
         * @description What the provider reports about the price of a message. A field that it does not report is null.
         * @example {
         *       "billable": true,
         *       "category": "marketing",
         *       "type": "regular",
         *       "model": "PMP"
         *     }
         */
        Pricing: {
            /** @description Whether Meta charges for the message. */
            billable: boolean | null;
            /** @description The category of the charge, such as `marketing`, `utility`, `authentication` or `service`. */
            category: string | null;
            /** @description The kind of charge, such as `regular`, `free_customer_service` or `free_entry_point`. */
            type: string | null;
            /** @description The pricing model, such as `PMP` (for each message). */
            model: string | null;
        };
        /**
         * @description The status of a message (§2.2).
         * @example {
         *       "id": "msg_17000000000000000001",
         *       "status": "delivered",
         *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
         *       "error": null,
         *       "test": false
         *     }
         */
        Message: {
            /** @description `msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2). */
            id: components["schemas"]["MessageId"];
            /** @description The status of the message, which only moves forward (§3.1). */
            status: components["schemas"]["MessageStatus"];
            /** @description The provider's message ID, once it is known. */
            external_id?: (string | null) | undefined;
            /** @description If the message failed, the provider's code and a description; null otherwise. */
            error?: (components["schemas"]["MessageError"] | null) | undefined;
            /** @description True if the request used a test key. */
            test?: boolean | undefined;
            /** @description What the provider reports about the price of a message. A field that it does not report is null. */
            pricing?: components["schemas"]["Pricing"] | undefined;
        };
        /**
         * @description Only APPROVED templates can be sent (§2.5, §3.3).
         * @enum {string}
         */
        TemplateStatus: "APPROVED" | "PENDING" | "REJECTED";
        /**
         * @description The category of the template (§2.5).
         * @enum {string}
         */
        TemplateCategory: "MARKETING" | "UTILITY" | "AUTHENTICATION";
        /**
         * @description The header of a template (§2.5).
         * @example {
         *       "format": "TEXT",
         *       "text": "Order {{1}}",
         *       "variable": "1",
         *       "sample": "4711"
         *     }
         * @example {
         *       "format": "IMAGE",
         *       "text": null,
         *       "variable": null,
         *       "sample": "https://shop.example/spring.jpg"
         *     }
         */
        TemplateHeader: {
            /** @description TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION. */
            format: string;
            /** @description The text of a TEXT header, with its placeholder. */
            text?: (string | null) | undefined;
            /** @description The name of the text's placeholder; null if it has none. */
            variable?: (string | null) | undefined;
            /** @description The sample value of the placeholder, or the URL of the sample file; null if the provider gave none. */
            sample?: (string | null) | undefined;
        };
        /**
         * @description A button of a template (§2.5).
         * @example {
         *       "index": 0,
         *       "type": "QUICK_REPLY",
         *       "text": "Tell me more",
         *       "url": null,
         *       "dynamic": false,
         *       "is_opt_out": false
         *     }
         */
        TemplateButton: {
            /** @description The button's index, from 0: the value for `index` of a send's buttons and `button_index` of a flow. */
            index: number;
            /** @description QUICK_REPLY, URL, PHONE_NUMBER or another kind that the provider has. */
            type: string;
            /** @description The button's label. */
            text: string;
            /** @description The URL of a URL button, with its placeholder. */
            url?: (string | null) | undefined;
            /** @description Whether a send must provide a text for the button, such as the end of its URL or a code (template-buttons). */
            dynamic: boolean;
            /** @description Whether pressing it opts the customer out of marketing, as with "Stop promotions". Such a button cannot start a flow (§4.8). */
            is_opt_out: boolean;
        };
        /**
         * @description A template and the values that a send requires (§2.5).
         * @example {
         *       "id": 12,
         *       "name": "order_update",
         *       "language": "en_US",
         *       "category": "UTILITY",
         *       "status": "APPROVED",
         *       "parameter_format": "POSITIONAL",
         *       "body": "Hi {{1}}, order {{2}} is on its way.",
         *       "variables": {
         *         "count": 2,
         *         "names": [
         *           "1",
         *           "2"
         *         ],
         *         "samples": [
         *           "Ada",
         *           "4711"
         *         ]
         *       },
         *       "header": null,
         *       "footer": null,
         *       "buttons": [
         *         {
         *           "index": 0,
         *           "type": "URL",
         *           "text": "Track",
         *           "url": "https://shop.example/track/{{1}}",
         *           "dynamic": true,
         *           "is_opt_out": false
         *         }
         *       ],
         *       "rejection_reason": null,
         *       "quality": "GREEN",
         *       "updated_at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        Template: {
            /**
             * @description Whether `variables` of a send is an array (POSITIONAL) or an object (NAMED).
             * @enum {string}
             */
            parameter_format: "POSITIONAL" | "NAMED";
            /** @description The names of the body's placeholders. */
            variables: {
                /** @description The names in order; for POSITIONAL templates `1`, `2` and so on. */
                names: string[];
            } & {
                /** @description The number of placeholders. */
                count: number;
                /** @description A sample value for each name, in the same order; an empty string if the template has none. */
                samples: string[];
            };
        } & {
            /** @description The value for `template_id` of a flow. */
            id: number;
            /** @description The value for `name` of a send. */
            name: string;
            /** @description The language of this version. */
            language: string;
            /** @description The category of the template (§2.5). */
            category: components["schemas"]["TemplateCategory"];
            /** @description Only APPROVED templates can be sent (§2.5, §3.3). */
            status: components["schemas"]["TemplateStatus"];
            /** @description The text, with its placeholders. */
            body: string;
            /** @description The header; null if the template has none. */
            header: components["schemas"]["TemplateHeader"] | null;
            /** @description The footer, a small line below the text. */
            footer: string | null;
            /** @description The buttons in order; empty if there are none. */
            buttons: components["schemas"]["TemplateButton"][];
            /** @description Why the template was rejected; null otherwise. */
            rejection_reason: string | null;
            /** @description Meta's rating of the template: GREEN, YELLOW, RED or UNKNOWN; null if Meta has not given one. More values may be added. */
            quality?: (string | null) | undefined;
            /** @description ISO 8601 with a UTC offset (§1). */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The same as Pagination, except that without `limit` all templates are on one page, which may have more than 100.
         * @example {
         *       "limit": 100,
         *       "count": 7,
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        TemplatePagination: {
            /** @description The requested page size. If none was requested, 100 or the count, whichever is larger. */
            limit: number;
            /** @description The number of records on this page. */
            count: number;
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description The templates of the account (§4.3).
         * @example {
         *       "templates": [],
         *       "pagination": {
         *         "limit": 100,
         *         "count": 0,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        TemplateList: {
            /** @description The templates, most recently changed first. */
            templates: components["schemas"]["Template"][];
        } & {
            /** @description The same as Pagination, except that without `limit` all templates are on one page, which may have more than 100. */
            pagination: components["schemas"]["TemplatePagination"];
        };
        /**
         * @description A file to send later (§2.6).
         * @example {
         *       "file": "<the bytes of invoice.pdf>",
         *       "channel": "whatsapp"
         *     }
         */
        UploadMediaRequest: {
            /**
             * Format: binary
             * @description The file. At most 5 MB for an image (jpeg, png), 16 MB for audio (aac, mp3, ogg, amr) or video (mp4, 3gp), and 100 MB for a document
             *     (pdf, doc, xls, ppt, txt) (§8). A larger file is refused with MEDIA_TOO_LARGE,
             *     another type with MEDIA_TYPE_UNSUPPORTED. The type is detected from the bytes. The declared type matters only if
             *     the bytes do not determine it.
             */
            file: string;
            /**
             * @description The channel that will send the file.
             * @default whatsapp
             */
            channel?: (components["schemas"]["Channel"] & "whatsapp") | undefined;
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id?: components["schemas"]["ConnectionId"] | undefined;
        };
        /**
         * @description The stored file (§2.6).
         * @example {
         *       "id": "med_17000000000000000001",
         *       "kind": "document",
         *       "mime_type": "application/pdf",
         *       "size": 48213,
         *       "filename": "invoice.pdf",
         *       "expires_at": "2026-06-03T12:00:00.000000+00:00"
         *     }
         */
        MediaUpload: {
            /** @description The value for `media.id` of a send; valid for 30 days. */
            id: string;
        } & {
            /**
             * @description The `type` that the send requires.
             * @enum {string}
             */
            kind: "image" | "video" | "audio" | "document";
            /** @description The detected MIME type. */
            mime_type: string;
            /** @description The file's size, in bytes. */
            size: number;
            /** @description The file's name, if the upload included one. */
            filename: string | null;
            /** @description ISO 8601 with a UTC offset (§1). */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A person, with opt-out and block status (§2.9, §4.5).
         * @example {
         *       "id": 31,
         *       "phone": "905551112233",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "display_name": "Ada",
         *       "username": null,
         *       "user_ids": [
         *         "TR.13491208655302741918"
         *       ],
         *       "opted_out": false,
         *       "blocked": false,
         *       "created_at": "2026-05-04T12:00:00.000000+00:00",
         *       "updated_at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        Contact: {
            /** @description Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown. */
            phone: string;
        } & ({
            /** @description The person's business-scoped user IDs on whatsapp, one for each WhatsApp business account. */
            user_ids: string[];
        } & {
            /** @description Our ID for the contact. */
            id: number;
            /** @description The person's name; null when unknown. */
            name: string | null;
            /** @description The email address; null if unknown. */
            email: string | null;
            /** @description The person's name on the channel; null if unknown. */
            display_name: string | null;
            /** @description The person's handle on the channel; null when unknown. */
            username: string | null;
            /** @description Whether the person is on the opt-out list and receives no marketing. */
            opted_out: boolean;
            /** @description Whether the person is on the block list and receives nothing. */
            blocked: boolean;
            /** @description When the contact was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the contact last changed. */
            updated_at: components["schemas"]["Timestamp"];
        });
        /**
         * @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1).
         * @example {
         *       "limit": 25,
         *       "count": 25,
         *       "has_more": true,
         *       "next_cursor": "eyJhIjoxfQ"
         *     }
         */
        Pagination: {
            /** @description The requested page size. */
            limit: number;
            /** @description The number of records on this page. */
            count: number;
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A page of contacts (§4.5).
         * @example {
         *       "contacts": [],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 0,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        ContactList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The contacts. */
            contacts: components["schemas"]["Contact"][];
        };
        /**
         * @description A phone number in any format: local with a leading 0, with + and country code, or country code plus digits
         *     (§2.8). For people on instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of
         *     whatsapp is also accepted.
         * @example 905551112233
         */
        Phone: string & (unknown & unknown);
        /**
         * @description A text field of a contact. An empty string or null clears it.
         * @example Ada Lovelace
         */
        ContactText: ((string & unknown) | null) & unknown;
        /**
         * @description A contact to create, or to change if the phone is already known (§2.9).
         * @example {
         *       "phone": "905551112233",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com"
         *     }
         */
        UpsertContactRequest: {
            /**
             * @description A phone number in any format: local with a leading 0, with + and country code, or country code plus digits
             *     (§2.8). For people on instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of
             *     whatsapp is also accepted.
             */
            phone: components["schemas"]["Phone"];
            /** @description The person's name. It replaces the name placeholders of flows. */
            name?: components["schemas"]["ContactText"] | undefined;
            /** @description The email address. */
            email?: components["schemas"]["ContactText"] | undefined;
            /** @description The person's name on the channel. */
            display_name?: components["schemas"]["ContactText"] | undefined;
            /** @description The person's handle on the channel. */
            username?: components["schemas"]["ContactText"] | undefined;
        };
        /**
         * @description The fields of a contact to change (§2.9). Omitted fields keep their values.
         * @example {
         *       "name": "Ada King",
         *       "email": ""
         *     }
         */
        UpdateContactRequest: {
            /** @description A new phone; it must not belong to another contact. */
            phone?: components["schemas"]["Phone"] | undefined;
            /** @description The person's name. */
            name?: components["schemas"]["ContactText"] | undefined;
            /** @description The email address. */
            email?: components["schemas"]["ContactText"] | undefined;
            /** @description The person's name on the channel. */
            display_name?: components["schemas"]["ContactText"] | undefined;
            /** @description The person's handle on the channel. */
            username?: components["schemas"]["ContactText"] | undefined;
        };
        /**
         * @description What can be sent to the person now (§2.7).
         * @example {
         *       "window_open": true,
         *       "last_inbound_at": "2026-05-04T12:00:00.000000+00:00",
         *       "closes_at": "2026-05-05T12:00:00.000000+00:00",
         *       "can_send": {
         *         "session_message": true,
         *         "template": true
         *       }
         *     }
         * @example {
         *       "window_open": false,
         *       "last_inbound_at": null,
         *       "closes_at": null,
         *       "can_send": {
         *         "session_message": false,
         *         "template": true
         *       }
         *     }
         */
        Window: {
            /** @description Whether the customer-service window is open; always true on web. */
            window_open: boolean;
            /** @description When the customer last wrote; null if never. */
            last_inbound_at: components["schemas"]["Timestamp"] | null;
            /** @description When the window closes or closed; null if it never opened or has no limit. */
            closes_at: components["schemas"]["Timestamp"] | null;
            /** @description What the channel accepts now. */
            can_send: {
                /** @description Free-form messages. */
                session_message: boolean;
                /** @description Approved templates. */
                template: boolean;
            };
        };
        /**
         * @description A person who receives no campaign or flow messages (§2.10).
         * @example {
         *       "phone": "905551112233",
         *       "source": "call centre",
         *       "created_at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        OptOut: {
            /** @description Country code plus digits, or the channel's own ID. */
            phone: string;
            /** @description Where the opt-out came from. */
            source: string | null;
            /** @description When the person was added to the list. */
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A page of the opt-out list (§4.6).
         * @example {
         *       "opt_outs": [
         *         {
         *           "phone": "905551112233",
         *           "source": "call centre",
         *           "created_at": "2026-05-04T12:00:00.000000+00:00"
         *         }
         *       ],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 1,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        OptOutList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The people on the list. */
            opt_outs: components["schemas"]["OptOut"][];
        };
        /**
         * @description A person to opt out of marketing (§2.10).
         * @example {
         *       "phone": "905551112233",
         *       "source": "call centre"
         *     }
         */
        AddOptOutRequest: {
            /**
             * @description A phone number in any format: local with a leading 0, with + and country code, or country code plus digits
             *     (§2.8). For people on instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of
             *     whatsapp is also accepted.
             */
            phone: components["schemas"]["Phone"];
            /** @description Where the opt-out came from. */
            source?: (((string & unknown) | null) & unknown) | undefined;
        };
        /**
         * @description The person is no longer on the list (§4.6).
         * @example {
         *       "phone": "905551112233",
         *       "removed": true
         *     }
         */
        Removal: {
            /** @description The person. */
            phone: string;
            /** @description True if the person was on the list; false if there was nothing to remove. */
            removed: boolean;
        };
        /**
         * @description A person who receives nothing (§2.10).
         * @example {
         *       "phone": "905551112233",
         *       "reason": "insults",
         *       "created_at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        BlockedNumber: {
            /** @description Country code plus digits, or the channel's own ID. */
            phone: string;
            /** @description The reason for the block. */
            reason: string | null;
            /** @description When the person was added to the list. */
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A page of the block list (§4.6).
         * @example {
         *       "blocked_numbers": [
         *         {
         *           "phone": "905551112233",
         *           "reason": "insults",
         *           "created_at": "2026-05-04T12:00:00.000000+00:00"
         *         }
         *       ],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 1,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        BlockedNumberList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The people on the list. */
            blocked_numbers: components["schemas"]["BlockedNumber"][];
        };
        /**
         * @description A person to block from all messages (§2.10).
         * @example {
         *       "phone": "905551112233",
         *       "reason": "insults"
         *     }
         */
        BlockNumberRequest: {
            /**
             * @description A phone number in any format: local with a leading 0, with + and country code, or country code plus digits
             *     (§2.8). For people on instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of
             *     whatsapp is also accepted.
             */
            phone: components["schemas"]["Phone"];
            /** @description The reason for the block. */
            reason?: (((string & unknown) | null) & unknown) | undefined;
        };
        /**
         * @description Open, closed, or controlled by a flow (`bot`) (§3.2).
         * @enum {string}
         */
        ConversationStatus: "open" | "closed" | "bot";
        /**
         * @description The agent that a conversation is assigned to (§2.8).
         * @example {
         *       "id": 3,
         *       "name": "Grace"
         *     }
         */
        ConversationAgent: {
            /** @description The value for `agent_id`. */
            id: number;
            /** @description The agent's name. */
            name: string;
        };
        /**
         * @description A contact card that a customer sent. A field that the card does not have is null or empty.
         * @example {
         *       "name": "Grace Hopper",
         *       "phones": [
         *         {
         *           "phone": "+1 555 010 0200",
         *           "type": "WORK",
         *           "wa_id": "15550100200"
         *         }
         *       ],
         *       "emails": [
         *         {
         *           "email": "grace@example.com",
         *           "type": "WORK"
         *         }
         *       ],
         *       "organization": "Navy"
         *     }
         */
        ContactCard: {
            /** @description The name. */
            name: string | null;
            /** @description The phone numbers. */
            phones: {
                /** @description The number as it is on the card. */
                phone: string | null;
                /** @description The kind of number, such as CELL, HOME or WORK. */
                type: string | null;
                /** @description The number on WhatsApp, for `to` of a send; null if Meta shows none. */
                wa_id: string | null;
            }[];
            /** @description The email addresses. */
            emails: {
                /** @description The address. */
                email: string | null;
                /** @description The kind of address, such as HOME or WORK. */
                type: string | null;
            }[];
            /** @description The company. */
            organization: string | null;
        };
        /**
         * @description A cart that a customer sent, for `type: order`.
         * @example {
         *       "catalog_id": "194836987003835",
         *       "text": "Please gift-wrap it.",
         *       "items": [
         *         {
         *           "product_id": "SKU-77",
         *           "quantity": 2,
         *           "price": 10.5,
         *           "currency": "EUR"
         *         }
         *       ]
         *     }
         */
        Order: {
            /** @description The catalog of the products. */
            catalog_id: string | null;
            /** @description The customer's note. */
            text: string | null;
            /** @description The products. */
            items: {
                /** @description The product's ID in the catalog (Meta's `product_retailer_id`). */
                product_id: string | null;
                /** @description How many. */
                quantity: number | null;
                /** @description The price of one item. */
                price: number | null;
                /** @description The currency of the price, as in ISO 4217. */
                currency: string | null;
            }[];
        };
        /**
         * @description The values of an answer, by the names in the WhatsApp Flow.
         * @example {
         *       "flow_token": "order-77",
         *       "rating": "5"
         *     }
         */
        FormResponse: {
            [key: string]: unknown;
        };
        /**
         * @description The answer to a WhatsApp Flow, for `type: form`.
         * @example {
         *       "name": "flow",
         *       "text": "Sent",
         *       "response": {
         *         "flow_token": "order-77",
         *         "rating": "5"
         *       }
         *     }
         */
        FormAnswer: {
            /** @description The name that Meta gives the answer, such as `flow`. */
            name: string | null;
            /** @description The text that the chat shows, such as `Sent`. */
            text: string | null;
            /** @description The values that the customer entered. The text as Meta sent it if it is not a JSON object; null if there is none. */
            response: components["schemas"]["FormResponse"] | string | null;
        };
        /**
         * @description The ad, post, link, shop or product from which the customer came. A field that Meta does not send is null.
         * @example {
         *       "source": "ad",
         *       "source_id": "120208990000",
         *       "url": "https://fb.me/3cr4Wqqkv",
         *       "headline": "Summer sale",
         *       "body": "20% off",
         *       "media_url": null,
         *       "click_id": "ARAkLkA8rmlFeiCktEJQ",
         *       "ref": null,
         *       "product": null
         *     }
         */
        Referral: {
            /** @description `ad`, `post`, `link`, `shop`, `product`, or another source of Meta in lower case. */
            source: string | null;
            /** @description The ID of the ad or post. */
            source_id: string | null;
            /** @description The address of the ad or post. */
            url: string | null;
            /** @description The headline of the ad. */
            headline: string | null;
            /** @description The text of the ad. */
            body: string | null;
            /** @description The picture or video of the ad. */
            media_url: string | null;
            /** @description The ID of the click (`ctwa_clid`), for Meta's Conversions API. */
            click_id: string | null;
            /** @description The `ref` of an m.me or ig.me link. */
            ref: string | null;
            /** @description The product that the customer asks about; null if there is none. */
            product: {
                /** @description The catalog of the product. */
                catalog_id: string | null;
                /** @description The product's ID. */
                product_id: string | null;
            } | null;
        };
        /**
         * @description Something that the customer shared. `type` is `text` if the message has a text.
         * @example {
         *       "kind": "link",
         *       "url": "https://shop.example/shoes",
         *       "title": "Shoes"
         *     }
         */
        Share: {
            /** @description `link`, `post`, `reel`, `story_mention` or `story_reply`. More kinds may be added. */
            kind: string;
            /** @description The address, which Meta may expire. */
            url: string | null;
            /** @description The title. */
            title: string | null;
        };
        /**
         * @description The group of a message that was written in a group. Such a message opens no window and is in no conversation.
         * @example {
         *       "id": "120363041234567890"
         *     }
         */
        MessageGroup: {
            /** @description The group's ID. */
            id: string;
        };
        /**
         * @description Why a message is `unsupported`, or why its file is missing.
         * @example {
         *       "code": 131051,
         *       "title": "Message type unknown"
         *     }
         */
        ContentProblem: {
            /** @description Meta's error code. */
            code: number | string | null;
            /** @description Meta's description of the problem. */
            title: string | null;
        };
        /** @description The content that is neither a text nor a file nor a choice. A field is absent if the message has no such content. */
        MessageContent: {
            /** @description The contact cards, for `type: contacts`. */
            contacts?: components["schemas"]["ContactCard"][] | undefined;
            /** @description A cart that a customer sent, for `type: order`. */
            order?: components["schemas"]["Order"] | undefined;
            /** @description The answer to a WhatsApp Flow, for `type: form`. */
            form?: components["schemas"]["FormAnswer"] | undefined;
            /** @description The ad, post, link, shop or product from which the customer came. A field that Meta does not send is null. */
            referral?: components["schemas"]["Referral"] | undefined;
            /** @description Something that the customer shared. `type` is `text` if the message has a text. */
            share?: components["schemas"]["Share"] | undefined;
            /** @description The group of a message that was written in a group. Such a message opens no window and is in no conversation. */
            group?: components["schemas"]["MessageGroup"] | undefined;
            /** @description Why a message is `unsupported`, or why its file is missing. */
            problem?: components["schemas"]["ContentProblem"] | undefined;
        };
        /**
         * @description `in` from the customer, `out` to the customer (§2.8).
         * @enum {string}
         */
        Direction: "in" | "out";
        /**
         * @description The file of a message in the history.
         * @example {
         *       "url": "https://shop.example/shoe.jpg",
         *       "mime_type": "image/jpeg"
         *     }
         */
        HistoryMedia: {
            /** @description The URL of the file; for a customer's file, a link that is valid for 7 days; null if the file was sent by media ID. */
            url: string | null;
            /** @description The MIME type, if known. */
            mime_type: string | null;
            /** @description The ID from POST /media, if the file was sent by media ID. */
            id?: (string | null) | undefined;
            /** @description The filename shown for a document. */
            filename?: (string | null) | undefined;
        };
        /**
         * @description A customer's choice.
         * @example {
         *       "payload": "yes",
         *       "title": "Yes"
         *     }
         */
        HistoryButton: {
            /** @description The `id` of the button or row. */
            payload: string;
            /** @description The choice's label. */
            title: string | null;
        };
        /**
         * @description A location.
         * @example {
         *       "latitude": 41.0082,
         *       "longitude": 28.9784,
         *       "name": "Our shop"
         *     }
         */
        HistoryLocation: {
            /** @description Latitude, in degrees north. */
            latitude: number;
            /** @description Longitude, in degrees east. */
            longitude: number;
            /** @description The name of the place. */
            name?: (string | null) | undefined;
            /** @description The address of the place. */
            address?: (string | null) | undefined;
        };
        /**
         * @description One message of a conversation, from or to the customer (§4.7).
         * @example {
         *       "id": "msg_in_17000000000000000002",
         *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF",
         *       "direction": "in",
         *       "connection_id": "wa_1",
         *       "type": "text",
         *       "text": "Where is my order?",
         *       "media": null,
         *       "button": null,
         *       "location": null,
         *       "template": null,
         *       "reply_to": null,
         *       "status": null,
         *       "error": null,
         *       "at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        HistoryMessage: {
            /** @description `msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2). */
            id: components["schemas"]["MessageId"];
            /** @description The provider's ID of the message, for `reply_to` of a send that quotes it. */
            external_id: string | null;
            /** @description `in` from the customer, `out` to the customer (§2.8). */
            direction: components["schemas"]["Direction"];
            /** @description The connection that sent or received the message. */
            connection_id: components["schemas"]["ConnectionId"];
            /** @description The same as `type` of a send or of the message.received event; `template` for a template message. More types may be added. */
            type: string;
            /** @description The text or caption. For a template message, its body with the values filled in. */
            text: string | null;
            /** @description The file, for media messages; null otherwise. */
            media: components["schemas"]["HistoryMedia"] | null;
            /** @description The customer's choice, for button and list replies; null otherwise. */
            button: components["schemas"]["HistoryButton"] | null;
            /** @description The place, for location messages; null otherwise. */
            location: components["schemas"]["HistoryLocation"] | null;
            /** @description The template's name, for template messages; null otherwise. */
            template: string | null;
            /** @description The `external_id` of the quoted message; null if there is none. */
            reply_to: string | null;
            /** @description The status of a message to the customer; null for messages from the customer. */
            status: components["schemas"]["MessageStatus"] | null;
            /** @description Why a message to the customer failed; null otherwise. */
            error: components["schemas"]["MessageError"] | null;
            /** @description When the message was received or accepted. Times in a conversation are unique, so paging with `before` misses no message. */
            at: components["schemas"]["Timestamp"];
            /** @description `app` if the business wrote the message outside this API, such as in the WhatsApp Business app, in the inbox of its page or through Meta's agent; absent otherwise. More values may be added. */
            sent_by?: string | undefined;
            /** @description When the text was last changed; absent if it never was. */
            edited_at?: components["schemas"]["Timestamp"] | undefined;
            /** @description When the message was deleted by its author. Its content is no longer stored; absent if it was not deleted. */
            deleted_at?: components["schemas"]["Timestamp"] | undefined;
        } & components["schemas"]["MessageContent"];
        /**
         * @description The newest message of a conversation (§2.8).
         * @example {
         *       "text": "Where is my order?",
         *       "direction": "in",
         *       "at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        LastMessage: {
            /** @description The text or caption; null if there is none. */
            text: string | null;
            /** @description `in` from the customer, `out` to the customer (§2.8). */
            direction: components["schemas"]["Direction"];
            /** @description ISO 8601 with a UTC offset (§1). */
            at: components["schemas"]["Timestamp"];
        } & {
            /** @description The whole message, if there is more to show than `text`: absent if `type` is `text` and there is one, and if the message is no longer stored. */
            message?: components["schemas"]["HistoryMessage"] | undefined;
        };
        /**
         * @description A summary of the conversation with one person on one channel (§2.8).
         * @example {
         *       "phone": "905551112233",
         *       "channel": "whatsapp",
         *       "connection_id": "wa_1",
         *       "name": "Ada Lovelace",
         *       "status": "open",
         *       "agent": {
         *         "id": 3,
         *         "name": "Grace"
         *       },
         *       "unread_count": 1,
         *       "last_message": {
         *         "text": "Where is my order?",
         *         "direction": "in",
         *         "at": "2026-05-04T12:00:00.000000+00:00"
         *       }
         *     }
         */
        Conversation: {
            /** @description Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown. */
            phone: string;
            /** @description The channel of the message (§1). */
            channel: components["schemas"]["Channel"];
            /** @description Open, closed, or controlled by a flow (`bot`) (§3.2). */
            status: components["schemas"]["ConversationStatus"];
            /** @description The assigned agent; null if there is none. */
            agent: components["schemas"]["ConversationAgent"] | null;
            /** @description The number of unread messages from the customer. */
            unread_count: number;
            /** @description The newest message; null if there is none. */
            last_message: components["schemas"]["LastMessage"] | null;
        } & ({
            /** @description The person's business-scoped user ID on whatsapp; null if unknown, absent on other channels. */
            user_id?: (string | null) | undefined;
            /** @description The person's username on whatsapp; null if there is none, absent on other channels. */
            username?: (string | null) | undefined;
        } & {
            /** @description The connection of the conversation. */
            connection_id: components["schemas"]["ConnectionId"];
            /** @description The person's name; null if unknown. */
            name: string | null;
        });
        /**
         * @description A page of conversations (§4.7).
         * @example {
         *       "conversations": [],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 0,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        ConversationList: {
            /** @description The conversations. */
            conversations: components["schemas"]["Conversation"][];
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description A conversation with its contact (§2.8, §4.7).
         * @example {
         *       "phone": "905551112233",
         *       "channel": "whatsapp",
         *       "connection_id": "wa_1",
         *       "name": "Ada Lovelace",
         *       "status": "open",
         *       "agent": {
         *         "id": 3,
         *         "name": "Grace"
         *       },
         *       "unread_count": 1,
         *       "last_message": {
         *         "text": "Where is my order?",
         *         "direction": "in",
         *         "at": "2026-05-04T12:00:00.000000+00:00"
         *       },
         *       "contact": {
         *         "id": 31,
         *         "phone": "905551112233",
         *         "name": "Ada Lovelace",
         *         "email": "ada@example.com",
         *         "display_name": "Ada",
         *         "username": null,
         *         "user_ids": [
         *           "TR.13491208655302741918"
         *         ],
         *         "opted_out": false,
         *         "blocked": false,
         *         "created_at": "2026-05-04T12:00:00.000000+00:00",
         *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
         *       }
         *     }
         */
        ConversationDetail: components["schemas"]["Conversation"] & {
            /** @description A person, with opt-out and block status (§2.9, §4.5). */
            contact: components["schemas"]["Contact"];
        };
        /**
         * @description The fields of a conversation to change (§4.7). Omitted fields keep their values.
         * @example {
         *       "status": "closed"
         *     }
         * @example {
         *       "agent_id": 3,
         *       "unread_count": 0
         *     }
         */
        UpdateConversationRequest: {
            /**
             * @description The new status.
             * @enum {string}
             */
            status?: ("open" | "closed") | undefined;
            /** @description The agent to assign, which also opens the conversation unless `status` is given (§3.2); null unassigns the agent. */
            agent_id?: (number | null) | undefined;
            /** @description The number of unread messages; 0 marks the conversation as read. */
            unread_count?: (number & unknown) | undefined;
            /** @description True shows the customer that someone is writing; false ends it. It ends automatically with the next message, or after 25 seconds on whatsapp and 20 seconds on other channels. On whatsapp, it also marks the customer's last message as read. */
            typing?: boolean | undefined;
        };
        /**
         * @description The position in a message history. To get the next page, pass this `before` as the parameter `before`, until `has_more` is false (§2.1, §4.7).
         * @example {
         *       "limit": 50,
         *       "count": 50,
         *       "has_more": true,
         *       "before": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        HistoryPagination: {
            /** @description The requested page size. */
            limit: number;
            /** @description The number of messages on this page. */
            count: number;
            /** @description Whether older messages follow. */
            has_more: boolean;
            /** @description The `before` of the next page; null on the last page. */
            before: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description A page of a conversation's messages, newest first (§4.7).
         * @example {
         *       "messages": [],
         *       "pagination": {
         *         "limit": 50,
         *         "count": 0,
         *         "has_more": false,
         *         "before": null
         *       }
         *     }
         */
        HistoryPage: {
            /** @description The position in a message history. To get the next page, pass this `before` as the parameter `before`, until `has_more` is false (§2.1, §4.7). */
            pagination: components["schemas"]["HistoryPagination"];
        } & {
            /** @description The messages, newest first. */
            messages: components["schemas"]["HistoryMessage"][];
        };
        /**
         * @description The delay after the button press, not after the previous step: `0`, `1h`, `30m`, `2h30m` or plain minutes. At most 24
         *     h, and each step's delay must be longer than the previous step's (§2.11).
         * @example 0
         * @example 2h30m
         */
        FlowDelay: string;
        /**
         * @description The button's text: at most 20 characters, or up to 120 when saved with a placeholder. The sent text is truncated to 20
         *     characters, and a button whose text becomes empty is dropped (§2.11, §8).
         * @example Shop now
         */
        FlowButtonText: string;
        /**
         * @description A button that opens a link (§2.11).
         * @example {
         *       "type": "url",
         *       "text": "Shop now",
         *       "url": "https://shop.example/spring?code={{1}}"
         *     }
         */
        FlowUrlButton: {
            /**
             * @description Always `url`.
             * @constant
             */
            type: "url";
            /**
             * @description The button's text: at most 20 characters, or up to 120 when saved with a placeholder. The sent text is truncated to 20
             *     characters, and a button whose text becomes empty is dropped (§2.11, §8).
             */
            text: components["schemas"]["FlowButtonText"];
            /** @description Starts with https://; may contain placeholders, whose values are URL-encoded. */
            url: string & (unknown & unknown);
        };
        /**
         * @description A button that replies with its text (§2.11).
         * @example {
         *       "type": "reply",
         *       "text": "Call me"
         *     }
         */
        FlowReplyButton: {
            /**
             * @description Always `reply`.
             * @constant
             */
            type: "reply";
            /**
             * @description The button's text: at most 20 characters, or up to 120 when saved with a placeholder. The sent text is truncated to 20
             *     characters, and a button whose text becomes empty is dropped (§2.11, §8).
             */
            text: components["schemas"]["FlowButtonText"];
        };
        /** @description A link button or a reply button (§2.11). There is no phone-call button. */
        FlowButton: components["schemas"]["FlowUrlButton"] | components["schemas"]["FlowReplyButton"];
        /**
         * @description Either one link button or up to three reply buttons, with different texts (§2.11).
         * @example [
         *       {
         *         "type": "reply",
         *         "text": "Yes"
         *       },
         *       {
         *         "type": "reply",
         *         "text": "No"
         *       }
         *     ]
         */
        FlowButtons: components["schemas"]["FlowButton"][];
        /**
         * @description A text, with or without buttons (§2.11). Text and buttons may contain placeholders: `{{1}}`, `{{2}}` and so on for the campaign's
         *     variables, and `{{ad}}`, `{{isim}}` or `{{name}}` for the recipient's name. A placeholder without a value becomes empty.
         * @example {
         *       "delay": "0",
         *       "text": "Hi {{name}}, shall we call you?",
         *       "buttons": [
         *         {
         *           "type": "reply",
         *           "text": "Yes"
         *         },
         *         {
         *           "type": "reply",
         *           "text": "No"
         *         }
         *       ]
         *     }
         * @example {
         *       "delay": "2h30m",
         *       "text": "Still thinking it over?"
         *     }
         */
        FlowTextStep: {
            /**
             * @description The delay after the button press, not after the previous step: `0`, `1h`, `30m`, `2h30m` or plain minutes. At most 24
             *     h, and each step's delay must be longer than the previous step's (§2.11).
             */
            delay?: components["schemas"]["FlowDelay"] | undefined;
            /**
             * @description May be omitted.
             * @constant
             */
            type?: "text" | undefined;
            /** @description The text; at most 1024 characters with buttons, 4096 without (§8). */
            text: string & unknown;
            /** @description Not allowed for a text. */
            caption?: never;
            /** @description Either one link button or up to three reply buttons, with different texts (§2.11). */
            buttons?: components["schemas"]["FlowButtons"] | undefined;
        } & ({
            /** @description The delay after the button press. */
            delay: string;
        } & unknown);
        /**
         * @description An image, video or document by its URL (§2.11). It must not have buttons, or `text`, which would prevent the file from being sent.
         * @example {
         *       "delay": "1h",
         *       "media_url": "https://shop.example/spring.mp4",
         *       "caption": "For you, {{name}}"
         *     }
         */
        FlowMediaStep: {
            /**
             * @description The delay after the button press, not after the previous step: `0`, `1h`, `30m`, `2h30m` or plain minutes. At most 24
             *     h, and each step's delay must be longer than the previous step's (§2.11).
             */
            delay?: components["schemas"]["FlowDelay"] | undefined;
            /** @description The kind of file. If omitted, the extension of the URL determines it. */
            type?: (string & ("image" | "video" | "document")) | undefined;
            /** @description A public https URL of a file of at most 16 MB (§8). */
            media_url: string & (unknown & unknown);
            /** @description The caption of the file; may contain placeholders. */
            caption?: string | undefined;
            /** @description Not allowed with a file. */
            text?: never;
            /** @description Not allowed with a file. */
            buttons?: never;
        } & {
            /** @description The delay after the button press. */
            delay: string;
        };
        /**
         * @description One message of a flow (§2.11): a text with or without buttons, or a file. A step with `media_url` is validated as a
         *     file, any other step as a text.
         */
        FlowStep: components["schemas"]["FlowTextStep"] | components["schemas"]["FlowMediaStep"];
        /**
         * @description A flow with its steps (§2.11, §4.8).
         * @example {
         *       "id": 7,
         *       "name": "Spring follow-up",
         *       "template": "promo_spring",
         *       "template_id": 14,
         *       "button": "Tell me more",
         *       "button_index": 0,
         *       "is_active": true,
         *       "stop_on_reply": true,
         *       "stop_on_agent": true,
         *       "quiet_start": 22,
         *       "quiet_end": 9,
         *       "steps": [
         *         {
         *           "delay": "0",
         *           "text": "Hi {{name}}, here is what is new."
         *         }
         *       ],
         *       "created_at": "2026-05-04T12:00:00.000000+00:00",
         *       "updated_at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        Flow: {
            /** @description The messages in order. */
            steps: components["schemas"]["FlowStep"][];
        } & {
            /** @description The flow's ID. */
            id: number;
            /** @description The flow's name. */
            name: string;
            /** @description The template's name. */
            template: string;
            /** @description The template's ID. */
            template_id: number;
            /** @description The text of the quick-reply button. */
            button: string;
            /** @description The index of the template's button, from 0. */
            button_index: number;
            /** @description Whether the flow is published. */
            is_active: boolean;
            /** @description Whether a run stops when the customer writes. */
            stop_on_reply: boolean;
            /** @description Whether a run stops when an agent takes over. */
            stop_on_agent: boolean;
            /** @description The hour at which sending pauses; null without quiet hours. */
            quiet_start: number | null;
            /** @description The hour at which sending resumes; null without quiet hours. */
            quiet_end: number | null;
            /** @description When the flow was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the flow last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A page of flows (§4.8).
         * @example {
         *       "flows": [],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 0,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        FlowList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The flows. */
            flows: components["schemas"]["Flow"][];
        };
        /**
         * @description An hour of the day, 0-23, in the account's time zone (§8); null for no quiet hours.
         * @example 22
         */
        QuietHour: number | null;
        /**
         * @description A flow: the messages to a customer who presses a quick-reply button of a template (§2.11). The error is FLOW_INVALID if the template is
         *     unknown or not approved, if the button is not one of its quick replies or is the opt-out button, if a delay exceeds 24 h or is not
         *     longer than the previous one, or if a step has duplicate button texts (§4.8).
         * @example {
         *       "name": "Spring follow-up",
         *       "template": "promo_spring",
         *       "button": "Tell me more",
         *       "is_active": true,
         *       "quiet_start": 22,
         *       "quiet_end": 9,
         *       "steps": [
         *         {
         *           "delay": "0",
         *           "text": "Hi {{name}}, here is what is new.",
         *           "buttons": [
         *             {
         *               "type": "url",
         *               "text": "Shop now",
         *               "url": "https://shop.example/spring?code={{1}}"
         *             }
         *           ]
         *         },
         *         {
         *           "delay": "2h30m",
         *           "media_url": "https://shop.example/spring.mp4",
         *           "caption": "For you, {{name}}"
         *         }
         *       ]
         *     }
         * @example {
         *       "name": "Draft",
         *       "template_id": 14,
         *       "button_index": 0,
         *       "steps": []
         *     }
         */
        CreateFlowRequest: {
            /** @description The flow's name. */
            name: string & unknown;
            /** @description The template's name; `template_id` is the alternative. */
            template?: string | undefined;
            /** @description The template's ID; the alternative to `template`. */
            template_id?: number | undefined;
            /** @description The text of the quick-reply button; `button_index` is the alternative. */
            button?: string | undefined;
            /** @description The index of the template's button, from 0; the alternative to `button`. */
            button_index?: number | undefined;
            /**
             * @description Whether the flow is published.
             * @default false
             */
            is_active?: boolean | undefined;
            /**
             * @description Whether a run stops when the customer writes.
             * @default true
             */
            stop_on_reply?: boolean | undefined;
            /**
             * @description Whether a run stops when an agent takes over.
             * @default true
             */
            stop_on_agent?: boolean | undefined;
            /** @description The hour at which sending pauses. */
            quiet_start?: components["schemas"]["QuietHour"] | undefined;
            /** @description The hour at which sending resumes. */
            quiet_end?: components["schemas"]["QuietHour"] | undefined;
            /** @description The messages in order; may be empty until the flow is published. */
            steps: components["schemas"]["FlowStep"][];
        } & (({
            /** @description The template's name; `template_id` is the alternative. */
            template: string;
            template_id?: never;
        } | {
            template?: never;
            /** @description The template's ID; the alternative to `template`. */
            template_id: number;
        }) & ({
            /** @description The text of the quick-reply button; `button_index` is the alternative. */
            button: string;
            button_index?: never;
        } | {
            button?: never;
            /** @description The index of the template's button, from 0; the alternative to `button`. */
            button_index: number;
        }) & unknown & unknown & unknown);
        /**
         * @description The saved flow (§4.8).
         * @example {
         *       "id": 7,
         *       "name": "Draft",
         *       "template": "promo_spring",
         *       "template_id": 14,
         *       "button": "Tell me more",
         *       "button_index": 0,
         *       "is_active": false,
         *       "stop_on_reply": true,
         *       "stop_on_agent": true,
         *       "quiet_start": null,
         *       "quiet_end": null,
         *       "steps": [],
         *       "created_at": "2026-05-04T12:00:00.000000+00:00",
         *       "updated_at": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        SavedFlow: components["schemas"]["Flow"];
        /**
         * @description The flow and its runs are deleted (§4.8).
         * @example {
         *       "id": 7,
         *       "deleted": true
         *     }
         */
        DeletedFlow: {
            /** @description The ID of the deleted flow. */
            id: number;
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
        };
        /**
         * @description The fields of a flow to change (§4.8). Omitted fields keep their values; `steps` replaces all steps. The changed flow is validated like
         *     a new one.
         * @example {
         *       "is_active": true
         *     }
         * @example {
         *       "name": "Spring",
         *       "steps": [
         *         {
         *           "delay": "10m",
         *           "text": "Still there?"
         *         }
         *       ]
         *     }
         */
        UpdateFlowRequest: {
            /** @description The flow's name. */
            name?: (string & unknown) | undefined;
            /** @description The template's name; `template_id` is the alternative. */
            template?: string | undefined;
            /** @description The template's ID; the alternative to `template`. */
            template_id?: number | undefined;
            /** @description The text of the quick-reply button; `button_index` is the alternative. */
            button?: string | undefined;
            /** @description The index of the template's button, from 0; the alternative to `button`. */
            button_index?: number | undefined;
            /** @description Whether the flow is published. A flow without steps cannot be published. */
            is_active?: boolean | undefined;
            /** @description Whether a run stops when the customer writes. */
            stop_on_reply?: boolean | undefined;
            /** @description Whether a run stops when an agent takes over. */
            stop_on_agent?: boolean | undefined;
            /** @description The hour at which sending pauses; null removes the quiet hours. */
            quiet_start?: components["schemas"]["QuietHour"] | undefined;
            /** @description The hour at which sending resumes; null removes the quiet hours. */
            quiet_end?: components["schemas"]["QuietHour"] | undefined;
            /** @description All messages, in order. */
            steps?: components["schemas"]["FlowStep"][] | undefined;
        } & (unknown & unknown);
        /**
         * @description The status of a run (§3.4).
         * @enum {string}
         */
        FlowRunStatus: "running" | "done" | "stopped";
        /**
         * @description One person's run through a flow (§2.11).
         * @example {
         *       "id": 52,
         *       "phone": "905551112233",
         *       "status": "running",
         *       "stop_reason": null,
         *       "current_step": 1,
         *       "next_step_at": "2026-05-04T14:30:00.000000+00:00",
         *       "started_at": "2026-05-04T12:00:00.000000+00:00",
         *       "finished_at": null
         *     }
         */
        FlowRun: {
            /** @description The status of a run (§3.4). */
            status: components["schemas"]["FlowRunStatus"];
        } & {
            /** @description The run's ID. */
            id: number;
            /** @description The person. */
            phone: string;
            /**
             * @description Why the run stopped; null unless it stopped. `other` is an opt-out or a block, or a connection, an account or a module that was disabled (flow-other-stops).
             * @enum {string|null}
             */
            stop_reason: "reply" | "agent" | "window" | "other" | null;
            /** @description The number of steps sent. */
            current_step: number;
            /** @description When the next step is due; null if there is none. */
            next_step_at: components["schemas"]["Timestamp"] | null;
            /** @description When the button was pressed. */
            started_at: components["schemas"]["Timestamp"];
            /** @description When the run finished or stopped; null while it is running. */
            finished_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description A page of runs (§4.8).
         * @example {
         *       "runs": [],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 0,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        FlowRunList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The runs. */
            runs: components["schemas"]["FlowRun"][];
        };
        /**
         * @description The number of people that a step reached (§2.11).
         * @example {
         *       "step": 2,
         *       "reached": 31,
         *       "rate": 77.5
         *     }
         */
        FlowFunnelStep: {
            /** @description The number of the step, from 1. */
            step: number;
            /** @description The number of people that the step was sent to. */
            reached: number;
            /** @description `reached` as a percentage of `entered`. */
            rate: number;
        };
        /**
         * @description The results of a flow (§2.11).
         * @example {
         *       "entered": 40,
         *       "running": 4,
         *       "done": 30,
         *       "stopped": 6,
         *       "messages_sent": 71,
         *       "stop_reasons": {
         *         "reply": 3,
         *         "agent": 1,
         *         "window": 1,
         *         "other": 1
         *       },
         *       "funnel": [
         *         {
         *           "step": 1,
         *           "reached": 40,
         *           "rate": 100
         *         },
         *         {
         *           "step": 2,
         *           "reached": 31,
         *           "rate": 77.5
         *         }
         *       ]
         *     }
         */
        FlowStats: {
            /** @description The number of people who pressed the button. */
            entered: number;
            /** @description Runs in progress. */
            running: number;
            /** @description Runs that sent all steps. */
            done: number;
            /** @description Runs that stopped earlier. */
            stopped: number;
            /** @description The number of messages sent. */
            messages_sent: number;
            /** @description Why runs stopped. */
            stop_reasons: {
                /** @description The customer wrote. */
                reply: number;
                /** @description An agent took over. */
                agent: number;
                /** @description The window closed. */
                window: number;
            } & {
                /** @description Something else stopped the run, such as an opt-out or a block. */
                other: number;
            };
            /** @description One entry per step. */
            funnel: components["schemas"]["FlowFunnelStep"][];
        };
        /**
         * @description The recipient of all steps of the flow, sent without delays (§4.8).
         * @example {
         *       "to": "905551112233"
         *     }
         */
        TestFlowRequest: {
            /** @description The number, in the same formats as `to` of a send. It must have written within the last 24 hours. */
            to: components["schemas"]["Recipient"];
        };
        /**
         * @description One step that the test sent.
         * @example {
         *       "step": 1,
         *       "id": "msg_17000000000000000001",
         *       "status": "sent"
         *     }
         */
        FlowTestMessage: {
            /** @description The number of the step, from 1. */
            step: number;
            /** @description `msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2). */
            id: components["schemas"]["MessageId"];
            /** @description The status of the message, which only moves forward (§3.1). */
            status: components["schemas"]["MessageStatus"];
        };
        /**
         * @description The messages that the test sent (§4.8).
         * @example {
         *       "to": "905551112233",
         *       "messages": [
         *         {
         *           "step": 1,
         *           "id": "msg_17000000000000000001",
         *           "status": "sent"
         *         }
         *       ],
         *       "test": false
         *     }
         */
        FlowTestResult: {
            /** @description The number it was sent to. */
            to: string;
            /** @description One entry for each step, in order. */
            messages: components["schemas"]["FlowTestMessage"][];
            /** @description True if the request used a test key and sent nothing (§5.7). */
            test?: boolean | undefined;
        };
        /**
         * @description Messages in the range.
         * @example {
         *       "incoming": 40,
         *       "outgoing": 200,
         *       "delivered": 190,
         *       "read": 150,
         *       "failed": 10,
         *       "delivered_rate": 95,
         *       "read_rate": 75,
         *       "failed_rate": 5,
         *       "billable": {
         *         "marketing": 120,
         *         "utility": 30
         *       }
         *     }
         */
        MessageStats: {
            /** @description Messages from customers. */
            incoming: number;
            /** @description Messages to customers. */
            outgoing: number;
            /** @description Outgoing messages that were delivered, including read messages. */
            delivered: number;
            /** @description Outgoing messages that were read. */
            read: number;
            /** @description Outgoing messages that failed. */
            failed: number;
            /** @description `delivered` as a percentage of `outgoing`; 0 if nothing was sent. */
            delivered_rate: number;
            /** @description `read` as a percentage of `outgoing`; 0 if nothing was sent. */
            read_rate: number;
            /** @description `failed` as a percentage of `outgoing`; 0 if nothing was sent. */
            failed_rate: number;
            /** @description The number of outgoing messages that Meta charges for, by category, such as `marketing`; `unknown` if Meta names no category. */
            billable?: {
                [key: string]: number;
            } | undefined;
        };
        /**
         * @description The current statuses of conversations with a message in the range.
         * @example {
         *       "open": 12,
         *       "closed": 30,
         *       "bot": 1
         *     }
         */
        ConversationStats: {
            /** @description Open conversations. */
            open: number;
            /** @description Closed conversations. */
            closed: number;
            /** @description Conversations that a flow controls. */
            bot: number;
        };
        /**
         * @description The statistics of a range of days (§2.12).
         * @example {
         *       "from": "2026-04-05",
         *       "to": "2026-05-04",
         *       "messages": {
         *         "incoming": 40,
         *         "outgoing": 200,
         *         "delivered": 190,
         *         "read": 150,
         *         "failed": 10,
         *         "delivered_rate": 95,
         *         "read_rate": 75,
         *         "failed_rate": 5
         *       },
         *       "conversations": {
         *         "open": 12,
         *         "closed": 30,
         *         "bot": 1
         *       }
         *     }
         */
        Stats: {
            /**
             * Format: date
             * @description The first day counted.
             */
            from: string;
            /**
             * Format: date
             * @description The last day counted.
             */
            to: string;
            /** @description Messages in the range. */
            messages: components["schemas"]["MessageStats"];
            /** @description The current statuses of conversations with a message in the range. */
            conversations: components["schemas"]["ConversationStats"];
        };
        /**
         * @description A label of the account (§2.12).
         * @example {
         *       "id": 5,
         *       "name": "VIP",
         *       "color": "#c0392b"
         *     }
         */
        Label: {
            /** @description The label's ID. */
            id: number;
            /** @description The label's name. */
            name: string;
            /** @description The label's color, as `#rrggbb`; null if there is none. */
            color: string | null;
        };
        /**
         * @description A page of labels (§4.9).
         * @example {
         *       "labels": [
         *         {
         *           "id": 5,
         *           "name": "VIP",
         *           "color": "#c0392b"
         *         }
         *       ],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 1,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        LabelList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The labels. */
            labels: components["schemas"]["Label"][];
        };
        /**
         * @description A person who replies to customers. The record never includes a password or session data (§2.12).
         * @example {
         *       "id": 3,
         *       "name": "Grace",
         *       "is_active": true
         *     }
         */
        Agent: {
            /** @description The value for `agent_id`. */
            id: number;
            /** @description The agent's name. */
            name: string;
            /** @description Whether conversations can be assigned to them. */
            is_active: boolean;
        };
        /**
         * @description A page of agents (§4.9).
         * @example {
         *       "agents": [
         *         {
         *           "id": 3,
         *           "name": "Grace",
         *           "is_active": true
         *         }
         *       ],
         *       "pagination": {
         *         "limit": 25,
         *         "count": 1,
         *         "has_more": false,
         *         "next_cursor": null
         *       }
         *     }
         */
        AgentList: {
            /** @description The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1). */
            pagination: components["schemas"]["Pagination"];
        } & {
            /** @description The agents. */
            agents: components["schemas"]["Agent"][];
        };
        /**
         * @description What happened (§6).
         * @enum {string}
         */
        EventName: "message.received" | "message.status" | "template.status";
        /**
         * @description Which sample to send (§4.10).
         * @example {
         *       "event": "message.status"
         *     }
         */
        TestWebhookRequest: {
            /**
             * @description The event to send a sample of.
             * @default message.received
             */
            event?: components["schemas"]["EventName"] | undefined;
        };
        /**
         * @description The ID of the delivery. Ignore a delivery whose ID you have already processed (§6).
         * @example whd_17000000000000000009
         */
        DeliveryId: string;
        /**
         * @description The receiver's response (§4.10).
         * @example {
         *       "delivery_id": "whd_17000000000000000012",
         *       "event": "message.received",
         *       "status_code": 200,
         *       "duration_ms": 41
         *     }
         */
        WebhookTestResult: {
            /** @description The ID of the delivery. Ignore a delivery whose ID you have already processed (§6). */
            delivery_id: components["schemas"]["DeliveryId"];
            /** @description What happened (§6). */
            event: components["schemas"]["EventName"];
            /** @description The receiver's HTTP status. */
            status_code: number;
            /** @description The receiver's response time, in milliseconds. */
            duration_ms: number;
        };
        /**
         * @description This API's description in OpenAPI 3.1 (§9).
         * @example {
         *       "openapi": "3.1.0",
         *       "info": {
         *         "title": "Multi-Channel Messaging API",
         *         "version": "1.0.0"
         *       },
         *       "paths": {}
         *     }
         */
        Document: {
            /** @description The version of OpenAPI. */
            openapi: string;
            /** @description The name and version of the API. */
            info: {
                /** @description The API's name. */
                title: string;
                /** @description The API's version. */
                version: string;
            };
            /** @description The operations by path. */
            paths: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description The fields of every event (§6). */
        EventEnvelope: {
            /** @description The ID of the delivery. Ignore a delivery whose ID you have already processed (§6). */
            id: components["schemas"]["DeliveryId"];
            /** @description What happened (§6). */
            event: components["schemas"]["EventName"];
            /**
             * @description The version of the API (§9).
             * @constant
             */
            api_version: "v1";
            /** @description When the event occurred. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The company account. */
            company_id: number;
            /** @description The number of this attempt, from 1. */
            attempt: number;
            /** @description The message or the template. */
            data: {
                [key: string]: unknown;
            };
            /** @description True for the simulated events of a test key (§5.7) and for samples. */
            test?: boolean | undefined;
            /** @description If this delivery is a replay, the ID of the original delivery; absent otherwise. */
            replay_of?: components["schemas"]["DeliveryId"] | undefined;
        };
        /**
         * @description The message that was edited or deleted.
         * @example {
         *       "id": "msg_in_17000000000000000002",
         *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF"
         *     }
         */
        MessageTarget: {
            /** @description Our ID of the message; null if the message is not stored. */
            id: string | null;
            /** @description The provider's ID of the message. */
            external_id: string;
        };
        /** @description The customer's message (§6). */
        ReceivedMessage: {
            /** @description Our ID for the message. */
            id: string;
            /** @description The provider's ID of the message, for `reply_to` of a send that quotes it. */
            external_id: string;
            /** @description The channel of the message (§1). */
            channel: components["schemas"]["Channel"];
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id: components["schemas"]["ConnectionId"];
            /** @description The sender; `id` is the value for `to` of a send. */
            from: {
                /** @description The number, the sender ID or the visitor ID. On whatsapp, the user ID if the number is unknown. */
                id: string;
                /** @description The person's name, if the channel provides it. */
                name?: (string | null) | undefined;
            } & {
                /** @description The number on whatsapp; null if it is unknown, absent on other channels. */
                phone?: (string | null) | undefined;
                /** @description The business-scoped user ID on whatsapp; null if the callback shows none. */
                user_id?: (string | null) | undefined;
                /** @description The username on whatsapp; null if the person has none. */
                username?: (string | null) | undefined;
            };
            /** @description text, image, video, audio, document, location, or one of our additions: button, sticker, reaction, contacts, order, form, share, referral, edited, deleted, unsupported. More types may be added. */
            type: string;
            /** @description The text or caption. */
            text?: (string | null) | undefined;
            /** @description The file, for media messages. */
            media?: ({
                /** @description The URL of the file, which requires no key. The link is valid for 7 days. */
                url: string;
                /** @description The file's MIME type. */
                mime_type: string;
                /** @description The name of a document, if the customer's app sent one. */
                filename?: string | undefined;
            } | null) | undefined;
            /** @description The choice, for button and list replies. */
            button?: ({
                /** @description The `id` of the button or row. */
                payload: string;
                /** @description The choice's label. */
                title: string | null;
            } | null) | undefined;
            /** @description The place, for location messages. */
            location?: ({
                /** @description Latitude, in degrees north. */
                latitude: number;
                /** @description Longitude, in degrees east. */
                longitude: number;
                /** @description The name of the place. */
                name?: (string | null) | undefined;
                /** @description The address of the place. */
                address?: (string | null) | undefined;
            } | null) | undefined;
            /** @description The `external_id` of the quoted message, if there is one. */
            reply_to?: (string | null) | undefined;
            /** @description ISO 8601 with a UTC offset (§1). */
            received_at: components["schemas"]["Timestamp"];
        } & (components["schemas"]["MessageContent"] & {
            /** @description The message that was edited or deleted. */
            target?: components["schemas"]["MessageTarget"] | undefined;
        });
        /**
         * @description A customer sent a message (§6).
         * @example {
         *       "id": "whd_17000000000000000009",
         *       "event": "message.received",
         *       "api_version": "v1",
         *       "created_at": "2026-05-04T12:00:00.000000+00:00",
         *       "company_id": 1,
         *       "attempt": 1,
         *       "data": {
         *         "message": {
         *           "id": "msg_in_17000000000000000002",
         *           "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF",
         *           "channel": "whatsapp",
         *           "connection_id": "wa_1",
         *           "from": {
         *             "id": "905551112233",
         *             "name": "Ada",
         *             "phone": "905551112233",
         *             "user_id": "TR.13491208655302741918",
         *             "username": "countess"
         *           },
         *           "type": "text",
         *           "text": "Where is my order?",
         *           "media": null,
         *           "button": null,
         *           "reply_to": null,
         *           "received_at": "2026-05-04T12:00:00.000000+00:00"
         *         }
         *       }
         *     }
         */
        MessageReceivedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            event: "message.received";
            data: {
                /** @description The customer's message (§6). */
                message: components["schemas"]["ReceivedMessage"];
            };
        };
        /** @description Why a message failed (§2.2, §6). */
        EventError: {
            /** @description The provider's error code, or one of our codes if no provider responded. */
            code: number | string;
            /** @description A short name. */
            title: string | null;
            /** @description What happened. */
            detail: string | null;
            /** @description The provider's error message. */
            provider_message: string | null;
        };
        /** @description The status of the message (§6). */
        StatusMessage: {
            /** @description `msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2). */
            id: components["schemas"]["MessageId"];
            /** @description The provider's message ID; null if the message never had one. */
            external_id: string | null;
            /** @description The channel of the message (§1). */
            channel: components["schemas"]["Channel"];
            /** @description The recipient. */
            to: string;
            /**
             * @description The new status.
             * @enum {string}
             */
            status: "sent" | "delivered" | "read" | "failed";
            /** @description Why the message failed; null otherwise. */
            error: components["schemas"]["EventError"] | null;
            /** @description ISO 8601 with a UTC offset (§1). */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description What the provider reports about the price of a message. A field that it does not report is null. */
            pricing?: components["schemas"]["Pricing"] | undefined;
            /** @description True for the simulated events of a test key (§5.7) and for samples. */
            test?: boolean | undefined;
        };
        /**
         * @description The status of a message changed (§6). Events may arrive out of order; only move a status forward (§3.1).
         * @example {
         *       "id": "whd_17000000000000000010",
         *       "event": "message.status",
         *       "api_version": "v1",
         *       "created_at": "2026-05-04T12:00:01.000000+00:00",
         *       "company_id": 1,
         *       "attempt": 1,
         *       "data": {
         *         "message": {
         *           "id": "msg_17000000000000000001",
         *           "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
         *           "channel": "whatsapp",
         *           "to": "905551112233",
         *           "status": "delivered",
         *           "error": null,
         *           "occurred_at": "2026-05-04T12:00:01.000000+00:00"
         *         }
         *       }
         *     }
         */
        MessageStatusEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            event: "message.status";
            data: {
                /** @description The status of the message (§6). */
                message: components["schemas"]["StatusMessage"];
            };
        };
        /**
         * @description A template was approved or rejected (§6).
         * @example {
         *       "id": "whd_17000000000000000011",
         *       "event": "template.status",
         *       "api_version": "v1",
         *       "created_at": "2026-05-04T12:00:02.000000+00:00",
         *       "company_id": 1,
         *       "attempt": 1,
         *       "data": {
         *         "template": {
         *           "name": "promo_spring",
         *           "language": "en_US",
         *           "category": "MARKETING",
         *           "status": "APPROVED",
         *           "rejection_reason": null
         *         }
         *       }
         *     }
         */
        TemplateStatusEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            event: "template.status";
            data: {
                /** @description The template in its current state. */
                template: {
                    /** @description The template's name. */
                    name: string;
                    /** @description The template's language. */
                    language: string;
                    /** @description The category of the template (§2.5). */
                    category: components["schemas"]["TemplateCategory"];
                    /** @description Only APPROVED templates can be sent (§2.5, §3.3). */
                    status: components["schemas"]["TemplateStatus"];
                    /** @description Why the template was rejected; null otherwise. */
                    rejection_reason: string | null;
                };
            };
        };
        /**
         * @description A text (§2.3). Text over the limit of instagram or messenger is split (§8).
         * @example {
         *       "to": "905551112233",
         *       "text": "Your order is on its way."
         *     }
         * @example {
         *       "channel": "messenger",
         *       "to": "6042731925",
         *       "text": "Hello!",
         *       "reply_to": "m_AG5Hz2U"
         *     }
         */
        TextMessage: {
            /**
             * @description May be omitted.
             * @default text
             * @constant
             */
            type?: "text" | undefined;
            /**
             * @description The channel of the message (§1).
             * @default whatsapp
             */
            channel?: components["schemas"]["Channel"] | undefined;
            /**
             * @description The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel
             *     is used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that
             *     uploaded it.
             */
            connection_id?: components["schemas"]["ConnectionId"] | undefined;
            /**
             * @description On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a
             *     username, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the
             *     `from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is
             *     accepted unchanged.
             */
            to: components["schemas"]["Recipient"];
            /** @description At most 4,096 characters on whatsapp; on instagram (1,000) and messenger (2,000), longer text is split (§8). */
            text: string & unknown;
            /** @description The `external_id` of the message to quote (§2.3); null quotes none. */
            reply_to?: components["schemas"]["ReplyTo"] | undefined;
        } & (unknown & {
            media?: never;
            caption?: never;
            filename?: never;
            interactive?: never;
            latitude?: never;
            longitude?: never;
        });
    };
    responses: {
        /** @description The key is missing, unknown or revoked (§5.6). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The license of the account has expired. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Not allowed for this key, account or recipient (§5.6). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The key is over its rate limit (§8). */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description An unexpected server error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body cannot be read, or its Content-Type is missing or wrong. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The requested object does not exist. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The state of the account or the recipient does not allow it. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body or the file is over the size limit. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The MIME type is not accepted. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description A field is invalid or a rule is violated. */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The provider or receiver refused the request or did not respond. */
        BadGateway: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7). */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description Your unique key for this send. If you repeat the key with the same body within 24 hours, nothing is sent, and you get the first response
         *     with `Idempotent-Replayed: true`. A different body is refused with 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
         * @example order-4711-shipped
         */
        IdempotencyKey: string & unknown;
        /** @description Page size (§8). */
        Limit: number;
        /** @description The `next_cursor` of the previous page (§2.1). */
        Cursor: string;
        /** @description Newest first (`desc`) or oldest first (`asc`). */
        Order: "desc" | "asc";
        /**
         * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
         *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
         *     also accepted, and so is a number or an ID that the person had before.
         * @example 905551112233
         */
        PhoneInPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request ID, the same as in the body (§2.1). */
        RequestId: components["schemas"]["RequestId"];
        /**
         * @description The key's limit of requests per minute (§8).
         * @example 1800
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in the current minute (§8).
         * @example 1799
         */
        RateLimitRemaining: number;
        /**
         * @description The key's limit of requests per second: twice the per-minute average, at least 10 (§8).
         * @example 60
         */
        RateLimitBurst: number;
        /**
         * @description Seconds to wait before retrying (§8).
         * @example 1
         */
        RetryAfter: number;
        /** @description `test` if a test key was used (§5.7). */
        ServiceMode: "test";
        /** @description `true` if this repeats the first response to the same request (§4.2). */
        IdempotentReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key and its account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "key": {
                     *           "mode": "live",
                     *           "scopes": [
                     *             "*"
                     *           ]
                     *         },
                     *         "account": {
                     *           "id": "1",
                     *           "name": "Demo"
                     *         },
                     *         "modules": {
                     *           "api": true,
                     *           "webhook": true,
                     *           "flows": true
                     *         },
                     *         "license": {
                     *           "status": "active",
                     *           "expires_at": null
                     *         },
                     *         "channels": [
                     *           "whatsapp",
                     *           "instagram",
                     *           "messenger",
                     *           "web"
                     *         ]
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "channels": [
                     *           {
                     *             "channel": "whatsapp",
                     *             "capabilities": {
                     *               "text": true,
                     *               "media": true,
                     *               "location": true,
                     *               "interactive": true,
                     *               "template": true
                     *             },
                     *             "window_hours": 24,
                     *             "connections": [
                     *               {
                     *                 "id": "wa_1",
                     *                 "name": "Demo line",
                     *                 "is_default": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["ChannelList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your unique key for this send. If you repeat the key with the same body within 24 hours, nothing is sent, and you get the first response
                 *     with `Idempotent-Replayed: true`. A different body is refused with 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
                 * @example order-4711-shipped
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            } | undefined;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageRequest"];
            };
        };
        responses: {
            /** @description Accepted; the message is `queued`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    "X-Service-Mode": components["headers"]["ServiceMode"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "msg_17000000000000000001",
                     *         "status": "queued"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SendResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTemplateByQuery: {
        parameters: {
            query?: {
                /** @description The recipient; required, `phone` is an alias. */
                to?: components["schemas"]["Recipient"] | undefined;
                /** @description Alias of `to`. */
                phone?: components["schemas"]["Recipient"] | undefined;
                /** @description The template's name; required, `template` is an alias. */
                name?: string | undefined;
                /** @description Alias of `name`. */
                template?: string | undefined;
                /**
                 * @description Positional variables as `var1`, `var2`, ...
                 * @example {
                 *       "var1": "Ada",
                 *       "var2": "4711"
                 *     }
                 */
                var?: {
                    [key: string]: components["schemas"]["VariableValue"];
                } | undefined;
                /**
                 * @description Variables of a NAMED template, as `vars[first_name]=Ada`.
                 * @example {
                 *       "first_name": "Ada"
                 *     }
                 */
                vars?: {
                    [key: string]: components["schemas"]["VariableValue"];
                } | undefined;
                /** @description Required if the name exists in several languages. */
                language?: string | undefined;
                /** @description One of the connections; if omitted, the default connection. */
                connection_id?: components["schemas"]["ConnectionId"] | undefined;
                /** @description Extends the protection against duplicates to 24 hours (§8). */
                idempotency_key?: (string & unknown) | undefined;
            } | undefined;
            header?: {
                /**
                 * @description Your unique key for this send. If you repeat the key with the same body within 24 hours, nothing is sent, and you get the first response
                 *     with `Idempotent-Replayed: true`. A different body is refused with 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
                 * @example order-4711-shipped
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            } | undefined;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the message is `queued`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    "X-Service-Mode": components["headers"]["ServiceMode"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "msg_17000000000000000001",
                     *         "status": "queued"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SendResult"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your unique key for this send. If you repeat the key with the same body within 24 hours, nothing is sent, and you get the first response
                 *     with `Idempotent-Replayed: true`. A different body is refused with 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
                 * @example order-4711-shipped
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            } | undefined;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTemplateRequest"];
            };
        };
        responses: {
            /** @description Accepted; the message is `queued`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    "X-Service-Mode": components["headers"]["ServiceMode"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "msg_17000000000000000001",
                     *         "status": "queued"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SendResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTemplateByPathKey: {
        parameters: {
            query?: {
                /** @description The recipient; required, `phone` is an alias. */
                to?: components["schemas"]["Recipient"] | undefined;
                /** @description Alias of `to`. */
                phone?: components["schemas"]["Recipient"] | undefined;
                /** @description The template's name; required, `template` is an alias. */
                name?: string | undefined;
                /** @description Alias of `name`. */
                template?: string | undefined;
                /**
                 * @description Positional variables as `var1`, `var2`, ...
                 * @example {
                 *       "var1": "Ada",
                 *       "var2": "4711"
                 *     }
                 */
                var?: {
                    [key: string]: components["schemas"]["VariableValue"];
                } | undefined;
                /**
                 * @description Variables of a NAMED template, as `vars[first_name]=Ada`.
                 * @example {
                 *       "first_name": "Ada"
                 *     }
                 */
                vars?: {
                    [key: string]: components["schemas"]["VariableValue"];
                } | undefined;
                /** @description Required if the name exists in several languages. */
                language?: string | undefined;
                /** @description One of the connections; if omitted, the default connection. */
                connection_id?: components["schemas"]["ConnectionId"] | undefined;
                /** @description Extends the protection against duplicates to 24 hours (§8). */
                idempotency_key?: (string & unknown) | undefined;
            } | undefined;
            header?: {
                /**
                 * @description Your unique key for this send. If you repeat the key with the same body within 24 hours, nothing is sent, and you get the first response
                 *     with `Idempotent-Replayed: true`. A different body is refused with 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
                 * @example order-4711-shipped
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            } | undefined;
            path: {
                /**
                 * @description The API key. It appears in logs and referrers; use one with only messages:send (§5.4).
                 * @example ww_live_<41 characters>
                 */
                api_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the message is `queued`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    "X-Service-Mode": components["headers"]["ServiceMode"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "msg_17000000000000000001",
                     *         "status": "queued"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SendResult"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` from the response to the send.
                 * @example msg_17000000000000000001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "msg_17000000000000000001",
                     *         "status": "delivered",
                     *         "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
                     *         "error": null,
                     *         "test": false
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Message"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Only templates with this status. */
                status?: components["schemas"]["TemplateStatus"] | undefined;
                /**
                 * @description Only templates in this language.
                 * @example en_US
                 */
                language?: string | undefined;
                /** @description Only templates of this category. */
                category?: components["schemas"]["TemplateCategory"] | undefined;
                /** @description Page size; if omitted, all templates are on one page. */
                limit?: number | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "templates": [
                     *           {
                     *             "id": 12,
                     *             "name": "order_update",
                     *             "language": "en_US",
                     *             "category": "UTILITY",
                     *             "status": "APPROVED",
                     *             "parameter_format": "POSITIONAL",
                     *             "body": "Hi {{1}}, order {{2}} is on its way.",
                     *             "variables": {
                     *               "count": 2,
                     *               "names": [
                     *                 "1",
                     *                 "2"
                     *               ],
                     *               "samples": [
                     *                 "Ada",
                     *                 "4711"
                     *               ]
                     *             },
                     *             "header": null,
                     *             "footer": null,
                     *             "buttons": [
                     *               {
                     *                 "index": 0,
                     *                 "type": "URL",
                     *                 "text": "Track",
                     *                 "url": "https://shop.example/track/{{1}}",
                     *                 "dynamic": true,
                     *                 "is_opt_out": false
                     *               }
                     *             ],
                     *             "rejection_reason": null,
                     *             "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 100,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["TemplateList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadMediaRequest"];
            };
        };
        responses: {
            /** @description The file was stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    "X-Service-Mode": components["headers"]["ServiceMode"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "med_17000000000000000001",
                     *         "kind": "document",
                     *         "mime_type": "application/pdf",
                     *         "size": 48213,
                     *         "filename": "invoice.pdf",
                     *         "expires_at": "2026-06-03T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["MediaUpload"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
                /**
                 * @description Matches parts of the name, display name, username, email address and phone number, regardless of case and accents. If there are
                 *     several words, all must match. An empty search matches everything. A phone number may have any format (§4.5).
                 * @example ada
                 */
                search?: (string & unknown) | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "contacts": [
                     *           {
                     *             "id": 31,
                     *             "phone": "905551112233",
                     *             "name": "Ada Lovelace",
                     *             "email": "ada@example.com",
                     *             "display_name": "Ada",
                     *             "username": null,
                     *             "user_ids": [
                     *               "TR.13491208655302741918"
                     *             ],
                     *             "opted_out": false,
                     *             "blocked": false,
                     *             "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *             "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["ContactList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    upsertContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertContactRequest"];
            };
        };
        responses: {
            /** @description The existing contact was changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 31,
                     *         "phone": "905551112233",
                     *         "name": "Ada King",
                     *         "email": "ada@example.com",
                     *         "display_name": "Ada",
                     *         "username": null,
                     *         "user_ids": [
                     *           "TR.13491208655302741918"
                     *         ],
                     *         "opted_out": false,
                     *         "blocked": false,
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Contact"];
                    };
                };
            };
            /** @description The contact was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 31,
                     *         "phone": "905551112233",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "display_name": "Ada",
                     *         "username": null,
                     *         "user_ids": [
                     *           "TR.13491208655302741918"
                     *         ],
                     *         "opted_out": false,
                     *         "blocked": false,
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Contact"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 31,
                     *         "phone": "905551112233",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "display_name": "Ada",
                     *         "username": null,
                     *         "user_ids": [
                     *           "TR.13491208655302741918"
                     *         ],
                     *         "opted_out": false,
                     *         "blocked": false,
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Contact"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactRequest"];
            };
        };
        responses: {
            /** @description The changed contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 31,
                     *         "phone": "905551112233",
                     *         "name": "Ada King",
                     *         "email": "ada@example.com",
                     *         "display_name": "Ada",
                     *         "username": null,
                     *         "user_ids": [
                     *           "TR.13491208655302741918"
                     *         ],
                     *         "opted_out": false,
                     *         "blocked": false,
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Contact"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getWindow: {
        parameters: {
            query?: {
                /** @description The channel to check. */
                channel?: components["schemas"]["Channel"] | undefined;
            } | undefined;
            header?: never;
            path: {
                /**
                 * @description The person, as in `to` of a send: the phone number or user ID on whatsapp, the channel's own ID on other channels.
                 * @example 905551112233
                 */
                id: components["schemas"]["Recipient"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "window_open": true,
                     *         "last_inbound_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "closes_at": "2026-05-05T12:00:00.000000+00:00",
                     *         "can_send": {
                     *           "session_message": true,
                     *           "template": true
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Window"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listOptOuts: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people on the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "opt_outs": [
                     *           {
                     *             "phone": "905551112233",
                     *             "source": "call centre",
                     *             "created_at": "2026-05-04T12:00:00.000000+00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["OptOutList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    addOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddOptOutRequest"];
            };
        };
        responses: {
            /** @description The person is on the list. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "phone": "905551112233",
                     *         "source": "call centre",
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["OptOut"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    removeOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is not on the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "phone": "905551112233",
                     *         "removed": true
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Removal"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listBlockedNumbers: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people on the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "blocked_numbers": [
                     *           {
                     *             "phone": "905551112233",
                     *             "reason": "insults",
                     *             "created_at": "2026-05-04T12:00:00.000000+00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["BlockedNumberList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    blockNumber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockNumberRequest"];
            };
        };
        responses: {
            /** @description The person is on the list. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "phone": "905551112233",
                     *         "reason": "insults",
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["BlockedNumber"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    unblockNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is not on the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "phone": "905551112233",
                     *         "removed": true
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Removal"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
                /** @description Only conversations with this status. */
                status?: components["schemas"]["ConversationStatus"] | undefined;
                /** @description Only conversations on this channel. */
                channel?: components["schemas"]["Channel"] | undefined;
                /**
                 * @description Only conversations assigned to this agent.
                 * @example 3
                 */
                agent_id?: number | undefined;
                /** @description Only conversations with unread messages, or only those without. */
                unread?: boolean | undefined;
                /** @description Only conversations with this person. */
                phone?: components["schemas"]["Phone"] | undefined;
                /**
                 * @description Only conversations whose last message is on or after this day.
                 * @example 2026-05-01
                 */
                from?: string | undefined;
                /**
                 * @description Only conversations whose last message is on or before this day.
                 * @example 2026-05-31
                 */
                to?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "conversations": [
                     *           {
                     *             "phone": "905551112233",
                     *             "channel": "whatsapp",
                     *             "connection_id": "wa_1",
                     *             "name": "Ada Lovelace",
                     *             "status": "open",
                     *             "agent": {
                     *               "id": 3,
                     *               "name": "Grace"
                     *             },
                     *             "unread_count": 1,
                     *             "last_message": {
                     *               "text": "Where is my order?",
                     *               "direction": "in",
                     *               "at": "2026-05-04T12:00:00.000000+00:00"
                     *             }
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["ConversationList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "phone": "905551112233",
                     *         "channel": "whatsapp",
                     *         "connection_id": "wa_1",
                     *         "name": "Ada Lovelace",
                     *         "status": "open",
                     *         "agent": {
                     *           "id": 3,
                     *           "name": "Grace"
                     *         },
                     *         "unread_count": 1,
                     *         "last_message": {
                     *           "text": "Where is my order?",
                     *           "direction": "in",
                     *           "at": "2026-05-04T12:00:00.000000+00:00"
                     *         },
                     *         "contact": {
                     *           "id": 31,
                     *           "phone": "905551112233",
                     *           "name": "Ada Lovelace",
                     *           "email": "ada@example.com",
                     *           "display_name": "Ada",
                     *           "username": null,
                     *           "user_ids": [
                     *             "TR.13491208655302741918"
                     *           ],
                     *           "opted_out": false,
                     *           "blocked": false,
                     *           "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *           "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversationRequest"];
            };
        };
        responses: {
            /** @description The changed conversation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "phone": "905551112233",
                     *         "channel": "whatsapp",
                     *         "connection_id": "wa_1",
                     *         "name": "Ada Lovelace",
                     *         "status": "open",
                     *         "agent": {
                     *           "id": 3,
                     *           "name": "Grace"
                     *         },
                     *         "unread_count": 0,
                     *         "last_message": {
                     *           "text": "Where is my order?",
                     *           "direction": "in",
                     *           "at": "2026-05-04T12:00:00.000000+00:00"
                     *         },
                     *         "contact": {
                     *           "id": 31,
                     *           "phone": "905551112233",
                     *           "name": "Ada Lovelace",
                     *           "email": "ada@example.com",
                     *           "display_name": "Ada",
                     *           "username": null,
                     *           "user_ids": [
                     *             "TR.13491208655302741918"
                     *           ],
                     *           "opted_out": false,
                     *           "blocked": false,
                     *           "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *           "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listConversationMessages: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: number | undefined;
                /**
                 * @description Only messages before this time, such as `pagination.before` of the previous page.
                 * @example 2026-05-04T12:00:00.000000+00:00
                 */
                before?: components["schemas"]["Timestamp"] | undefined;
                /** @description Only messages from the customer (`in`) or to the customer (`out`). */
                direction?: components["schemas"]["Direction"] | undefined;
            } | undefined;
            header?: never;
            path: {
                /**
                 * @description The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code
                 *     plus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is
                 *     also accepted, and so is a number or an ID that the person had before.
                 * @example 905551112233
                 */
                phone: components["parameters"]["PhoneInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "messages": [
                     *           {
                     *             "id": "msg_in_17000000000000000002",
                     *             "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF",
                     *             "direction": "in",
                     *             "connection_id": "wa_1",
                     *             "type": "text",
                     *             "text": "Where is my order?",
                     *             "media": null,
                     *             "button": null,
                     *             "location": null,
                     *             "template": null,
                     *             "reply_to": null,
                     *             "status": null,
                     *             "error": null,
                     *             "at": "2026-05-04T12:00:00.000000+00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 50,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "before": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["HistoryPage"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listFlows: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
                /** @description Only published flows, or only unpublished flows. */
                is_active?: boolean | undefined;
                /**
                 * @description Only flows of this template.
                 * @example 14
                 */
                template_id?: number | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "flows": [
                     *           {
                     *             "id": 7,
                     *             "name": "Spring follow-up",
                     *             "template": "promo_spring",
                     *             "template_id": 14,
                     *             "button": "Tell me more",
                     *             "button_index": 0,
                     *             "is_active": true,
                     *             "stop_on_reply": true,
                     *             "stop_on_agent": true,
                     *             "quiet_start": 22,
                     *             "quiet_end": 9,
                     *             "steps": [
                     *               {
                     *                 "delay": "0",
                     *                 "text": "Hi {{name}}, here is what is new."
                     *               }
                     *             ],
                     *             "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *             "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["FlowList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFlowRequest"];
            };
        };
        responses: {
            /** @description The flow was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 7,
                     *         "name": "Spring follow-up",
                     *         "template": "promo_spring",
                     *         "template_id": 14,
                     *         "button": "Tell me more",
                     *         "button_index": 0,
                     *         "is_active": true,
                     *         "stop_on_reply": true,
                     *         "stop_on_agent": true,
                     *         "quiet_start": 22,
                     *         "quiet_end": 9,
                     *         "steps": [
                     *           {
                     *             "delay": "0",
                     *             "text": "Hi {{name}}, here is what is new."
                     *           }
                     *         ],
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SavedFlow"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 7,
                     *         "name": "Spring follow-up",
                     *         "template": "promo_spring",
                     *         "template_id": 14,
                     *         "button": "Tell me more",
                     *         "button_index": 0,
                     *         "is_active": true,
                     *         "stop_on_reply": true,
                     *         "stop_on_agent": true,
                     *         "quiet_start": 22,
                     *         "quiet_end": 9,
                     *         "steps": [
                     *           {
                     *             "delay": "0",
                     *             "text": "Hi {{name}}, here is what is new."
                     *           }
                     *         ],
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Flow"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteFlow: {
        parameters: {
            query?: {
                /** @description Whether to also delete the runs. */
                force?: boolean | undefined;
            } | undefined;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 7,
                     *         "deleted": true
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["DeletedFlow"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFlowRequest"];
            };
        };
        responses: {
            /** @description The changed flow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 7,
                     *         "name": "Spring follow-up",
                     *         "template": "promo_spring",
                     *         "template_id": 14,
                     *         "button": "Tell me more",
                     *         "button_index": 0,
                     *         "is_active": true,
                     *         "stop_on_reply": true,
                     *         "stop_on_agent": true,
                     *         "quiet_start": 22,
                     *         "quiet_end": 9,
                     *         "steps": [
                     *           {
                     *             "delay": "0",
                     *             "text": "Hi {{name}}, here is what is new."
                     *           }
                     *         ],
                     *         "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *         "updated_at": "2026-05-04T12:00:00.000000+00:00"
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SavedFlow"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listFlowRuns: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
                /** @description Only runs with this status. */
                status?: components["schemas"]["FlowRunStatus"] | undefined;
                /** @description Only runs of this person. */
                phone?: components["schemas"]["Phone"] | undefined;
            } | undefined;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "runs": [
                     *           {
                     *             "id": 52,
                     *             "phone": "905551112233",
                     *             "status": "running",
                     *             "stop_reason": null,
                     *             "current_step": 1,
                     *             "next_step_at": "2026-05-04T14:30:00.000000+00:00",
                     *             "started_at": "2026-05-04T12:00:00.000000+00:00",
                     *             "finished_at": null
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["FlowRunList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getFlowStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "entered": 40,
                     *         "running": 4,
                     *         "done": 30,
                     *         "stopped": 6,
                     *         "messages_sent": 71,
                     *         "stop_reasons": {
                     *           "reply": 3,
                     *           "agent": 1,
                     *           "window": 1,
                     *           "other": 1
                     *         },
                     *         "funnel": [
                     *           {
                     *             "step": 1,
                     *             "reached": 40,
                     *             "rate": 100
                     *           },
                     *           {
                     *             "step": 2,
                     *             "reached": 31,
                     *             "rate": 77.5
                     *           }
                     *         ]
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["FlowStats"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    testFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's ID.
                 * @example 7
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestFlowRequest"];
            };
        };
        responses: {
            /** @description All steps were sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    "X-Service-Mode": components["headers"]["ServiceMode"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "to": "905551112233",
                     *         "messages": [
                     *           {
                     *             "step": 1,
                     *             "id": "msg_17000000000000000001",
                     *             "status": "sent"
                     *           }
                     *         ],
                     *         "test": false
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["FlowTestResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                /**
                 * @description The first day to count; if omitted, 29 days before `to`.
                 * @example 2026-04-05
                 */
                from?: string | undefined;
                /**
                 * @description The last day to count; if omitted, today.
                 * @example 2026-05-04
                 */
                to?: string | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "from": "2026-04-05",
                     *         "to": "2026-05-04",
                     *         "messages": {
                     *           "incoming": 40,
                     *           "outgoing": 200,
                     *           "delivered": 190,
                     *           "read": 150,
                     *           "failed": 10,
                     *           "delivered_rate": 95,
                     *           "read_rate": 75,
                     *           "failed_rate": 5
                     *         },
                     *         "conversations": {
                     *           "open": 12,
                     *           "closed": 30,
                     *           "bot": 1
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Stats"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listLabels: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The labels. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "labels": [
                     *           {
                     *             "id": 5,
                     *             "name": "VIP",
                     *             "color": "#c0392b"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["LabelList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description Page size (§8). */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the previous page (§2.1). */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Newest first (`desc`) or oldest first (`asc`). */
                order?: components["parameters"]["Order"] | undefined;
            } | undefined;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "agents": [
                     *           {
                     *             "id": 3,
                     *             "name": "Grace",
                     *             "is_active": true
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "count": 1,
                     *           "has_more": false,
                     *           "next_cursor": null
                     *         }
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["AgentList"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        } | undefined;
        responses: {
            /** @description The receiver returned 2xx. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "delivery_id": "whd_17000000000000000012",
                     *         "event": "message.received",
                     *         "status_code": 200,
                     *         "duration_ms": 41
                     *       },
                     *       "request_id": "req_01jd3v5q8yw2"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["WebhookTestResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Burst": components["headers"]["RateLimitBurst"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Multi-Channel Messaging API",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
}
