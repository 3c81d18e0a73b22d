/* Made by `npm run generate` from the document. Do not edit. */

export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I?
         * @description The key, its account, the modules, the licence and the connected channels (§4.1). Any valid key may ask.
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
         * What can each channel do?
         * @description Per channel the capabilities, the window and the connections (§4.1). Any valid key may ask.
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
         * @description Accepts the message and answers at once; follow it by GET /messages/{id} or by the message.status event (§4.2).
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
         * Send a template message from a plain link
         * @description The same operation as the POST, for callers that cannot set headers or bodies (§4.2). The same request repeated
         *     within 60 seconds is not sent again. Keys in URLs appear in logs; use a key with only messages:send (§5.4).
         */
        get: operations["sendTemplateByQuery"];
        put?: never;
        /**
         * Send a template message
         * @description Sends an approved template; no open window is needed (§4.2).
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
         * Send a template message from a plain link with the key in the path
         * @description As GET /messages/template, with the key as the last segment of the path (§4.2, §5.4).
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
         * Look a message up
         * @description The status, the provider's id and, when it failed, why (§4.2). Works for 90 days after sending (§2.2).
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
         * A customer wrote
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
                    /** @description The event's name, as in the body. */
                    "X-Service-Event": components["schemas"]["EventName"];
                    /** @description The delivery's id, as in the body. */
                    "X-Service-Delivery-Id": components["schemas"]["DeliveryId"];
                    /** @description Which try this is, from 1. */
                    "X-Service-Attempt": number;
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
                /** @description Disables the address at once (§6). */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Anything else, or no answer within 10 seconds, is tried again after 1 min, 5 min, 30 min, 2 h and 12 h (§6). */
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
         * A message moved on
         * @description Sent when a message sent through the API or the dashboard becomes sent, delivered, read or failed (§6).
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
                    /** @description The event's name, as in the body. */
                    "X-Service-Event": components["schemas"]["EventName"];
                    /** @description The delivery's id, as in the body. */
                    "X-Service-Delivery-Id": components["schemas"]["DeliveryId"];
                    /** @description Which try this is, from 1. */
                    "X-Service-Attempt": number;
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
                /** @description Disables the address at once (§6). */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Anything else, or no answer within 10 seconds, is tried again after 1 min, 5 min, 30 min, 2 h and 12 h (§6). */
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
                    /** @description The event's name, as in the body. */
                    "X-Service-Event": components["schemas"]["EventName"];
                    /** @description The delivery's id, as in the body. */
                    "X-Service-Delivery-Id": components["schemas"]["DeliveryId"];
                    /** @description Which try this is, from 1. */
                    "X-Service-Attempt": number;
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
                /** @description Disables the address at once (§6). */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Anything else, or no answer within 10 seconds, is tried again after 1 min, 5 min, 30 min, 2 h and 12 h (§6). */
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
         * @description Names one request, for support and logs (§2.1).
         * @example req_01jd3v5q8yw2
         */
        RequestId: string;
        /** @description The frame of each success; `data` holds the result (§2.1). */
        Success: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            request_id: components["schemas"]["RequestId"];
        };
        /**
         * @description Where the person is reached (§1).
         * @enum {string}
         */
        Channel: "whatsapp" | "instagram" | "messenger" | "web";
        /**
         * @description The key and what it belongs to (§4.1).
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
                 * @description What kind of key it is.
                 * @enum {string}
                 */
                mode: "live" | "test";
                /** @description The scopes of the key; `*` alone means full access. */
                scopes: string[];
            };
            /** @description The company account. */
            account: {
                /** @description The account's id. */
                id: string;
                /** @description The account's name. */
                name: string;
            };
            /** @description Which modules are enabled. */
            modules: {
                /** @description This API. */
                api: boolean;
                /** @description Events to your address. */
                webhook: boolean;
                /** @description Campaign flows. */
                flows: boolean;
            };
            /** @description How long the account may use the service. */
            license: {
                /**
                 * @description Whether it holds now.
                 * @enum {string}
                 */
                status: "active" | "expired";
                /**
                 * Format: date-time
                 * @description When it ends; null when it does not.
                 */
                expires_at: string | null;
            };
            /** @description The channels with at least one active connection. */
            channels: components["schemas"]["Channel"][];
        };
        /**
         * @description The codes of §7.
         * @enum {string}
         */
        SpecErrorCode: "MISSING_API_KEY" | "INVALID_API_KEY" | "API_KEY_REVOKED" | "IP_NOT_ALLOWED" | "SCOPE_DENIED" | "MODULE_DISABLED" | "FLOW_MODULE_DISABLED" | "WEBHOOK_MODULE_DISABLED" | "ACCOUNT_INACTIVE" | "LICENSE_EXPIRED" | "RATE_LIMITED" | "IDEMPOTENCY_CONFLICT" | "INVALID_JSON" | "VALIDATION_FAILED" | "PAYLOAD_TOO_LARGE" | "CHANNEL_UNSUPPORTED" | "CHANNEL_NOT_CONNECTED" | "CONNECTION_NOT_FOUND" | "CHANNEL_FEATURE_UNSUPPORTED" | "RECIPIENT_INVALID" | "RECIPIENT_BLOCKED" | "RECIPIENT_OPTED_OUT" | "WINDOW_CLOSED" | "WINDOW_NEVER_OPENED" | "TEMPLATE_NOT_FOUND" | "TEMPLATE_NOT_APPROVED" | "TEMPLATE_VARIABLES_MISSING" | "TEMPLATE_VARIABLES_FORMAT" | "TEMPLATE_HEADER_MISSING" | "TEMPLATE_BUTTON_PARAM_MISSING" | "MEDIA_REQUIRED" | "MEDIA_TOO_LARGE" | "MEDIA_TYPE_UNSUPPORTED" | "MEDIA_URL_INVALID" | "MEDIA_UPLOAD_FAILED" | "MESSAGE_NOT_FOUND" | "WEBHOOK_NOT_CONFIGURED" | "WEBHOOK_URL_INVALID" | "WEBHOOK_UNREACHABLE" | "PROVIDER_REJECTED" | "PROVIDER_UNAVAILABLE" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INTERNAL_ERROR";
        /**
         * @description Codes of ours where the specification names none.
         * @enum {string}
         */
        DecidedErrorCode: "CONTACT_NOT_FOUND" | "CONVERSATION_NOT_FOUND" | "FLOW_NOT_FOUND" | "FLOW_INVALID" | "FLOW_HAS_RUNS" | "FLOW_NOT_TESTABLE";
        /** @description A stable name for what went wrong (§7). New codes may come within v1, so treat an unknown one by its HTTP status. */
        ErrorCode: components["schemas"]["SpecErrorCode"] | components["schemas"]["DecidedErrorCode"];
        /** @description One faulty field. */
        FieldError: {
            /**
             * @description The field's name; nested names are joined by dots.
             * @example interactive.buttons.0.title
             */
            field: string;
            /** @description What is wrong with it. */
            message: string;
        };
        /** @description With PROVIDER_REJECTED, the provider's raw code and message (§7). */
        ProviderError: {
            /** @description The provider's own code. */
            code: number | string;
            /** @description The provider's own words. */
            message: string;
        };
        /** @description What went wrong, why, and what to do about it (§2.1). */
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** @description The HTTP status of the answer. */
            http: number;
            /** @description What happened, with the real values filled in. */
            message: string;
            /** @description Why it is refused. */
            reason: string;
            /** @description What to do about it. */
            fix: string;
            /** @description The name of the offending parameter. */
            param?: string;
            /**
             * Format: uri
             * @description The page about this code.
             */
            docs: string;
            request_id: components["schemas"]["RequestId"];
            /** @description With VALIDATION_FAILED, one entry for each faulty field (§7). */
            errors?: components["schemas"]["FieldError"][];
            provider_error?: components["schemas"]["ProviderError"];
            /** @description When a template name exists in several languages and none was given (§2.4). */
            available_languages?: string[];
            /** @description With METHOD_NOT_ALLOWED, the methods that the path allows (§7); the header Allow says the same. */
            allowed_methods?: string[];
        };
        /**
         * @description The frame of each error (§2.1).
         * @example {
         *       "success": false,
         *       "error": {
         *         "code": "MESSAGE_NOT_FOUND",
         *         "http": 404,
         *         "message": "There is no message msg_17000000000000000001 in this account.",
         *         "reason": "The id is unknown to the account, or the message was sent more than 90 days ago.",
         *         "fix": "Check the id; it is the `id` that the send answered.",
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
            error: components["schemas"]["Error"];
        };
        /**
         * @description One of the connected lines or pages, `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`; GET /channels lists them. When
         *     omitted, the default connection of the channel is used (§1).
         * @example wa_1
         */
        ConnectionId: string;
        /** @description What one channel can do and which connections it has (§1). */
        ChannelRecord: {
            channel: components["schemas"]["Channel"];
            /** @description The features of §1. */
            capabilities: {
                /** @description Texts. */
                text: boolean;
                /** @description Images, videos, sounds and documents. */
                media: boolean;
                /** @description Places. */
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
                id: components["schemas"]["ConnectionId"];
                /** @description What the operator calls it. */
                name: string;
                /** @description Used when a request names no connection. */
                is_default: boolean;
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
            /** @description One entry a channel. */
            channels: components["schemas"]["ChannelRecord"][];
        };
        /**
         * @description On whatsapp the international number, digits only; other spellings of §2.8 are read as well. On instagram and
         *     messenger the `from.id` of a webhook event; on web the visitor id that starts with `web_` (§1).
         * @example 905551112233
         */
        Recipient: string & (unknown & unknown);
        /**
         * @description The `external_id` of the message being quoted (§2.3).
         * @example wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3
         */
        ReplyTo: string;
        /**
         * @description A text (§2.3). Text that is too long for instagram or messenger is split (§8).
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
            type?: "text";
            /** @default whatsapp */
            channel?: components["schemas"]["Channel"];
            connection_id?: components["schemas"]["ConnectionId"];
            to: components["schemas"]["Recipient"];
            /** @description At most 4096 characters on whatsapp; on instagram (1000) and messenger (2000) longer text is split (§8). */
            text: string;
            reply_to?: components["schemas"]["ReplyTo"];
        };
        /**
         * @description `{id}` from POST /media, or `{url}`, a public https address. instagram, messenger and web accept only `url` (§2.3).
         * @example {
         *       "url": "https://shop.example/shoe.jpg"
         *     }
         */
        MediaReference: ({
            /** @description What POST /media answered. */
            id?: string;
            /** @description A public https URL, reachable without authentication. */
            url?: string & (unknown & unknown);
        } & unknown) | unknown | unknown;
        /**
         * @description An image, video, sound or document (§2.3).
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
         *         "id": "1037543291543636"
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
            /** @default whatsapp */
            channel?: components["schemas"]["Channel"];
            connection_id?: components["schemas"]["ConnectionId"];
            to: components["schemas"]["Recipient"];
            media?: components["schemas"]["MediaReference"];
            /** @description Text under the file. */
            caption?: string & unknown;
            /** @description The name that a document shows. */
            filename?: string & unknown;
            reply_to?: components["schemas"]["ReplyTo"];
        } & unknown;
        /**
         * @description A place on the map; whatsapp only (§1, §2.3).
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
            /** @default whatsapp */
            channel?: components["schemas"]["Channel"] & "whatsapp";
            connection_id?: components["schemas"]["ConnectionId"];
            to: components["schemas"]["Recipient"];
            /** @description Degrees north. */
            latitude: number;
            /** @description Degrees east. */
            longitude: number;
            /** @description What the place is called. */
            name?: string;
            /** @description Where it is, in words. */
            address?: string;
            reply_to?: components["schemas"]["ReplyTo"];
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
            /** @description What stands above the buttons. */
            text: string & unknown;
            /** @description The buttons. */
            buttons: {
                /** @description Comes back as `button.payload`. */
                id: string & unknown;
                /** @description What the button says. */
                title: string & unknown;
            }[];
        };
        /**
         * @description A list of up to ten rows over all sections (§8).
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
            /** @description What stands above the list. */
            text: string & unknown;
            /** @description The label that opens the list. */
            button: string & unknown;
            /** @description The groups of rows. */
            sections: {
                /** @description The heading of the group. */
                title?: string & unknown;
                /** @description The rows of the group. */
                rows: {
                    /** @description Comes back as `button.payload`. */
                    id: string & unknown;
                    /** @description What the row says. */
                    title: string & unknown;
                    /** @description A second, smaller line. */
                    description?: string & unknown;
                }[];
            }[];
        };
        /** @description The button form or the list form (§2.3). */
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
            /** @default whatsapp */
            channel?: components["schemas"]["Channel"] & ("whatsapp" | "instagram" | "messenger");
            connection_id?: components["schemas"]["ConnectionId"];
            to: components["schemas"]["Recipient"];
            interactive: components["schemas"]["Interactive"];
            reply_to?: components["schemas"]["ReplyTo"];
        };
        /** @description A free-form message (§2.3). `type` chooses the form and is `text` when omitted. */
        SendMessageRequest: components["schemas"]["TextMessage"] | components["schemas"]["MediaMessage"] | components["schemas"]["LocationMessage"] | components["schemas"]["InteractiveMessage"];
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
            id: components["schemas"]["MessageId"];
            /**
             * @description `queued`; with a test key `sent`.
             * @enum {string}
             */
            status: "queued" | "sent";
            /** @description True for requests made with a test key. */
            test?: boolean;
        };
        /** @description A value without line breaks (§2.4). */
        VariableValue: string & unknown;
        /**
         * @description `{media_id}` or `{url, filename}` for a media header, `{text}` for a text header with a variable (§2.4).
         * @example {
         *       "url": "https://shop.example/spring.jpg"
         *     }
         */
        TemplateHeaderValue: {
            /** @description What POST /media answered. */
            media_id?: string;
            /** @description A public https URL. */
            url?: string & (unknown & unknown);
            /** @description The name that a document shows. */
            filename?: string;
            /** @description The value of the header's variable. */
            text?: string;
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
            /** @default whatsapp */
            channel?: components["schemas"]["Channel"] & "whatsapp";
            connection_id?: components["schemas"]["ConnectionId"];
            to: components["schemas"]["Recipient"];
            /** @description The template's name. */
            name: string;
            /**
             * @description Needed only when the name exists in several languages; the error then lists them.
             * @example en_US
             */
            language?: string;
            /**
             * @description An array for POSITIONAL templates, an object from name to value for NAMED ones. Values may not contain line breaks.
             * @example [
             *       "Ada",
             *       "4711"
             *     ]
             */
            variables?: components["schemas"]["VariableValue"][] | {
                [key: string]: components["schemas"]["VariableValue"];
            };
            header?: components["schemas"]["TemplateHeaderValue"];
            /** @description What dynamic URL buttons need. */
            buttons?: {
                /** @description Which button of the template, from 0. */
                index: number;
                /** @description What is put at the end of the button's URL. */
                text: string;
            }[];
        };
        /**
         * @description How far the message has come; it only moves forward (§3.1).
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
            /** @description The provider's own code, or a word of ours where no provider answered. */
            code: number | string;
            /** @description A short name. */
            title?: string | null;
            /** @description What happened. */
            detail?: string | null;
            /** @description The provider's own words. */
            provider_message?: string | null;
        };
        /**
         * @description Where a message stands (§2.2).
         * @example {
         *       "id": "msg_17000000000000000001",
         *       "status": "delivered",
         *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
         *       "error": null,
         *       "test": false
         *     }
         */
        Message: {
            id: components["schemas"]["MessageId"];
            status: components["schemas"]["MessageStatus"];
            /** @description The provider's message id, once it is known. */
            external_id?: string | null;
            /** @description On failure: the provider's code plus a description; null otherwise. */
            error?: components["schemas"]["MessageError"] | null;
            /** @description True for requests made with a test key. */
            test?: boolean;
        };
        /**
         * @description What happened (§6).
         * @enum {string}
         */
        EventName: "message.received" | "message.status" | "template.status";
        /**
         * @description The delivery's id; the same id twice means a duplicate, to be ignored (§6).
         * @example whd_17000000000000000009
         */
        DeliveryId: string;
        /**
         * Format: date-time
         * @description ISO 8601 with a UTC offset (§1).
         * @example 2026-05-04T12:00:00.000000+00:00
         */
        Timestamp: string;
        /** @description What every event carries (§6). */
        EventEnvelope: {
            id: components["schemas"]["DeliveryId"];
            event: components["schemas"]["EventName"];
            /**
             * @description The version of the API (§9).
             * @constant
             */
            api_version: "v1";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The company account. */
            company_id: number;
            /** @description Which try this is, from 1. */
            attempt: number;
            /** @description The message or the template. */
            data: Record<string, never>;
            /** @description True for the simulated events of a test key (§5.7). */
            test?: boolean;
        };
        /** @description What the customer sent (§6). */
        ReceivedMessage: {
            /** @description Our id of the message. */
            id: string;
            /** @description The provider's id of the message; what `reply_to` of a send quotes. */
            external_id: string;
            channel: components["schemas"]["Channel"];
            connection_id: components["schemas"]["ConnectionId"];
            /** @description Who wrote; `id` is what `to` of a send takes. */
            from: {
                /** @description The number, the sender id or the visitor id. */
                id: string;
                /** @description The name the person goes by, when the channel tells it. */
                name?: string | null;
            };
            /** @description text, image, video, audio, document or location; of ours button, sticker, reaction, contacts and unsupported. More may come. */
            type: string;
            /** @description The text or the caption. */
            text?: string | null;
            /** @description The file, for media messages. */
            media?: {
                /** @description Where the file can be fetched. */
                url: string;
                /** @description Its MIME type. */
                mime_type: string;
            } | null;
            /** @description The choice, for button and list replies. */
            button?: {
                /** @description The `id` of the button or row. */
                payload: string;
                /** @description What it said. */
                title: string | null;
            } | null;
            /** @description The place, for location messages. */
            location?: {
                /** @description Degrees north. */
                latitude: number;
                /** @description Degrees east. */
                longitude: number;
                /** @description What the place is called. */
                name?: string | null;
                /** @description Where it is, in words. */
                address?: string | null;
            } | null;
            /** @description The `external_id` of the quoted message, for quoted replies. */
            reply_to?: string | null;
            received_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A customer wrote (§6).
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
         *             "name": "Ada"
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
            event?: "message.received";
            data?: {
                message: components["schemas"]["ReceivedMessage"];
            };
        };
        /** @description Why a message failed (§2.2, §6). */
        EventError: {
            /** @description The provider's own code, or a word of ours where no provider answered. */
            code: number | string;
            /** @description A short name. */
            title: string | null;
            /** @description What happened. */
            detail: string | null;
            /** @description The provider's own words. */
            provider_message: string | null;
        };
        /** @description Where the message stands now (§6). */
        StatusMessage: {
            id: components["schemas"]["MessageId"];
            /** @description The provider's message id; null when it never had one. */
            external_id: string | null;
            channel: components["schemas"]["Channel"];
            /** @description The recipient. */
            to: string;
            /**
             * @description What it became.
             * @enum {string}
             */
            status: "sent" | "delivered" | "read" | "failed";
            /** @description Why it failed; null otherwise. */
            error: components["schemas"]["EventError"] | null;
            occurred_at: components["schemas"]["Timestamp"];
            /** @description True for the simulated events of a test key (§5.7). */
            test?: boolean;
        };
        /**
         * @description A message moved on (§6). Events may arrive out of order; move a status only forward (§3.1).
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
            event?: "message.status";
            data?: {
                message: components["schemas"]["StatusMessage"];
            };
        };
        /**
         * @description What the template is for (§2.5).
         * @enum {string}
         */
        TemplateCategory: "MARKETING" | "UTILITY" | "AUTHENTICATION";
        /**
         * @description Only APPROVED templates can be sent (§2.5, §3.3).
         * @enum {string}
         */
        TemplateStatus: "APPROVED" | "PENDING" | "REJECTED";
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
            event?: "template.status";
            data?: {
                /** @description The template as it stands now. */
                template: {
                    /** @description Its name. */
                    name: string;
                    /** @description Its language. */
                    language: string;
                    category: components["schemas"]["TemplateCategory"];
                    status: components["schemas"]["TemplateStatus"];
                    /** @description Why it was rejected; null otherwise. */
                    rejection_reason: string | null;
                };
            };
        };
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
        /** @description The licence of the account has expired. */
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
        /** @description The key, its account or the recipient may not do this (§5.6). */
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
        /** @description An unexpected error of the server. */
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
        /** @description The body is not JSON, or its Content-Type is missing. */
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
        /** @description What was asked for does not exist. */
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
        /** @description The body or the file is over its limit. */
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
        /** @description A field or a rule is broken. */
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
        /** @description The other side refused or did not answer. */
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
        /** @description The provider is down; try again after 30 s, 2 min, 5 min with the same Idempotency-Key (§7). */
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
         * @description A name of yours for this send. The same key with the same body within 24 h is sent once: the first response comes
         *     back with `Idempotent-Replayed: true`. With a different body it answers 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
         * @example order-4711-shipped
         */
        IdempotencyKey: string & unknown;
    };
    requestBodies: never;
    headers: {
        /** @description The request id, the same as in the body (§2.1). */
        RequestId: components["schemas"]["RequestId"];
        /**
         * @description Requests per minute that the key may make (§8).
         * @example 1800
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in the current minute (§8).
         * @example 1799
         */
        RateLimitRemaining: number;
        /**
         * @description Requests per second that the key may make: twice the per-minute average, at least 10 (§8).
         * @example 60
         */
        RateLimitBurst: number;
        /**
         * @description Seconds to wait before the next try (§8).
         * @example 1
         */
        RetryAfter: number;
        /** @description `test` when a test key was used (§5.7). */
        ServiceMode: "test";
        /** @description `true` when this is the first response to the same request, given again (§4.2). */
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
                 * @description A name of yours for this send. The same key with the same body within 24 h is sent once: the first response comes
                 *     back with `Idempotent-Replayed: true`. With a different body it answers 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
                 * @example order-4711-shipped
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                to?: components["schemas"]["Recipient"];
                /** @description Alias of `to`. */
                phone?: components["schemas"]["Recipient"];
                /** @description The template's name; required, `template` is an alias. */
                name?: string;
                /** @description Alias of `name`. */
                template?: string;
                /**
                 * @description Positional variables as `var1`, `var2`, ...
                 * @example {
                 *       "var1": "Ada",
                 *       "var2": "4711"
                 *     }
                 */
                var?: {
                    [key: string]: components["schemas"]["VariableValue"];
                };
                /**
                 * @description Variables of a NAMED template, as `vars[first_name]=Ada`.
                 * @example {
                 *       "first_name": "Ada"
                 *     }
                 */
                vars?: {
                    [key: string]: components["schemas"]["VariableValue"];
                };
                /** @description Needed only when the name exists in several languages. */
                language?: string;
                /** @description One of the connected lines; the default one when omitted. */
                connection_id?: components["schemas"]["ConnectionId"];
                /** @description Extends the protection against duplicates to 24 h (§8). */
                idempotency_key?: string & unknown;
            };
            header?: never;
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
                 * @description A name of yours for this send. The same key with the same body within 24 h is sent once: the first response comes
                 *     back with `Idempotent-Replayed: true`. With a different body it answers 409 IDEMPOTENCY_CONFLICT (§4.2, §8).
                 * @example order-4711-shipped
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                to?: components["schemas"]["Recipient"];
                /** @description Alias of `to`. */
                phone?: components["schemas"]["Recipient"];
                /** @description The template's name; required, `template` is an alias. */
                name?: string;
                /** @description Alias of `name`. */
                template?: string;
                /**
                 * @description Positional variables as `var1`, `var2`, ...
                 * @example {
                 *       "var1": "Ada",
                 *       "var2": "4711"
                 *     }
                 */
                var?: {
                    [key: string]: components["schemas"]["VariableValue"];
                };
                /**
                 * @description Variables of a NAMED template, as `vars[first_name]=Ada`.
                 * @example {
                 *       "first_name": "Ada"
                 *     }
                 */
                vars?: {
                    [key: string]: components["schemas"]["VariableValue"];
                };
                /** @description Needed only when the name exists in several languages. */
                language?: string;
                /** @description One of the connected lines; the default one when omitted. */
                connection_id?: components["schemas"]["ConnectionId"];
                /** @description Extends the protection against duplicates to 24 h (§8). */
                idempotency_key?: string & unknown;
            };
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
                 * @description What the send answered as `id`.
                 * @example msg_17000000000000000001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the message stands. */
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
}
