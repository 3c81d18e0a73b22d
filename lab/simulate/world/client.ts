import { checkAdmission, checkStopped } from '../oracle/admission.ts';
import { checkDownload, checkUpload } from '../oracle/files.ts';
import { checkRate } from '../oracle/rate.ts';
import { type ApiSend, type InboundRecord, type Limited, textOf } from '../oracle/records.ts';
import { type Failures, TRIES } from './api-client.ts';
import { ApiReader } from './api-reader.ts';
import { formOf, hashOf, makeFile, type SentFile } from './media.ts';
import { personId } from './meta.ts';

const SECOND = 1_000_000;

/** The requests per minute of the key with a low limit. */
export const SLOW_KEY_RATE = 6;

/** A program that uses the API for one account, and retries with idempotency keys. */
export class Client extends ApiReader {
  #isExceeding = false;
  #sends = 0;

  async #send(send: Omit<ApiSend, 'ids' | 'at' | 'account'>, path: string, body: object): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const entry = ledger.sends(account, send, scheduler.now);
    // Without a key, a repeated request may send again.
    const failures: Failures = { orderly: 0, other: 0 };
    const tries = send.key === undefined ? 1 : TRIES;
    const call = { method: 'POST', path, body, key: send.key, isTest: send.isTest } as const;
    const reply = await this.call(call, tries, failures);
    checkAdmission(ledger, entry, reply, scheduler.now);
    if (failures.orderly > 0 && failures.other === 0) {
      checkStopped(ledger, entry, reply);
    }
  }

  #name(): string {
    this.#sends += 1;
    return `out-${this.options.account}-${this.#sends}`;
  }

  sendText(channel: 'whatsapp' | 'messenger' | 'instagram', person: number, hasKey: boolean): Promise<void> {
    const token = this.#name();
    const to = personId(channel, this.options.account, person);
    const send = { token, channel, to, kind: 'text', key: hasKey ? `key ${token}` : undefined } as const;
    return this.#send(send, '/messages', { channel, to: this.nameFor(to), text: token });
  }

  /** Uploads a file and sends it by its ID (§2.6). A repeated upload has another ID. */
  async sendUpload(person: number, type: SentFile['type'], bytes: number): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const token = this.#name();
    const file = makeFile(type, bytes, token);
    const begun = scheduler.now;
    const reply = await this.call({ method: 'POST', path: '/media', form: formOf(file, `${token}.bin`) });
    if (reply?.status !== 201) {
      return;
    }
    checkUpload(ledger, reply, file.bytes.length, begun, scheduler.now);
    const to = personId('whatsapp', account, person);
    const key = `key ${token}`;
    const send = { token, channel: 'whatsapp', to, kind: 'text', key, file: hashOf(file.bytes) } as const;
    const media = { id: reply.body.data.id };
    await this.#send(send, '/messages', { to: this.nameFor(to), type, media, caption: token });
  }

  /** Downloads a customer's file when its event has arrived, if it does within an hour. */
  async downloadWhenKnown(message: InboundRecord): Promise<void> {
    const { scheduler } = this.options;
    for (let left = 60; left > 0 && message.knownAt === undefined; left -= 1) {
      await scheduler.pause(this.process, 'waits for the event', 60 * SECOND);
    }
    await this.#downloadOf(message, false);
  }

  /** Downloads all files of customers at the end. */
  async downloadAll(): Promise<void> {
    const { ledger, account } = this.options;
    for (const message of ledger.inbound.filter((one) => one.account === account && one.file !== undefined)) {
      await this.#downloadOf(message, true);
    }
  }

  /** @param isCertain whether the download must succeed, because there is no fault */
  async #downloadOf(message: InboundRecord, isCertain: boolean): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const { text, file, knownAt } = message;
    const event = (ledger.streams.get(account) ?? []).find((one) => textOf(one) === text);
    if (file === undefined || knownAt === undefined || event === undefined) {
      return;
    }
    const download = await this.download(new URL(event.data.message?.media?.url ?? '').pathname);
    checkDownload(ledger, { text, file }, download, { knownAt, now: scheduler.now, isCertain });
  }

  /** Sends a text to a visitor of the web chat. */
  sendToVisitor(visitor: string): Promise<void> {
    const token = this.#name();
    const send = { token, channel: 'web', to: visitor, kind: 'text', key: `key ${token}` } as const;
    return this.#send(send, '/messages', { channel: 'web', to: visitor, text: token });
  }

  /** Sends a text that is split into parts (§2.3). The token is in each part, except perhaps the last. */
  sendLongText(channel: 'messenger' | 'instagram', person: number, words: number): Promise<void> {
    const token = this.#name();
    const to = personId(channel, this.options.account, person);
    const text = Array.from({ length: words }, (_, word) => (word % 10 === 0 ? token : `söz${word}`)).join(' ');
    const send = { token, channel, to, kind: 'text', key: `key ${token}`, text: `${text} ${token}` } as const;
    return this.#send(send, '/messages', { channel, to, text: send.text });
  }

  /** Sends with the test key: nothing reaches the provider (§5.7). */
  sendTest(person: number, kind: 'text' | 'utility' | 'marketing'): Promise<void> {
    const token = this.#name();
    const to = personId('whatsapp', this.options.account, person);
    const send = { token, channel: 'whatsapp', to, kind, key: `key ${token}`, isTest: true } as const;
    return kind === 'text'
      ? this.#send(send, '/messages', { to, text: token })
      : this.#send(send, '/messages/template', {
          to,
          name: kind === 'marketing' ? 'promo' : 'order',
          variables: [token],
        });
  }

  /** Sends the template with the buttons of flows. */
  sendOrder(person: number): Promise<void> {
    const token = this.#name();
    const to = personId('whatsapp', this.options.account, person);
    const send = { token, channel: 'whatsapp', to, kind: 'utility', key: `key ${token}` } as const;
    return this.#send(send, '/messages/template', { to: this.nameFor(to), name: 'order', variables: [token] });
  }

  sendTemplate(person: number): Promise<void> {
    const token = this.#name();
    const to = personId('whatsapp', this.options.account, person);
    const isMarketing = person % 3 === 0;
    const send = {
      token,
      channel: 'whatsapp',
      to,
      kind: isMarketing ? 'marketing' : 'utility',
      key: `key ${token}`,
    } as const;
    const name = isMarketing ? 'promo' : 'order';
    return this.#send(send, '/messages/template', { to: this.nameFor(to), name, variables: [token] });
  }

  /** Sends two concurrent requests with the same key. */
  async sendTwice(person: number): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const token = this.#name();
    const to = personId('whatsapp', account, person);
    const send = { token, channel: 'whatsapp', to, kind: 'utility', key: `key ${token}` } as const;
    const entry = ledger.sends(account, send, scheduler.now);
    const call = {
      method: 'POST',
      path: '/messages/template',
      body: { to: this.nameFor(to), name: 'order', variables: [token] },
      key: send.key,
    } as const;
    const replies = await Promise.all([this.call(call), this.call(call)]);
    for (const reply of replies) {
      checkAdmission(ledger, entry, reply, scheduler.now);
    }
  }

  async changeList(list: 'opt-outs' | 'blocked-numbers', person: number, isIn: boolean): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const phone = personId('whatsapp', account, person);
    const change = ledger.lists.changes(account, list, phone, scheduler.now);
    const name = this.nameFor(phone);
    const reply = await this.call(
      isIn
        ? { method: 'POST', path: `/${list}`, body: { phone: name } }
        : { method: 'DELETE', path: `/${list}/${name}` },
    );
    const isDone = reply !== undefined && reply.status < 300;
    ledger.lists.changed({ account, list, person: phone }, change, isDone ? isIn : undefined, scheduler.now);
  }

  /** Makes more requests than its key allows, and one more when `Retry-After` has passed (§8). */
  async exceedRate(count: number): Promise<void> {
    const { scheduler, ledger, account, isCalm } = this.options;
    if (this.#isExceeding) {
      return;
    }
    this.#isExceeding = true;
    const made: Limited[] = [];
    const one = async (isRetry: boolean) => {
      const begun = scheduler.now;
      const wasCalm = isCalm();
      const reply = await this.call({ method: 'GET', path: '/me', isSlow: true }, 1);
      if (reply && wasCalm && isCalm()) {
        made.push({ begun, ended: scheduler.now, reply, isRetry });
      }
      return reply;
    };
    const replies = await Promise.all(Array.from({ length: count }, () => one(false)));
    const waits = replies.map((reply) => Number(reply?.headers['retry-after'] ?? 0));
    const wait = Math.max(...waits);
    await scheduler.pause(this.process, 'waits for the rate limit', (wait + 1) * SECOND);
    // Only requests in calm times are in `made`: a restart forgets requests, and a clock that is set back keeps them.
    await one(wait > 0 && made.length === count);
    this.#isExceeding = false;
    checkRate(ledger, account, SLOW_KEY_RATE, made);
  }

  /** Reads a list in small pages while its records change (§2.1). */
  async readList(list: 'conversations' | 'contacts' | 'opt-outs' | 'blocked-numbers', limit: number): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const begun = scheduler.now;
    const records = await this.readAll(`/${list}`, list.replace('-', '_'), limit, 2 * SECOND);
    if (records) {
      const people = records as { id?: number; phone: string; channel?: string }[];
      ledger.listed(account, list, people, { begun, ended: scheduler.now });
    }
  }

  /** Reads the history of a conversation in small pages (§4.7). */
  async readHistory(person: number, limit: number): Promise<void> {
    const { ledger, account } = this.options;
    const name = this.nameFor(personId('whatsapp', account, person));
    ledger.readHistory(account, await this.historyOf(name, limit, SECOND));
  }

  /** Waits until the API shows a person under their new name. Returns whether it does, after at most an hour. */
  async awaitName(person: number): Promise<boolean> {
    const { ledger, account, scheduler } = this.options;
    const first = personId('whatsapp', account, person);
    const next = ledger.names.current(first);
    for (let left = 60; left > 0; left -= 1) {
      if ((await this.shownAs(next)) === next) {
        ledger.names.known(first, scheduler.now);
        return true;
      }
      await scheduler.pause(this.process, 'waits for the new number', 60 * SECOND);
    }
    return false;
  }

  /** Asks for a message of another account (§4.2). */
  async spy(id: string): Promise<void> {
    const reply = await this.call({ method: 'GET', path: `/messages/${id}` });
    if (reply && reply.status < 500 && reply.status !== 404 && reply.status !== 429) {
      const { ledger, account } = this.options;
      ledger.problem(`tenancy: account ${account} got ${reply.status} for the message ${id} of another account`);
    }
  }

  /** Assigns a conversation to the account's agent (§3.2). */
  async takeOver(person: number, agentId: number): Promise<void> {
    const { ledger, account, scheduler } = this.options;
    const phone = personId('whatsapp', account, person);
    const begun = scheduler.now;
    const body = { agent_id: agentId };
    const path = `/conversations/${this.nameFor(phone)}`;
    const reply = await this.call({ method: 'PATCH', path, body });
    if (reply?.status === 200) {
      ledger.takeovers.push({ account, phone, begun, at: scheduler.now });
    }
  }

  async closeConversation(person: number): Promise<void> {
    const phone = personId('whatsapp', this.options.account, person);
    const path = `/conversations/${this.nameFor(phone)}`;
    await this.call({ method: 'PATCH', path, body: { status: 'closed' } });
  }
}
