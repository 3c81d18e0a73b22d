import { quoted } from '@wigwag/server/shell-word';
import { onOneLine } from '../output/sanitize-terminal.ts';
import { httpFetch } from './http-fetch.ts';

/** Thrown in place of sending: the curl line is printed, and the command is over. */
class DryRunDone extends Error {
  override name = 'DryRunDone';
}

type Fetch = (request: Request) => Promise<Response>;

export interface TransportFlags {
  verbose?: boolean;
  dryRun?: boolean;
}

/** How requests leave: told about on stderr when `--verbose`, and only printed as curl when `--dry-run`. */
export function transportOf({ verbose, dryRun }: TransportFlags): Fetch {
  if (dryRun) {
    return async (request) => {
      process.stdout.write(`${await curlOf(request)}\n`);
      throw new DryRunDone('nothing was sent');
    };
  }
  return verbose ? loud : httpFetch;
}

async function loud(request: Request): Promise<Response> {
  const say = (mark: string, text: string) => process.stderr.write(`${mark} ${onOneLine(text)}\n`);
  say('>', `${request.method} ${withoutKeys(request.url)}`);
  for (const [name, value] of request.headers) {
    say('>', `${name}: ${name === 'authorization' ? redacted(value) : value}`);
  }
  const began = performance.now();
  const response = await httpFetch(request);
  const took = Math.round(performance.now() - began);
  say('<', `${response.status} in ${took} ms  ${response.headers.get('x-request-id') ?? ''}`.trimEnd());
  for (const [name, value] of response.headers) {
    say('<', `${name}: ${value}`);
  }
  return response;
}

/** A link may carry a key (§5.4). */
const withoutKeys = (url: string): string => url.replace(/(ww_(?:live|test)_)\w+/g, '$1...');

/** Which key it is, without giving it away. */
const redacted = (value: string): string => value.replace(/^(Bearer (?:ww_(?:live|test)_)?).*$/, '$1...');

/** The request as a line for a shell; the key stays in its variable. */
export async function curlOf(request: Request, { isKeyed = true } = {}): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  const skipped = ['authorization', 'content-length', ...(type.startsWith('multipart/') ? ['content-type'] : [])];
  const headers = [...request.headers]
    .filter(([name]) => !skipped.includes(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    'curl',
    ...(request.method === 'GET' ? [] : ['-X', request.method]),
    quoted(request.url),
    ...(isKeyed ? ['-H "authorization: Bearer $WIGWAG_API_KEY"'] : []),
    ...headers,
    ...(await bodyOf(request, type)),
  ].join(' ');
}

async function bodyOf(request: Request, type: string): Promise<string[]> {
  if (type.startsWith('multipart/')) {
    return [...(await request.formData())].map(
      ([name, value]) =>
        `-F ${quoted(`${name}=${typeof value === 'string' ? value : `@"${value.name.replace(/[\\"]/g, '\\$&')}"`}`)}`,
    );
  }
  const body = await request.text();
  return body === '' ? [] : [`-d ${quoted(body)}`];
}
