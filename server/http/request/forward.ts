import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { movingError } from '../../domain/account/caller.ts';
import { sourceAddress } from './source-address.ts';

type ForwardedRequest = Parameters<App['outbound']['forward']>[1];

/** Headers of one connection (RFC 9110, 7.6.1), and those that the other server must compute. */
const NOT_FORWARDED = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const NOT_RETURNED = new Set([...NOT_FORWARDED, 'content-length', 'date', 'set-cookie2']);

const without = (headers: Record<string, string | string[] | undefined>, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !names.has(entry[0].toLowerCase()),
    ),
  );

/**
 * Passes a request to the installation to which its account was moved, and returns its response. The body is streamed
 * unless it has been read. The client's address is in X-Forwarded-For.
 *
 * @param to the public address of the other installation
 * @throws {ApiError} RATE_LIMITED with Retry-After if it does not respond
 */
export async function forward(
  app: App,
  { request, h, to }: { request: Request; h: ResponseToolkit; to: string },
): Promise<ResponseObject> {
  const body = request.payload instanceof Buffer ? request.payload : request.raw.req;
  const response = await app.outbound
    .forward(`${to}${request.raw.req.url}`, {
      method: request.method.toUpperCase() as ForwardedRequest['method'],
      headers: {
        ...without(request.headers as Record<string, string>, NOT_FORWARDED),
        'x-forwarded-for': sourceAddress(request, app.config.trustProxy),
      },
      ...(request.method !== 'get' && request.method !== 'options' && { body }),
    })
    .catch((error: Error) => {
      app.log.warn({ to, error }, 'a request of a moved account could not be forwarded');
      throw movingError({ state: 'moved', url: to });
    });
  const passed = h.response(response.body).code(response.statusCode);
  for (const [name, value] of Object.entries(without(response.headers, NOT_RETURNED))) {
    for (const one of [value].flat()) {
      passed.header(name, one, { append: Array.isArray(value) });
    }
  }
  return passed;
}
