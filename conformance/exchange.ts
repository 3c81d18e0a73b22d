/** A request. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** An HTTP request and its response. */
export interface Exchange {
  readonly request: SentRequest;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}
