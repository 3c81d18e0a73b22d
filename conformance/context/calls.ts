import type { ApiResponse } from '../answer.ts';
import type { ApiCallOptions } from '../api.ts';
import { CaseFailure, Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import type { SuiteSession } from './session.ts';

/** Calls the API. Each call uses the live key of the case's account unless its options say otherwise. */
export interface Calls {
  /** The last responses of this case, for the report. */
  readonly answers: ApiResponse[];
  call(method: string, path: string, options?: ApiCallOptions): Promise<ApiResponse>;
  get(path: string, options?: ApiCallOptions): Promise<ApiResponse>;
  delete(path: string, options?: ApiCallOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: ApiCallOptions): Promise<ApiResponse>;
  patch(path: string, body: unknown, options?: ApiCallOptions): Promise<ApiResponse>;
  /** POST /messages. */
  send(body: Record<string, unknown>, options?: ApiCallOptions): Promise<ApiResponse>;
  /** POST /messages/template. */
  sendTemplate(body: Record<string, unknown>, options?: ApiCallOptions): Promise<ApiResponse>;
  /** Follows `next_cursor` to the end and returns every page. */
  pages(path: string, options?: ApiCallOptions): Promise<ApiResponse[]>;
}

/** @param accounts the accounts of the case, whose live key the calls use */
export function createCalls(session: SuiteSession, accounts: Accounts): Calls {
  const { control, target } = session;
  const answers: ApiResponse[] = [];

  /**
   * Without the control protocol, messages reach real people, so cases may only write to or block the target's
   * recipients.
   */
  function spareStrangers(method: string, path: string, key: string | null, body: unknown): void {
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
      throw new Untestable('needs the control protocol: test recipients to write to or block');
    }
  }

  const calls: Calls = {
    answers,

    async call(method, path, options = {}) {
      const key = options.key === undefined ? (await accounts.account()).live : options.key;
      spareStrangers(method, path, key, options.body);
      const answer = await session.api.call(method, path, { ...options, key });
      answers.push(answer);
      answers.splice(0, answers.length - 3);
      return answer;
    },

    get: (path, options) => calls.call('GET', path, options),
    delete: (path, options) => calls.call('DELETE', path, options),
    post: (path, body, options) => calls.call('POST', path, { ...options, ...(body !== undefined && { body }) }),
    patch: (path, body, options) => calls.call('PATCH', path, { ...options, body }),
    send: (body, options) => calls.post('/messages', body, options),
    sendTemplate: (body, options) => calls.post('/messages/template', body, options),

    async pages(path, options) {
      const pages: ApiResponse[] = [];
      let cursor: string | undefined;
      do {
        const glue = path.includes('?') ? '&' : '?';
        const page = await calls.get(
          path + (cursor === undefined ? '' : `${glue}cursor=${encodeURIComponent(cursor)}`),
          options,
        );
        page.succeeds();
        pages.push(page);
        const { has_more, next_cursor } = page.data.pagination ?? {};
        cursor = has_more ? next_cursor : undefined;
        if (pages.length > 200) {
          throw new CaseFailure(`${path} has no last page`, {
            expected: 'has_more false eventually',
            got: '200 pages',
          });
        }
      } while (cursor !== undefined && cursor !== null);
      return pages;
    },
  };
  return calls;
}
