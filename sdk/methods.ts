import { List } from './list.ts';
import { type Reply, replyOf } from './reply.ts';
import { type Call, type CallOptions, request, type Settings } from './request.ts';
import { encodeUpload, type Upload, type UploadOptions } from './upload.ts';

export type { CallOptions } from './request.ts';

/** Options of a send. */
export interface SendOptions extends CallOptions {
  /**
   * Names this send: the same key with the same body within 24 h sends once, also over retries and restarts.
   * @default a fresh one for each call, the same over all its tries
   */
  idempotencyKey?: string;
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
    const inPath = Object.fromEntries(names.map((name, index) => [name, args[index]]));
    const [input, options] = takes ? args.slice(names.length) : [undefined, args[names.length]];
    const call = ({ header, place }: { header?: object; place?: object | undefined } = {}): Call => ({
      method,
      path,
      repeatable: method !== 'POST' || header !== undefined,
      init: () => ({
        params: { path: inPath, query: takes === 'query' && { ...(input as object), ...place }, header },
        body: takes === 'body' ? input : undefined,
      }),
    });
    return { call, options: options as SendOptions | undefined };
  };

  return {
    call: <Signature extends Method>(route: string, takes?: Takes): Signature =>
      ((...args) => {
        const { call, options } = callOf(route, args, takes);
        return replyOf(request(settings, call(), options));
      }) as Signature,

    /** A POST that is done once, however often it is tried. */
    send: <Signature extends Method>(route: string): Signature =>
      ((...args) => {
        const { call, options } = callOf(route, args, 'body');
        const header = { 'Idempotency-Key': options?.idempotencyKey ?? crypto.randomUUID() };
        return replyOf(request(settings, call({ header }), options));
      }) as Signature,

    list: <Signature extends Method>(route: string, records: string): Signature =>
      ((...args) => {
        const { call, options } = callOf(route, args, 'query');
        return new List((place) => request(settings, call({ place }), options), records);
      }) as Signature,

    upload: <Signature extends Method>(route: string): Signature =>
      ((upload: Upload<'uploadMedia'>, options: UploadOptions = {}): Reply<unknown> => {
        const { call } = callOf(route, []);
        const answer = encodeUpload(upload, options).then(({ init, again }) =>
          request(
            settings,
            // A repeat stores the file once more, and nothing is sent.
            { ...call(), init, repeatable: again },
            again ? options : { ...options, maxRetries: 0 },
          ),
        );
        return replyOf(answer);
      }) as unknown as Signature,
  };
}
