import type { ChangedPerson, FlowState, ProviderSend, VisitorPage } from './records.ts';

/** What the servers report at the end, through the API. */
export interface FinalState {
  /** The sends that the provider accepted. */
  provider: readonly ProviderSend[];
  /** The business of each account at the provider: the IDs of its number, page and Instagram account. */
  assets: readonly ReadonlySet<string>[];
  /** The status of each accepted message, by ID. */
  messages: ReadonlyMap<string, { status: string; error: { code: string } | null }>;
  /** The tasks of the outbox that are due or running. */
  tasks: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** The IDs of all stored events of each account, in order. */
  stored: readonly (readonly string[])[];
  /** The messages that `GET /stats` reports for each account. */
  counted: readonly ({ incoming: number; outgoing: number } | undefined)[];
  /** The flows of all accounts, as the API shows them. */
  flows: readonly FlowState[];
  /** The status of the template `news` of each account. */
  news: readonly (string | undefined)[];
  /** The usernames that conversations on whatsapp show. */
  usernames: readonly { account: number; person: string; username: string | null }[];
  /** The pages of visitors, as they loaded them at the end. */
  pages: readonly VisitorPage[];
  /** The people who have changed their numbers or user IDs. */
  changed: readonly ChangedPerson[];
  /** The hashes of the files that the provider has of the accounts, by its IDs. */
  files: ReadonlyMap<string, string>;
  /** Problems with the counts of campaigns. */
  campaigns: readonly string[];
}
