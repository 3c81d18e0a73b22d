import type { Wigwag } from '@wigwag/sdk';
import type { FoundMessages } from '@wigwag/sdk/admin';
import { knowsAdmin, openAdminApi } from '../../client/admin-api.ts';

export type FoundMessage = FoundMessages['messages'][number];

/** What the inbox does through the admin API. */
export interface Desk {
  /** Returns whether an admin API is known. The other functions throw `UsageError` without one. */
  isKnown: () => boolean;
  /** Returns the newest messages that contain a text of at least two characters, newest first. */
  searchMessages(text: string): Promise<FoundMessage[]>;
  createAgent(name: string): Promise<void>;
}

/** The number of calls of one search, each of which reads a part of the messages. */
const MOST_PARTS = 5;

/** Returns the desk of the account of a key. */
export function createDesk(wigwag: Wigwag, baseUrl: string): Desk {
  const accountOf = async () => (await wigwag.account.me()).account.id;
  return {
    isKnown: () => knowsAdmin(baseUrl),
    async searchMessages(text) {
      const api = await openAdminApi(baseUrl);
      const account = await accountOf();
      const found: FoundMessage[] = [];
      let next: string | null = null;
      for (let part = 0; part < MOST_PARTS && (part === 0 || next !== null) && found.length === 0; part += 1) {
        const page: FoundMessages = await api.conversations.searchMessages(account, {
          text,
          ...(next !== null && { next }),
        });
        found.push(...page.messages);
        next = page.next;
      }
      return found;
    },
    async createAgent(name) {
      const api = await openAdminApi(baseUrl);
      await api.conversations.createAgent(await accountOf(), { name });
    },
  };
}
