import { List } from './list.ts';
import { type Answer, type Reply, replyOf } from './reply.ts';
import { type Call, type CallOptions, request, type Settings } from './request.ts';
import type { Upload, UploadOptions } from './upload.ts';

export type { CallOptions } from './request.ts';

/** Options of a send. */
export interface SendOptions extends CallOptions {
  /**
   * Names this send: the same key with the same body within 24 h sends once, also over retries and restarts.
   * @default a fresh one for each call, the same over all its tries
   */
  idempotencyKey?: string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: what a method takes is written out in generated/resources.ts
type Method = (...args: any[]) => unknown;
type Takes = 'query' | 'body';

/** The kinds of methods, each made from the route of an operation. */
export type Methods = ReturnType<typeof methodsOf>;

export function methodsOf(settings: Settings) {
  /** Takes apart what a method was called with: values for the path, then what it takes, then options. */
  const callOf = (route: string, args: unknown[], takes?: Takes) => {
    const [method = '', path = ''] = route.split(' ');
    const names = path.match(/\w+(?=})/g) ?? [];
    const inPath = Object.fromEntries(
      names.map((name, index) => {
        const value = args[index];
        // These would name another resource, or none.
        if (/^(\.{0,2}|undefined|null|NaN)$/.test(String(value))) {
          throw new TypeError(`${route} needs a value for ${name}, not ${JSON.stringify(value)}.`);
        }
        return [name, value];
      }),
    );
    const [input, options] = takes ? args.slice(names.length) : [undefined, args[names.length]];
    // Written once, when the method is called: each try sends the same.
    const body = takes === 'body' ? JSON.stringify(input) : undefined;
    const call = ({ header, place }: { header?: object; place?: object | undefined } = {}): Call => ({
      method,
      path,
      repeatable: method !== 'POST' || header !== undefined,
      init: () => ({
        params: { path: inPath, query: takes === 'query' && { ...(input as object), ...place }, header },
        body,
        bodySerializer: asItIs,
      }),
    });
    return { call, options: options as SendOptions | undefined };
  };

  return {
    call: <Signature extends Method>(route: string, takes?: Takes): Signature =>
      ((...args) =>
        replyFrom(async () => {
          const { call, options } = callOf(route, args, takes);
          return request(settings, call(), options);
        })) as Signature,

    /** A POST that is done once, however often it is tried. */
    send: <Signature extends Method>(route: string): Signature =>
      ((...args) =>
        replyFrom(async () => {
          const { call, options } = callOf(route, args, 'body');
          const key = options?.idempotencyKey ?? crypto.randomUUID();
          requireHeaderValue('idempotencyKey', key);
          return request(settings, call({ header: { 'Idempotency-Key': key } }), options);
        })) as Signature,

    list: <Signature extends Method>(route: string, records: string): Signature =>
      ((...args) =>
        new List(async (place) => {
          const { call, options } = callOf(route, args, 'query');
          return request(settings, call({ place }), options);
        }, records)) as Signature,

    upload: <Signature extends Method>(route: string): Signature =>
      ((upload: Upload<'uploadMedia'>, options: UploadOptions = {}): Reply<unknown> =>
        replyFrom(async () => {
          const { call } = callOf(route, []);
          // A stream of Node that fails before it is read would end the process; reading it throws what went wrong.
          (upload.file as { on?(event: string, listener: () => void): void }).on?.('error', () => {});
          // Only who uploads loads it.
          const { encodeUpload } = await import('./upload.ts');
          const { init, again, close } = await encodeUpload(upload, options);
          // A repeat stores the file once more, and nothing is sent.
          const whole = { ...call(), init, repeatable: again };
          return request(settings, whole, again ? options : { ...options, maxRetries: 0 }).finally(close);
        })) as unknown as Signature,
  };
}

const asItIs = (body: unknown) => body;

/** What is thrown before anything is asked comes out of the promise, too. */
const replyFrom = <Data>(ask: () => Promise<Answer<Data>>): Reply<Data> => replyOf(ask());

/** Never says the value: it may be a key. @throws {TypeError} */
export function requireHeaderValue(name: string, value: string): void {
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must be printable ASCII on one line, and not empty.`);
  }
}
