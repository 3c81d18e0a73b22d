import { currentForm, writtenForms } from '../../base/phone-form.ts';
import { distinctKeys, type Key, keyString } from '../../engine/drivers/dialect.ts';
import type { Tx } from '../../store/index.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { PersonListQueries } from '../../store/opt-outs/person-list.ts';
import type { Template } from '../../store/templates/templates.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';

/**
 * Checks the block list. A block stops all communication with a person, on every channel (§2.10).
 *
 * @throws {ApiError} RECIPIENT_BLOCKED
 */
export function requireNotBlocked({ blocked }: Pick<ListFacts, 'blocked'>, caller: Caller, recipient: string): void {
  if (blocked.has(keyString({ accountId: caller.account.id, id: recipient }))) {
    throw new ApiError('RECIPIENT_BLOCKED', { to: recipient }, { param: 'to' });
  }
}

/**
 * Checks the opt-out list. An opt-out stops marketing, that is, marketing templates and everything that a campaign
 * sends (§1, §2.10).
 *
 * @throws {ApiError} RECIPIENT_OPTED_OUT
 */
export function requireMarketingAllowed(
  { optedOut }: Pick<ListFacts, 'optedOut'>,
  caller: Caller,
  recipient: string,
  template: Template,
  isCampaign: boolean,
): void {
  const isOut = optedOut.has(keyString({ accountId: caller.account.id, id: recipient }));
  if (isOut && (isCampaign || template.category === 'MARKETING')) {
    throw new ApiError('RECIPIENT_OPTED_OUT', { to: recipient }, { param: 'to' });
  }
}

/** Why an accepted message is not sent. */
export type SendStopReason = 'blocked' | 'opted_out';

export const STOP_ERRORS: Record<SendStopReason, MessageError> = {
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

/** The people on each list, by `keyString`. */
export interface ListFacts {
  blocked: ReadonlySet<string>;
  optedOut: ReadonlySet<string>;
}

/** What decides whether queued messages must not be sent. The keys are those of `keyString`. */
export interface StopFacts {
  /** The messages whose recipients are blocked. */
  blocked: ReadonlySet<string>;
  /** The templates whose recipients have opted out. */
  optedOut: ReadonlySet<string>;
  /** The languages of marketing templates, by account and template name. */
  marketing: ReadonlyMap<string, readonly string[]>;
}

const templateOf = ({ accountId, content }: StoredMessage): Key => ({
  accountId,
  id: (content as FilledTemplate).name,
});
const isTemplate = ({ type }: StoredMessage): boolean => type === 'template';

/**
 * Returns which of these people are on a list, by `keyString`. The `id` of a key is the person. An entry that an
 * earlier version stored under an outdated form of the number applies before `joinForms` finds it.
 */
export async function listedAmong(list: PersonListQueries, people: readonly Key[]): Promise<ReadonlySet<string>> {
  const forms = people.flatMap(({ accountId, id }) => writtenForms(id).map((form) => ({ accountId, id: form })));
  const listed = await list.hasAmong(distinctKeys(forms));
  return new Set(listed.flatMap((key) => [keyString(key), keyString({ ...key, id: currentForm(key.id) })]));
}

/** Loads what decides whether these messages must not be sent. */
export async function loadStopFacts(tx: Tx, messages: readonly StoredMessage[]): Promise<StopFacts> {
  const templates = messages.filter(isTemplate);
  const [blocked, optedOut, marketing] = await Promise.all([
    tx.blockedNumbers.hasRecipientsOf(messages),
    tx.optOuts.hasRecipientsOf(templates),
    tx.templates.listByNames(distinctKeys(templates.map(templateOf))),
  ]);
  return {
    blocked: new Set(blocked.map(keyString)),
    optedOut: new Set(optedOut.map(keyString)),
    marketing: new Map(
      [
        ...Map.groupBy(
          marketing.filter(({ category }) => category === 'MARKETING'),
          ({ accountId, name }) => keyString({ accountId, id: name }),
        ),
      ].map(([name, own]) => [name, own.map(({ language }) => language)]),
    ),
  };
}

/**
 * Returns why a queued message must not be sent, if there is a reason. A block stops all messages. An opt-out stops
 * marketing, that is, marketing templates and everything that a campaign sends (§1, §2.10).
 */
export function stopReasonOf(facts: StopFacts, message: StoredMessage): SendStopReason | undefined {
  const name = keyString(message);
  if (facts.blocked.has(name)) {
    return 'blocked';
  }
  const isOut = isTemplate(message) && facts.optedOut.has(name);
  return isOut && (message.campaignId !== null || isMarketing(facts, message)) ? 'opted_out' : undefined;
}

const isMarketing = ({ marketing }: StopFacts, message: StoredMessage): boolean =>
  marketing.get(keyString(templateOf(message)))?.includes((message.content as FilledTemplate).language) === true;
