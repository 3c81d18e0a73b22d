/**
 * Statements of the specification, by id `section/slug`. Ids never change, so that a report of last year still means the same.
 * The list grows along the specification; what stands here has a case.
 */
export const CLAUSES = {
  '2.1/success-envelope': 'A success carries success true, data and request_id.',
  '2.1/error-envelope': 'An error carries success false and code, http, message, reason, fix, docs and request_id.',
  '2.1/request-id-header': 'Every response carries the request id also in the header X-Request-Id.',
  '4.2/accepted': 'POST /messages answers 202 with an id of the form msg_<digits> and status queued.',
  '4.2/lookup': 'GET /messages/{id} answers 200 with the status of a message that was accepted.',
  '4.2/replayed':
    'The same Idempotency-Key with the same body is answered by the first response and Idempotent-Replayed: true.',
  '5.7/test-mode': 'A test key is answered with status sent, test true and the header X-Service-Mode: test.',
  '6/signature': 'v1 of X-Service-Signature is the hex HMAC-SHA256 of <t>.<raw body> keyed with the webhook secret.',
  '7/INVALID_API_KEY': 'A malformed or unknown key answers 401 INVALID_API_KEY.',
  '7/INVALID_JSON': 'A body that cannot be parsed, or has no Content-Type, answers 400 INVALID_JSON.',
  '7/MESSAGE_NOT_FOUND': 'An unknown message id answers 404 MESSAGE_NOT_FOUND.',
  '7/METHOD_NOT_ALLOWED': 'A wrong method answers 405 METHOD_NOT_ALLOWED and lists the allowed ones.',
  '7/MISSING_API_KEY': 'A missing Authorization header answers 401 MISSING_API_KEY.',
  '7/RECIPIENT_INVALID': 'A recipient that is invalid for the channel answers 422 RECIPIENT_INVALID.',
  '7/WINDOW_NEVER_OPENED': 'A free-form message to somebody who never wrote answers 409 WINDOW_NEVER_OPENED.',
  '8/rate-headers': 'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Burst stand on every response.',
  '9/unversioned': 'A path without the version answers 404 NOT_FOUND.',
} as const;

export type ClauseId = keyof typeof CLAUSES;
