import { ApiError, type Body, type components, movesForward, type Wigwag } from '@wigwag/sdk';
import { pluralize } from '../../output/pluralize.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { describe } from '../../program/errors/exit-codes.ts';
import { asRun } from '../../program/words/command-name.ts';
import type { Desk, FoundMessage } from './desk.ts';
import { keepOlder, without } from './merge.ts';

type Schemas = components['schemas'];
export type Conversation = Schemas['Conversation'];
export type HistoryMessage = Schemas['HistoryMessage'];
export type Window = Schemas['Window'];

/** The loaded state of the open conversation. */
interface Opened {
  conversation: Conversation;
  /** Newest first. */
  history: HistoryMessage[];
  /** Cursor of older messages; null if there are none. */
  before: string | null;
  /** Cursor of newer messages; null if the history ends with the newest message. */
  after: string | null;
  window: Window | undefined;
}

/** The result of a search over all messages. */
interface Found {
  text: string;
  /** The newest message of each person that contains the text. */
  messages: ReadonlyMap<string, FoundMessage>;
  /** The conversations of these people that are not in the list. */
  conversations: readonly Conversation[];
}

/** The server searches texts of at least this length. */
const SHORTEST_SEARCH = 2;

/** The number of conversations that a search loads. */
const MOST_FOUND = 20;

/** The largest page that the API allows (§8). */
const LARGEST_PAGE = 100;

/** Identifies a conversation by connection and person, because a person can write to several connections. */
export const keyOf = ({ connection_id, phone }: Conversation): string => `${connection_id} ${phone}`;

const placeOfConversation = (one: Conversation) => ({ key: keyOf(one), at: one.last_message?.at });
const placeOfMessage = ({ id, at }: HistoryMessage) => ({ key: id, at });

type MessageStatus = NonNullable<HistoryMessage['status']>;

/** Returns a message with a newer status, if the status is one. */
const advanced = (message: HistoryMessage, newer?: Pick<HistoryMessage, 'status' | 'error'>): HistoryMessage =>
  newer?.status && message.status && movesForward(message.status, newer.status) ? { ...message, ...newer } : message;

const dynamicButtons = ({ buttons }: Schemas['Template']) => buttons.filter(({ dynamic }) => dynamic);

/** Returns what a send of a template must give a value for: its variables, then its dynamic buttons. */
export const slotsOf = (template: Schemas['Template']): string[] => [
  ...template.variables.names.map((name) => `{{${name}}}`),
  ...dynamicButtons(template).map(({ text }) => `the button ${onOneLine(text)}`),
];

/** The conversations of an account and their actions. Notifies watchers of every change. */
export class InboxModel {
  /** Newest first; only the loaded pages. */
  conversations: Conversation[] = [];
  opened: Opened | undefined;
  agents: Schemas['Agent'][] = [];
  /** The approved templates. */
  templates: Schemas['Template'][] = [];
  /** What the last search over all messages found. */
  found: Found = { text: '', messages: new Map(), conversations: [] };
  /** `live` while the event stream is connected. */
  state: 'loading' | 'live' | 'cut off' = 'loading';
  /** The latest result, or the latest problem with its fix. */
  note = '';
  /** The statuses that events have brought, which may be newer than a response. */
  readonly #statuses = new Map<string, Pick<HistoryMessage, 'status' | 'error'>>();
  /** The message that `note` is about, until it is delivered. */
  #sent: string | undefined;
  readonly #wigwag: Wigwag;
  readonly #only: string | undefined;
  readonly #desk: Desk | undefined;
  readonly #watchers = new Set<() => void>();
  #wanted: string | undefined;
  #reloading: Promise<void> | undefined;
  /** Whether the reply window may have changed since it was loaded. */
  #isWindowStale = true;
  #stale: 'everything' | 'the open conversation' | undefined;
  /** Sends replies one after another, in the order in which they were written. */
  #replying: Promise<unknown> = Promise.resolve();
  /** Cursor of older conversations. */
  #cursor: string | null = null;
  #loadingOlder: Promise<unknown> | undefined;

  /**
   * @param options.only shows only this person's conversation
   * @param options.desk searches all messages and creates agents
   */
  constructor(wigwag: Wigwag, { only, desk }: { only?: string | undefined; desk?: Desk } = {}) {
    this.#wigwag = wigwag;
    this.#only = only;
    this.#desk = desk;
  }

