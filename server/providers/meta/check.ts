import type { Finding } from '../provider.ts';
import type { GraphOutcome } from './graph.ts';

/**
 * Returns whether an app receives the callbacks of a number, page or account, based on the response of its
 * `subscribed_apps`.
 */
export function subscriptionFinding(outcome: GraphOutcome, fix: string): Finding {
  const apps = outcome.kind === 'answered' ? (outcome.body.data as unknown[] | undefined) : undefined;
  return apps && apps.length > 0
    ? { ok: true, what: 'an app is subscribed to its callbacks' }
    : { ok: false, what: 'no app is subscribed to its callbacks', fix };
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
