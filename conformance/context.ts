import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '@wigwag/openapi';
import type { Answer } from './answer.ts';
import type { Api, CallOptions } from './api.ts';
import type { Control, ControlBody, ControlData } from './control.ts';
import type { Delivery, Hooks, HostedFile, Receiver } from './receiver.ts';
import type { Situation, Target } from './target.ts';
import { Failure, Untestable } from './verdict.ts';

/** What all cases of a run share. */
export interface Session {
  target: Target;
  api: Api;
  /** Undefined when the target offers none. */
  control: Control | undefined;
  /** Whether the clock of the target can be moved. */
  movesClock: boolean;
  hooks: Hooks;
  /** A number that no other call gives. */
  next: () => number;
  /** What cases only read and may therefore share. */
  shared: Map<string, Promise<unknown>>;
}

/** An account of the case's own, or the only one that the target offers. */
export interface Account {
  /** Undefined when the target offers no control protocol. */
  id: string | undefined;
  companyId: number | undefined;
  live: string;
  test: string;
  secret: string;
  connections: Record<Channel, string> | undefined;
}

export interface KeyOptions {
  mode?: 'live' | 'test';
  scopes?: ControlBody<'createKey'>['scopes'];
  allowed_ips?: string[];
  revoked?: boolean;
  requests_per_minute?: number;
}

/** What a customer writes, beside who does. */
export type Written = Partial<Omit<ControlBody<'receiveInbound'>, 'account_id' | 'from' | 'channel'>>;

/** What the control protocol gives each account. */
const DEMO_TEMPLATES = {
  plain: 'hello_world',
  positional: 'order_update',
  named: 'welcome_named',
  marketing: 'promo_spring',
  pending: 'pending_one',
} as const;

/** How long something may take to show, in real time. */
const DEADLINE_MILLISECONDS = 5000;
const LOOK_AGAIN_MILLISECONDS = 15;

/** What one case works with. Whatever the target does not offer makes the case untestable, with the reason. */
export class Context {
  readonly session: Session;
  readonly #api: Api;
  #account: Promise<Account> | undefined;
  /** The last answers of this case, for the report. */
  readonly answers: Answer[] = [];

  constructor(session: Session) {
    this.session = session;
    this.#api = session.api;
  }

  // Who asks.

  /** The account of this case. */
  account(): Promise<Account> {
    this.#account ??= this.newAccount();
    return this.#account;
  }

  /** Another account, with something wrong with it if told so. */
  async newAccount(
    situation?: Situation,
    more: Omit<ControlBody<'createAccount'> & object, 'situation'> = {},
  ): Promise<Account> {
    const { control, target } = this.session;
    if (control) {
      const made = await control.call('createAccount', { ...more, ...(situation && { situation }) });
      return {
        id: made.account_id,
        companyId: made.company_id,
        live: made.live_key,
        test: made.test_key,
        secret: made.signing_secret,
        connections: made.connections as Record<Channel, string>,
      };
    }
    const live = target.keys?.[situation ?? 'live'];
    if (live === undefined || Object.keys(more).length > 0) {
      throw new Untestable(`needs the control protocol or keys.${situation ?? 'live'}`);
    }
    const test = situation ? live : (target.keys?.test ?? '');
    return {
      id: undefined,
      companyId: undefined,
      live,
      test,
      secret: target.webhook?.secret ?? '',
      connections: undefined,
    };
  }

  /** What several cases read and none changes is made once, in an account of its own. */
  shared<T>(name: string, make: (t: Context) => Promise<T>): Promise<T> {
    const { shared } = this.session;
    const made = (shared.get(name) as Promise<T> | undefined) ?? make(new Context(this.session));
    shared.set(name, made);
    return made;
  }

  /** The name of a template of this kind. */
  template(kind: keyof typeof DEMO_TEMPLATES): string {
    if (this.session.control) {
      return DEMO_TEMPLATES[kind];
    }
    const name = this.session.target.templates?.[kind];
    if (name === undefined) {
      throw new Untestable(`needs the control protocol or templates.${kind}`);
    }
    return name;
  }

