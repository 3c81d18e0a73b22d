/**
 * The errors of web chat, with fixes for the visitor or the site's developer. The API's own table of errors is for
 * clients with an API key.
 */
const REFUSALS = {
  chat_not_found: {
    status: 404,
    fix: 'Check the connection ID in the address; the operator may have disabled the chat.',
  },
  origin_not_allowed: {
    status: 403,
    fix: 'Ask the operator to allow it: wigwag admin connections origins <connection_id> --account <id> --set <origin> ...',
  },
  visitor_unknown: { status: 401, fix: 'Reload the page, or request a new token with POST visitors.' },
  invalid_json: { status: 400, fix: 'Send a JSON object with Content-Type: application/json.' },
  invalid_field: { status: 422, fix: 'Correct the field and send it again.' },
  too_large: { status: 413, fix: 'Send a shorter body.' },
  too_fast: { status: 429, fix: 'Wait for the number of seconds in Retry-After, then send more slowly.' },
  too_many_pages: { status: 429, fix: 'Close another page of this chat.' },
} as const;

type RefusalCode = keyof typeof REFUSALS;

/** Thrown if a web chat request is refused. */
export class ChatRefusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;

  constructor(code: RefusalCode, message: string, details: { field?: string; headers?: Record<string, string> } = {}) {
    super(message);
    this.code = code;
    this.field = details.field;
    this.headers = details.headers ?? {};
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }

  get body(): object {
    const { code, message, field } = this;
    return { error: { code, message, fix: REFUSALS[code].fix, ...(field !== undefined && { field }) } };
  }
}
