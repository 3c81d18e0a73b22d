/* Made by `npm run generate` from the document. Do not edit. */

/** Every channel (§1). */
export const CHANNELS = ["whatsapp","instagram","messenger","web"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Every webhook event (§6). */
export const EVENTS = ["message.received","message.status","template.status"] as const;
export type EventName = (typeof EVENTS)[number];

/** Every scope that an operation requires, sorted (§5.5). */
export const SCOPES = ["blocklist:read","blocklist:write","contacts:read","contacts:write","conversations:read","conversations:write","flows:read","flows:write","insights:read","media:write","messages:read","messages:send","optouts:read","optouts:write","templates:read","webhooks:test"] as const;
export type Scope = (typeof SCOPES)[number];
