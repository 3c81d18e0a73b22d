import { checkOptions } from '#checks';
import { ConnectionError } from '../request/connection-error.ts';
import { type Answer, replyOf } from '../request/reply.ts';

/** How a page names the next one: by `cursor`, or in a history by `before` or `after`. */
interface Paged {
  pagination: { has_more: boolean; next_cursor?: string | null; before?: string | null; after?: string | null };
}

/**
 * A list of the API. `for await` iterates over every record and requests pages as needed; `await` returns the first
 * page in the document's form. Creating a list sends no request.
 *
 * @throws {ApiError | ConnectionError} if a page cannot be loaded
 */
export class List<Page, Item> implements AsyncIterable<Item>, PromiseLike<Page> {
  readonly #ask: (place?: object) => Promise<Answer<Page>>;
  readonly #records: string;

  constructor(ask: (place?: object) => Promise<Answer<Page>>, path: string) {
    this.#ask = ask;
    // The field with the records of a page has the name of the last part of the path.
    this.#records = path.replace(/.*\//, '').replace('-', '_');
  }

  /** Yields the pages one after another, each in the document's form. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let last: string | undefined;
    for (let place: object | undefined; ; ) {
      const { data } = await this.#ask(place);
      yield data;
      const { has_more, next_cursor: cursor, before, after } = (data as Paged).pagination;
      const next = has_more && (cursor || before || after);
      if (!next) {
        return;
      }
      if (next === last) {
        throw new ConnectionError('A cursor repeats.');
      }
      last = next;
      place = cursor ? { cursor } : before ? { before } : { after };
    }
  }

  /** Yields every record of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      yield* this.#in(page);
    }
  }

  /**
   * Returns the records as an array.
   *
   * @param options.limit maximum number of records. @default all of them
   * @throws {TypeError}
   */
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

  /** Returns the first page with the response, the request ID and the state of the rate limit. */
  withResponse(): Promise<Answer<Page>> {
    return replyOf(this.#ask()).withResponse();
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page
  then<Value = Page, Otherwise = never>(
    resolve?: ((page: Page) => Value | PromiseLike<Value>) | null,
    reject?: ((error: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Value | Otherwise> {
    return replyOf(this.#ask()).then(resolve, reject);
  }

  #in(page: Page): Item[] {
    return (page as Record<string, Item[]>)[this.#records] ?? [];
  }
}
