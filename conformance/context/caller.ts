import type { Channel } from '@wigwag/openapi';
import type { Answer } from '../answer.ts';
import type { Api, CallOptions } from '../api.ts';
import type { Control, ControlBody } from '../control.ts';
import type { Situation } from '../target.ts';
import { Failure, Untestable } from '../verdict.ts';
import type { Account, KeyOptions, Session } from './session.ts';

/** What the control protocol gives each account. */
const DEMO_TEMPLATES = {
  plain: 'hello_world',
  positional: 'order_update',
  named: 'welcome_named',
  marketing: 'promo_spring',
  pending: 'pending_one',
} as const;

/** An address that no request comes from (RFC 5737). */
export const ELSEWHERE = '203.0.113.7';

/** Who asks, and what is asked: the accounts, keys and calls of one case. */
export abstract class Caller {
  readonly session: Session;
  readonly #api: Api;
  /** What no other case has; makes names of this case's own. */
  readonly tag: string;
  #account: Promise<Account> | undefined;
  /** The last answers of this case, for the report. */
  readonly answers: Answer[] = [];

  constructor(session: Session) {
    this.session = session;
    this.#api = session.api;
    this.tag = String(session.next());
  }

  /** Another of the same kind, with an account of its own. */
  protected abstract fresh(): this;

  /** The account of this case. */
  account(): Promise<Account> {
    this.#account ??= this.session.control ? this.newAccount() : Promise.resolve(this.#fixed('live'));
    return this.#account;
  }

  /** Another account, with something wrong with it if told so. */
  async newAccount(
    situation?: Situation,
    more: Omit<ControlBody<'createAccount'> & object, 'situation'> = {},
  ): Promise<Account> {
    const { control } = this.session;
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
    if (situation === undefined || Object.keys(more).length > 0) {
      throw new Untestable('needs the control protocol: accounts of its own');
    }
    return this.#fixed(situation);
  }

  /** An account that the target offers. */
  #fixed(name: 'live' | Situation): Account {
    const { keys, webhook } = this.session.target;
    const live = keys?.[name];
    if (live === undefined) {
      throw new Untestable(`needs the control protocol or keys.${name}`);
    }
    return {
      id: undefined,
      companyId: undefined,
      live,
      test: name === 'live' ? (keys?.test ?? '') : live,
      secret: webhook?.secret ?? '',
      connections: undefined,
    };
  }

  /** @throws {Untestable} when the account is not this case's own, and may hold anything */
  requireOwnAccount(): void {
    this.control('an account of its own');
  }

  /** What several cases read and none changes is made once, in an account of its own. */
  shared<T>(name: string, make: (t: this) => Promise<T>): Promise<T> {
    const { shared } = this.session;
    const made = (shared.get(name) as Promise<T> | undefined) ?? make(this.fresh());
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
  protected async accountId(): Promise<string> {
    this.control('accounts of its own');
    return (await this.account()).id as string;
  }

  protected control(what: string): Control {
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
      const { key } = await control.call('createKey', { account_id: await this.accountId(), mode, ...options });
      return key;
    }
    const fixed = options.revoked
      ? 'revoked'
      : options.allowed_ips?.includes(ELSEWHERE)
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
    await this.control('revoking a key').call('revokeKey', { key });
  }

  // What is asked. The key is that of the case's account, with all rights, unless told otherwise.

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const key = options.key === undefined ? (await this.account()).live : options.key;
    this.#spareStrangers(method, path, key, options.body);
    const answer = await this.#api.call(method, path, { ...options, key });
    this.answers.push(answer);
    this.answers.splice(0, this.answers.length - 3);
    return answer;
  }

  /** Without the control protocol messages really arrive, so that nobody but the target's recipients may get or lose any. */
  #spareStrangers(method: string, path: string, key: string | null, body: unknown): void {
    const { control, target } = this.session;
    const { searchParams: query, pathname } = new URL(path, 'http://target');
    const isSend = pathname.startsWith('/messages') && (method === 'POST' || pathname.startsWith('/messages/template'));
    const isStop = method === 'POST' && ['/opt-outs', '/blocked-numbers'].includes(pathname);
    if (control || !(isSend || isStop)) {
      return;
    }
    const { to, phone } = (body ?? {}) as { to?: unknown; phone?: unknown };
    const person = to ?? phone ?? query.get('to') ?? query.get('phone');
    const isKnown = Object.values(target.recipients ?? {}).includes(String(person));
    const isLive = [key, query.get('api_key'), pathname.split('/')[3]].includes(target.keys?.live ?? '');
    if ((isSend && isLive && person !== null && !isKnown) || (isStop && isKnown)) {
      throw new Untestable('needs the control protocol: people whom it does not matter to write to, or to block');
    }
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
      page.succeeds();
      pages.push(page);
      const { has_more, next_cursor } = page.data.pagination ?? {};
      cursor = has_more ? next_cursor : undefined;
      if (pages.length > 200) {
        throw new Failure(`${path} has no last page`, { expected: 'has_more false at some time', got: '200 pages' });
      }
    } while (cursor !== undefined && cursor !== null);
    return pages;
  }
}
