import type { Body, components, Wigwag } from '@wigwag/sdk';
import { describe } from '../exit-codes.ts';
import { onOneLine } from '../table.ts';

type Schemas = components['schemas'];
export type Conversation = Schemas['Conversation'];
export type HistoryMessage = Schemas['HistoryMessage'];
export type Window = Schemas['Window'];

/** What is known of the conversation that is looked at. */
export interface Opened {
  conversation: Conversation;
  /** Oldest first. */
  history: HistoryMessage[];
  window: Window | undefined;
}

/** §8: as many as one page holds. */
const MOST_CONVERSATIONS = 100;

/** The conversations of an account and what is done with them. Tells those who watch when something changed. */
export class Desk {
  conversations: Conversation[] = [];
  opened: Opened | undefined;
  agents: Schemas['Agent'][] = [];
  /** Live once it hears of what happens. */
  state: 'loading' | 'live' | 'cut off' = 'loading';
  /** What went wrong or was done last, in one line. */
  note = '';
  readonly #wigwag: Wigwag;
  readonly #only: string | undefined;
  readonly #watchers = new Set<() => void>();
  #wanted: string | undefined;
  #refreshing: Promise<void> | undefined;
  #isStale = false;

  /** @param only this person's conversation */
  constructor(wigwag: Wigwag, only?: string) {
    this.#wigwag = wigwag;
    this.#only = only;
  }

  /** Loads what there is and then follows the events, until `stop` aborts. @throws {ApiError | ConnectionError} at first */
  async follow(stop: AbortSignal): Promise<void> {
    const events = this.#wigwag.events({
      signal: stop,
      onConnect: () => {
        this.state = 'live';
        void this.refresh();
      },
      onDisconnect: () => {
        this.state = 'cut off';
        this.#changed();
      },
    });
    await this.#load();
    this.#changed();
    for await (const { event } of events) {
      if (event !== 'template.status') {
        void this.refresh();
      }
    }
  }

  /** Looks again at all that is shown; what comes meanwhile is looked at once more, not once for each. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#refreshing ??= (async () => {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#try(() => this.#load());
      }
      this.#refreshing = undefined;
    })();
    return this.#refreshing;
  }

  /** Looks at a conversation. */
  async open(phone: string): Promise<void> {
    this.#wanted = phone;
    await this.#try(() => this.#loadOpened());
  }

  /** Answers the person. Whether it was accepted. */
  async reply(text: string): Promise<boolean> {
    const conversation = this.opened?.conversation;
    return this.#try(async () => {
      const { id } = await this.#wigwag.messages.send(
        conversation
          ? {
              channel: conversation.channel,
              connection_id: conversation.connection_id,
              to: conversation.phone,
              text,
            }
          : { to: this.#only ?? '', text },
      );
      this.note = `${id} is on its way`;
      await this.#load();
    });
  }

  /** Changes the opened conversation, and says what was done. */
  async update(changes: Body<'updateConversation'>, done: string): Promise<void> {
    const phone = this.opened?.conversation.phone;
    if (phone !== undefined) {
      await this.#try(async () => {
        await this.#wigwag.conversations.update(phone, changes);
        this.note = done;
        await this.#load();
      });
    }
  }

  async loadAgents(): Promise<void> {
    await this.#try(async () => {
      this.agents = await this.#wigwag.reports.agents({ limit: MOST_CONVERSATIONS }).toArray();
    });
  }

  forgetNote(): void {
    this.note = '';
  }

  /** Has `watch` called after each change, until what it returns is called. */
  watch(watch: () => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  async #load(): Promise<void> {
    if (this.#only === undefined) {
      this.conversations = (await this.#wigwag.conversations.list({ limit: MOST_CONVERSATIONS })).conversations;
      this.#wanted ??= this.conversations[0]?.phone;
    } else {
      this.#wanted = this.#only;
    }
    await this.#loadOpened();
  }

  async #loadOpened(): Promise<void> {
    const phone = this.#wanted;
    if (phone === undefined) {
      return;
    }
    const { conversations, contacts } = this.#wigwag;
    const conversation = await conversations.get(phone).catch((error: { code?: string }) => {
      // Nobody has written yet: what is sent begins it.
      if (this.#only !== undefined && error.code === 'CONVERSATION_NOT_FOUND') {
        return undefined;
      }
      throw error;
    });
    if (conversation === undefined) {
      return;
    }
    const [{ messages }, window] = await Promise.all([
      conversations.messages(phone),
      contacts.window(conversation.phone, { channel: conversation.channel }),
    ]);
    // Another one may have been asked for meanwhile.
    if (phone === this.#wanted) {
      this.opened = { conversation, history: messages.toReversed(), window };
      this.#changed();
    }
  }

  /** Does something that may be refused; the screen says so and goes on. */
  async #try(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.note = onOneLine(describe(error).split('\n')[0] ?? '');
      return false;
    } finally {
      this.#changed();
    }
  }

  #changed(): void {
    for (const watch of this.#watchers) {
      watch();
    }
  }
}