  /** The account of this case at the control protocol. */
  async #accountId(): Promise<string> {
    this.#control('accounts of its own');
    return (await this.account()).id as string;
  }

  #control(what: string): Control {
    if (!this.session.control) {
      throw new Untestable(`needs the control protocol: ${what}`);
    }
    return this.session.control;
  }

  async testKey(): Promise<string> {
    const { test } = await this.account();
    if (test === '') {
      throw new Untestable('needs the control protocol or keys.test');
    }
    return test;
  }

  /** A further key of the account of this case. */
  async key({ mode = 'live', ...options }: KeyOptions = {}): Promise<string> {
    const { control, target } = this.session;
    if (control) {
      const { key } = await control.call('createKey', { account_id: await this.#accountId(), mode, ...options });
      return key;
    }
    const fixed = options.revoked
      ? 'revoked'
      : options.allowed_ips
        ? 'ip_denied'
        : options.scopes?.length === 0
          ? 'no_scope'
          : undefined;
    const key = fixed && target.keys?.[fixed];
    if (!key) {
      throw new Untestable(`needs the control protocol${fixed ? ` or keys.${fixed}` : ': a key restricted as told'}`);
    }
    return key;
  }

  async revoke(key: string): Promise<void> {
    await this.#control('revoking a key').call('revokeKey', { key });
  }

  // What is asked. The key is that of the case's account, with all rights, unless told otherwise.

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const key = options.key === undefined ? (await this.account()).live : options.key;
    const answer = await this.#api.call(method, path, { ...options, key });
    this.answers.push(answer);
    this.answers.splice(0, this.answers.length - 3);
    return answer;
  }

  get = (path: string, options?: CallOptions): Promise<Answer> => this.call('GET', path, options);
  delete = (path: string, options?: CallOptions): Promise<Answer> => this.call('DELETE', path, options);
  post = (path: string, body?: unknown, options?: CallOptions): Promise<Answer> =>
    this.call('POST', path, { ...options, ...(body !== undefined && { body }) });
  patch = (path: string, body: unknown, options?: CallOptions): Promise<Answer> =>
    this.call('PATCH', path, { ...options, body });

  /** POST /messages. */
  send = (body: Record<string, unknown>, options?: CallOptions): Promise<Answer> =>
    this.post('/messages', body, options);
  /** POST /messages/template. */
  sendTemplate = (body: Record<string, unknown>, options?: CallOptions): Promise<Answer> =>
    this.post('/messages/template', body, options);

  /** Follows `next_cursor` to the end and gives every page. */
  async pages(path: string, options?: CallOptions): Promise<Answer[]> {
    const pages: Answer[] = [];
    let cursor: string | undefined;
    do {
      const glue = path.includes('?') ? '&' : '?';
      const page = await this.get(
        path + (cursor === undefined ? '' : `${glue}cursor=${encodeURIComponent(cursor)}`),
        options,
      );
      page.is(200);
      pages.push(page);
      const { has_more, next_cursor } = page.data.pagination ?? {};
      cursor = has_more ? next_cursor : undefined;
      if (pages.length > 200) {
        throw new Failure(`${path} has no last page`, { expected: 'has_more false at some time', got: '200 pages' });
      }
    } while (cursor !== undefined && cursor !== null);
    return pages;
  }

  // People.

  /** Somebody of this case's own who never wrote. */
  person(channel: Channel = 'whatsapp'): string {
    const number = this.session.next();
    switch (channel) {
      case 'whatsapp':
        return `90555${String(number).padStart(7, '0')}`;
      case 'web':
        return `web_conformance${number}`;
      default:
        return `178414${String(number).padStart(11, '0')}`;
    }
  }

  /** Somebody who never wrote, known to the target as such. */
  async stranger(channel: Channel = 'whatsapp'): Promise<string> {
    if (this.session.control) {
      return this.person(channel);
    }
    const never = channel === 'whatsapp' ? this.session.target.recipients?.never : undefined;
    if (never === undefined) {
      throw new Untestable(`needs the control protocol${channel === 'whatsapp' ? ' or recipients.never' : ''}`);
    }
    return never;
  }

  /** Somebody who wrote a moment ago, so that the window is open. */
  async customer(channel: Channel = 'whatsapp', written: Written = {}): Promise<string> {
    if (this.session.control) {
      const person = this.person(channel);
      await this.writes(person, channel, written);
      return person;
    }
    const open = channel === 'whatsapp' ? this.session.target.recipients?.open : undefined;
    if (open === undefined) {
      throw new Untestable(`needs the control protocol${channel === 'whatsapp' ? ' or recipients.open' : ''}`);
    }
    return open;
  }

  /** A customer writes. @returns the provider's id of the message */
  async writes(
    person: string,
    channel: Channel = 'whatsapp',
    { type = 'text', ...written }: Written = {},
    name = 'Ada',
  ): Promise<string> {
    const control = this.#control('a customer who writes');
    const { external_id } = await control.call('receiveInbound', {
      account_id: await this.#accountId(),
      channel,
      from: { id: person, name },
      type,
      ...(type === 'text' && { text: 'Hello' }),
      ...written,
    });
    return external_id;
  }

  // What the dashboard and the provider do.

  async addTemplate(
    template: Omit<ControlBody<'putTemplate'>, 'account_id' | 'language' | 'category' | 'status' | 'parameter_format'> &
      Partial<ControlBody<'putTemplate'>>,
  ): Promise<number> {
    const { id } = await this.#control('templates').call('putTemplate', {
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      parameter_format: 'POSITIONAL',
      ...template,
      account_id: await this.#accountId(),
    });
    return id;
  }

  async connection(channel: Channel, more: { active?: boolean; connection_id?: string } = {}): Promise<string> {
    const account_id = await this.#accountId();
    return (await this.#control('connections').call('setConnection', { account_id, channel, ...more })).connection_id;
  }

  async label(name: string): Promise<number> {
    return (await this.#control('labels').call('createLabel', { account_id: await this.#accountId(), name })).id;
  }

  async agent(name = 'Grace'): Promise<number> {
    return (await this.#control('agents').call('createAgent', { account_id: await this.#accountId(), name })).id;
  }

  async campaign(template: string, recipients: ControlBody<'createCampaign'>['recipients']): Promise<void> {
    await this.#control('campaigns').call('createCampaign', {
      account_id: await this.#accountId(),
      template,
      recipients,
    });
  }

  /** How the provider treats the next sends or uploads. */
  async provider(
    outcome: Omit<ControlBody<'setProviderOutcome'>, 'account_id' | 'channel'> & { channel?: Channel },
  ): Promise<void> {
    const account_id = await this.#accountId();
    await this.#control('a provider that fails').call('setProviderOutcome', {
      channel: 'whatsapp',
      ...outcome,
      account_id,
    });
  }

  /** What the provider really took from this account, once everything due has run. */
  async sends(): Promise<ControlData<'listProviderSends'>> {
    const control = this.#control('what the provider took');
    await this.settle();
    return control.call('listProviderSends', undefined, `?account_id=${await this.#accountId()}`);
  }

  async deliveries(): Promise<ControlData<'listDeliveries'>> {
    const control = this.#control('the log of deliveries');
    return control.call('listDeliveries', undefined, `?account_id=${await this.#accountId()}`);
  }

  // Time.

  /** Runs everything that is due. */
  async settle(): Promise<void> {
    await this.session.control?.call('settle');
  }

  /** The time that the target goes by. */
  async now(): Promise<Date> {
    return this.session.control ? new Date((await this.session.control.call('getClock')).now) : new Date();
  }

  /** Lets time pass at the target. */
  async advance(seconds: number): Promise<void> {
    const control = this.#control('a clock that can be moved');
    if (!this.session.movesClock) {
      throw new Untestable('needs a clock that can be moved (POST /clock/advance of the control protocol)');
    }
    await control.call('advanceClock', { seconds });
  }

  /** Looks until there is something. @throws {Failure} when there is nothing in time */
  async eventually<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
    const deadline = Date.now() + DEADLINE_MILLISECONDS;
    for (;;) {
      const found = await look();
      if (found !== undefined && found !== false) {
        return found;
      }
      if (Date.now() > deadline) {
        throw new Failure(`${what} did not come`, {
          expected: what,
          got: `nothing within ${DEADLINE_MILLISECONDS / 1000} s`,
        });
      }
      await this.settle();
      await sleep(LOOK_AGAIN_MILLISECONDS);
    }
  }

  // Webhooks and files.

  /** Where the events of the case's account go from now on. */
  async receiver(events?: ControlBody<'setWebhook'>['events']): Promise<Receiver> {
    const { hooks, target, control } = this.session;
    const { id, secret } = await this.account();
    if (control) {
      const receiver = hooks.receiver(secret);
      await this.webhook(receiver.url, events);
      return receiver;
    }
    const { listen, url } = target.webhook ?? {};
    if (id === undefined && (listen === undefined || url === undefined || secret === '')) {
      throw new Untestable('needs the control protocol or webhook.listen, webhook.url and webhook.secret');
    }
    return hooks.receiver(secret, new URL(url as string).pathname);
  }

  /** Sets the address as it is. */
  async webhook(url: string | null, events?: ControlBody<'setWebhook'>['events']): Promise<void> {
    const account_id = await this.#accountId();
    await this.#control('a webhook address').call('setWebhook', { account_id, url, ...(events && { events }) });
  }

  /** Waits for the deliveries of one event that the filter takes. */
  async events(
    receiver: Receiver,
    event: string,
    atLeast = 1,
    fits: (body: Delivery['body']) => boolean = () => true,
  ): Promise<Delivery[]> {
    return this.eventually(`${atLeast} ${event}`, () => {
      const found = receiver.deliveries.filter(({ body }) => body?.event === event && fits(body));
      return found.length >= atLeast && found;
    });
  }

  /** The address of a file that the target can fetch. */
  file(name: string, file: HostedFile): string {
    if (!this.session.control) {
      throw new Untestable('needs a target on this machine, which can fetch files of the suite');
    }
    return this.session.hooks.file(name, file);
  }
}
