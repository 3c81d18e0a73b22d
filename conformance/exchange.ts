/** A request. */
export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** An HTTP request and its response. */
export interface Exchange {
  readonly asked: Asked;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}
