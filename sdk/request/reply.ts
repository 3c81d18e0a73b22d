/** What a key may still do (§8). */
export interface RateLimit {
  /** Requests per minute. */
  limit: number;
  /** Requests left in the current minute. */
  remaining: number;
  /** Requests per second. */
  burst: number;
}

/** An answer with what stands around it. */
export interface Answer<Data> {
  /** What the call itself gives. */
  data: Data;
  /** The raw response, for its status and headers; its body is read already. */
  response: Response;
  /** Names the request, for support and logs. */
  requestId: string;
  /** Undefined when the server did not say. */
  rateLimit: RateLimit | undefined;
}

/** A promise of the data that can also give what stands around it. */
export interface Reply<Data> extends Promise<Data> {
  /** The data with the response, the request id and the state of the rate limit. @throws what the promise itself throws */
  withResponse(): Promise<Answer<Data>>;
}

export function replyOf<Data>(answer: Promise<Answer<Data>>): Reply<Data> {
  const data = answer.then((whole) => whole.data);
  return Object.assign(data, {
    withResponse() {
      // Who asks for the whole hears of an error there.
      data.catch(() => {});
      return answer;
    },
  });
}

export function answerOf<Data>(data: Data, response: Response): Answer<Data> {
  const { headers } = response;
  const count = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
  return {
    data,
    response,
    requestId: headers.get('x-request-id') ?? '',
    rateLimit: headers.has('x-ratelimit-limit')
      ? { limit: count('limit'), remaining: count('remaining'), burst: count('burst') }
      : undefined,
  };
}
