import { type Dispatcher, request } from 'undici';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { InboundRecord, VisitorPage, VisitorPageMessage } from '../oracle/records.ts';
import type { Calm } from './calm.ts';
import { type OpenPage, openPage, repeatWhile, type View } from './open-page.ts';
import type { NetworkWeather } from './weather.ts';

/** The number of visitors of each web chat. */
export const VISITORS = 3;

const SECOND = 1_000_000;
/** How long a page may take to load, in seconds. */
const PATIENCE = 600;

interface VisitorMessage {
  id: string;
  text: string;
  /** Undefined until the visitor has an ID. */
  record: InboundRecord | undefined;
}

interface ChatResponse {
  status: number;
  body: Record<string, unknown>;
}

interface VisitorOptions {
  scheduler: Scheduler;
  ledger: Ledger;
  account: number;
  /** The number of the visitor in the account. */
  number: number;
  connectionId: string;
  weather: NetworkWeather;
  calm: Pick<Calm, 'isCalm' | 'isServed'>;
  /** The API's origins. */
  origins: () => string[];
}

/**
 * The browser of a visitor of an account's web chat. Like the widget, it keeps the visitor's token and unsent messages
 * while no page is open, and reads the messages from an event stream.
 */
export class SimulatedVisitor {
  readonly name: string;
  readonly #options: VisitorOptions;
  readonly #drafts: VisitorMessage[] = [];
  readonly #pages = new Set<OpenPage>();
  #token: string | undefined;
  /** When the browser got its token. */
  #introducedAt = 0;
  #requests = 0;
  #offlineUntil = 0;

  constructor(options: VisitorOptions) {
    this.#options = options;
    this.name = `visitor ${options.account}.${options.number}`;
  }

  /** The visitor's ID; undefined before the first page has reached the server. */
  get id(): string | undefined {
    return this.#token?.split('.')[0];
  }

