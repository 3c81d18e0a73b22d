import type { GraphOutcome } from './graph.ts';
import type { Finding } from './provider.ts';

/** What the answer to a look-up says of the thing looked up. */
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
