/* Made by `npm run generate` from the document. Do not edit. */

export interface paths {
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Creates an account with one connection on each of the four channels, an unrestricted live key, an unrestricted test key and these
         *     templates: `hello_world` (UTILITY, en_US, no variables), `order_update` (UTILITY, POSITIONAL, two variables, one
         *     dynamic URL button), `welcome_named` (UTILITY, NAMED with `first_name`), `promo_spring` (MARKETING, no variables,
         *     image header, quick replies "Tell me more" and the opt-out button "Stop promotions"), `multi_lang` (in en_US and tr), `pending_one`
         *     (PENDING) and `rejected_one` (REJECTED). The last three have no variables, header or buttons. Templates without a status here are
         *     APPROVED. Without POST /provider/next, the provider accepts every send and reports it as sent, delivered and read.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete accounts
         * @description Deletes accounts with all their data, so that a test leaves nothing behind. First runs everything that is due. Unknown accounts are
         *     ignored. This call is optional: an implementation without it returns 404.
         */
        post: operations["deleteAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key
         * @description Creates another key for an account, with optional restrictions.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description Later requests with the key fail with API_KEY_REVOKED.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the webhook URL
         * @description Stores any URL, even one that POST /webhooks/test of the API refuses. It enables a disabled endpoint and resets its
         *     failures. The signing secret does not change.
         */
        put: operations["setWebhook"];
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
        get?: never;
        put?: never;
        /**
         * Add or change a template
         * @description Adds a template in the provider's component form. If the name and language exist, changes that template. A change of status to
         *     APPROVED or REJECTED raises template.status. A new template, and a change to PENDING, raise nothing.
         */
        post: operations["putTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add, enable or disable a connection
         * @description Without `connection_id`, adds a connection. With it, enables or disables that connection. The oldest active connection of a channel
         *     is its default. Connection IDs are unique on the server.
         */
        post: operations["setConnection"];
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
        get?: never;
        put?: never;
        /**
         * Add a label
         * @description Adds a label to those that GET /labels of the API lists.
         */
        post: operations["createLabel"];
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
        get?: never;
        put?: never;
        /**
         * Add an agent
         * @description Adds an agent to those that GET /agents of the API lists.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a customer's message
         * @description The message arrives in a signed callback from the provider. The call returns when the window is open and the event is recorded. It does
         *     not wait for a webhook receiver that does not respond. The message of a person on the block list arrives like any other.
         *     On WhatsApp, `from.id` is a phone number or a business-scoped user ID. The provider's callback names a person by both, unless they
         *     have a username and the provider withholds the number; after an ID without `from.phone`, it never contains a number. The type
         *     `system` reports a change of the person's number or ID. It opens no window.
         */
        post: operations["receiveInbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a campaign
         * @description Sends a template to many people, as the dashboard does. A media header shows the template's sample file. Sending may take a few
         *     seconds of the clock.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the time
         * @description The implementation's current time, virtual or real.
         */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock
         * @description Moves a virtual clock from one due task to the next, up to the target, and returns after all due tasks have run. Before each move and
         *     before the response, in-flight work ends, however long that takes on a busy machine. Only work that waits for the clock or for a
         *     webhook receiver that does not respond stays in flight. It counts as waiting when no task has ended for a second of real time, or at
         *     once after POST /deliveries/held. The clock moves on without it, so that its timeout can occur, and a late response counts at the time
         *     at which it arrives. If two calls overlap, the second one waits; all other calls are handled as usual.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run due work
         * @description Runs all work that is due now, and returns when it is done. Like POST /clock/advance, it does not wait for work that waits for the
         *     clock or for a webhook receiver that does not respond.
         */
        post: operations["settle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/provider/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the provider's behavior
         * @description Sets how the provider handles the next sends or uploads of the account on the channel. Several calls apply one after another. For
         *     uploads, `outcome` is `reject`, `unavailable` or `lost_reply`. The other outcomes are about what follows a send, and are refused with
         *     a 4xx status, like every outcome on `web`, which has no provider.
         */
        post: operations["setProviderOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/provider/sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accepted sends
         * @description The sends of the account that the provider accepted, oldest first. The web channel has no provider: there, the messages that were
         *     sent to the visitor.
         */
        get: operations["listProviderSends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Whether the endpoint is enabled, and one row for each attempt, oldest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a receiver that withholds its response
         * @description A receiver on this machine calls this when it has read a delivery whose response it withholds, and again with `held: false` before it
         *     responds. POST /settle and POST /clock/advance then do not wait for this attempt, so that they return sooner. An attempt that has
         *     ended is ignored. This call is optional: an implementation without it returns 404.
         */
        post: operations["holdDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset
         * @description Restores the state after the start, including the clock. All accounts except the seeded one are deleted.
         */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The error of a refused call.
         * @example {
         *       "error": "account 99 does not exist"
         *     }
         */
        Refusal: {
            /** @description The reason, in words. */
            error: string;
        };
        /**
         * @description An empty object.
         * @example {}
         */
        Nothing: Record<string, never>;
        /**
         * Format: date-time
         * @description ISO 8601 with a UTC offset, from the clock of the implementation.
         * @example 2026-05-04T12:00:00.000000+00:00
         */
        Timestamp: string;
        /**
         * @description A provider's report about a message.
         * @enum {string}
         */
        MessageStatus: "sent" | "delivered" | "read" | "failed";
        /**
         * @description A scope of the API.
         * @enum {string}
         */
        Scope: "blocklist:read" | "blocklist:write" | "contacts:read" | "contacts:write" | "conversations:read" | "conversations:write" | "flows:read" | "flows:write" | "insights:read" | "media:write" | "messages:read" | "messages:send" | "optouts:read" | "optouts:write" | "templates:read" | "webhooks:test";
        /**
         * @description The account to create; a working one by default.
         * @example {
         *       "situation": "flows_disabled"
         *     }
         */
        CreateAccountRequest: {
            /**
             * @description The reason for which the account's keys are refused.
             * @enum {string}
             */
            situation?: "inactive" | "license_expired" | "api_disabled" | "flows_disabled" | "webhook_disabled";
            /** @description The country (ISO 3166) of local phone numbers; TR if omitted. */
            country?: string;
            /** @description The IANA time zone of days and quiet hours; Europe/Istanbul if omitted. */
            time_zone?: string;
        };
        /**
         * @description A new account.
         * @example {
         *       "account_id": "2",
         *       "company_id": 2,
         *       "live_key": "ww_live_<41 characters>",
         *       "test_key": "ww_test_<41 characters>",
         *       "signing_secret": "whsec_example",
         *       "connections": {
         *         "whatsapp": "wa_2",
         *         "instagram": "ig_2",
         *         "messenger": "fb_2",
         *         "web": "web_2"
         *       }
         *     }
         */
        Account: {
            /** @description The account's ID for other calls. */
            account_id: string;
            /** @description The `company_id` in the account's events. */
            company_id: number;
            /** @description A live key without restrictions. */
            live_key: string;
            /** @description A test key without restrictions. */
            test_key: string;
            /** @description The secret that signs the account's webhooks. */
            signing_secret: string;
            /** @description The connection on each channel. */
            connections: {
                /** @description `wa_<n>`. */
                whatsapp: string;
                /** @description `ig_<n>`. */
                instagram: string;
                /** @description `fb_<n>`. */
                messenger: string;
                /** @description `web_<n>`. */
                web: string;
            };
        };
        /**
         * @description A key and its restrictions.
         * @example {
         *       "account_id": "2",
         *       "mode": "live",
         *       "scopes": [
         *         "messages:send"
         *       ],
         *       "requests_per_minute": 60
         *     }
         */
        CreateKeyRequest: {
            /** @description The account of the key. */
            account_id: string;
            /**
             * @description Whether the key is a live or a test key.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The scopes of the key. If omitted, the key may call everything; if empty, it may call nothing that needs a scope. */
            scopes?: components["schemas"]["Scope"][];
            /** @description Addresses or CIDR ranges from which the key may be used; any if omitted. */
            allowed_ips?: string[];
            /** @description Whether the key is revoked from the start; false if omitted. */
            revoked?: boolean;
            /** @description The rate limit of the key; 1,800 if omitted. */
            requests_per_minute?: number;
        };
        /**
         * @description A new key.
         * @example {
         *       "key": "ww_live_<41 characters>"
         *     }
         */
        Key: {
            /** @description The key itself. */
            key: string;
        };
        /**
         * @description The accounts to delete.
         * @example {
         *       "account_ids": [
         *         "2",
         *         "3"
         *       ]
         *     }
         */
        DeleteAccountsRequest: {
            /** @description Their IDs. */
            account_ids: string[];
        };
        /**
         * @description The key to revoke.
         * @example {
         *       "key": "ww_live_<41 characters>"
         *     }
         */
        RevokeKeyRequest: {
            /** @description The key itself. */
            key: string;
        };
        /**
         * @description A key is revoked.
         * @example {
         *       "revoked": true
         *     }
         */
        Revocation: {
            /**
             * @description Always true.
             * @constant
             */
            revoked: true;
        };
        /**
         * @description The webhook endpoint.
         * @example {
         *       "account_id": "2",
         *       "url": "http://127.0.0.1:4000/hook",
         *       "events": [
         *         "message.status"
         *       ]
         *     }
         */
        SetWebhookRequest: {
            /** @description The account. */
            account_id: string;
            /** @description The address, stored unchanged; null for none. */
            url: string | null;
            /** @description The events to deliver; all if omitted. */
            events?: components["schemas"]["EventName"][];
        };
        /**
         * @description The secret that signs webhooks.
         * @example {
         *       "signing_secret": "whsec_example"
         *     }
         */
        SigningSecret: {
            /** @description The signing secret, which the call does not change. */
            signing_secret: string;
        };
        /**
         * @description A template in the provider's component form.
         * @example {
         *       "account_id": "2",
         *       "name": "promo_spring",
         *       "language": "en_US",
         *       "category": "MARKETING",
         *       "status": "APPROVED",
         *       "parameter_format": "POSITIONAL",
         *       "components": [
         *         {
         *           "type": "HEADER",
         *           "format": "IMAGE",
         *           "example": {
         *             "header_handle": [
         *               "https://shop.example/spring.jpg"
         *             ]
         *           }
         *         },
         *         {
         *           "type": "BODY",
         *           "text": "Spring is here, {{1}}!",
         *           "example": {
         *             "body_text": [
         *               [
         *                 "Ada"
         *               ]
         *             ]
         *           }
         *         },
         *         {
         *           "type": "BUTTONS",
         *           "buttons": [
         *             {
         *               "type": "QUICK_REPLY",
         *               "text": "Tell me more"
         *             },
         *             {
         *               "type": "QUICK_REPLY",
         *               "text": "Stop promotions"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        PutTemplateRequest: {
            /** @description The account. */
            account_id: string;
            /** @description The template's name. */
            name: string;
            /** @description The language, such as en_US. */
            language: string;
            /** @description The template's category. */
            category: components["schemas"]["TemplateCategory"];
            /** @description The status. Only APPROVED templates can be sent. */
            status: components["schemas"]["TemplateStatus"];
            /** @description Why the template was rejected. If omitted or null, the provider gives no reason, and the API may show any text or null. */
            rejection_reason?: string | null;
            /**
             * @description The form of the placeholders.
             * @enum {string}
             */
            parameter_format: "POSITIONAL" | "NAMED";
            /** @description The header, body, footer and buttons. */
            components: components["schemas"]["TemplateComponent"][];
        };
        /**
         * @description One component of a template, in the provider's format. Other fields are kept.
         * @example {
         *       "type": "BODY",
         *       "text": "Hi {{1}}",
         *       "example": {
         *         "body_text": [
         *           [
         *             "Ada"
         *           ]
         *         ]
         *       }
         *     }
         */
        TemplateComponent: {
            /**
             * @description The kind of component.
             * @enum {string}
             */
            type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS";
            /**
             * @description For a header, the kind of its content.
             * @enum {string}
             */
            format?: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT" | "LOCATION";
            /** @description The text, with placeholders `{{1}}` or `{{name}}`. */
            text?: string;
            /** @description Sample values of the placeholders, or the sample file of a header. */
            example?: {
                [key: string]: unknown;
            };
            /** @description For BUTTONS, the buttons in order. */
            buttons?: components["schemas"]["TemplateButton"][];
        };
        /**
         * @description One button of a template, in the provider's format. Other fields are kept.
         * @example {
         *       "type": "URL",
         *       "text": "Track",
         *       "url": "https://shop.example/track/{{1}}",
         *       "example": [
         *         "https://shop.example/track/4711"
         *       ]
         *     }
         */
        TemplateButton: {
            /** @description QUICK_REPLY, URL, PHONE_NUMBER or another kind that the provider has. */
            type: string;
            /** @description The button's label. */
            text: string;
            /** @description For a URL button, the address; `{{1}}` at its end makes it dynamic. */
            url?: string;
            /** @description For a PHONE_NUMBER button, the number. */
            phone_number?: string;
            /** @description For a dynamic URL button, a sample of the whole address. */
            example?: string[];
        };
        /**
         * @description The new or changed object.
         * @example {
         *       "id": 14
         *     }
         */
        RecordId: {
            /** @description The object's ID in the API. */
            id: number;
        };
        /**
         * @description A connection to add, enable or disable.
         * @example {
         *       "account_id": "2",
         *       "channel": "whatsapp",
         *       "connection_id": "wa_7",
         *       "active": false
         *     }
         */
        SetConnectionRequest: {
            /** @description The account. */
            account_id: string;
            channel: components["schemas"]["Channel"];
            /** @description Whether the connection is enabled; true if omitted. */
            active?: boolean;
            /** @description The connection to enable or disable; if omitted, a connection is added. */
            connection_id?: string;
        };
        /**
         * @description The connection that was added or changed.
         * @example {
         *       "connection_id": "wa_7"
         *     }
         */
        Connection: {
            /** @description `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`. */
            connection_id: string;
        };
        /**
         * @description A label to add.
         * @example {
         *       "account_id": "2",
         *       "name": "VIP",
         *       "color": "#c0392b"
         *     }
         */
        CreateLabelRequest: {
            /** @description The account. */
            account_id: string;
            /** @description The label's name. */
            name: string;
            /** @description The color, as `#rrggbb`. */
            color?: string | null;
        };
        /**
         * @description An agent to add.
         * @example {
         *       "account_id": "2",
         *       "name": "Grace"
         *     }
         */
        CreateAgentRequest: {
            /** @description The account. */
            account_id: string;
            /** @description The agent's name. */
            name: string;
            /** @description Whether conversations can be assigned to the agent; true if omitted. */
            is_active?: boolean;
        };
        /**
         * @description A customer's message.
         * @example {
         *       "account_id": "2",
         *       "channel": "whatsapp",
         *       "from": {
         *         "id": "905551112233",
         *         "name": "Ada"
         *       },
         *       "type": "text",
         *       "text": "Where is my order?"
         *     }
         */
        ReceiveInboundRequest: {
            /** @description The account that receives the message. */
            account_id: string;
            channel: components["schemas"]["Channel"];
            /** @description The connection; the default one of the channel if omitted. */
            connection_id?: string;
            from: components["schemas"]["InboundSender"];
            /**
             * @description The kind of message; `button` for button and list replies, `system` for a change of the sender's identifiers.
             * @enum {string}
             */
            type: "text" | "image" | "video" | "audio" | "document" | "location" | "button" | "sticker" | "reaction" | "contacts" | "unsupported" | "system";
            /** @description The text or caption. */
            text?: string;
            media?: components["schemas"]["InboundMedia"];
            location?: components["schemas"]["InboundLocation"];
            /** @description For `button`, the choice. Without `reply_to`, the press quotes no message, so it belongs to none that was sent. */
            button?: components["schemas"]["InboundButton"];
            /**
             * @description For `contacts` on WhatsApp. `contact_request`: the sender shares their own number, because the business requested it; `other`:
             *     any card. `other` if omitted.
             * @enum {string}
             */
            origin?: "contact_request" | "other";
            change?: components["schemas"]["InboundChange"];
            /** @description The `external_id` of the quoted message. */
            reply_to?: string;
        };
        /**
         * @description The sender.
         * @example {
         *       "id": "905551112233",
         *       "name": "Ada"
         *     }
         * @example {
         *       "id": "TR.13491208655302741918",
         *       "name": "Ada",
         *       "username": "ada"
         *     }
         */
        InboundSender: {
            /** @description The number, the business-scoped user ID, the sender ID or the visitor ID. */
            id: string;
            /** @description On WhatsApp, the number of the person with the business-scoped user ID in `id`. The callback contains both. */
            phone?: string;
            /** @description The sender's name. */
            name: string;
            /** @description The sender's username, from now on; null if they no longer have one. */
            username?: string | null;
        };
        /**
         * @description For `system` on WhatsApp, the change. With `phone`, the number and the IDs change; without it, only the ID for this business.
         * @example {
         *       "phone": "905551112244"
         *     }
         */
        InboundChange: {
            /** @description The new number. */
            phone?: string;
            /** @description The new business-scoped user ID; a generated one if omitted. */
            user_id?: string;
            /**
             * @description How the provider reports it: in a system message, or in a callback for the field `user_id_update`, as Meta documented it before
             *     August 2026. `system` if omitted.
             * @enum {string}
             */
            as?: "system" | "user_id_update";
        };
        /**
         * @description The file of a media message.
         * @example {
         *       "url": "https://shop.example/shoe.jpg",
         *       "mime_type": "image/jpeg"
         *     }
         */
        InboundMedia: {
            /** @description The URL of the file. */
            url: string;
            /** @description The file's MIME type. */
            mime_type: string;
        };
        /**
         * @description The place, for location messages.
         * @example {
         *       "latitude": 41.0082,
         *       "longitude": 28.9784,
         *       "name": "Our shop"
         *     }
         */
        InboundLocation: {
            /** @description Latitude, in degrees north. */
            latitude: number;
            /** @description Longitude, in degrees east. */
            longitude: number;
            /** @description The name of the place. */
            name?: string;
            /** @description The address of the place. */
            address?: string;
        };
        /**
         * @description The choice of a button or list reply.
         * @example {
         *       "payload": "Tell me more",
         *       "title": "Tell me more"
         *     }
         */
        InboundButton: {
            /** @description The `id` of the button or row; for a template's quick reply, its text. */
            payload: string;
            /** @description The choice's label. */
            title: string;
        };
        /**
         * @description The message that has arrived.
         * @example {
         *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF"
         *     }
         */
        InboundMessage: {
            /** @description The provider's ID of the message. */
            external_id: string;
        };
        /**
         * @description A template and the people to send it to.
         * @example {
         *       "account_id": "2",
         *       "template": "promo_spring",
         *       "recipients": [
         *         {
         *           "phone": "905551112233",
         *           "name": "Ada",
         *           "variables": [
         *             "SPRING25"
         *           ]
         *         }
         *       ]
         *     }
         */
        CreateCampaignRequest: {
            /** @description The account. */
            account_id: string;
            /** @description The template's name. */
            template: string;
            /** @description The language, if the name exists in several. */
            language?: string;
            /** @description The people. */
            recipients: components["schemas"]["CampaignRecipient"][];
        };
        /**
         * @description One recipient of a campaign.
         * @example {
         *       "phone": "905551112233",
         *       "name": "Ada",
         *       "variables": [
         *         "SPRING25"
         *       ]
         *     }
         * @example {
         *       "phone": "905551112233",
         *       "name": "Ada",
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
        CampaignRecipient: {
            /** @description The number. */
            phone: string;
            /** @description The person's name. It replaces `{{ad}}` in flows. */
            name?: string;
            /** @description An array for POSITIONAL templates, an object that maps names to values for NAMED ones. */
            variables?: string[] | {
                [key: string]: string;
            };
            /** @description One value for each dynamic URL button. */
            buttons?: {
                /** @description The index of the button among all buttons, from 0. */
                index: number;
                /** @description The text to append to the button's URL. */
                text: string;
            }[];
        };
        /**
         * @description The campaign.
         * @example {
         *       "campaign_id": 9
         *     }
         */
        Campaign: {
            /** @description The campaign's ID. */
            campaign_id: number;
        };
        /**
         * @description How far to advance the clock.
         * @example {
         *       "seconds": 86400
         *     }
         */
        AdvanceClockRequest: {
            /** @description The seconds to advance. */
            seconds: number;
        };
        /**
         * @description The time.
         * @example {
         *       "now": "2026-05-04T12:00:00.000000+00:00"
         *     }
         */
        Clock: {
            now: components["schemas"]["Timestamp"];
        };
        /**
         * @description No more work is due.
         * @example {
         *       "ran": 3
         *     }
         */
        Settled: {
            /** @description The number of tasks run. */
            ran: number;
        };
        /**
         * @description The provider's behavior for the next requests.
         * @example {
         *       "account_id": "2",
         *       "channel": "whatsapp",
         *       "outcome": "reject",
         *       "code": 131026
         *     }
         */
        SetProviderOutcomeRequest: {
            /** @description The account. */
            account_id: string;
            channel: components["schemas"]["Channel"];
            /**
             * @description `reject`: refuse the request; `unavailable`: be down; `lost_reply`: accept the request but break the connection before the
             *     response; `fail`: accept it, then report it as failed; `statuses`: accept it, then report exactly `statuses`, in that order.
             * @enum {string}
             */
            outcome: "reject" | "unavailable" | "lost_reply" | "fail" | "statuses";
            /**
             * @description Whether this applies to the next sends or the next uploads; sends if omitted.
             * @enum {string}
             */
            applies_to?: "send" | "media";
            /**
             * @description The provider's error code, for `reject` and `fail`. If omitted, the provider's code for an invalid parameter, for a file that it
             *     cannot take, or for a message that it cannot deliver.
             */
            code?: number;
            /** @description What to report, for `statuses`; nothing if omitted. */
            statuses?: components["schemas"]["MessageStatus"][];
            /** @description The number of sends or uploads; 1 if omitted. */
            times?: number;
        };
        /**
         * @description The sends that the provider accepted, oldest first.
         * @example []
         */
        ProviderSends: components["schemas"]["ProviderSend"][];
        /**
         * @description One send that the provider accepted.
         * @example {
         *       "channel": "whatsapp",
         *       "connection_id": "wa_2",
         *       "to": "905551112233",
         *       "type": "text",
         *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
         *       "at": "2026-05-04T12:00:00.000000+00:00",
         *       "payload": {
         *         "messaging_product": "whatsapp",
         *         "to": "905551112233",
         *         "type": "text",
         *         "text": {
         *           "body": "Hello"
         *         }
         *       }
         *     }
         */
        ProviderSend: {
            channel: components["schemas"]["Channel"];
            /** @description The connection that the message was sent from. */
            connection_id: string;
            /** @description The recipient as the provider received it; on WhatsApp, a number in any format or a business-scoped user ID. */
            to: string;
            /**
             * @description The kind of message, in the terms of the API: `text`, `image`, `video`, `audio`, `document`,
             *     `location`, `interactive` or `template`.
             */
            type: string;
            /** @description The provider's ID of the message. */
            external_id: string;
            at: components["schemas"]["Timestamp"];
            /** @description The whole request to the provider, in the provider's form. Names, such as those of template variables, may be values or keys. */
            payload: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The deliveries to the account's webhook endpoint.
         * @example {
         *       "address_enabled": true,
         *       "deliveries": []
         *     }
         */
        Deliveries: {
            /** @description Whether an address is set and not disabled. */
            address_enabled: boolean;
            /** @description One row for each attempt, oldest first. */
            deliveries: components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * @description A delivery attempt whose receiver withholds its response.
         * @example {
         *       "id": "whd_17000000000000000009",
         *       "attempt": 1,
         *       "held": true
         *     }
         */
        HoldDeliveryRequest: {
            /** @description The delivery's ID, as in its envelope. */
            id: string;
            /** @description The number of the attempt, as in its envelope. */
            attempt: number;
            /** @description Whether the receiver withholds its response from now on. */
            held: boolean;
        };
        /**
         * @description One attempt to deliver an event.
         * @example {
         *       "id": "whd_17000000000000000009",
         *       "event": "message.received",
         *       "attempt": 1,
         *       "status_code": 503,
         *       "response_prefix": "busy",
         *       "at": "2026-05-04T12:00:00.000000+00:00",
         *       "next_attempt_at": "2026-05-04T12:01:00.000000+00:00"
         *     }
         */
        DeliveryAttempt: {
            /** @description The delivery's ID, the same for all its attempts. */
            id: string;
            event: components["schemas"]["EventName"];
            /** @description The number of the attempt, from 1. */
            attempt: number;
            /** @description The receiver's HTTP status; null if it did not respond. */
            status_code: number | null;
            /** @description The first 500 characters of the response; null if there was none. */
            response_prefix: string | null;
            at: components["schemas"]["Timestamp"];
            /**
             * @description When the delivery is retried after this attempt; null if it is not. The value stays after the retry, which is another row. An
             *     attempt has a row when it has ended.
             */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description What happened (§6).
         * @enum {string}
         */
        EventName: "message.received" | "message.status" | "template.status";
        /**
         * @description The category of the template (§2.5).
         * @enum {string}
         */
        TemplateCategory: "MARKETING" | "UTILITY" | "AUTHENTICATION";
        /**
         * @description Only APPROVED templates can be sent (§2.5, §3.3).
         * @enum {string}
         */
        TemplateStatus: "APPROVED" | "PENDING" | "REJECTED";
        /**
         * @description The channel of the message (§1).
         * @enum {string}
         */
        Channel: "whatsapp" | "instagram" | "messenger" | "web";
    };
    responses: {
        /** @description The call failed; `error` gives the reason. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "account 99 does not exist"
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateAccountRequest"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "2",
                     *       "company_id": 2,
                     *       "live_key": "ww_live_<41 characters>",
                     *       "test_key": "ww_test_<41 characters>",
                     *       "signing_secret": "whsec_example",
                     *       "connections": {
                     *         "whatsapp": "wa_2",
                     *         "instagram": "ig_2",
                     *         "messenger": "fb_2",
                     *         "web": "web_2"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    deleteAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAccountsRequest"];
            };
        };
        responses: {
            /** @description The accounts were deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["Nothing"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The key. It is not shown again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "ww_live_<41 characters>"
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeKeyRequest"];
            };
        };
        responses: {
            /** @description The key is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["Revocation"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetWebhookRequest"];
            };
        };
        responses: {
            /** @description The URL was set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signing_secret": "whsec_example"
                     *     }
                     */
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    putTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutTemplateRequest"];
            };
        };
        responses: {
            /** @description The template was saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 14
                     *     }
                     */
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    setConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetConnectionRequest"];
            };
        };
        responses: {
            /** @description The connection was added or changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connection_id": "wa_7"
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLabelRequest"];
            };
        };
        responses: {
            /** @description The label was added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5
                     *     }
                     */
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAgentRequest"];
            };
        };
        responses: {
            /** @description The agent was added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3
                     *     }
                     */
                    "application/json": components["schemas"]["RecordId"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    receiveInbound: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiveInboundRequest"];
            };
        };
        responses: {
            /** @description The message has arrived. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF"
                     *     }
                     */
                    "application/json": components["schemas"]["InboundMessage"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 9
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-05-04T12:00:00.000000+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["Clock"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        responses: {
            /** @description The clock was advanced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-05-05T12:00:00.000000+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /** @description The clock is real and cannot be moved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "the clock is real and advances automatically"
                     *     }
                     */
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    settle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No more work is due. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ran": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Settled"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    setProviderOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetProviderOutcomeRequest"];
            };
        };
        responses: {
            /** @description The behavior was set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["Nothing"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listProviderSends: {
        parameters: {
            query: {
                /**
                 * @description The account.
                 * @example 1
                 */
                account_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "channel": "whatsapp",
                     *         "connection_id": "wa_2",
                     *         "to": "905551112233",
                     *         "type": "text",
                     *         "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
                     *         "at": "2026-05-04T12:00:00.000000+00:00",
                     *         "payload": {
                     *           "messaging_product": "whatsapp",
                     *           "to": "905551112233",
                     *           "type": "text",
                     *           "text": {
                     *             "body": "Hello"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProviderSends"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listDeliveries: {
        parameters: {
            query: {
                /**
                 * @description The account.
                 * @example 1
                 */
                account_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address_enabled": true,
                     *       "deliveries": [
                     *         {
                     *           "id": "whd_17000000000000000009",
                     *           "event": "message.received",
                     *           "attempt": 1,
                     *           "status_code": 503,
                     *           "response_prefix": "busy",
                     *           "at": "2026-05-04T12:00:00.000000+00:00",
                     *           "next_attempt_at": "2026-05-04T12:01:00.000000+00:00"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    holdDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldDeliveryRequest"];
            };
        };
        responses: {
            /** @description The report was noted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["Nothing"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state was reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["Nothing"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
}
