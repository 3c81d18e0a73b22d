/** A group of operations. */
export interface Resource {
  name: string;
  description: string;
}

/** A parameter, or a field of the body. */
export interface Field {
  name: string;
  displayName: string;
  in: string;
  type: string;
  required: boolean;
  description: string;
  options?: readonly string[];
}

/** An operation of the API. */
export interface Operation {
  id: string;
  resource: string;
  summary: string;
  method: string;
  path: string;
  /** The field of the response that has the records. */
  list?: string;
  /** Whether the list has more pages, by `next_cursor`. */
  pages?: boolean;
  /** Whether it accepts `Idempotency-Key`. */
  sends?: boolean;
  fields: readonly Field[];
}

/** An event that starts workflows. */
export interface EventKind {
  name: string;
  summary: string;
}