  /** Opens a page. It connects again until it is closed. */
  open(view: View): OpenPage {
    const opened = openPage(this.#options.scheduler, this.name, view);
    this.#pages.add(opened);
    opened.process.run(() => {
      void this.#follow(opened);
      void this.#sendDrafts(opened);
    });
    return opened;
  }

  /** Closes a page: the browser drops its connections. */
  close(opened: OpenPage): void {
    this.#pages.delete(opened);
    opened.process.kill();
  }

  closeAll(): void {
    for (const opened of this.#pages) {
      this.close(opened);
    }
  }

  /** The visitor writes a message. It is sent as soon as a page can. */
  write(): void {
    const { ledger, account, number } = this.#options;
    const count = ledger.inbound.length + this.#drafts.length;
    const text = `web ${number}.${count} for account ${account}`;
    this.#drafts.push({ id: `draft-${account}-${number}-${count}`, text, record: undefined });
    for (const opened of this.#pages) {
      opened.process.run(() => void this.#sendDrafts(opened));
    }
  }

  /** Cuts the network of the visitor for a while. */
  goOffline(seconds: number): void {
    const { scheduler, weather } = this.#options;
    this.#offlineUntil = scheduler.now + seconds * SECOND;
    weather.isolate(this.name, seconds);
  }

  /** Sends what the visitor has written, after all faults have ended. */
  async sendAll(): Promise<void> {
    this.closeAll();
    if (this.#drafts.length > 0) {
      await this.#openUntil(() => this.#drafts.length === 0);
    }
  }

  /** Breaks all connections of the visitor, for example because another network is used. Responses are lost. */
  loseConnections(): void {
    this.#offlineUntil = Math.max(this.#offlineUntil, this.#options.scheduler.now);
    for (const opened of this.#pages) {
      opened.loseConnections();
    }
  }

  /** Opens a page at the end. Returns it with everything that it shows, and closes it. */
  async readAll(): Promise<VisitorPage | undefined> {
    return this.id === undefined ? undefined : this.#openUntil(({ page }) => page.hasOlder === false);
  }

  /** Opens a page that reports nothing, waits until it is as expected, and closes it. Returns the page. */
  async #openUntil(isDone: (opened: OpenPage) => boolean): Promise<VisitorPage> {
    const { scheduler, ledger, account } = this.#options;
    const opened = this.open('hidden');
    for (let seconds = 0; seconds < PATIENCE && !isDone(opened); seconds += 1) {
      await scheduler.pause(scheduler.kernel, `${this.name} waits`, SECOND);
    }
    if (!isDone(opened)) {
      ledger.problem(`stuck: the page of ${this.name} of account ${account} did not load`);
    }
    this.close(opened);
    return opened.page;
  }

  async #call(
    { process, dispatcher }: OpenPage,
    method: 'GET' | 'POST',
    path: string,
    { body, after }: { body?: object; after?: number | undefined } = {},
  ): Promise<Dispatcher.ResponseData> {
    const { scheduler, ledger, account, connectionId, origins, calm } = this.#options;
    const all = origins();
    this.#requests += 1;
    const origin = all[this.#requests % all.length] as string;
    const wasCalm = calm.isCalm();
    const wasServed = calm.isServed();
    const begun = scheduler.now;
    const what = `${method} ${path} of ${this.name} of account ${account}`;
    try {
      const response = await request(`${origin}/webchat/${connectionId}/${path}`, {
        method,
        dispatcher,
        headers: {
          ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...(after !== undefined && { 'last-event-id': String(after) }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { statusCode } = response;
      scheduler.tell(process, `${method} ${path}: ${statusCode}`);
      if (wasCalm && calm.isCalm() && statusCode >= 500) {
        ledger.problem(`refused: ${what} got ${statusCode} though nothing was wrong`);
      }
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 401 && statusCode !== 429) {
        ledger.problem(`refused: ${what} got ${statusCode}: ${await response.body.text()}`);
      }
      if (statusCode === 401) {
        this.#forgetToken();
      }
      return response;
    } catch (error) {
      scheduler.tell(process, `${method} ${path}: ${(error as Error).message}`);
      if (wasServed && calm.isServed() && this.#offlineUntil < begun) {
        ledger.problem(`stuck: ${what} got no response (${(error as Error).message}) though the server was running`);
      }
      throw error;
    }
  }

  /** Forgets a token that the server no longer recognizes. The browser becomes a new visitor (docs/web-chat.md). */
  #forgetToken(): void {
    const { ledger, account } = this.#options;
    if (this.#introducedAt > ledger.keyChangedAt && !ledger.isChangingKey) {
      ledger.problem(`web chat: ${this.name} of account ${account} is unknown though the secret key is the same`);
    }
    this.#token = undefined;
    // It is not known whether these were accepted for the previous visitor.
    this.#drafts.splice(0);
  }

  /** Makes the browser a visitor, unless another page has done so. */
  async #introduce(opened: OpenPage): Promise<void> {
    const { ledger, account, scheduler } = this.#options;
    const begun = scheduler.now;
    if (this.#token === undefined) {
      const { statusCode, body } = await this.#call(opened, 'POST', 'visitors');
      const { token } = (await body.json()) as { token?: string };
      if (statusCode === 201 && token !== undefined && this.#token === undefined) {
        this.#token = token;
        this.#introducedAt = begun;
        ledger.pages.introduce(account, this.id as string);
      }
    }
    if (this.id === undefined) {
      throw new Error('the visitor has no ID');
    }
  }

  async #json(response: Dispatcher.ResponseData): Promise<ChatResponse> {
    const text = await response.body.text();
    return { status: response.statusCode, body: text === '' ? {} : JSON.parse(text) };
  }

  #sendDrafts(opened: OpenPage): Promise<void> {
    const { ledger, account, scheduler } = this.#options;
    const send = async (): Promise<boolean> => {
      await this.#introduce(opened);
      const draft = this.#drafts[0] as VisitorMessage;
      const person = this.id as string;
      draft.record ??= ledger.customerWrote({ account, channel: 'web', person, text: draft.text, at: scheduler.now });
      const body = { id: draft.id, text: draft.text };
      const { status, body: answer } = await this.#json(await this.#call(opened, 'POST', 'messages', { body }));
      if (status !== 201 || answer.draft_id !== draft.id) {
        return false;
      }
      draft.record.isAccepted = true;
      // Another page may have sent it at the same time.
      if (this.#drafts[0] === draft) {
        this.#drafts.shift();
      }
      return true;
    };
    return repeatWhile(opened, 'sends', () => this.#drafts.length > 0, send);
  }

  #report(opened: OpenPage): Promise<void> {
    const { ledger, account } = this.#options;
    const { unreported } = opened;
    const report = async (): Promise<boolean> => {
      const ids = [...unreported];
      const body = { delivered: ids, read: opened.view === 'visible' ? ids : [] };
      const response = await this.#call(opened, 'POST', 'receipts', { body });
      await response.body.dump();
      if (response.statusCode !== 204) {
        return false;
      }
      for (const id of ids) {
        unreported.delete(id);
        ledger.pages.reported(account, id, opened.view === 'visible' ? 'read' : 'delivered');
      }
      return true;
    };
    return repeatWhile(opened, 'reports', () => unreported.size > 0, report);
  }

