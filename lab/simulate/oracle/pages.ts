import type { VisitorPage, VisitorPageMessage } from './records.ts';

/** All pages that visitors of web chats have opened. */
export class Pages {
  readonly all: { account: number; page: VisitorPage }[] = [];
  readonly #visitors = new Set<string>();
  readonly #reports = new Map<string, 'delivered' | 'read'>();
  readonly #problem: (text: string) => void;

  constructor(problem: (text: string) => void) {
    this.#problem = problem;
  }

  /** Records that a browser has become a visitor. */
  introduce(account: number, visitor: string): void {
    if (this.#visitors.has(visitor) || !visitor.startsWith('web_')) {
      this.#problem(`web chat: account ${account} has a new visitor ${visitor}, an ID that is taken or malformed`);
    }
    this.#visitors.add(visitor);
  }

  /** Records a page that is opened. Its messages are added to it later. */
  opens(account: number, page: VisitorPage): void {
    this.all.push({ account, page });
  }

  /** A page adds a message to its end: each message once, and each after those before it. */
  shows(account: number, page: VisitorPage, message: VisitorPageMessage): void {
    const last = page.messages.at(-1);
    if (page.messages.some(({ id }) => id === message.id)) {
      this.#problem(`doubled: a page of ${page.visitor} of account ${account} got "${message.text}" twice`);
    } else if (last && last.position >= message.position) {
      this.#problem(
        `order: a page of ${page.visitor} of account ${account} got "${message.text}" after "${last.text}"`,
      );
    }
  }

  /** A page reported that it has a message, or that the visitor has read it, and the server confirmed that. */
  reported(account: number, id: string, status: 'delivered' | 'read'): void {
    const key = `${account} ${id}`;
    if (this.#reports.get(key) !== 'read') {
      this.#reports.set(key, status);
    }
  }

  reportedAs(account: number, id: string): 'delivered' | 'read' | undefined {
    return this.#reports.get(`${account} ${id}`);
  }
}
