/** How Meta's answer is to be taken: by `error.code`, never by HTTP status (Meta, "Error codes"). */
export type GraphErrorClass = 'retry' | 'window' | 'auth' | 'final';

/** Meta's codes that are not simply final. Everything else is. */
const CLASSES: Record<number, GraphErrorClass> = {
  1: 'retry', // unknown, possibly a temporary issue
  2: 'retry', // temporary, downtime or overload
  4: 'retry', // application request limit
  613: 'retry', // call rate exceeded
  80007: 'retry', // WhatsApp business account rate limit
  130429: 'retry', // throughput reached
  131000: 'retry', // something went wrong
  131016: 'retry', // service unavailable
  131048: 'retry', // spam rate limit
  131056: 'retry', // pair rate limit
  131057: 'retry', // maintenance
  133004: 'retry', // server temporarily unavailable
  131047: 'window', // more than 24 hours
  0: 'auth',
  104: 'auth',
  190: 'auth',
};

/** The error object of a Graph answer. */
export interface GraphError {
  code: number;
  message: string;
  error_subcode?: number;
  error_data?: { details?: string } | string;
  error_user_title?: string;
  is_transient?: boolean;
}

/** Reads `{"error": {...}}` from an answer; undefined when it is something else. */
export function graphErrorOf(body: unknown): GraphError | undefined {
  const error = (body as { error?: Partial<GraphError> } | null)?.error;
  return typeof error?.code === 'number'
    ? { ...error, code: error.code, message: String(error.message ?? '') }
    : undefined;
}

export function classOf(error: GraphError): GraphErrorClass {
  return CLASSES[error.code] ?? (error.is_transient ? 'retry' : 'final');
}