  #follow(opened: OpenPage): Promise<void> {
    return repeatWhile(
      opened,
      'reconnects',
      () => true,
      () => this.#readEvents(opened),
    );
  }

  /** Reads one event stream. Resolves to true when it ends. */
  async #readEvents(opened: OpenPage): Promise<boolean> {
    const { ledger, account } = this.#options;
    await this.#introduce(opened);
    // A page that does not have all of the newest messages gets them again.
    if (opened.page.visitor !== this.id || opened.page.hasOlder === undefined) {
      opened.page = { visitor: this.id as string, messages: [], hasOlder: undefined };
      ledger.pages.opens(account, opened.page);
    }
    const { page } = opened;
    const after = page.hasOlder === undefined ? undefined : (page.messages.at(-1)?.position ?? 0);
    const { statusCode, body } = await this.#call(opened, 'GET', 'events', { after });
    if (statusCode !== 200) {
      await body.dump();
      return false;
    }
    let rest = '';
    for await (const chunk of body) {
      const frames = (rest + String(chunk)).split('\n\n');
      rest = frames.pop() as string;
      for (const frame of frames) {
        await this.#take(opened, frame);
      }
    }
    return true;
  }

  async #take(opened: OpenPage, frame: string): Promise<void> {
    const { ledger, account } = this.#options;
    const { page, unreported } = opened;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
    const [event, data] = [field('event'), field('data')];
    if (event === 'message' && data !== undefined) {
      const message = JSON.parse(data) as VisitorPageMessage;
      ledger.pages.shows(account, page, message);
      page.messages.push(message);
      if (message.direction === 'out' && message.status !== 'read' && opened.view !== 'hidden') {
        unreported.add(message.id);
        void this.#report(opened);
      }
    }
    if (event === 'ready' && data !== undefined) {
      page.hasOlder ??= (JSON.parse(data) as { has_more: boolean }).has_more;
      await this.#readOlder(opened);
    }
  }

  /** Reads the messages before the first one of the page, as if the visitor scrolled up. */
  async #readOlder(opened: OpenPage): Promise<void> {
    const { page } = opened;
    while (page.hasOlder) {
      const before = page.messages[0]?.position;
      const response = await this.#call(opened, 'GET', `messages?before=${before}`);
      const { body } = await this.#json(response);
      const older = body as unknown as { messages: VisitorPageMessage[]; has_more: boolean };
      page.messages.unshift(...older.messages);
      page.hasOlder = older.has_more;
    }
  }
}