  /**
   * Loads the conversations and then follows the events until `stop` aborts.
   *
   * @throws {ApiError | ConnectionError} if the first load fails
   */
  async follow(stop: AbortSignal): Promise<void> {
    const events = this.#wigwag.events({
      signal: stop,
      onConnect: () => {
        this.state = 'live';
        this.#isWindowStale = true;
        void this.refresh();
      },
      onDisconnect: () => {
        this.state = 'cut off';
        this.#changed();
      },
    });
    await this.#load();
    this.#changed();
    for await (const event of events) {
      if (event.event === 'message.status') {
        this.#advance(event.data.message);
      } else if (event.event !== 'template.status') {
        this.#isWindowStale ||= event.event === 'message.received';
        void this.refresh();
      }
    }
  }

  /**
   * Shows the status of a message without a request. A message that is not loaded was sent by another program: its first
   * status reloads the screen.
   */
  #advance({ id, status, error }: Pick<HistoryMessage, 'id' | 'error'> & { status: MessageStatus }): void {
    const { opened } = this;
    const message = opened?.history.find((one) => one.id === id);
    if (opened && message) {
      const history = opened.history.map((one) => (one === message ? advanced(one, { status, error }) : one));
      this.opened = { ...opened, history };
      this.#statuses.set(id, { status, error });
      this.#forgetSent();
      this.#changed();
    } else if (status === 'sent' || status === 'failed') {
      void this.refresh();
    }
  }

  /** Removes the note about the message that was sent, once it is delivered. */
  #forgetSent(): void {
    const sent = this.opened?.history.find(({ id }) => id === this.#sent);
    if (sent?.status && !movesForward(sent.status, 'delivered')) {
      this.forgetNote();
    }
  }

  /** Reloads everything on the screen. */
  async refresh(): Promise<void> {
    return this.#reload('everything');
  }

  /**
   * Loads one at a time, so that an older response never replaces a newer one. All requests during a load cause one more
   * load.
   */
  async #reload(what: 'everything' | 'the open conversation'): Promise<void> {
    this.#stale = this.#stale === 'everything' ? this.#stale : what;
    this.#reloading ??= (async () => {
      while (this.#stale !== undefined) {
        const isEverything = this.#stale === 'everything';
        this.#stale = undefined;
        await this.#try(() => (isEverything ? this.#load() : this.#loadOpened()));
      }
      this.#reloading = undefined;
    })();
    return this.#reloading;
  }

  /** Opens a conversation. Shows the data of the list immediately, then loads the rest. */
  async open(phone: string): Promise<void> {
    this.#wanted = phone;
    this.#statuses.clear();
    this.#isWindowStale = true;
    const conversation = [...this.conversations, ...this.found.conversations].find((one) => one.phone === phone);
    if (conversation) {
      this.opened = { conversation, history: [], before: null, after: null, window: undefined };
      this.#changed();
    }
    await this.#reload('the open conversation');
  }

  /** Whether there are conversations that are not loaded yet. */
  get hasOlder(): boolean {
    return this.#cursor !== null;
  }

  /** Loads the next page of older conversations, if there is one. */
  async loadOlder(): Promise<void> {
    await this.#loadMore(async () => {
      const cursor = this.#cursor;
      if (cursor !== null) {
        const page = await this.#wigwag.conversations.list({ limit: LARGEST_PAGE, cursor });
        // A refresh may have replaced the list meanwhile.
        if (cursor === this.#cursor) {
          this.conversations.push(...without(page.conversations, this.conversations, placeOfConversation));
          this.#cursor = page.pagination.next_cursor;
        }
      }
    });
  }

  /** Loads the next page of older messages, if there is one. */
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

  /** Loads the next page of newer messages, if the history does not end with the newest one. */
  async loadNewerMessages(): Promise<void> {
    await this.#loadMore(async () => {
      const { conversation, after } = this.opened ?? {};
      if (conversation && after) {
        const page = await this.#wigwag.conversations.messages(conversation.phone, { after });
        if (this.opened?.after === after) {
          const { opened } = this;
          const next = page.pagination.after ?? null;
          this.opened = { ...opened, history: [...page.messages.toReversed(), ...opened.history], after: next };
          if (next === null) {
            // Messages that arrived during the request are not in it.
            void this.refresh();
          }
        }
      }
    });
  }

  /** Replaces the history of the open conversation with the messages around a time. */
  async loadAround(at: string): Promise<void> {
    await this.#loadMore(async () => {
      const { conversation } = this.opened ?? {};
      if (conversation) {
        const messages = (query: object) => this.#wigwag.conversations.messages(conversation.phone, query);
        // The parts meet at the microsecond, so they have no message twice.
        const millisecond = Date.parse(at);
        const [older, newer] = await Promise.all([
          messages({ before: new Date(millisecond + 1).toISOString() }),
          messages({ after: new Date(millisecond).toISOString().replace('Z', '999Z') }),
        ]);
        if (this.opened && keyOf(this.opened.conversation) === keyOf(conversation)) {
          const later = newer.messages.toReversed();
          const { before } = older.pagination;
          const after = newer.pagination.after ?? null;
          this.opened = { ...this.opened, history: [...later, ...older.messages], before, after };
        }
      }
    });
  }

  /** Shows the newest messages again, if the history does not end with them. */
  async loadNewest(): Promise<void> {
    if (this.opened?.after) {
      this.opened = { ...this.opened, history: [], before: null, after: null };
      await this.#reload('the open conversation');
    }
  }

  /** Replies in the open conversation. Returns whether the server accepted the reply. */
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
      this.say(`${id} is being sent`);
      if ((conversation?.unread_count ?? 0) > 0) {
        // The reply was sent even if this call fails. Ignore the error: a draft that stayed would be sent twice.
        await this.#wigwag.conversations.update(conversation?.phone ?? '', { unread_count: 0 }).catch(() => {});
      }
      await this.refresh();
    });
  }

  /** Changes the open conversation and shows what was done. */
  async update(changes: Body<'updateConversation'>, done: string): Promise<void> {
    const phone = this.opened?.conversation.phone;
    if (phone !== undefined) {
      await this.#try(async () => {
        await this.#wigwag.conversations.update(phone, changes);
        this.say(done);
        await this.refresh();
      });
    }
  }

  async loadAgents(): Promise<void> {
    await this.#try(async () => {
      this.agents = await this.#wigwag.reports.agents({ limit: LARGEST_PAGE }).toArray();
    });
  }

  /** Returns whether the admin API is known, which searches all messages and creates agents. */
  hasDesk = (): boolean => this.#desk?.isKnown() ?? false;

  /** Creates an agent. Returns whether it was created. */
  async createAgent(name: string): Promise<boolean> {
    const isCreated = await this.#try(async () => this.#desk?.createAgent(name));
    if (isCreated) {
      await this.loadAgents();
    }
    return isCreated;
  }

  /** Loads the approved templates. */
  async loadTemplates(): Promise<void> {
    await this.#try(async () => {
      this.templates = await this.#wigwag.templates.list({ status: 'APPROVED', limit: LARGEST_PAGE }).toArray();
    });
  }

  /** Sends a template in the open conversation, with the values for its `slotsOf`. Returns whether it is accepted. */
  async sendTemplate(template: Schemas['Template'], values: readonly string[]): Promise<boolean> {
    const { name, language, parameter_format: format } = template;
    const { names } = template.variables;
    const variables = values.slice(0, names.length);
    const named = Object.fromEntries(names.map((one, index) => [one, variables[index] ?? '']));
    const buttons = dynamicButtons(template).map(({ index }, at) => ({ index, text: values[names.length + at] ?? '' }));
    const conversation = this.opened?.conversation;
    if (conversation === undefined) {
      return false;
    }
    this.say('sending ...');
    return this.#try(async () => {
      const { id } = await this.#wigwag.messages.sendTemplate({
        to: conversation.phone,
        connection_id: conversation.connection_id,
        name,
        language,
        ...(names.length > 0 && { variables: format === 'NAMED' ? named : variables }),
        ...(buttons.length > 0 && { buttons }),
      });
      this.#sent = id;
      this.say(`${id} is being sent`);
      await this.refresh();
    });
  }

  /** Searches all messages, and loads the conversations in which it finds the text. */
  async search(text: string): Promise<void> {
    const wanted = text.trim();
    const desk = this.#desk;
    if (desk === undefined || wanted.length < SHORTEST_SEARCH) {
      return;
    }
    await this.#try(async () => {
      this.say('searching all messages ...');
      const messages = Map.groupBy(await desk.searchMessages(wanted), ({ phone }) => phone);
      const listed = new Set(this.conversations.map(({ phone }) => phone));
      const others = [...messages.keys()].filter((phone) => !listed.has(phone)).slice(0, MOST_FOUND);
      const loaded = await Promise.all(
        others.map((phone) => this.#wigwag.conversations.get(phone).catch(() => undefined)),
      );
      const newest = [...messages].flatMap(([phone, [first]]) => (first ? [[phone, first] as const] : []));
      const conversations = loaded.filter((one) => one !== undefined);
      this.found = { text, messages: new Map(newest), conversations };
      this.say(`${pluralize(messages.size, 'conversation has', 'conversations have')} this text in a message`);
    });
  }

  forgetNote(): void {
    this.note = '';
    this.#sent = undefined;
  }

  /** Shows one line to the user. */
  say(note: string): void {
    this.note = asRun(note);
    this.#changed();
  }

  /** Calls `watch` after each change, until the returned function is called. */
  watch(watch: () => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  async #load(): Promise<void> {
    let known: readonly Conversation[] = [];
    if (this.#only === undefined) {
      const { conversations: newest, pagination } = await this.#wigwag.conversations.list({ limit: LARGEST_PAGE });
      const older = pagination.has_more ? keepOlder(newest, this.conversations, placeOfConversation) : [];
      this.conversations = [...newest, ...older];
      known = newest;
      this.#cursor = older.length > 0 ? this.#cursor : pagination.next_cursor;
      this.#wanted ??= this.conversations[0]?.phone;
    } else {
      this.#wanted = this.#only;
    }
    await this.#loadOpened(known);
  }

  /** @param known conversations that were just loaded */
  async #loadOpened(known: readonly Conversation[] = []): Promise<void> {
    const phone = this.#wanted;
    if (phone === undefined) {
      return;
    }
    const { conversations, contacts } = this.#wigwag;
    const listed = known.find((one) => one.phone === phone);
    const conversation =
      listed ??
      (await conversations.get(phone).catch((error: { code?: string }) => {
        // No conversation exists yet: the first message starts it.
        if (this.#only !== undefined && error.code === 'CONVERSATION_NOT_FOUND') {
          return undefined;
        }
        throw error;
      }));
    if (conversation === undefined) {
      // This call throws if the person can never receive messages.
      await contacts.window(phone);
      return;
    }
    const isWindowKept = !this.#isWindowStale && this.opened?.window !== undefined;
    this.#isWindowStale = false;
    const [{ messages, pagination }, window] = await Promise.all([
      conversations.messages(phone),
      isWindowKept ? this.opened?.window : contacts.window(conversation.phone, { channel: conversation.channel }),
    ]).catch((error: unknown) => {
      this.#isWindowStale = true;
      throw error;
    });
    // The user may have opened another conversation meanwhile.
    if (phone === this.#wanted) {
      const { opened } = this;
      const isSame = opened !== undefined && keyOf(opened.conversation) === keyOf(conversation);
      if (isSame && opened.after !== null) {
        // The history is an older part. The newest messages do not follow it.
        this.opened = { ...opened, conversation, window };
        this.#showListed(conversation);
        return;
      }
      const older = isSame && pagination.has_more ? keepOlder(messages, opened.history, placeOfMessage) : [];
      const before = isSame && older.length > 0 ? opened.before : pagination.before;
      const newest = messages.map((one) => advanced(one, this.#statuses.get(one.id)));
      this.opened = { conversation, history: [...newest, ...older], before, after: null, window };
      this.#forgetSent();
      this.#showListed(conversation);
    }
  }

  /** Shows a conversation as it is now in the list. A refresh may not load the page with it. */
  #showListed(conversation: Conversation): void {
    this.conversations = this.conversations.map((one) => (keyOf(one) === keyOf(conversation) ? conversation : one));
    this.#changed();
  }

  /** Loads one page at a time. A call during a load waits for that load. */
  async #loadMore(load: () => Promise<void>): Promise<void> {
    this.#loadingOlder ??= this.#try(load).finally(() => {
      this.#loadingOlder = undefined;
    });
    await this.#loadingOlder;
  }

  /** Runs an action that the server may refuse. The screen shows the refusal and stays open. */
  async #try(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      const lines = describe(error).split('\n');
      // Errors from outside the API may contain a stack trace after the first line.
      this.note = asRun((error instanceof ApiError ? lines : lines.slice(0, 1)).join('\n'));
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
