import type { MessageError } from '../../store/messages/messages.ts';
import type { FileLocation, SendOutcome, UploadOutcome } from '../provider.ts';
import type { GraphOutcome } from './graph.ts';
import type { GraphErrorClass } from './graph-errors.ts';

type Temporary = Extract<GraphErrorClass, 'retry' | 'throttle'>;

const isTemporary = (errorClass: GraphErrorClass): errorClass is Temporary =>
  errorClass === 'retry' || errorClass === 'throttle';

/**
 * Returns the outcome of a send, based on a response of the Graph API.
 *
 * @param idOf reads the message ID from a response
 */
export function sendOutcomeOf(
  outcome: GraphOutcome,
  status: 'queued' | 'sent',
  idOf: (body: Record<string, unknown>) => unknown,
): SendOutcome {
  switch (outcome.kind) {
    case 'unreachable':
      return { kind: 'unavailable', throttled: false, error: unreachableError(outcome.problem) };
    case 'lost':
      return { kind: 'unknown', problem: outcome.problem };
    case 'refused': {
      const { class: errorClass, reach, isOptOut, error } = outcome;
      return isTemporary(errorClass)
        ? { kind: 'unavailable', throttled: errorClass === 'throttle', error }
        : { kind: 'rejected', class: errorClass, reach, isOptOut, error };
    }
    case 'answered': {
      const externalId = idOf(outcome.body);
      return typeof externalId === 'string'
        ? { kind: 'accepted', externalId, status }
        : { kind: 'unknown', problem: 'the provider returned no message ID' };
    }
  }
}

/** Returns the outcome of an upload, based on a response of the Graph API. */
export function uploadOutcomeOf(outcome: GraphOutcome): UploadOutcome {
  if (outcome.kind === 'answered') {
    const { id } = outcome.body;
    return typeof id === 'string' ? { kind: 'uploaded', id } : { kind: 'unavailable', problem: 'no id' };
  }
  return outcome.kind === 'refused' && !isTemporary(outcome.class)
    ? { kind: 'rejected', error: outcome.error }
    : { kind: 'unavailable', problem: problemOf(outcome) };
}

/** Returns the location of a customer's file, based on a response of the Graph API. */
export function fileLocationOf(outcome: GraphOutcome): FileLocation {
  if (outcome.kind === 'answered' && typeof outcome.body.url === 'string') {
    return { kind: 'found', url: outcome.body.url };
  }
  const isGone = outcome.kind === 'refused' && outcome.class !== 'auth' && !isTemporary(outcome.class);
  return { kind: isGone ? 'gone' : 'unavailable', problem: problemOf(outcome) };
}

/**
 * Returns why there was no usable response. The text is logged, so it includes only the code of an error: Meta's
 * message may quote the token.
 */
export function problemOf(outcome: GraphOutcome): string {
  switch (outcome.kind) {
    case 'answered':
      return 'the provider returned an unexpected response';
    case 'refused':
      return `the provider returned the error code ${outcome.error.code}`;
    default:
      return outcome.problem;
  }
}

/** The timeout for a signal. It is short, because a late signal is worthless. */
export const SIGNAL_TIMEOUT_SECONDS = 5;

/** Returns why a signal was not shown; undefined if it was. */
export const signalProblemOf = (outcome: GraphOutcome): string | undefined =>
  outcome.kind === 'answered' ? undefined : problemOf(outcome);

/** The error of a message that never reached the provider. */
const unreachableError = (problem: string): MessageError => ({
  code: 'provider_unavailable',
  title: 'The provider cannot be reached',
  detail: problem,
  provider_message: null,
});
