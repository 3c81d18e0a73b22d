/** What was asked. */
export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A request and its answer, as they went over HTTP. */
export interface Exchange {
  readonly asked: Asked;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}
