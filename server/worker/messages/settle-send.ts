import {
  CIRCUIT_FAILURES,
  CIRCUIT_SECONDS,
  CONFIRM_SEND_MINUTES,
  SEND_RETRY_DELAYS_SECONDS,
  THROTTLE_DELAYS_SECONDS,
} from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { logStop, refusesCampaign } from '../../domain/campaigns/refused-campaign.ts';
import { tagOf } from '../../domain/messages/parts.ts';
import { accountsOf, decideStatus, loadStatusFacts, type StatusFacts } from '../../domain/messages/record-status.ts';
import { refusalEffects } from '../../domain/opt-outs/opt-out-by-refusal.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import { nextAttempt, type OutboxTask, replacedBy } from '../../engine/outbox/task.ts';
import type { SendOutcome } from '../../providers/provider.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { MessagePart } from '../../store/messages/parts.ts';
import type { WriteRule } from '../../store/rules.ts';
import { holdCampaign } from '../campaigns/campaign-pace.ts';
import type { LogAfterCommit } from '../task.ts';

/** The result of sending one part of a message. */
export interface SettledSend {
  app: Pick<App, 'log' | 'now' | 'monotonicNow'>;
  task: OutboxTask;
  message: StoredMessage;
  /** The part that was sent, and the number of parts. */
  index: number;
  count: number;
  outcome: SendOutcome;
  /** When the request began. Watermarks cover all earlier sends, so this time is stored, not that of the response. */
  begunAt: number;
}

type Rejected = Extract<SendOutcome, { kind: 'rejected' }>;

interface SettleFacts extends StatusFacts {
  /** The tasks that are still leased to their workers. */
  leased: Pick<ReadonlySet<number>, 'has'>;
}

interface Settled {
  effects: Effects;
  result: LogAfterCommit | undefined;
}

/** Records the results of sends. */
export const settleSend: WriteRule<SettledSend, SettleFacts, Effects, LogAfterCommit | undefined> = {
  async load(tx, sends) {
    const messages = sends.map(({ message }) => message);
    // Messages are locked before tasks, as in all code that locks both.
    const [facts, leased] = await Promise.all([
      loadStatusFacts(tx, {
        messages,
        split: sends.filter(({ count }) => count > 1).map(({ message }) => message),
        moving: accountsOf(sends.filter(mayChangeStatus).map(({ message }) => message)),
      }),
      tx.outbox.listLeased(sends.map(({ task }) => task)),
    ]);
    return { ...facts, leased };
  },

  decide(facts, send) {
    const { effects, result } = facts.leased.has(send.task.id) ? settle(facts, send) : settleLate(facts, send);
    return { effects: mergeEffects(effects, providerEffects(send)), result };
  },

  apply: applyEffects,
};

/** Returns whether the result may change the status of the message. */
const mayChangeStatus = ({ outcome }: SettledSend): boolean =>
  outcome.kind !== 'accepted' || outcome.status !== 'queued';

function settle(facts: SettleFacts, send: SettledSend): Settled {
  const { app, task, message, index, count, outcome, begunAt } = send;
  const inMinutes = () => app.now() + CONFIRM_SEND_MINUTES * MICROSECONDS.minute;
  const confirmAt = (runAt: number) => replacedBy(task, 'confirm-send', tagOf(message.id, index), runAt);
  switch (outcome.kind) {
    case 'accepted': {
      const recorded = accepted(facts, send, outcome);
      const next =
        index + 1 < count
          ? { changedTasks: [replacedBy(task, 'send-message', message.id, app.monotonicNow())] }
          : outcome.status === 'sent' || isConfirmed(facts, send)
            ? { ended: [task] }
            : { changedTasks: [confirmAt(inMinutes())] };
      return { effects: mergeEffects(recorded, shownToVisitor(send), next), result: undefined };
    }
    case 'rejected':
      if (waitsForResume(outcome) && message.campaignId !== null) {
        return holdCampaign(app, message, message.campaignId, { ...outcome, since: begunAt }, (checkAt) => ({
          changedTasks: [nextAttempt(task, checkAt)],
        }));
      }
      return fail(facts, send, outcome);
    case 'unavailable': {
      const delays: readonly number[] = delaysOf(outcome);
      // No caller waits for a campaign, so it keeps retrying through a long outage of its provider.
      const delay = delays[task.attempts] ?? (message.campaignId === null ? undefined : delays.at(-1));
      if (delay === undefined) {
        return fail(facts, send, outcome);
      }
      return {
        effects: { changedTasks: [nextAttempt(task, app.now() + delay * MICROSECONDS.second)] },
        result: undefined,
      };
    }
    case 'unknown':
      return {
        effects: mergeEffects(decideStatus(app, facts, message, { status: 'queued', sentAt: begunAt }), {
          changedTasks: [confirmAt(isProved(facts, send) ? app.monotonicNow() : inMinutes())],
        }),
        result: () =>
          app.log.warn(
            { message: message.id, problem: outcome.problem },
            'the response to a send was lost; waiting for its callback',
          ),
      };
  }
}

/**
 * Records the result of an attempt whose task another worker has taken over. If that worker is waiting for a callback
 * as proof, the provider's response also proves the send, or shows that nothing was sent and that another attempt
 * may succeed. Otherwise the task does not change, because the other worker may be sending the next part.
 */
