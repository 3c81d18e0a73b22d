/* Made by `npm run generate` from the document. Do not edit. */

export interface paths {
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts
         * @description Returns all accounts, oldest first.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description Creates an account without keys. Its signing secret is returned only here.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Changes the given fields. If the account now has the webhook module, deliveries that waited for it are resumed.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/accounts/{account}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List the keys
         * @description Returns the keys of an account, including revoked ones, oldest first, without the keys themselves.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Creates a key. It is returned only here, because the server stores only a hash.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/keys/{key}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The key's ID. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key
         * @description Creates a key with the same rights. The old one still works for a time.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The key's ID. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Revokes a key permanently. A key that is already revoked keeps its revocation time.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List the labels
         * @description Returns the labels of an account, oldest first.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Add a label
         * @description Adds a label for conversations.
         */
        post: operations["createLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List the agents
         * @description Returns the agents of an account, oldest first.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Add an agent
         * @description Adds an agent, to whom conversations can be assigned.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/agents/{agent}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The agent's ID. */
                agent: components["parameters"]["agent"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate an agent
         * @description The agent keeps current assignments and gets no new ones.
         */
        post: operations["deactivateAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List the connections
         * @description Returns the connections of an account, including inactive ones.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/connections/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The connection's ID. */
                connection: components["parameters"]["connection"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a connection
         * @description Activates or deactivates a connection, or replaces the sites that may embed its web chat.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/accounts/{account}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the webhook endpoint
         * @description Sets, enables or removes the endpoint, and resumes the deliveries that wait for one.
         */
        put: operations["setWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/webhook/enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable the webhook endpoint
         * @description Enables an endpoint that was disabled after failures, and resumes its deliveries.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/webhook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the signing secret
         * @description Creates a signing secret. All deliveries are signed with it from now on.
         */
        post: operations["renewSigningSecret"];
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
        /** @description Why a call was refused. */
        Refusal: {
            /** @description The problem. */
            error: {
                /** @description What is wrong. */
                message: string;
                /** @description What to do instead. */
                hint?: string;
                /** @description The field that the message is about. */
                field?: string;
                /** @description The rule that the field breaks. */
                rule?: string;
            };
        };
        /**
         * @description A module of an account (§5.6).
         * @enum {string}
         */
        Module: "api" | "webhook" | "flows";
        /** @description An account. */
        Account: {
            /** @description The account's ID. */
            account_id: string;
            /** @description The name. */
            name: string;
            /** @description Whether the account can use the API. */
            is_active: boolean;
            /** @description The country that local phone numbers belong to. */
            country: string;
            /** @description The time zone of reports and quiet hours. */
            time_zone: string;
            /** @description When the license expires; null if it does not. */
            license_expires_at: string | null;
            /** @description The modules of the account. */
            modules: components["schemas"]["Module"][];
        };
        /** @description All accounts. */
        AccountList: {
            /** @description The accounts. */
            accounts: components["schemas"]["Account"][];
        };
        /** @description An account after a change. */
        ChangedAccount: {
            /** @description The account's ID. */
            account_id: string;
            /** @description The name. */
            name: string;
            /** @description Whether the account can use the API. */
            is_active: boolean;
            /** @description The country that local phone numbers belong to. */
            country: string;
            /** @description The time zone of reports and quiet hours. */
            time_zone: string;
            /** @description When the license expires; null if it does not. */
            license_expires_at: string | null;
            /** @description The modules of the account. */
            modules: components["schemas"]["Module"][];
            /** @description How many deliveries were resumed. */
            resumed: number;
        };
        /** @description A new account. */
        CreateAccountRequest: {
            /** @description The name. */
            name: string;
            /**
             * @description A country code of two letters.
             * @default TR
             */
            country: string;
            /**
             * @description A time zone such as Europe/Berlin.
             * @default Europe/Istanbul
             */
            time_zone: string;
        };
        /** @description The new account with its signing secret. */
        NewAccount: {
            /** @description The account's ID. */
            account_id: string;
            /** @description The country. */
            country: string;
            /** @description The time zone. */
            time_zone: string;
            /** @description Signs webhook deliveries. */
            signing_secret: string;
        };
        /** @description The fields to change. */
        UpdateAccountRequest: {
            /** @description The name. */
            name?: string;
            /** @description A country code of two letters. */
            country?: string;
            /** @description A time zone such as Europe/Berlin. */
            time_zone?: string;
            /** @description Whether the account can use the API. */
            is_active?: boolean;
            /**
             * Format: date-time
             * @description When the license expires; null if it does not.
             */
            license_expires_at?: string | null;
            /** @description All modules of the account. */
            modules?: components["schemas"]["Module"][];
        };
        /** @description A key without its text. */
        Key: {
            /** @description The key's ID. */
            id: number;
            /**
             * @description A test key sends nothing.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The scopes; * is full access. */
            scopes: string[];
            /** @description The addresses from which it works; * is any. */
            allowed_ips: string[];
            /** @description The rate limit. */
            requests_per_minute: number;
            /** @description When it was created. */
            created_at: string;
            /** @description When it stops working; null if it does not. */
            revoked_at: string | null;
        };
        /** @description The keys of an account. */
        KeyList: {
            /** @description The keys. */
            keys: components["schemas"]["Key"][];
        };
        /** @description A new key. */
        CreateKeyRequest: {
            /**
             * @description A test key sends nothing.
             * @default live
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The scopes; full access if omitted. */
            scopes?: string[];
            /** @description IP addresses or CIDR ranges; any if omitted. */
            allowed_ips?: string[];
            /** @description The rate limit; 1800 if omitted. */
            requests_per_minute?: number;
        };
        /** @description The new key. */
        NewKey: {
            /** @description The key's ID. */
            id: number;
            /** @description The key, which is shown only this once. */
            key: string;
        };
        /** @description How to replace a key. */
        RotateKeyRequest: {
            /**
             * @description How long the old key still works.
             * @default 86400
             */
            valid_seconds: number;
        };
        /** @description The new key, and the old one. */
        RotatedKey: {
            /** @description The new key's ID. */
            id: number;
            /** @description The new key, which is shown only this once. */
            key: string;
            /** @description The old key. */
            replaces: {
                /** @description Its ID. */
                id: number;
                /** @description When it stops working. */
                revoked_at: string;
            };
        };
        /** @description The revoked key. */
        RevokedKey: {
            /** @description The key's ID. */
            id: number;
            /** @description True. */
            revoked: boolean;
        };
        /** @description What was created. */
        RecordId: {
            /** @description Its ID. */
            id: number;
        };
        /** @description A label. */
        Label: {
            /** @description The label's ID. */
            id: number;
            /** @description Its text. */
            name: string;
            /** @description A color such as #c0392b; null if there is none. */
            color: string | null;
        };
        /** @description The labels of an account. */
        LabelList: {
            /** @description The labels. */
            labels: components["schemas"]["Label"][];
        };
        /** @description A new label. */
        CreateLabelRequest: {
            /** @description Its text. */
            name: string;
            /** @description A color such as #c0392b. */
            color?: string;
        };
        /** @description An agent. */
        Agent: {
            /** @description The agent's ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description Whether conversations can be assigned to the agent. */
            is_active: boolean;
        };
        /** @description The agents of an account. */
        AgentList: {
            /** @description The agents. */
            agents: components["schemas"]["Agent"][];
        };
        /** @description A new agent. */
        CreateAgentRequest: {
            /** @description The name. */
            name: string;
        };
        /** @description A connected channel account. */
        Connection: {
            /** @description The connection's ID. */
            connection_id: string;
            /** @description The channel. */
            channel: string;
            /** @description The name. */
            name: string | null;
            /** @description Whether it sends and receives. */
            is_active: boolean;
            /** @description The provider's ID. */
            provider_id: string | null;
            /** @description The sites that may embed the web chat; only for web. */
            origins?: string[];
        };
        /** @description The connections of an account. */
        ConnectionList: {
            /** @description The connections. */
            connections: components["schemas"]["Connection"][];
        };
        /** @description What to change. */
        UpdateConnectionRequest: {
            /** @description Whether it sends and receives. */
            is_active?: boolean;
            /** @description The sites that may embed the web chat. */
            origins?: string[];
        };
        /** @description What was changed. */
        ChangedConnection: {
            /** @description The connection's ID. */
            connection_id: string;
            /** @description Whether it sends and receives. */
            is_active?: boolean;
            /** @description The sites that may embed the web chat. */
            origins?: string[];
        };
        /** @description The endpoint. */
        SetWebhookRequest: {
            /** @description An https URL; null removes the endpoint. */
            url: string | null;
            /** @description The events to send; all if omitted. */
            events?: string[];
        };
        /** @description The endpoint and its secret. */
        Webhook: {
            /** @description The URL. */
            url: string | null;
            /** @description Signs deliveries. */
            signing_secret: string;
            /** @description Whether DNS knows the host now. */
            is_resolved: boolean;
        };
        /** @description The enabled endpoint. */
        EnabledWebhook: {
            /** @description The URL. */
            url: string;
            /** @description True. */
            enabled: boolean;
            /** @description How many deliveries were resumed. */
            resumed: number;
        };
        /** @description The new secret. */
        SigningSecret: {
            /** @description Signs deliveries. */
            signing_secret: string;
        };
    };
    responses: {
        /** @description The call was refused, and nothing was changed. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "account 9 does not exist"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /** @description The account's ID. */
        account: string;
        /** @description The key's ID. */
        key: number;
        /** @description The agent's ID. */
        agent: number;
        /** @description The connection's ID. */
        connection: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": []
                     *     }
                     */
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "country": "TR",
                 *       "time_zone": "Europe/Istanbul"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAccountRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "2",
                     *       "country": "TR",
                     *       "time_zone": "Europe/Istanbul",
                     *       "signing_secret": "whsec_example"
                     *     }
                     */
                    "application/json": components["schemas"]["NewAccount"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "2",
                     *       "name": "Shop",
                     *       "is_active": true,
                     *       "country": "TR",
                     *       "time_zone": "Europe/Istanbul",
                     *       "license_expires_at": null,
                     *       "modules": [
                     *         "api",
                     *         "webhook",
                     *         "flows"
                     *       ],
                     *       "resumed": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedAccount"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": []
                     *     }
                     */
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "live",
                 *       "scopes": [
                 *         "messages:send"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "key": "ww_live_<41 characters>"
                     *     }
                     */
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The key's ID. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "valid_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["RotateKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 8,
                     *       "key": "ww_live_<41 characters>",
                     *       "replaces": {
                     *         "id": 7,
                     *         "revoked_at": "2026-05-05T12:00:00.000000+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The key's ID. */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "labels": []
                     *     }
                     */
                    "application/json": components["schemas"]["LabelList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "VIP",
                 *       "color": "#c0392b"
                 *     }
                 */
                "application/json": components["schemas"]["CreateLabelRequest"];
            };
        };
        responses: {
            /** @description Done. */
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
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agents": []
                     *     }
                     */
                    "application/json": components["schemas"]["AgentList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grace"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAgentRequest"];
            };
        };
        responses: {
            /** @description Done. */
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
    deactivateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The agent's ID. */
                agent: components["parameters"]["agent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Grace",
                     *       "is_active": false
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connections": []
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The connection's ID. */
                connection: components["parameters"]["connection"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateConnectionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connection_id": "wa_1",
                     *       "is_active": false
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedConnection"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks"
                 *     }
                 */
                "application/json": components["schemas"]["SetWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://example.com/hooks",
                     *       "signing_secret": "whsec_example",
                     *       "is_resolved": true
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://example.com/hooks",
                     *       "enabled": true,
                     *       "resumed": 2
                     *     }
                     */
                    "application/json": components["schemas"]["EnabledWebhook"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    renewSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
}
