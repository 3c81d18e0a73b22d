/** The state of the key's rate limit. */
export interface RateLimit {
  /** Requests per minute. */
  limit: number;
  /** Requests left in the current minute. */
  remaining: number;
  /** Requests per second. */
  burst: number;
}

/** Data with its response and metadata. */
export interface Answer<Data> {
  /** The result of the call itself. */
  data: Data;
  /** The raw response, for its status and headers; its body has been read. */
  response: Response;
  /** ID of the request, for support and logs. */
  requestId: string;
  /** Undefined if the server did not send it. */
  rateLimit: RateLimit | undefined;
}

/** A promise of the data that can also return the response and metadata. */
export interface Reply<Data> extends Promise<Data> {
  /**
   * Returns the data with the response, the request ID and the state of the rate limit.
   *
   * @throws what the promise itself throws
   */
  withResponse(): Promise<Answer<Data>>;
}

export function replyOf<Data>(answer: Promise<Answer<Data>>): Reply<Data> {
  const data = answer.then((whole) => whole.data);
  return Object.assign(data, {
    withResponse() {
      // A caller that awaits the whole response gets the error there.
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
