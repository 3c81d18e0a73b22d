import type { Wigwag } from '@wigwag/sdk';
import type { admin } from '@wigwag/server';
import { loadDevEnvironment } from '../../settings/project-environment.ts';

export type FoundMessage = admin.AdminOutput<'searchMessages'>['messages'][number];

/** What the inbox does through the admin API. */
export interface Desk {
  /** Returns whether an admin API is known. The other functions throw `UsageError` without one. */
  isKnown(): Promise<boolean>;
  /** Returns the newest messages that contain a text of at least two characters, newest first. */
  searchMessages(text: string): Promise<FoundMessage[]>;
  createAgent(name: string): Promise<void>;
}

/** The number of calls of one search, each of which reads a part of the messages. */
const MOST_PARTS = 5;

/** Returns the desk of the account of a key. */
export function createDesk(wigwag: Wigwag, baseUrl: string): Desk {
  const operator = async () => {
    loadDevEnvironment(() => {});
    return (await import('../admin/operator.ts')).requireRemoteOperator(baseUrl);
  };
  const accountOf = async () => (await wigwag.account.me()).account.id;
  return {
    isKnown: () =>
      operator().then(
        () => true,
        () => false,
      ),
    async searchMessages(text) {
      const call = await operator();
      const account = await accountOf();
      const found: FoundMessage[] = [];
      let next: string | null = null;
      for (let part = 0; part < MOST_PARTS && (part === 0 || next !== null) && found.length === 0; part += 1) {
        const page: admin.AdminOutput<'searchMessages'> = await call('searchMessages', {
          account,
          text,
          ...(next !== null && { next }),
        });
        found.push(...page.messages);
        next = page.next;
      }
      return found;
    },
    async createAgent(name) {
      await (await operator())('createAgent', { account: await accountOf(), name });
    },
  };
}
