import { ApiError, type Body, type components, movesForward, type Wigwag } from '@wigwag/sdk';
import { describe } from '../../program/exit-codes.ts';
import { keepOlder, without } from './merge.ts';

type Schemas = components['schemas'];
export type Conversation = Schemas['Conversation'];
export type HistoryMessage = Schemas['HistoryMessage'];
export type Window = Schemas['Window'];

/** What is known of the conversation that is looked at. */
interface Opened {
  conversation: Conversation;
  /** The newest first. */
  history: HistoryMessage[];
  /** Where older messages begin; null when there are none. */
  before: string | null;
  window: Window | undefined;
}

/** §8: as many as one page holds. */
const LARGEST_PAGE = 100;

/** One of the lines on which a person writes. */
export const keyOf = ({ connection_id, phone }: Conversation): string => `${connection_id} ${phone}`;

const placeOfConversation = (one: Conversation) => ({ key: keyOf(one), at: one.last_message?.at });
const placeOfMessage = ({ id, at }: HistoryMessage) => ({ key: id, at });

/** The conversations of an account and what is done with them. Tells those who watch when something changed. */
export class InboxModel {
  /** The newest first, as far as they were loaded. */
  conversations: Conversation[] = [];
  opened: Opened | undefined;
  agents: Schemas['Agent'][] = [];
  /** Live once it hears of what happens. */
  state: 'loading' | 'live' | 'cut off' = 'loading';
  /** What went wrong, with how to go on, or was done last. */
  note = '';
  /** The message that `note` tells of, until it was delivered. */
  #sent: string | undefined;
  readonly #wigwag: Wigwag;
  readonly #only: string | undefined;
  readonly #watchers = new Set<() => void>();
  #wanted: string | undefined;
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  /** Answers go out one after another, in the order in which they were written. */
  #replying: Promise<unknown> = Promise.resolve();
  /** Where older conversations begin. */
  #cursor: string | null = null;
  #loadingOlder: Promise<unknown> | undefined;

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

  /** Looks at a conversation: at once at what the list says of it, then at all of it. */
  async open(phone: string): Promise<void> {
    this.#wanted = phone;
    const conversation = this.conversations.find((one) => one.phone === phone);
    if (conversation) {
      this.opened = { conversation, history: [], before: null, window: undefined };
      this.#changed();
    }
    await this.#try(() => this.#loadOpened());
  }

  /** Whether there are conversations that were not loaded yet. */
  get hasOlder(): boolean {
    return this.#cursor !== null;
  }

  /** Loads the page of conversations behind those that are there, if there is one. */
  async loadOlder(): Promise<void> {
    await this.#loadMore(async () => {
      const cursor = this.#cursor;
      if (cursor !== null) {
        const page = await this.#wigwag.conversations.list({ limit: LARGEST_PAGE, cursor });
        // What was there may have been replaced meanwhile.
        if (cursor === this.#cursor) {
          this.conversations.push(...without(page.conversations, this.conversations, placeOfConversation));
          this.#cursor = page.pagination.next_cursor;
        }
      }
    });
  }

  /** Loads the page of messages before those that are shown, if there is one. */
  async loadOlderMessages(): Promise<void> {
    await this.#loadMore(async () => {
      const { conversation, before } = this.opened ?? {};
      if (conversation && before) {
        const page = await this.#wigwag.conversations.messages(conversation.phone, { before });
        if (this.opened?.before === before) {
          const { opened } = this;
          const older = without(page.messages, opened.history, placeOfMessage);
          this.opened = { ...opened, history: [...opened.history, ...older], before: page.pagination.before };
        }
      }
    });
  }

  /** Answers the person who is looked at now. Whether it was accepted. */
  async reply(text: string): Promise<boolean> {
    const conversation = this.opened?.conversation;
    const reply = this.#replying.then(() => this.#reply(text, conversation));
    this.#replying = reply;
    return reply;
  }

  async #reply(text: string, conversation: Conversation | undefined): Promise<boolean> {
    this.say('sending ...');
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
      this.#sent = id;
      this.say(`${id} is on its way`);
      if ((conversation?.unread_count ?? 0) > 0) {
        // It was sent, whatever becomes of this: the draft must not stay to be sent again.
        await this.#wigwag.conversations.update(conversation?.phone ?? '', { unread_count: 0 }).catch(() => {});
      }
      await this.refresh();
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
      this.agents = await this.#wigwag.reports.agents({ limit: LARGEST_PAGE }).toArray();
    });
  }

  forgetNote(): void {
    this.note = '';
    this.#sent = undefined;
  }

  /** Tells a person something in one line. */
  say(note: string): void {
    this.note = note;
    this.#changed();
  }

  /** Has `watch` called after each change, until what it returns is called. */
  watch(watch: () => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  async #load(): Promise<void> {
    if (this.#only === undefined) {
      const { conversations: newest, pagination } = await this.#wigwag.conversations.list({ limit: LARGEST_PAGE });
      const older = pagination.has_more ? keepOlder(newest, this.conversations, placeOfConversation) : [];
      this.conversations = [...newest, ...older];
      this.#cursor = older.length > 0 ? this.#cursor : pagination.next_cursor;
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
      // Refused is who can never be written to.
      await contacts.window(phone);
      return;
    }
    const [{ messages, pagination }, window] = await Promise.all([
      conversations.messages(phone),
      contacts.window(conversation.phone, { channel: conversation.channel }),
    ]);
    // Another one may have been asked for meanwhile.
    if (phone === this.#wanted) {
      const { opened } = this;
      const isSame = opened !== undefined && keyOf(opened.conversation) === keyOf(conversation);
      const older = isSame && pagination.has_more ? keepOlder(messages, opened.history, placeOfMessage) : [];
      const before = isSame && older.length > 0 ? opened.before : pagination.before;
      this.opened = { conversation, history: [...messages, ...older], before, window };
      const sent = messages.find(({ id }) => id === this.#sent);
      if (sent?.status && !movesForward(sent.status, 'delivered')) {
        this.forgetNote();
      }
      // It may stand further down than what is looked at again.
      this.conversations = this.conversations.map((one) => (keyOf(one) === keyOf(conversation) ? conversation : one));
      this.#changed();
    }
  }

  /** One page at a time, however often it is asked for. */
  async #loadMore(load: () => Promise<void>): Promise<void> {
    this.#loadingOlder ??= this.#try(load).finally(() => {
      this.#loadingOlder = undefined;
    });
    await this.#loadingOlder;
  }

  /** Does something that may be refused; the screen says so and goes on. */
  async #try(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      const lines = describe(error).split('\n');
      // What is no answer of the server's may be followed by where it happened.
      this.note = (error instanceof ApiError ? lines : lines.slice(0, 1)).join('\n');
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
