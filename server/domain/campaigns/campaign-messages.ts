import type { App } from '../../app/app.ts';
import type { Campaign, NewRecipient, Recipient } from '../../store/campaigns/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import { type Caller, ownCaller, requireLicensed } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { requireConnection } from '../connections/connection.ts';
import { acceptSend } from '../messages/accept-send.ts';
import type { TemplateDraft } from '../messages/draft.ts';
import { requirePerson } from '../messages/recipient.ts';
import { loadSendFacts } from '../messages/send-facts.ts';
import { requireTemplateMessage } from '../messages/send-template.ts';
import type { StopReason } from '../opt-outs/stop-lists.ts';

/** How many people to check in one batch if many of them are skipped. */
const MOST_LOOKED_AT = 100;

/** The errors that affect only one person (§2.10). */
const SKIPPED: Record<string, StopReason | 'recipient_invalid'> = {
  RECIPIENT_BLOCKED: 'blocked',
  RECIPIENT_OPTED_OUT: 'opted_out',
  RECIPIENT_INVALID: 'recipient_invalid',
};

/** The result of creating messages. */
interface Queued {
  queued: number;
  result: 'more wait' | 'all queued' | 'stopped';
}

/**
 * Creates messages for up to `most` further people of a campaign. Skips people who are blocked or have opted out of
 * marketing. An error that affects everyone, such as a rejected template, stops the campaign with that error as the
 * reason.
 */
export async function queueNext(app: App, tx: Tx, campaign: Campaign, most: number): Promise<Queued> {
  const { accountId, id } = campaign;
  const waiting = await tx.campaigns.listWaiting(accountId, id, MOST_LOOKED_AT);
  let queued = 0;
  let passed = 0;
  try {
    const account = await tx.accounts.find(accountId);
    if (account && waiting.length > 0) {
      requireLicensed(app, account);
      for (const recipient of waiting) {
        if (queued >= most) {
          break;
        }
        queued += Number(await queueOne(app, tx, ownCaller(account), campaign, recipient));
        passed += 1;
      }
    }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    if (error.code === 'PROVIDER_UNAVAILABLE') {
      return { queued, result: 'more wait' }; // another transaction has just marked the connection as unavailable
    }
    app.log.error({ campaign: id, code: error.code }, 'a campaign stopped');
    await tx.campaigns.move(accountId, id, ['sending'], 'stopped', { at: app.now(), problem: error.message });
    return { queued, result: 'stopped' };
  }
  return { queued, result: passed === waiting.length && passed < MOST_LOOKED_AT ? 'all queued' : 'more wait' };
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
  const caller = ownCaller(account);
  const drafts = people.map((person) => ({ position: person.position, draft: draftOf(campaign, person) }));
  const facts = await loadSendFacts(
    read,
    drafts.map(({ draft }) => ({ app, caller, draft })),
    false,
  );
  return drafts.flatMap(({ position, draft }) => {
    try {
      // The campaign has no ID yet.
      requireTemplateMessage(facts, { app, caller, campaignId: 0 }, draft);
      return [];
    } catch (error) {
      return [{ position, reason: skipReasonOf(error) }];
    }
  });
}

const draftOf = (
  { connectionId, templateName, language }: Pick<Campaign, 'connectionId' | 'templateName' | 'language'>,
  { phone, variables, buttons }: Pick<NewRecipient, 'phone' | 'variables' | 'buttons'>,
) =>
  ({
    channel: 'whatsapp',
    connection_id: connectionId,
    to: phone,
    name: templateName,
    language,
    ...(variables && { variables: variables as TemplateDraft['variables'] }),
    ...(buttons && { buttons: [...buttons] }),
  }) as const;

/** Returns why only this person is skipped. @throws the error if it affects the whole campaign */
function skipReasonOf(error: unknown): StopReason | 'recipient_invalid' {
  const reason = error instanceof ApiError ? SKIPPED[error.code] : undefined;
  if (reason === undefined) {
    throw error;
  }
  return reason;
}

/**
 * Creates the message for one person. Returns false if the person was skipped.
 *
 * @throws {ApiError} for an error that does not affect only this person
 */
async function queueOne(
  app: App,
  tx: Tx,
  caller: Caller,
  { accountId, id, connectionId, templateName, language }: Campaign,
  { position, phone: listed, variables, buttons }: Recipient,
): Promise<boolean> {
  const draft = draftOf({ connectionId, templateName, language }, { phone: listed, variables, buttons });
  const send = { app, caller, draft, campaignId: id };
  const facts = await acceptSend.load(tx, [send]);
  let phone = listed;
  try {
    const connection = requireConnection(facts.connections.get(accountId) ?? [], 'whatsapp', connectionId);
    const person = requirePerson(facts, caller, connection, listed);
    if (person !== listed && !(await tx.campaigns.renameRecipient(accountId, id, position, person))) {
      await tx.campaigns.setState(accountId, id, listed, 'skipped', 'duplicate'); // the list has the person twice
      return false;
    }
    phone = person;
    const { effects, result } = acceptSend.decide(facts, send);
    await acceptSend.apply(tx, [effects]);
    await tx.campaigns.setQueued(accountId, id, position, result.data.id, app.monotonicNow());
    return true;
  } catch (error) {
    await tx.campaigns.setState(accountId, id, phone, 'skipped', skipReasonOf(error));
    return false;
  }
}
