import type { App } from '../../app/app.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Campaign, NewRecipient, Recipient } from '../../store/campaigns/campaigns.ts';
import { type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import { internalCaller, requireLicensed } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { requireConnection } from '../connections/connection.ts';
import { acceptMessage } from '../messages/accept-message.ts';
import type { TemplateInput } from '../messages/message-input.ts';
import { candidatesOf, requirePerson } from '../messages/recipient.ts';
import { requireTemplateMessage } from '../messages/require-template.ts';
import { loadSendFacts, type SendFacts, type SendRequest } from '../messages/send-facts.ts';
import type { SendStopReason } from '../opt-outs/stop-lists.ts';

/** The errors that affect only one person (§2.10). */
const SKIPPED: Record<string, SendStopReason | 'recipient_invalid'> = {
  RECIPIENT_BLOCKED: 'blocked',
  RECIPIENT_OPTED_OUT: 'opted_out',
  RECIPIENT_INVALID: 'recipient_invalid',
};

/** What the next messages of a campaign depend on. Its row is locked. */
interface NextFacts {
  campaign: Campaign;
  /** The people whose turn has come. */
  sends: readonly CampaignSend[];
  /** Whether no one waits after these people. */
  isLast: boolean;
  facts: SendFacts;
  /** The other names of these people that the campaign lists. */
  listed: Set<string>;
}

type CampaignSend = SendRequest & { app: App; input: TemplateInput; person: Recipient };

/**
 * Loads what the next messages of a campaign depend on.
 *
 * @param campaign the row is locked
 * @param most for how many people
 */
export async function loadNext(app: App, tx: Tx, campaign: Campaign, most: number): Promise<NextFacts> {
  const { accountId, id } = campaign;
  const account = await tx.accounts.find(accountId);
  const waiting = await tx.campaigns.listWaiting(accountId, id, Math.max(0, most) + 1);
  const people = account ? waiting.slice(0, Math.max(0, most)) : [];
  const sends = people.map((person) => ({
    app,
    caller: internalCaller(account as Account),
    input: templateInputOf(campaign, person),
    campaignId: id,
    person,
  }));
  const facts = await loadSendFacts(tx, sends);
  const otherNames = sends.flatMap(({ person }) => otherNamesOf(facts, campaign, person));
  const listed = new Set(await tx.campaigns.listNames(accountId, id, otherNames));
  return { campaign, sends, isLast: people.length === waiting.length, facts, listed };
}

/** The next messages of a campaign. */
interface Queued {
  effects: Effects;
  queued: number;
  result: 'more wait' | 'all queued';
  /** The error that stops the campaign. */
  problem?: ApiError | undefined;
}

/**
 * Creates messages for the next people of a campaign. Skips people who are blocked or have opted out of marketing. An
 * error that affects everyone, such as a rejected template, stops the campaign with that error as the reason.
 */
export function decideNext({ campaign, sends, isLast, facts, listed }: NextFacts): Queued {
  const effects: Effects[] = [];
  let problem: ApiError | undefined;
  try {
    for (const send of sends) {
      requireLicensed(send.app, send.caller.account);
      effects.push(queueOne(facts, listed, campaign, send));
    }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    problem = error;
  }
  return {
    effects: mergeEffects(...effects),
    queued: effects.filter(({ messages }) => messages).length,
    result: !problem && isLast ? 'all queued' : 'more wait',
    // Without a provider, another transaction has just marked the connection as unavailable.
    problem: problem?.code === 'PROVIDER_UNAVAILABLE' ? undefined : problem,
  };
}

/**
 * Returns the people that a campaign would skip now, with the reason. Changes nothing.
 *
 * @throws {ApiError} for an error that does not affect only one person
 */
export async function findSkipped(
  app: App,
  accountId: number,
  campaign: Pick<Campaign, 'connectionId' | 'templateName' | 'language'>,
  people: readonly Omit<NewRecipient, 'name'>[],
): Promise<{ position: number; reason: string }[]> {
  const { read } = app.store;
  const account = await read.accounts.find(accountId);
  if (!account) {
    return [];
  }
  const caller = internalCaller(account);
  const inputs = people.map((person) => ({ position: person.position, input: templateInputOf(campaign, person) }));
  const facts = await loadSendFacts(
    read,
    inputs.map(({ input }) => ({ app, caller, input })),
    false,
  );
  return inputs.flatMap(({ position, input }) => {
    try {
      // The campaign has no ID yet.
      requireTemplateMessage(facts, { app, caller, campaignId: 0 }, input);
      return [];
    } catch (error) {
      return [{ position, reason: skipReasonOf(error) }];
    }
  });
}

const templateInputOf = (
  { connectionId, templateName, language }: Pick<Campaign, 'connectionId' | 'templateName' | 'language'>,
  { phone, variables, buttons }: Pick<NewRecipient, 'phone' | 'variables' | 'buttons'>,
) =>
  ({
    channel: 'whatsapp',
    connection_id: connectionId,
    to: phone,
    name: templateName,
    language,
    ...(variables && { variables: variables as TemplateInput['variables'] }),
    ...(buttons && { buttons: [...buttons] }),
  }) as const;

/** Returns why only this person is skipped. @throws the error if it affects the whole campaign */
function skipReasonOf(error: unknown): SendStopReason | 'recipient_invalid' {
  const reason = error instanceof ApiError ? SKIPPED[error.code] : undefined;
  if (reason === undefined) {
    throw error;
  }
  return reason;
}

/** Returns the other names of a person, which the campaign may also list. */
const otherNamesOf = (facts: SendFacts, { accountId, connectionId }: Campaign, { phone }: Recipient): string[] => {
  const connection = facts.connections.get(accountId)?.find(({ id }) => id === connectionId);
  return connection ? candidatesOf(facts.identities, connection, phone).filter((name) => name !== phone) : [];
};

/**
 * Returns the effects of the message for one person, or of skipping the person.
 *
 * @param listed the other names that the campaign lists
 * @throws {ApiError} for an error that does not affect only this person
 */
function queueOne(
  facts: SendFacts,
  listed: Set<string>,
  { accountId, id: campaignId, connectionId }: Campaign,
  { person, ...send }: CampaignSend,
): Effects {
  const { position } = person;
  const skipped = (phone: string, reason: string): Effects => ({
    recipients: [{ accountId, campaignId, position, phone, state: 'skipped', reason, messageId: null, queuedAt: null }],
  });
  let { phone } = person;
  try {
    const connection = requireConnection(facts.connections.get(accountId) ?? [], 'whatsapp', connectionId);
    const name = requirePerson(facts, send.caller, connection, phone);
    if (name !== phone && listed.has(name)) {
      return skipped(phone, 'duplicate'); // the list has the person twice
    }
    listed.add(name);
    phone = name;
    const accepted = requireTemplateMessage(facts, send, send.input);
    const { effects, result } = acceptMessage(facts, { app: send.app, caller: send.caller, accepted });
    const queued = { state: 'queued', reason: null, messageId: result.id, queuedAt: send.app.monotonicNow() } as const;
    return mergeEffects(effects, { recipients: [{ accountId, campaignId, position, phone, ...queued }] });
  } catch (error) {
    return skipped(phone, skipReasonOf(error));
  }
}
