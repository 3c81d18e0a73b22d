import type { Finding } from '../provider.ts';
import type { GraphOutcome } from './graph.ts';
import { objectsAt } from './values.ts';

/**
 * Returns whether an app receives the callbacks of a number, page or account, based on the response of its
 * `subscribed_apps`. Pages and accounts also list the fields there; a missing field loses some callbacks, but is no fault.
 */
export function subscriptionFinding(
  outcome: GraphOutcome,
  { fix, fields }: { fix: string; fields: readonly string[] },
): Finding {
  const apps = outcome.kind === 'answered' ? objectsAt(outcome.body, 'data') : [];
  if (apps.length === 0) {
    return { ok: false, what: 'no app is subscribed to its callbacks', fix };
  }
  const listed = apps.flatMap((app) => (Array.isArray(app.subscribed_fields) ? app.subscribed_fields : []));
  const missing = listed.length > 0 ? fields.filter((field) => !listed.includes(field)) : [];
  return missing.length > 0
    ? { ok: true, what: `an app is subscribed to its callbacks, but not to ${missing.join(', ')}`, fix }
    : { ok: true, what: 'an app is subscribed to its callbacks' };
}

/** Returns the finding for the response to a lookup. */
export function findingOf(outcome: GraphOutcome, what: string, fixes: { auth: string; other: string }): Finding {
  switch (outcome.kind) {
    case 'answered':
      return { ok: true, what: `${what} answers` };
    case 'refused':
      return {
        ok: false,
        what: `${what} was refused: ${outcome.error.provider_message}`,
        fix: outcome.class === 'auth' ? fixes.auth : fixes.other,
      };
    default:
      return {
        ok: false,
        what: `${what} cannot be reached: ${outcome.problem}`,
        fix: 'Check the network, and WIGWAG_GRAPH_URL and WIGWAG_INSTAGRAM_URL if they are set.',
      };
  }
}
