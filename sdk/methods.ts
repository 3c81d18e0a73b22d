import { checkCall, checkRequest } from '#checks';
import { List } from './lists/list.ts';
import { mergedHeaders } from './request/merged-headers.ts';
import type { RawRequest, RawRequestOptions } from './request/raw-request.ts';
import { replyOf } from './request/reply.ts';
import { asItIs, type RequestSettings, request } from './request/request.ts';
import { encodeUpload } from './request/upload.ts';

/** Returns the methods of a generated table. */
export const methodsOf = (settings: RequestSettings, table: Record<string, Record<string, string>>): object =>
  mapped(table, (routes) => mapped(routes, (route) => methodOf(settings, route)));

const mapped = <Value>(record: Record<string, Value>, change: (value: Value) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Returns a method. It takes the values of its path, then a body or a query if the operation has one, then options. */
function methodOf(settings: RequestSettings, route: string) {
  const [method = '', path = '', kind] = route.split(' ');
  const takesQuery = kind === 'list' || kind === 'query';
  const takesBody = method[0] === 'P';
  const names = namesIn(path);
  // biome-ignore lint/suspicious/noExplicitAny: the generated classes declare the arguments
  return (...args: any[]) => {
    // Errors before the request also reject the promise.
    const ask = async (place?: object) => {
      const params = Object.fromEntries(names.map((name, index) => [name, args[index]]));
      const rest = args.slice(names.length);
      const input = (takesQuery || takesBody) && rest.shift();
      const [options = {}] = rest;
      checkCall(kind, takesBody, params, input, options);
      if (kind === 'upload') {
        const { init, again, close } = await encodeUpload(input, options);
        const maxRetries = again ? options.maxRetries : 0;
        // A repeat only stores the file again; it sends no message.
        return request(settings, { method, path, init, repeatable: again }, { ...options, maxRetries }).finally(close);
      }
      const sends = kind === 'send';
      return call(settings, method, path, {
        ...options,
        params,
        query: takesQuery && { ...input, ...place },
        body: takesBody ? input : undefined,
        idempotencyKey: sends ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
      });
    };
    return kind === 'list' ? new List(ask, path) : replyOf(ask());
  };
}

/** Returns `wigwag.request`. */
export const rawRequest =
  (settings: RequestSettings): RawRequest =>
  (method, path, options = {}) =>
    replyOf(
      (async () => {
        checkRequest(path, options);
        // Without a slash, the path could change the host.
        return call(settings, method, path.replace(/^\/?/, '/'), options);
      })(),
    );

const namesIn = (path: string): string[] => path.match(/\w+(?=})/g) ?? [];

/** Makes a call with a JSON body. @throws {TypeError} if a value of the path is missing or invalid */
async function call<Data>(settings: RequestSettings, method: string, path: string, options: RawRequestOptions) {
  const { params, query, body: input, idempotencyKey: key } = options;
  for (const name of namesIn(path)) {
    const value = params?.[name];
    // These values would change the path to another resource, or to none.
    if (/^(\.{0,2}|undefined|null|NaN)$/.test(value as string)) {
      throw new TypeError(`${method} ${path} needs a value for ${name}, not '${value}'.`);
    }
  }
  const headers = mergedHeaders(options.headers, { 'idempotency-key': key });
  // Serialized once per call, so that each attempt sends the same body.
  const body = JSON.stringify(input);
  const init = () => ({ params: { path: params, query }, headers, body, bodySerializer: asItIs });
  return request<Data>(settings, { method, path, init, repeatable: !/post/i.test(method) || !!key }, options);
}
