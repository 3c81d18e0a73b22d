import { type Key, nameOfKey } from '../../store/drivers/dialect.ts';
import type { Tx } from '../../store/index.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { Template } from '../../store/templates/templates.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';

/**
 * Checks the block list. A block stops all communication with a person, on every channel (§2.10).
 *
 * @throws {ApiError} RECIPIENT_BLOCKED
 */
export async function requireNotBlocked(tx: Tx, caller: Caller, recipient: string): Promise<void> {
  if (await tx.blockedNumbers.has(caller.account.id, recipient)) {
    throw new ApiError('RECIPIENT_BLOCKED', { to: recipient }, { param: 'to' });
  }
}

/**
 * Checks the opt-out list. An opt-out stops marketing, that is, marketing templates and everything that a campaign
 * sends (§1, §2.10).
 *
 * @throws {ApiError} RECIPIENT_OPTED_OUT
 */
export async function requireMarketingAllowed(
  tx: Tx,
  caller: Caller,
  recipient: string,
  template: Template,
  isCampaign: boolean,
): Promise<void> {
  if ((isCampaign || template.category === 'MARKETING') && (await tx.optOuts.has(caller.account.id, recipient))) {
    throw new ApiError('RECIPIENT_OPTED_OUT', { to: recipient }, { param: 'to' });
  }
}

/** Why an accepted message is not sent. */
export type StopReason = 'blocked' | 'opted_out';

export const STOP_ERRORS: Record<StopReason, MessageError> = {
  blocked: {
    code: 'blocked',
    title: 'Blocked',
    detail: 'The recipient was put on the block list before the message was sent.',
    provider_message: null,
  },
  opted_out: {
    code: 'opted_out',
    title: 'Opted out',
    detail: 'The recipient opted out before the message was sent.',
    provider_message: null,
  },
};

/** What decides whether queued messages must not be sent. The names are those of `nameOfKey`. */
export interface StopFacts {
  blocked: ReadonlySet<string>;
  optedOut: ReadonlySet<string>;
  /** The languages of marketing templates, by account and template name. */
  marketing: ReadonlyMap<string, readonly string[]>;
}

const personOf = ({ accountId, person: id }: StoredMessage): Key => ({ accountId, id });
const templateOf = ({ accountId, content }: StoredMessage): Key => ({
  accountId,
  id: (content as FilledTemplate).name,
});
const isTemplate = ({ type }: StoredMessage): boolean => type === 'template';

/** Loads what decides whether these messages must not be sent. */
export async function loadStopFacts(tx: Tx, messages: readonly StoredMessage[]): Promise<StopFacts> {
  const distinct = (keys: readonly Key[]) => [...new Map(keys.map((key) => [nameOfKey(key), key])).values()];
  const templates = messages.filter(isTemplate);
  const [blocked, optedOut, marketing] = await Promise.all([
    tx.blockedNumbers.hasAmong(distinct(messages.map(personOf))),
    tx.optOuts.hasAmong(distinct(templates.map(personOf))),
    tx.templates.listByNames(distinct(templates.map(templateOf))),
  ]);
  return {
    blocked: new Set(blocked.map(nameOfKey)),
    optedOut: new Set(optedOut.map(nameOfKey)),
    marketing: new Map(
      [
        ...Map.groupBy(
          marketing.filter(({ category }) => category === 'MARKETING'),
          ({ accountId, name }) => nameOfKey({ accountId, id: name }),
        ),
      ].map(([name, own]) => [name, own.map(({ language }) => language)]),
    ),
  };
}

/**
 * Returns why a queued message must not be sent, if there is a reason. A block stops all messages. An opt-out stops
 * marketing, that is, marketing templates and everything that a campaign sends (§1, §2.10).
 */
export function stopReasonOf(facts: StopFacts, message: StoredMessage): StopReason | undefined {
  const person = nameOfKey(personOf(message));
  if (facts.blocked.has(person)) {
    return 'blocked';
  }
  const isOut = isTemplate(message) && facts.optedOut.has(person);
  return isOut && (message.campaignId !== null || isMarketing(facts, message)) ? 'opted_out' : undefined;
}

const isMarketing = ({ marketing }: StopFacts, message: StoredMessage): boolean =>
  marketing.get(nameOfKey(templateOf(message)))?.includes((message.content as FilledTemplate).language) === true;
