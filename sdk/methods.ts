import { mergeHeaders } from 'openapi-fetch';
import { checkCall } from '#checks';
import { type Resources, ROUTES } from './generated/resources.ts';
import { List } from './lists/list.ts';
import { requireHeaderValue } from './options.ts';
import { replyOf } from './request/reply.ts';
import { asItIs, request, type Settings } from './request/request.ts';
import { encodeUpload } from './request/upload.ts';

/** Returns the methods of the generated table. */
export const methodsOf = (settings: Settings) =>
  mapped(ROUTES, (routes) => mapped(routes, (route: string) => methodOf(settings, route))) as unknown as Resources;

const mapped = <Value>(record: Record<string, Value>, change: (value: Value) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Returns a method. It takes the values of its path, then a body or a query if the operation has one, then options. */
function methodOf(settings: Settings, route: string) {
  const [method = '', path = '', kind] = route.split(' ');
  const takesQuery = kind === 'list' || kind === 'query';
  const takesBody = method[0] === 'P';
  const names = path.match(/\w+(?=})/g) ?? [];
  // biome-ignore lint/suspicious/noExplicitAny: generated/resources.ts declares the arguments
  return (...args: any[]) => {
    // Errors before the request also reject the promise.
    const ask = async (place?: object) => {
      const inPath = Object.fromEntries(
        names.map((name, index) => {
          const value = args[index];
          // These values would change the path to another resource, or to none.
          if (/^(\.{0,2}|undefined|null|NaN)$/.test(value)) {
            throw new TypeError(`${method} ${path} needs a value for ${name}, not '${value}'.`);
          }
          return [name, value];
        }),
      );
      const rest = args.slice(names.length);
      const input = (takesQuery || takesBody) && rest.shift();
      const [options = {}] = rest;
      checkCall(kind, takesBody, inPath, input, options);
      if (kind === 'upload') {
        const { init, again, close } = await encodeUpload(input, options);
        const maxRetries = again ? options.maxRetries : 0;
        // A repeat only stores the file again; it sends no message.
        return request(settings, { method, path, init, repeatable: again }, { ...options, maxRetries }).finally(close);
      }
      const key = options.idempotencyKey ?? crypto.randomUUID();
      requireHeaderValue('idempotencyKey', key);
      const headers = mergeHeaders(options.headers, kind === 'send' ? { 'idempotency-key': key } : undefined);
      // Serialized once per call, so that each attempt sends the same body.
      const body = takesBody ? JSON.stringify(input) : undefined;
      const init = () => ({
        params: { path: inPath, query: takesQuery && { ...input, ...place } },
        headers,
        body,
        bodySerializer: asItIs,
      });
      return request(settings, { method, path, init, repeatable: method !== 'POST' || kind === 'send' }, options);
    };
    return kind === 'list' ? new List(ask, path) : replyOf(ask());
  };
}
