/** The reasons why verification fails, each with its fix. */
const PROBLEMS = {
  no_secret: 'There is no secret: pass the signing secret of the webhook, and check that it is set.',
  body_parsed: 'The body was already parsed: pass the raw bytes, and run no JSON middleware before this.',
  header_missing: 'The header X-Service-Signature is missing: this is not a delivery, or a proxy removed the header.',
  header_malformed:
    'The header is malformed: X-Service-Signature must be t=<unix_seconds>,v1=<hex>. Without it, webhook-signature must be v1,<base64>, next to webhook-id and webhook-timestamp.',
  timestamp_too_old: 'The timestamp is too old:',
  timestamp_in_future: 'The timestamp is in the future, so one of the clocks is wrong:',
  body_reserialised:
    'The signature does not match because the body was re-serialized: it is not the text that was signed. Verify the raw bytes before anything parses them.',
  body_changed:
    'The signature does not match because the body was changed or cut off in transit: it is no longer JSON. Check the proxies in between.',
  wrong_secret:
    'The signature does not match: the secret is not that of this webhook address, or the body was changed. Check the secret first.',
  body_not_json: 'The signature is valid, but the body is not JSON: another sender has the secret. Renew it.',
} as const;

/** `wrong_secret` is the default if nothing indicates a changed body. */
export type SignatureProblem = keyof typeof PROBLEMS;

/** The delivery could not be verified. The message says which check failed and what to do. */
export class SignatureError extends Error {
  override name = 'SignatureError';
  /** Which check failed. */
  readonly problem: SignatureProblem;

  constructor(problem: SignatureProblem, more = '') {
    super(`${PROBLEMS[problem]} ${more}`.trim());
    this.problem = problem;
  }
}

/**
 * Returns why a signature does not match. A re-serialized body can be recognized: in the server's format its signature
 * is valid, or its length is not the declared one, or its fields are in alphabetical order.
 */
export async function diagnose(
  body: Uint8Array,
  declaredLength: string | undefined,
  holds: (bytes: Uint8Array) => Promise<boolean>,
): Promise<SignatureProblem> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return 'body_changed';
  }
  const rewritten = new TextEncoder().encode(JSON.stringify(parsed));
  const names = Object.keys(parsed ?? {});
  const isSorted = names.length > 1 && names.join() === [...names].sort().join();
  const isOfAnotherLength = declaredLength !== undefined && Number(declaredLength) !== body.length;
  return isSorted || isOfAnotherLength || (await holds(rewritten)) ? 'body_reserialised' : 'wrong_secret';
}
