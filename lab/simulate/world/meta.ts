import { Agent } from 'undici';
import type { MockProvider } from '../../../mock-provider/index.ts';
import type { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { InboundRecord } from '../oracle/records.ts';
import { OPT_OUT_BUTTON } from './flows.ts';
import { fetchFile, hashOf, makeFile, type SentFile } from './media.ts';

const MINUTE = 60_000_000;

type MetaChannel = 'whatsapp' | 'messenger' | 'instagram';
type MetaContent = Omit<Parameters<MockProvider['receive']>[0], 'channel' | 'business_id' | 'from'>;
type MockCredentials = ReturnType<MockProvider['addBusiness']>;

/** Returns whether Meta never shows the phone number of a person on WhatsApp. */
const hidesNumber = (person: number): boolean => person % 4 === 3;

/** Returns the ID of a person on a channel. On WhatsApp, it is the phone number or a business-scoped user ID. */
export function personId(channel: MetaChannel, account: number, person: number): string {
  if (channel !== 'whatsapp') {
    return `${channel === 'messenger' ? 7 : 8}${account}0000000${person}`;
  }
  return hidesNumber(person) ? `TR.9000${account}0000${person}` : `90555${1_000_000 + person}`;
}

/** The mock of Meta, and the people who use its apps. */
export class Meta {
  readonly process: SimulatedProcess;
  readonly mock: MockProvider;
  readonly businesses: MockCredentials[] = [];
  readonly #scheduler: Scheduler;
  readonly #ledger: Ledger;
  /** The usernames on WhatsApp, by person. */
  readonly #usernames = new Map<number, string | null>();
  /** The accounts whose token has expired. */
  readonly expired = new Set<number>();
  /** The hashes of files that accounts have sent, by their IDs. */
  readonly #sentFiles = new Map<string, string>();
  #messages = 0;
  #limitedUntil = 0;
  #badUntil = 0;

  readonly origin: string;

  constructor(scheduler: Scheduler, process: SimulatedProcess, mock: MockProvider, ledger: Ledger, origin: string) {
    this.origin = origin;
    this.#scheduler = scheduler;
    this.process = process;
    this.mock = mock;
    this.#ledger = ledger;
  }

  /** The provider approves or rejects the template `news` of a business. */
  review(account: number, status: 'APPROVED' | 'REJECTED'): void {
    const { waba_id } = (this.businesses[account] as MockCredentials).whatsapp;
    this.#ledger.reviews.push({ account, status, at: this.#scheduler.now });
    this.process.run(() => this.mock.setTemplate(waba_id, { name: 'news', language: 'en_US', status }));
  }

  /** The token of a business expires: every request with it fails. */
  expireToken(account: number): void {
    this.mock.expireToken((this.businesses[account] as MockCredentials).access_token);
    this.expired.add(account);
    this.#ledger.tokenLosses.add(account);
  }

  /** Issues a new token for a business. Returns it. */
  renewToken(account: number): string {
    const business = this.businesses[account] as MockCredentials;
    const access_token = `${business.access_token}n`;
    const templates = this.mock.templates(business.whatsapp.waba_id);
    this.businesses[account] = this.mock.addBusiness({ credentials: { ...business, access_token }, templates });
    this.expired.delete(account);
    return access_token;
  }

  /** The provider accepts only so many messages for a while: a second and number or page, and to one person. */
  limit(perSecond: number, pairMilliseconds: number, minutes: number): void {
    const pair = { burst: 1, everyMs: pairMilliseconds };
    this.mock.setLimits({ throughput: perSecond, page: perSecond, pair });
    this.#limitedUntil = this.#scheduler.now + minutes * MINUTE;
    this.#scheduler.schedule(this.#scheduler.kernel, 'the provider lifts its limits', minutes * MINUTE, () => {
      if (this.#limitedUntil <= this.#scheduler.now) {
        this.#lift();
      }
    });
  }

  #lift(): void {
    this.mock.setLimits({ throughput: 80, page: 300, pair: null });
  }

  /** Changes the username of a person on WhatsApp; null removes it. */
  rename(person: number, username: string | null): void {
    this.#usernames.set(person, username);
    for (const [account, { whatsapp }] of this.businesses.entries()) {
      const id = personId('whatsapp', account, person);
      this.#ledger.named(id, username, this.#scheduler.now);
      if (!hidesNumber(person)) {
        // Otherwise Meta would hide the number from accounts that do not know it.
        this.mock.setContact({ business_id: whatsapp.phone_number_id, id, in_contact_book: true });
      }
    }
  }

  /** Gives a person on WhatsApp another number, or another user ID if Meta hides the number; only once per person. */
  async changeNumber(account: number, person: number): Promise<void> {
    const { phone_number_id: business_id } = (this.businesses[account] as MockCredentials).whatsapp;
    const id = personId('whatsapp', account, person);
    if (this.#ledger.names.hasChanged(id)) {
      return;
    }
    const next = hidesNumber(person) ? `${id}9` : id.replace('90555', '90531');
    this.#ledger.names.change(account, id, next, this.#scheduler.now);
    const change = hidesNumber(person) ? { user_id: next } : { phone: next };
    await this.process.run(() =>
      this.mock
        .receive({ channel: 'whatsapp', business_id, from: { id }, type: 'system', change })
        // The mock posts it again later.
        .catch((error: Error) => this.#scheduler.tell(this.process, `change of ${id}: ${error.message}`)),
    );
    if (!hidesNumber(person)) {
      // No one has taken over the number.
      this.mock.setContact({ business_id, id, unreachable: true });
    }
  }

  /** A customer presses a button of the last template `order` that they got, if any (§2.11). */
  async press(account: number, person: number, button: string): Promise<void> {
    const to = personId('whatsapp', account, person);
    const { phone_number_id } = (this.businesses[account] as MockCredentials).whatsapp;
    const template = this.mock
      .sends({ business_id: phone_number_id })
      .filter((one) => one.to === to && JSON.stringify(one.payload).includes('"name":"order"'))
      .at(-1);
    if (template) {
      await this.receive(account, 'whatsapp', person, { title: button, quoted: template.external_id });
    }
  }

  /** Sends a customer's message to an account, or their press of a template's button. */
  async receive(
    account: number,
    channel: MetaChannel,
    person: number,
    press?: { title: string; quoted: string },
  ): Promise<void> {
    await this.#deliver(account, channel, person, (text) => ({
      text,
      ...(press && { button: press.title }),
      content: press
        ? { type: 'template_button', button: { title: press.title, payload: text }, reply_to: press.quoted }
        : { type: 'text', text },
    }));
  }

  /** Sends a customer's file to an account, with a caption. */
  receiveFile(account: number, person: number, type: SentFile['type'], bytes: number): Promise<InboundRecord> {
    return this.#deliver(account, 'whatsapp', person, (text) => {
      const file = makeFile(type, bytes, text);
      const media = { mime_type: file.mimeType, bytes: file.bytes };
      return { text, file: hashOf(file.bytes), content: { type, text, media } };
    });
  }

  async #deliver(
    account: number,
    channel: MetaChannel,
    person: number,
    write: (text: string) => Pick<InboundRecord, 'text' | 'button' | 'file'> & { content: MetaContent },
  ): Promise<InboundRecord> {
    this.#messages += 1;
    const { content, ...message } = write(`in ${this.#messages} for account ${account}`);
    const { text } = message;
    const business = this.businesses[account] as MockCredentials;
    const ids = {
      whatsapp: business.whatsapp.phone_number_id,
      messenger: business.messenger.page_id,
      instagram: business.instagram.account_id,
    };
    const id = personId(channel, account, person);
    const username = channel === 'whatsapp' ? this.#usernames.get(person) : undefined;
    const sent = this.#ledger.customerWrote({
      account,
      channel,
      person: id,
      at: this.#scheduler.now,
      ...message,
    });
    if (message.button === OPT_OUT_BUTTON) {
      this.#ledger.pressedOptOut(sent);
    }
    await this.process.run(() =>
      this.mock
        .receive({
          channel,
          business_id: ids[channel],
          from: {
            id: channel === 'whatsapp' ? this.#ledger.names.current(id) : id,
            name: `Person ${person}`,
            ...(username !== undefined && { username }),
          },
          ...content,
        })
        .then(({ external_id }) => {
          sent.isAccepted = true;
          sent.externalId = external_id;
          this.#scheduler.tell(this.process, `received "${text}"`);
        })
        // The mock posts it again later.
        .catch((error: Error) => this.#scheduler.tell(this.process, `"${text}": ${error.message}`)),
    );
    return sent;
  }

  /**
   * Reads the files that the accounts have sent since the last call. Returns the hashes of all files so far, by their IDs.
   * During a fault, a file may stay unread until the next call.
   */
  async readSentFiles(): Promise<ReadonlyMap<string, string>> {
    const agent = new Agent();
    for (const { access_token, whatsapp } of this.businesses) {
      const headers = { authorization: `Bearer ${access_token}` };
      const read = (url: string) => this.process.run(() => fetchFile(url, agent, headers)).catch(() => undefined);
      for (const { payload, type } of this.mock.sends({ business_id: whatsapp.phone_number_id })) {
        const id = (payload[type] as { id?: string } | undefined)?.id;
        if (id !== undefined && !this.#sentFiles.has(id)) {
          const found = await read(`${this.origin}/v23.0/${id}`);
          const { url } = found?.status === 200 ? (JSON.parse(found.bytes.toString()) as { url: string }) : {};
          const file = url === undefined ? undefined : await read(url);
          if (file?.status === 200) {
            this.#sentFiles.set(id, hashOf(file.bytes));
          }
        }
      }
    }
    return this.#sentFiles;
  }

  /** Returns whether the servers acknowledged a customer's text, as far as the mock remembers its callbacks. */
  acknowledgements(): (text: string) => boolean {
    const bodies = this.mock.callbacks().filter(({ status_code }) => status_code === 200);
    const all = bodies.map(({ body }) => `${JSON.stringify(body)}\n`).join('');
    return (text) => all.includes(`"${text}"`);
  }

  /** Makes requests and callbacks fail at random for a while. */
  misbehave(seed: number, minutes: number, severity: number): void {
    const rate = 0.03 * severity;
    this.mock.faults.plan({
      seed,
      requests: {
        lost_reply: rate,
        reset: rate,
        unavailable: rate,
        reject: rate / 2,
        before_reply: rate,
        slow: rate,
        fail: rate,
      },
      callbacks: { duplicate: rate, delay: rate, reorder: rate },
      maxDelayMs: 90_000,
    });
    this.#recoverAfter(minutes);
  }

  /** Posts no callbacks about the progress of messages for a while. */
  dropStatuses(minutes: number): void {
    for (const event of ['sent', 'delivered', 'read']) {
      this.mock.faults.next({ applies_to: 'callback', outcome: 'drop', event, times: 1_000_000 });
    }
    this.#recoverAfter(minutes);
  }

  #recoverAfter(minutes: number): void {
    this.#badUntil = Math.max(this.#badUntil, this.#scheduler.now + minutes * MINUTE);
    this.#scheduler.schedule(this.#scheduler.kernel, 'the provider recovers', minutes * MINUTE, () => {
      if (this.#badUntil <= this.#scheduler.now) {
        this.beNormal();
      }
    });
  }

  /** Repeats, delays and reorders some callbacks, as Meta does on normal days. */
  beNormal(): void {
    this.mock.faults.clear();
    this.mock.faults.plan({ seed: 1, callbacks: { duplicate: 0.05, delay: 0.03, reorder: 0.03 }, maxDelayMs: 20_000 });
  }

  heal(): void {
    this.#lift();
    this.mock.faults.clear();
  }
}
