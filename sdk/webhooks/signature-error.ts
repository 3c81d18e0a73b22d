/** Each way in which a delivery fails to prove where it comes from, and what to do about it. */
const PROBLEMS = {
  no_secret: 'There is no secret to verify with: pass the signing secret of the webhook, and see that it is set.',
  body_parsed: 'The body was parsed already: pass the raw bytes, and let no JSON middleware run before this.',
  header_missing: 'The header X-Service-Signature is missing: this is no delivery, or a proxy has dropped the header.',
  header_malformed: 'The header is malformed: X-Service-Signature must be t=<unix_seconds>,v1=<hex>.',
  timestamp_too_old: 'The timestamp is too old:',
  timestamp_in_future: 'The timestamp is from the future, so one of the clocks is wrong:',
  body_reserialised:
    'The signature does not match because the body was re-serialised: it is not the text that was signed. Verify the raw bytes, before anything parses them.',
  body_changed: 'The signature does not match because the body was changed or cut on its way: it is not JSON any more.',
  wrong_secret:
    'The signature does not match: the secret is another one than that of this webhook address, or the body was changed.',
  body_not_json:
    'The signature holds, but the body is not JSON: whoever knows the secret has sent no event of this API.',
} as const;

/** `wrong_secret` is what is left when nothing speaks for a changed body. */
export type SignatureProblem = keyof typeof PROBLEMS;

/** The delivery does not prove that it comes from the server. The message says which check failed and what to do. */
export class SignatureError extends Error {
  override name = 'SignatureError';
  /** Which mistake was made. */
  readonly problem: SignatureProblem;

  constructor(problem: SignatureProblem, more = '') {
    super(`${PROBLEMS[problem]} ${more}`.trim());
    this.problem = problem;
  }
}

/**
 * Why a signature does not match. What was parsed and written again betrays itself: written as the server writes it, the
 * signature holds; or its length is not the one that the request declared; or its fields are in alphabetical order.
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