function settleLate(facts: SettleFacts, send: SettledSend): Settled {
  const { app, message, index, outcome, begunAt } = send;
  const waiting = { accountId: message.accountId, task: 'confirm-send', subject: tagOf(message.id, index) } as const;
  const confirmed: Effects = { due: [{ ...waiting, at: app.monotonicNow() }] };
  const sentAgain = (runAt: number): Effects => ({
    replaced: isProved(facts, send) ? [] : [{ ...waiting, by: { task: send.task.task, subject: message.id, runAt } }],
  });
  const warn = () =>
    app.log.warn(
      { message: message.id, outcome: outcome.kind },
      'a send took longer than its lease: another worker has taken it over',
    );
  switch (outcome.kind) {
    case 'accepted':
      return { effects: mergeEffects(accepted(facts, send, outcome), confirmed), result: warn };
    case 'rejected':
      return waitsForResume(outcome) && message.campaignId !== null
        ? holdCampaign(app, message, message.campaignId, { ...outcome, since: begunAt }, sentAgain)
        : { effects: mergeEffects(failed(facts, send, outcome), confirmed), result: warn };
    case 'unavailable':
      return { effects: sentAgain(app.now() + delaysOf(outcome)[0] * MICROSECONDS.second), result: warn };
    case 'unknown':
      return { effects: {}, result: warn };
  }
}

/**
 * Returns whether the message of a campaign may be sent unchanged as soon as the campaign resumes. After an error of
 * the template, the recipient gets another message instead, because the template may have changed.
 */
const waitsForResume = ({ reach }: Pick<Rejected, 'reach'>): boolean => refusesCampaign(reach) && reach !== 'template';

/** Returns the delays between attempts, in seconds. */
const delaysOf = ({ throttled }: Extract<SendOutcome, { kind: 'unavailable' }>) =>
  throttled ? THROTTLE_DELAYS_SECONDS : SEND_RETRY_DELAYS_SECONDS;

/** Returns the part to report; undefined if the message has only one. */
const partOf = ({ index, count }: SettledSend): number | undefined => (count > 1 ? index : undefined);

const accepted = (
  facts: SettleFacts,
  send: SettledSend,
  { status, externalId }: Extract<SendOutcome, { kind: 'accepted' }>,
): Effects =>
  decideStatus(send.app, facts, send.message, { status, externalId, part: partOf(send), sentAt: send.begunAt });

/** Why a message failed. */
type SendFailure = Pick<Rejected, 'error'> & Partial<Pick<Rejected, 'reach' | 'isOptOut'>>;

const failed = (facts: SettleFacts, send: SettledSend, { error, reach, isOptOut = false }: SendFailure): Effects =>
  mergeEffects(
    decideStatus(send.app, facts, send.message, { status: 'failed', error, reach, part: partOf(send) }),
    isOptOut ? refusalEffects(send.app, send.message, send.app.now()) : {},
  );

function fail(facts: SettleFacts, send: SettledSend, failure: SendFailure): Settled {
  const { app, message, task } = send;
  const { code } = failure.error;
  return {
    effects: mergeEffects(failed(facts, send, failure), { ended: [task] }),
    result: () => {
      app.log.warn({ message: message.id, connection: message.connectionId, code }, 'a send failed');
      if (message.campaignId !== null && refusesCampaign(failure.reach)) {
        logStop(app, message.campaignId, failure.error);
      }
    },
  };
}

/** Adds a web chat message to the visitor's page. */
function shownToVisitor({ app, message: { accountId, id, channel, conversationId } }: SettledSend): Effects {
  return channel === 'web' && conversationId !== null ? { shown: [{ accountId, id, at: app.monotonicNow() }] } : {};
}

/**
 * Returns whether a callback has already proved the send. A callback that arrives later finds the task that waits for
 * it.
 */
function isProved(facts: SettleFacts, send: SettledSend): boolean {
  const own = ownOf(facts, send);
  return own !== undefined && !isUnsent(own);
}

/** Returns whether a callback that overtook the response has already reported a status. */
function isConfirmed(facts: SettleFacts, send: SettledSend): boolean {
  const own = ownOf(facts, send);
  return own !== undefined && own.status !== 'queued';
}

/** Returns the part that was sent, or the message if it has only one. */
const ownOf = (facts: SettleFacts, { message, index, count }: SettledSend): MessagePart | StoredMessage | undefined =>
  count > 1 ? facts.parts.get(keyString(message))?.[index] : facts.messages.get(keyString(message));

/** Returns whether nothing shows that a part was sent. */
export const isUnsent = ({ status, externalId }: Pick<MessagePart, 'status' | 'externalId'>): boolean =>
  status === 'queued' && externalId === null;

/** Records for later sends whether the provider is available. */
function providerEffects({ app, message: { accountId, connectionId: id }, outcome }: SettledSend): Effects {
  if (outcome.kind === 'accepted' || outcome.kind === 'rejected') {
    return { providerResponses: [{ accountId, id }] };
  }
  const until = app.now() + CIRCUIT_SECONDS * MICROSECONDS.second;
  return outcome.kind === 'unavailable' && !outcome.throttled
    ? { providerResponses: [{ accountId, id, failure: { most: CIRCUIT_FAILURES, until } }] }
    : {};
}
