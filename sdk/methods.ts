import { mergeHeaders } from 'openapi-fetch';
import { checkCall } from '#checks';
import { type Resources, ROUTES } from './generated/resources.ts';
import { List } from './lists/list.ts';
import { requireHeaderValue } from './options.ts';
import { replyOf } from './request/reply.ts';
import { asItIs, request, type Settings } from './request/request.ts';
import { encodeUpload } from './request/upload.ts';

/** The methods of the generated table. */
export const methodsOf = (settings: Settings) =>
  mapped(ROUTES, (routes) => mapped(routes, (route: string) => methodOf(settings, route))) as unknown as Resources;

const mapped = <Value>(record: Record<string, Value>, change: (value: Value) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** A method takes values for its path, then a body or a query where the operation has one, then options. */
function methodOf(settings: Settings, route: string) {
  const [method = '', path = '', kind] = route.split(' ');
  const takesQuery = kind === 'list' || kind === 'query';
  const takesBody = method[0] === 'P';
  const names = path.match(/\w+(?=})/g) ?? [];
  // biome-ignore lint/suspicious/noExplicitAny: what it takes is written out in generated/resources.ts
  return (...args: any[]) => {
    // What is thrown before anything is asked comes out of the promise, too.
    const ask = async (place?: object) => {
      const inPath = Object.fromEntries(
        names.map((name, index) => {
          const value = args[index];
          // These would name another resource, or none.
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
        // A repeat stores the file once more, and nothing is sent.
        return request(settings, { method, path, init, repeatable: again }, { ...options, maxRetries }).finally(close);
      }
      const key = options.idempotencyKey ?? crypto.randomUUID();
      requireHeaderValue('idempotencyKey', key);
      const headers = mergeHeaders(options.headers, kind === 'send' ? { 'idempotency-key': key } : undefined);
      // Written once, when the method is called: each try sends the same.
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
