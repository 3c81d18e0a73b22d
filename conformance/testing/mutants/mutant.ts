/** A request or a delivery on its way through the proxy; a mutant changes it in place. */
export interface Passing {
  method: string;
  /** Below the base URL, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The body when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach into bodies as they like
  json: any;
  raw: Buffer;
  /** Something that the mutant may remember from the request to the answer, and from one request to the next. */
  notes: Map<string, string>;
}

/** An answer on its way back. */
export interface Returning {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach into bodies as they like
  json: any;
}

/** What the proxy makes of a correct server. */
export interface Change {
  name: string;
  request?: (asked: Passing) => void;
  answer?: (answer: Returning, asked: Passing) => void;
  /** Changes a webhook before it reaches the receiver; it is signed anew when told so. `again` is the same one twice. */
  delivery?: (delivery: Passing) => undefined | 'sign' | 'swallow' | 'twice' | 'again';
  /** Changes what the receiver's answer looks like to the server. */
  reply?: (status: number) => number;
  /** How JSON is written, in answers and in webhooks. @default JSON.stringify */
  write?: (json: unknown) => string;
  /** How names of headers are written, in answers and in webhooks. */
  headerName?: (name: string) => string;
  /** How long an answer or a webhook is held back, in real milliseconds. */
  heldBack?: (what: 'answer' | 'delivery') => number;
  /** An answer leaves in pieces of so many bytes. @default all at once */
  pieces?: number;
}

/** A correct server with one thing broken. */
export interface Mutant extends Change {
  /** Clauses that must see it. */
  caughtBy: string[];
  /** Sections beside those of the clauses that the same fault may show in; 4 is 4.1 to 4.10 too. */
  alsoIn?: string[];
}
