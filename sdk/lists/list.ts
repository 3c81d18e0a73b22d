import { checkOptions } from '#checks';
import { ConnectionError } from '../request/connection-error.ts';
import { type Answer, type Reply, replyOf } from '../request/reply.ts';

/** How a page says where the next one begins: by `cursor`, or in a history by `before` (§2.1). */
interface Paged {
  pagination: { has_more: boolean; next_cursor?: string | null; before?: string | null };
}

/**
 * A list of the API. `for await` goes over every record and asks for pages as it needs them; `await` gives the first page
 * as the document has it. Nothing is asked before that.
 *
 * @throws {ApiError | ConnectionError} when a page cannot be had
 */
export class List<Page, Item> implements AsyncIterable<Item>, PromiseLike<Page> {
  readonly #ask: (place?: object) => Promise<Answer<Page>>;
  readonly #records: string;

  constructor(ask: (place?: object) => Promise<Answer<Page>>, path: string) {
    this.#ask = ask;
    // A page holds its records under the name that its path ends in.
    this.#records = path.replace(/.*\//, '').replace('-', '_');
  }

  /** The pages, one after the other, each as the document has it. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let last: string | undefined;
    for (let place: object | undefined; ; ) {
      const { data } = await this.#ask(place);
      yield data;
      const { has_more, next_cursor: cursor, before } = (data as Paged).pagination;
      const next = has_more && (cursor || before);
      if (!next) {
        return;
      }
      if (next === last) {
        throw new ConnectionError('The list repeats.');
      }
      last = next;
      place = cursor ? { cursor } : { before };
    }
  }

  /** Every record of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      yield* this.#in(page);
    }
  }

  /** The records as an array. @param options.limit at most so many. @default all of them. @throws {TypeError} */
  async toArray(options: { limit?: number | undefined } = {}): Promise<Item[]> {
    checkOptions('toArray', options);
    const { limit } = options;
    const items: Item[] = [];
    if (limit !== 0) {
      for await (const page of this.pages()) {
        items.push(...this.#in(page));
        if (items.length >= (limit as number)) {
          break;
        }
      }
    }
    return items.slice(0, limit);
  }

  /** The first page with the response, the request id and the state of the rate limit. */
  withResponse(): Promise<Answer<Page>> {
    return this.#first().withResponse();
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page
  then<Value = Page, Otherwise = never>(
    resolve?: ((page: Page) => Value | PromiseLike<Value>) | null,
    reject?: ((error: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Value | Otherwise> {
    return this.#first().then(resolve, reject);
  }

  #in(page: Page): Item[] {
    return (page as Record<string, Item[]>)[this.#records] ?? [];
  }

  #first(): Reply<Page> {
    return replyOf(this.#ask());
  }
}
