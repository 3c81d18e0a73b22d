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
        /**
         * Show an account
         * @description Returns an account.
         */
        get: operations["getAccount"];
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
        /**
         * Add a connection
         * @description Checks a channel account with its provider and connects it. A web chat needs no app and no token.
         */
        post: operations["createConnection"];
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
         * @description Activates or deactivates a connection, sets whether the provider learns that messages were read, or replaces the sites that may embed its web chat.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/accounts/{account}/connections/{connection}/token": {
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
        /**
         * Replace the access token
         * @description Checks a new access token with the provider and stores it. The token is never returned.
         */
        put: operations["setConnectionToken"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/connections/{connection}/check": {
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
        /**
         * Check a connection
         * @description Checks the token, the number or page, and the callbacks with the provider. A passed check with a fix is a warning.
         */
        post: operations["checkConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/connections/{connection}/templates/sync": {
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
        /**
         * Import the templates
         * @description Stores the templates that the provider lists for a connection.
         */
        post: operations["syncTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /**
         * Show the webhook endpoint
         * @description Returns the endpoint and its state, without the signing secret.
         */
        get: operations["getWebhook"];
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
    "/accounts/{account}/deliveries": {
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
         * List the deliveries
         * @description Returns the newest deliveries with their attempts, oldest first.
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
    "/accounts/{account}/deliveries/replay": {
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
         * Replay a period
         * @description Sends the events of a period again, in the order in which they happened. Each gets a new ID. Skips events whose replay is pending or delivered, so that a repeated call sends nothing twice. A call responds after a part of a long period. While `next` is not null, call again with it as `after`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The delivery's ID. */
                delivery: components["parameters"]["delivery"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Sends the event of a delivery again under a new ID.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns": {
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
         * List the campaigns
         * @description Returns the newest campaigns, oldest first.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Open a campaign
         * @description Creates a campaign with an empty list. If a campaign with the same list is not done, returns that campaign, and resumes it if it is stopped. Nothing is sent before the list is complete.
         */
        post: operations["openCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/plan": {
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
         * Plan a campaign
         * @description Returns the template and the connection that a campaign would use, and the previous campaign with the same list. Changes nothing.
         */
        post: operations["planCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/check": {
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
         * Check recipients
         * @description Returns which of these recipients a campaign would skip now, because they are blocked, have opted out or cannot receive it. Changes nothing.
         */
        post: operations["checkRecipients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/{campaign}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        /**
         * Show a campaign
         * @description Returns the progress of a campaign.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/{campaign}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        /**
         * List the recipients
         * @description Returns up to 1000 recipients of a campaign with their results, in the order of the list.
         */
        get: operations["listRecipients"];
        put?: never;
        /**
         * Add recipients
         * @description Adds the next part of the list to a campaign that is loading. Refuses the whole part if one recipient is invalid.
         */
        post: operations["addRecipients"];
        /**
         * Clear the recipients
         * @description Removes the recipients of a campaign that is loading, so that its list can be written again.
         */
        delete: operations["clearRecipients"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/{campaign}/start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a campaign
         * @description Starts a campaign if its list is complete.
         */
        post: operations["startCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/{campaign}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a campaign
         * @description Stops sending until the campaign is resumed.
         */
        post: operations["stopCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/campaigns/{campaign}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a campaign
         * @description Resumes a stopped campaign.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/people/export": {
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
         * Export a person
         * @description Returns everything that is stored about a person, grouped by table. The person is in the body, because URLs are logged.
         */
        post: operations["exportPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account}/people/erase": {
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
         * Erase a person
         * @description Erases everything that identifies a person. Cancels queued messages. Call it again while data is left. With `dry_run` it only counts.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the provider apps
         * @description Returns the registered apps of the provider, without their secrets.
         */
        get: operations["listProviderApps"];
        put?: never;
        /**
         * Register a provider app
         * @description Registers an app of the provider, whose secret signs callbacks. Returns the values that the operator enters at the provider, and never the secret.
         */
        post: operations["createProviderApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unusable callbacks
         * @description Returns why callbacks of the provider could not be used, the most recent problem first, with the number of callbacks. Callbacks of the last 90 days count, at most 10,000. No response contains the content of a callback.
         */
        get: operations["listCallbackProblems"];
        put?: never;
        post?: never;
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
                /** @description What a check with the provider found. */
                findings?: components["schemas"]["Finding"][];
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
            /** @description Whether the provider learns that messages were read; not for web. */
            mark_as_read?: boolean;
            /** @description What the provider last reported: one report for each kind, the newest first. */
            reports?: components["schemas"]["ProviderReport"][];
        };
        /** @description Something that the provider reported about a number, a page or its business account. */
        ProviderReport: {
            /** @description The field of the provider's callback. */
            kind: string;
            /** @description What happened. */
            event: string | null;
            /** @description The rest of the report. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When the provider reported it.
             */
            at: string;
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
            /** @description Whether the provider learns that messages were read, when a conversation's unread count becomes 0; not for web. */
            mark_as_read?: boolean;
            /** @description The sites that may embed the web chat. */
            origins?: string[];
        };
        /** @description What was changed. */
        ChangedConnection: {
            /** @description The connection's ID. */
            connection_id: string;
            /** @description Whether it sends and receives. */
            is_active?: boolean;
            /** @description Whether the provider learns that messages were read. */
            mark_as_read?: boolean;
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
        /** @description The endpoint and its state. */
        WebhookState: {
            /** @description The URL; null if there is none. */
            url: string | null;
            /** @description Whether events are sent. The server disables an endpoint after many failures. */
            is_enabled: boolean;
            /** @description The events that are sent. */
            events: string[];
            /** @description How many attempts in a row have failed. */
            consecutive_failures: number;
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
        /** @description A result of a check with the provider. */
        Finding: {
            /** @description Whether the check passed. */
            ok: boolean;
            /** @description What was found. */
            what: string;
            /** @description How to fix it. */
            fix?: string;
        };
        /** @description An app of the provider. */
        CreateProviderAppRequest: {
            /** @description The secret of the app. It is never returned. */
            app_secret: string;
        };
        /** @description The values that the operator enters at the provider. */
        ProviderApp: {
            /** @description The app's ID. */
            app_id: string;
            /** @description The address to which the provider sends callbacks. */
            callback_url: string;
            /** @description The token that verifies the address. Only this response contains it. */
            verify_token: string;
        };
        /** @description A registered app of the provider. */
        ListedProviderApp: {
            /** @description The app's ID. */
            app_id: string;
            /** @description The address to which the provider sends callbacks. */
            callback_url: string;
        };
        /** @description All registered apps of the provider. */
        ProviderAppList: {
            /** @description The apps. */
            apps: components["schemas"]["ListedProviderApp"][];
        };
        /** @description A channel account to connect. */
        CreateConnectionRequest: {
            channel: components["schemas"]["Channel"];
            /** @description The name; the channel if omitted. */
            name?: string;
            /** @description The provider app's ID; not for web. */
            app_id?: string;
            /** @description The phone number ID, page ID or Instagram account ID; not for web. */
            provider_id?: string;
            /** @description The WhatsApp business account of the number. */
            waba_id?: string;
            /** @description The access token; not for web. It is never returned. */
            access_token?: string;
            /** @description The sites that may embed the web chat; only for web. */
            origins?: string[];
            /**
             * @description Connects even if the check fails.
             * @default false
             */
            force: boolean;
        };
        /** @description The new connection. */
        NewConnection: {
            /** @description The connection's ID. */
            connection_id: string;
            /** @description The URL of the page with the web chat. */
            page?: string;
            /** @description The sites that may embed the web chat. */
            origins?: string[];
            /** @description What the check found. */
            findings: components["schemas"]["Finding"][];
        };
        /** @description The new token. */
        SetConnectionTokenRequest: {
            /** @description The access token. It is never returned. */
            access_token: string;
            /** @description Moves the connection to this provider app. */
            app_id?: string;
            /**
             * @description Stores the token even if the check fails.
             * @default false
             */
            force: boolean;
        };
        /** @description A connection and what its check found. */
        CheckedConnection: {
            /** @description The connection's ID. */
            connection_id: string;
            /** @description What the check found. */
            findings: components["schemas"]["Finding"][];
        };
        /** @description Why callbacks could not be used. */
        CallbackProblemList: {
            /** @description The problems. */
            problems: components["schemas"]["CallbackProblem"][];
        };
        /** @description Why callbacks could not be used, and how many. */
        CallbackProblem: {
            /**
             * Format: date-time
             * @description When the last of these callbacks arrived.
             */
            last_at: string;
            /**
             * Format: date-time
             * @description When the first of these callbacks arrived.
             */
            first_at: string;
            /** @description The app whose callbacks they are. */
            app_id: string;
            /**
             * @description The kind of problem, as in the metric `wigwag_callback_problems_total`.
             * @enum {string}
             */
            kind: "not_connected" | "unreadable" | "unknown_message" | "provider_error" | "unfinished" | "failed";
            /** @description The problem. */
            problem: string;
            /** @description How many callbacks have it. */
            callbacks: number;
        };
        /** @description What was imported. */
        SyncedTemplates: {
            /** @description The connection's ID. */
            connection_id: string;
            /** @description How many templates the provider lists. */
            templates: number;
        };
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        DeliveryState: "pending" | "waiting" | "missed" | "delivered" | "failed";
        /**
         * @description The state of a delivery that can be replayed.
         * @enum {string}
         */
        ReplayableState: "missed" | "delivered" | "failed";
        /** @description An attempt to deliver an event. */
        Attempt: {
            /** @description Its number, from 1. */
            attempt: number;
            /** @description When it began. */
            at: string;
            /** @description The status of the response; null without one. */
            status_code: number | null;
            /** @description Why it failed; null if it did not. */
            problem: string | null;
            /** @description The beginning of the response. */
            response_prefix: string | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number | null;
            /** @description When it is retried; null if it is not. */
            next_attempt_at: string | null;
        };
        /** @description The delivery of an event with its attempts. */
        Delivery: {
            /** @description The delivery's ID. */
            id: string;
            /** @description The event. */
            event: string;
            state: components["schemas"]["DeliveryState"];
            /** @description When the event happened. */
            created_at: string;
            /** @description Whether it is a sample of `POST /webhooks/test`. */
            sample: boolean;
            /** @description The delivery that it repeats; null if none. */
            replay_of: string | null;
            /** @description The attempts. */
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description The newest deliveries. */
        DeliveryList: {
            /** @description The deliveries. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description The deliveries to repeat. */
        ReplayDeliveriesRequest: {
            /**
             * Format: date-time
             * @description Events that happened at or after this time.
             */
            from: string;
            /**
             * Format: date-time
             * @description Events that happened before this time.
             */
            to?: string;
            /** @description Only deliveries in these states. */
            states?: components["schemas"]["ReplayableState"][];
            /** @description Whether to include events whose replay is pending or delivered; false if omitted. */
            again?: boolean;
            /** @description The `next` of the previous response. */
            after?: string;
            event?: components["schemas"]["EventName"];
        };
        /** @description A replay. */
        Replay: {
            /** @description The new ID. */
            id: string;
            /** @description The delivery that it repeats. */
            replay_of: string;
        };
        /** @description The replays of one call. */
        ReplayList: {
            /** @description The replays. */
            replays: components["schemas"]["Replay"][];
            /** @description Where the next call continues; null if the period is done. */
            next: string | null;
            /** @description How many events of the period are not yet sent again. */
            left: number;
        };
        /** @description A campaign and its progress. */
        Campaign: {
            /** @description The campaign's ID. */
            campaign_id: number;
            /** @description The name of the template. */
            template: string;
            /** @description Its language. */
            language: string;
            /** @description The connection that sends. */
            connection_id: string;
            /**
             * @description The state.
             * @enum {string}
             */
            state: "loading" | "sending" | "stopped" | "done";
            /** @description Why it stopped; null if it did not stop automatically. */
            problem: string | null;
            /** @description When it was created. */
            created_at: string;
            /** @description When it was done; null before. */
            finished_at: string | null;
            /** @description The length of the list. */
            recipients: number;
            /** @description Not yet queued. */
            waiting: number;
            /** @description Skipped, such as people who opted out. */
            skipped: number;
            /** @description Queued. */
            queued: number;
            /** @description Sent. */
            sent: number;
            /** @description Delivered. */
            delivered: number;
            /** @description Read. */
            read: number;
            /** @description Failed. */
            failed: number;
            /** @description How many seconds ago a server last worked on it; 0 if one is working on it now. */
            idle_seconds: number;
        };
        /** @description The newest campaigns. */
        CampaignList: {
            /** @description The campaigns. */
            campaigns: components["schemas"]["Campaign"][];
        };
        /** @description The parameters of a campaign. */
        PlanCampaignRequest: {
            /** @description The name of an approved template. */
            template: string;
            /** @description The language, if the template exists in several. */
            language?: string;
            /** @description The connection; the default connection if omitted. */
            connection_id?: string;
            /** @description A hash that identifies a list. The response contains the previous campaign with this list. */
            digest?: string;
            /**
             * @description Whether the list may be sent again.
             * @default false
             */
            again: boolean;
        };
        /** @description The template of a campaign. */
        PlannedTemplate: {
            /** @description The template's ID. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The language. */
            language: string;
            /**
             * @description The category.
             * @enum {string}
             */
            category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
            /**
             * @description The format of the variables.
             * @enum {string}
             */
            parameter_format: "POSITIONAL" | "NAMED";
            /** @description The components in the provider's format. */
            components: {
                [key: string]: unknown;
            }[];
        };
        /** @description What a campaign would use. */
        CampaignPlan: {
            /** @description The account's ID. */
            account_id: string;
            /** @description The country that local phone numbers belong to. */
            country: string;
            template: components["schemas"]["PlannedTemplate"];
            /** @description The connection that sends. */
            connection_id: string;
            /** @description The previous campaign with this list; null if there is none. */
            previous: components["schemas"]["Campaign"] | null;
        };
        /** @description The parameters of a campaign and its list. */
        OpenCampaignRequest: {
            /** @description The name of an approved template. */
            template: string;
            /** @description The language, if the template exists in several. */
            language?: string;
            /** @description The connection; the default connection if omitted. */
            connection_id?: string;
            /** @description A hash that identifies the list, so that it is not sent twice. */
            digest: string;
            /**
             * @description Whether the list may be sent again.
             * @default false
             */
            again: boolean;
        };
        /** @description The campaign. */
        OpenCampaign: {
            /** @description The campaign's ID. */
            campaign_id: number;
            /** @description Whether its recipients must be added. */
            is_loading: boolean;
        };
        /** @description The value of a dynamic URL button. */
        ButtonValue: {
            /** @description The position of the button, from 0. */
            index: number;
            /** @description The variable part at the end of its URL. */
            text: string;
        };
        /** @description A recipient of a list. */
        ListedRecipient: {
            /** @description The position in the list. */
            position: number;
            /** @description A phone number in any format, or a WhatsApp user ID. */
            phone: string;
            /** @description The name. */
            name?: string | null;
            /** @description The values of the variables: a list, or an object by name. */
            variables?: string[] | {
                [key: string]: string;
            } | null;
            /** @description The values of the dynamic URL buttons. */
            buttons?: components["schemas"]["ButtonValue"][] | null;
        };
        /** @description A part of a list. */
        AddRecipientsRequest: {
            /** @description The recipients. */
            recipients: components["schemas"]["ListedRecipient"][];
        };
        /** @description A part of a list, and the parameters of its campaign. */
        CheckRecipientsRequest: {
            /** @description The name of an approved template. */
            template: string;
            /** @description The language, if the template exists in several. */
            language?: string;
            /** @description The connection; the default connection if omitted. */
            connection_id?: string;
            /** @description The recipients. */
            recipients: components["schemas"]["ListedRecipient"][];
        };
        /** @description A recipient who gets no message. */
        SkippedRecipient: {
            /** @description The position in the list. */
            position: number;
            /** @description Why: `opted_out`, `blocked` or `recipient_invalid`. */
            reason: string;
        };
        /** @description The recipients that a campaign would skip. */
        SkippedRecipients: {
            /** @description The skipped recipients. */
            skipped: components["schemas"]["SkippedRecipient"][];
        };
        /** @description What was added. */
        AddedRecipients: {
            /** @description The campaign's ID. */
            campaign_id: number;
            /** @description How many recipients were added. */
            added: number;
        };
        /** @description The campaign, whose list is empty. */
        ClearedRecipients: {
            /** @description The campaign's ID. */
            campaign_id: number;
        };
        /** @description The size of the list. */
        StartCampaignRequest: {
            /** @description The number of different recipients. */
            recipients: number;
        };
        /** @description The campaign and its new state. */
        CampaignState: {
            /** @description The campaign's ID. */
            campaign_id: number;
            /**
             * @description The state.
             * @enum {string}
             */
            state: "sending" | "stopped";
        };
        /** @description A recipient and the result. */
        Recipient: {
            /** @description The position in the list. */
            position: number;
            /** @description The phone number. */
            phone: string;
            /** @description The name. */
            name: string | null;
            /** @description The state of the recipient or of the message. */
            state: string;
            /** @description Why the recipient was skipped or the send failed. */
            reason: string | null;
            /** @description The message. */
            message_id: string | null;
            /** @description When the message was queued. */
            queued_at: string | null;
        };
        /** @description A page of recipients. */
        RecipientList: {
            /** @description The recipients. */
            recipients: components["schemas"]["Recipient"][];
            /** @description The value of `after` for the next page; null on the last page. */
            next: number | null;
        };
        /** @description A person. */
        PersonRequest: {
            /** @description A phone number in any format, or the ID of a person on a channel. */
            person: string;
            channel?: components["schemas"]["Channel"];
        };
        /** @description A person to erase. */
        ErasePersonRequest: {
            /** @description A phone number in any format, or the ID of a person on a channel. */
            person: string;
            channel?: components["schemas"]["Channel"];
            /** @description Erase nothing; return the counts that the erasure would return. */
            dry_run?: boolean;
        };
        /** @description Everything that is stored about a person; one list of rows for each table. */
        PersonExport: {
            /** @description The phone numbers and IDs of the person. */
            person: string[];
            /** @description When the data was read. */
            exported_at: string;
        };
        /** @description How much was erased. */
        ErasedPerson: {
            /** @description Erased messages. */
            messages: number;
            /** @description How many of these messages had not been sent. */
            stopped: number;
            /** @description Flow runs. */
            flow_runs: number;
            /** @description Recipients of campaigns. */
            campaign_recipients: number;
            /** @description Events. */
            events: number;
            /** @description Deliveries. */
            deliveries: number;
            /** @description Callbacks. */
            callbacks: number;
            /** @description Idempotency records. */
            idempotency_records: number;
            /** @description Media. */
            media: number;
            /** @description Data in progress; erase again. */
            left: number;
            /** @description The file that still contains erased bytes because a server uses it; null if none. */
            remains_in: string | null;
        };
        /**
         * @description The channel of the message (§1).
         * @enum {string}
         */
        Channel: "whatsapp" | "instagram" | "messenger" | "web";
        /**
         * @description What happened (§6).
         * @enum {string}
         */
        EventName: "message.received" | "message.status" | "template.status";
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
        /** @description The campaign's ID. */
        campaign: number;
        /** @description The delivery's ID. */
        delivery: string;
        /** @description Only deliveries in these states. */
        state: components["schemas"]["DeliveryState"][];
        /** @description Only this event. */
        event: components["schemas"]["EventName"];
        /** @description Only events that happened at or after this time. */
        from: string;
        /** @description Only events that happened before this time. */
        to: string;
        /** @description The number of deliveries. */
        delivery_limit: number;
        /** @description The number of problems. */
        problem_limit: number;
        /** @description The number of campaigns. */
        campaign_limit: number;
        /** @description The position of the last recipient of the previous page. */
        after: number;
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
    getAccount: {
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
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
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
    createConnection: {
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
                 *       "channel": "whatsapp",
                 *       "app_id": "17",
                 *       "provider_id": "106540352242922",
                 *       "waba_id": "102290129340398",
                 *       "access_token": "token-of-the-number"
                 *     }
                 */
                "application/json": components["schemas"]["CreateConnectionRequest"];
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
                     *       "findings": [
                     *         {
                     *           "ok": true,
                     *           "what": "The token is valid."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NewConnection"];
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
    setConnectionToken: {
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
                 *       "access_token": "token-of-the-number"
                 *     }
                 */
                "application/json": components["schemas"]["SetConnectionTokenRequest"];
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
                     *       "findings": []
                     *     }
                     */
                    "application/json": components["schemas"]["CheckedConnection"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    checkConnection: {
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
                     *       "connection_id": "wa_1",
                     *       "findings": [
                     *         {
                     *           "ok": false,
                     *           "what": "The token has expired.",
                     *           "fix": "Create a token."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CheckedConnection"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    syncTemplates: {
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
                     *       "connection_id": "wa_1",
                     *       "templates": 4
                     *     }
                     */
                    "application/json": components["schemas"]["SyncedTemplates"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getWebhook: {
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
                     *       "is_enabled": true,
                     *       "events": [
                     *         "message.received"
                     *       ],
                     *       "consecutive_failures": 0
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookState"];
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in these states. */
                state?: components["parameters"]["state"];
                /** @description Only this event. */
                event?: components["parameters"]["event"];
                /** @description Only events that happened at or after this time. */
                from?: components["parameters"]["from"];
                /** @description Only events that happened before this time. */
                to?: components["parameters"]["to"];
                /** @description The number of deliveries. */
                limit?: components["parameters"]["delivery_limit"];
            };
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
                     *       "deliveries": []
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    replayDeliveries: {
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
                 *       "from": "2026-05-04T12:00:00Z",
                 *       "states": [
                 *         "missed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplayDeliveriesRequest"];
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
                     *       "replays": [
                     *         {
                     *           "id": "whd_17000000000000000010",
                     *           "replay_of": "whd_17000000000000000009"
                     *         }
                     *       ],
                     *       "next": null,
                     *       "left": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The delivery's ID. */
                delivery: components["parameters"]["delivery"];
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
                     *       "id": "whd_17000000000000000010",
                     *       "replay_of": "whd_17000000000000000009"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description The number of campaigns. */
                limit?: components["parameters"]["campaign_limit"];
            };
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
                     *       "campaigns": []
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    openCampaign: {
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
                 *       "template": "promo_spring",
                 *       "digest": "5feceb66ffc86f38"
                 *     }
                 */
                "application/json": components["schemas"]["OpenCampaignRequest"];
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
                     *       "campaign_id": 3,
                     *       "is_loading": true
                     *     }
                     */
                    "application/json": components["schemas"]["OpenCampaign"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    planCampaign: {
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
                 *       "template": "promo_spring"
                 *     }
                 */
                "application/json": components["schemas"]["PlanCampaignRequest"];
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
                     *       "template": {
                     *         "id": 4,
                     *         "name": "promo_spring",
                     *         "language": "tr",
                     *         "category": "MARKETING",
                     *         "parameter_format": "POSITIONAL",
                     *         "components": [
                     *           {
                     *             "type": "BODY",
                     *             "text": "Hello"
                     *           }
                     *         ]
                     *       },
                     *       "connection_id": "wa_1",
                     *       "previous": null
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignPlan"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    checkRecipients: {
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
                 *       "template": "promo_spring",
                 *       "recipients": [
                 *         {
                 *           "position": 2,
                 *           "phone": "905551112233",
                 *           "name": "Ada"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CheckRecipientsRequest"];
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
                     *       "skipped": [
                     *         {
                     *           "position": 2,
                     *           "reason": "opted_out"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SkippedRecipients"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
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
                     *       "campaign_id": 3,
                     *       "template": "promo_spring",
                     *       "language": "tr",
                     *       "connection_id": "wa_1",
                     *       "state": "sending",
                     *       "problem": null,
                     *       "created_at": "2026-05-04T12:00:00.000000+00:00",
                     *       "finished_at": null,
                     *       "recipients": 2,
                     *       "waiting": 1,
                     *       "skipped": 0,
                     *       "queued": 0,
                     *       "sent": 1,
                     *       "delivered": 0,
                     *       "read": 0,
                     *       "failed": 0,
                     *       "idle_seconds": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listRecipients: {
        parameters: {
            query?: {
                /** @description The position of the last recipient of the previous page. */
                after?: components["parameters"]["after"];
            };
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
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
                     *       "recipients": [],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["RecipientList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    addRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipients": [
                 *         {
                 *           "position": 2,
                 *           "phone": "905551112233",
                 *           "name": "Ada"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddRecipientsRequest"];
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
                     *       "campaign_id": 3,
                     *       "added": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AddedRecipients"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    clearRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
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
                     *       "campaign_id": 3
                     *     }
                     */
                    "application/json": components["schemas"]["ClearedRecipients"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    startCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipients": 1
                 *     }
                 */
                "application/json": components["schemas"]["StartCampaignRequest"];
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
                     *       "campaign_id": 3,
                     *       "state": "sending"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignState"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    stopCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
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
                     *       "campaign_id": 3,
                     *       "state": "stopped"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignState"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's ID. */
                account: components["parameters"]["account"];
                /** @description The campaign's ID. */
                campaign: components["parameters"]["campaign"];
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
                     *       "campaign_id": 3,
                     *       "state": "sending"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignState"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    exportPerson: {
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
                 *       "person": "+90 555 111 22 33"
                 *     }
                 */
                "application/json": components["schemas"]["PersonRequest"];
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
                     *       "person": [
                     *         "905551112233"
                     *       ],
                     *       "exported_at": "2026-05-04T12:00:00.000000+00:00",
                     *       "messages": []
                     *     }
                     */
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    erasePerson: {
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
                 *       "person": "+90 555 111 22 33"
                 *     }
                 */
                "application/json": components["schemas"]["ErasePersonRequest"];
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
                     *       "messages": 1,
                     *       "stopped": 0,
                     *       "flow_runs": 0,
                     *       "campaign_recipients": 0,
                     *       "events": 1,
                     *       "deliveries": 0,
                     *       "callbacks": 1,
                     *       "idempotency_records": 0,
                     *       "media": 0,
                     *       "left": 0,
                     *       "remains_in": null
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedPerson"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listProviderApps: {
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
                     *       "apps": [
                     *         {
                     *           "app_id": "17",
                     *           "callback_url": "https://api.example.com/callbacks/meta/17"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderAppList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createProviderApp: {
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
                 *       "app_secret": "secret-of-the-app"
                 *     }
                 */
                "application/json": components["schemas"]["CreateProviderAppRequest"];
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
                     *       "app_id": "17",
                     *       "callback_url": "https://api.example.com/callbacks/meta/17",
                     *       "verify_token": "example"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listCallbackProblems: {
        parameters: {
            query?: {
                /** @description The number of problems. */
                limit?: components["parameters"]["problem_limit"];
            };
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
                     *       "problems": [
                     *         {
                     *           "last_at": "2026-05-04T12:00:00.000000+00:00",
                     *           "first_at": "2026-05-04T11:00:00.000000+00:00",
                     *           "app_id": "17",
                     *           "kind": "not_connected",
                     *           "problem": "no connection has the provider ID 106540352242922",
                     *           "callbacks": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackProblemList"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
}
