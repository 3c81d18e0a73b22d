import { ApiError, ConnectionError } from '@wigwag/sdk';
import { transportOf } from '../../client/transport.ts';
import { objectOf } from '../../output/fields.ts';
import { escaped } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { CHECK_ADDRESS } from '../../program/errors/fixes.ts';
import { readTextFile } from '../../program/input/read-text.ts';
import { readStdin } from '../../program/input/stdin.ts';

/** The methods of the API document (§4). */
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

interface ApiFlags {
  data?: string;
  field?: string[];
  header?: string[];
  paginate?: boolean;
}

/**
 * `wigwag api`: makes any API call with the key and prints the whole response to stdout. With `--paginate` it prints the
 * records of all pages instead.
 */
export async function callApi(context: CommandContext, method: string, path: string, flags: ApiFlags): Promise<void> {
  if (!/^\/[^/\\]/.test(path)) {
    throw new UsageError(`the path must begin with / and is appended to ${context.settings.baseUrl}; it is "${path}"`);
  }
  const verb = method.toUpperCase();
  if (!METHODS.includes(verb)) {
    throw new UsageError(`the method must be one of ${METHODS.join(', ')}; it is "${method}"`);
  }
  if (flags.paginate && verb !== 'GET') {
    throw new UsageError('--paginate loads the pages of a list: use it with GET');
  }
  const hasBody = verb.startsWith('P');
  if (!hasBody && flags.data !== undefined) {
    throw new UsageError(`${verb} takes no body: give --field name=value to set the query`);
  }
  const { baseUrl, apiKey } = context.settings;
  if (!new URL(baseUrl + path).pathname.startsWith(`${new URL(baseUrl).pathname.replace(/\/$/, '')}/`)) {
    throw new UsageError(`the path must stay within ${baseUrl}; it is "${path}"`);
  }
  const body = hasBody ? await bodyOf(flags) : undefined;
  const headers = new Headers({ authorization: `Bearer ${apiKey}` });
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
  }
  for (const header of flags.header ?? []) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(header) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`--header takes "Name: value"; it is "${header}"`);
    }
    setHeader(headers, name, value);
  }
  const url = baseUrl + (hasBody ? path : withQuery(path, flags.field ?? []));
  const call = (to: string) =>
    responseTo(context, new Request(to, { method: verb, headers, ...(body !== undefined && { body }) }));
  if (flags.paginate) {
    return printPages(context, path, url, call);
  }
  const answer = await call(url);
  await context.output.record(answer, () => escaped(JSON.stringify(answer, null, 2)));
}

// biome-ignore lint/suspicious/noExplicitAny: the type of the response depends on the call
type AnyResponse = any;

/** Sends a request and returns the body of the response. @throws {ApiError} if the API refuses it */
async function responseTo({ flags }: CommandContext, request: Request): Promise<AnyResponse> {
  const response = await transportOf(flags)(request).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error;
    throw new ConnectionError(`The server cannot be reached: ${message}`, { cause: error });
  });
  const answer = await answerOf(response);
  if (answer.error?.code !== undefined && answer.error.fix !== undefined) {
    throw new ApiError(answer.error, Number(response.headers.get('retry-after')) || undefined);
  }
  return answer;
}

/** Prints the records of every page. @throws {UsageError} if the response is not a page of a list */
async function printPages(
  { output }: CommandContext,
  path: string,
  url: string,
  call: (url: string) => Promise<AnyResponse>,
): Promise<void> {
  const first = await call(url);
  const name = Object.keys(first.data ?? {}).find((key) => Array.isArray(first.data[key]));
  if (name === undefined || first.data.pagination === undefined) {
    throw new UsageError(`--paginate needs a list; ${path} is not one`);
  }
  async function* records(): AsyncGenerator<object> {
    for (let page = first; ; ) {
      yield* page.data[name as string];
      const { next_cursor: cursor } = page.data.pagination;
      if (!cursor) {
        return;
      }
      const next = new URL(url);
      next.searchParams.set('cursor', cursor);
      page = await call(next.href);
    }
  }
  if (output.isDrawn) {
    const all: object[] = [];
    for await (const record of records()) {
      all.push(record);
    }
    return output.text(escaped(JSON.stringify(all, null, 2)));
  }
  await output.list(records(), Object.keys(first.data[name][0] ?? {}));
}

/** @throws {UsageError} if a header cannot contain the name or value */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new UsageError(`--header ${name}: the value must be one line of Latin-1 characters`);
  }
}

/** Returns the path with the fields as its query. @throws {UsageError} if a query cannot contain a field */
function withQuery(path: string, fields: readonly string[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(objectOf(fields, '--field'))) {
    if (typeof value === 'object') {
      throw new UsageError(`--field ${name}: in a query the value must be text, a number, true or false`);
    }
    query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

async function bodyOf({ data, field }: ApiFlags): Promise<string | undefined> {
  if (field) {
    return JSON.stringify(objectOf(field, '--field'));
  }
  if (data === '-') {
    return readStdin();
  }
  if (data?.startsWith('@')) {
    try {
      return readTextFile(data.slice(1));
    } catch (error) {
      throw new UsageError(`cannot read ${data.slice(1)}: ${(error as Error).message}`);
    }
  }
  return data;
}

async function answerOf(response: Response): Promise<AnyResponse> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectionError(`${response.url} returned ${response.status} without JSON. ${CHECK_ADDRESS}`);
  }
}
