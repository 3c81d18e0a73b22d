import { quoted } from '@wigwag/server/shell-word';
import { onOneLine } from '../output/sanitize-terminal.ts';
import { httpFetch } from './http-fetch.ts';

/** Thrown after `--dry-run` has printed the request as curl. It ends the command; nothing is sent. */
class DryRunDone extends Error {
  override name = 'DryRunDone';
}

type Fetch = (request: Request) => Promise<Response>;

export interface TransportFlags {
  verbose?: boolean;
  dryRun?: boolean;
}

/**
 * Returns the function that sends requests. `--verbose` logs each request to stderr; `--dry-run` only prints it as
 * curl.
 */
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

/** A link can contain a key (§5.4). */
const withoutKeys = (url: string): string => url.replace(/(ww_(?:live|test)_)\w+/g, '$1...');

/** Hides the key in a header, except for its prefix. */
const redacted = (value: string): string => value.replace(/^(Bearer (?:ww_(?:live|test)_)?).*$/, '$1...');

/** Returns the request as a shell command. An environment variable takes the place of the key. */
export async function curlOf(request: Request, { isKeyed = true } = {}): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  // curl sends its own User-Agent.
  const skipped = [
    'authorization',
    'content-length',
    'user-agent',
    ...(type.startsWith('multipart/') ? ['content-type'] : []),
  ];
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
