/** A request or a delivery on its way through the proxy; a mutant changes it in place. */
export interface ProxiedRequest {
  method: string;
  /** Below the base URL, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach into bodies as they like
  json: any;
  raw: Buffer;
  /** The base URL of the correct server, for mutants that call another operation. */
  server: string;
  /** The mutant's state, which lasts from a request to its response and across requests. */
  notes: Map<string, string>;
}

/** A response on its way back. */
export interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach into bodies as they like
  json: any;
}

/** A receiver's response on its way back to the server. */
export interface Replied {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** How the proxy changes a correct server. */
export interface Mutation {
  name: string;
  request?: (asked: ProxiedRequest) => void | Promise<void>;
  answer?: (answer: ProxiedResponse, asked: ProxiedRequest) => void;
  /** Changes a call of the control protocol, so that the server does not notice what the call says. */
  control?: (asked: ProxiedRequest) => void | Promise<void>;
  /** Changes what the control protocol returns, such as the sends that the provider accepted. */
  controlAnswer?: (answer: ProxiedResponse, asked: ProxiedRequest) => void;
  /** Changes a webhook before it reaches the receiver, and optionally signs it again. `again` sends it twice. */
  delivery?: (delivery: ProxiedRequest) => undefined | 'sign' | 'swallow' | 'twice' | 'again';
  /** Changes the receiver's response as the server sees it. */
  reply?: (replied: Replied) => void;
  /** Serializes JSON in responses and webhooks. @default JSON.stringify */
  write?: (json: unknown) => string;
  /** Formats header names in responses and webhooks. */
  headerName?: (name: string) => string;
  /** Delay of a response or a webhook, in real milliseconds. */
  heldBack?: (what: 'answer' | 'delivery') => number;
  /** Sends responses in chunks of this many bytes. @default one chunk */
  pieces?: number;
}

/** A correct server with one fault. */
export interface Mutant extends Mutation {
  /** Clauses that must detect it. */
  caughtBy: string[];
  /** Variants of their cases, if a few detect it. The others do not run. @default all */
  variants?: string[];
  /** Other sections that may also detect the fault; 4 includes 4.1 to 4.10. */
  alsoIn?: string[];
}
