import type { AdminComponents } from '@wigwag/openapi';
import { digestTexts } from '@wigwag/openapi/recipient-list';
import { admin, bodyOf } from '../../api/client.ts';
import { patiently } from '../../api/patiently.ts';
import { Problem } from '../../api/problem.ts';
import type { Campaign } from './campaign.ts';
import { recipientMaker } from './slots.ts';
import type { CampaignDraft, DraftList, Template } from './use-campaign-draft.ts';

type ListedRecipient = AdminComponents['schemas']['ListedRecipient'];

/** A row that cannot be sent. */
export interface Mistake {
  line: number;
  /** What is wrong in the row, such as `phone`. */
  field: string | null;
  problem: string;
  fix: string | null;
}

/** What a campaign would do with a list. */
export interface CheckedList {
  /** The rows that can be sent, in order. Some may be the same person. */
  recipients: ListedRecipient[];
  /** The number of different people. */
  people: number;
  duplicates: number;
  /** How many people get nothing, by reason. */
  skipped: ReadonlyMap<string, number>;
  mistakes: Mistake[];
  /** Identifies the template, the connection and the list. */
  digest: string;
  connection: string;
  /** A campaign with the same list. */
  previous: Campaign | null;
}

/** How many recipients one call checks. */
const BATCH = 1_000;

export interface Wish {
  account: string;
  template: Template;
  connection: string | undefined;
}

/** Returns the fields that name a campaign in calls of the admin API. */
export const bodyOfWish = ({ template, connection }: Wish) => ({
  template: template.name,
  language: template.language,
  ...(connection !== undefined && { connection_id: connection }),
});

/**
 * Checks a whole list with the server's rules. Changes nothing.
 *
 * @param onProgress is called with the number of checked rows
 * @throws {Problem} if the whole campaign is refused
 */
export async function checkList(
  wish: Wish,
  draft: CampaignDraft,
  list: DraftList,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<CheckedList> {
  const path = { account: wish.account };
  const plan = await patiently(
    () =>
      bodyOf(
        admin.POST('/accounts/{account}/campaigns/plan', {
          params: { path },
          body: { ...bodyOfWish(wish), again: false },
        }),
      ),
    signal,
  );
  const make = recipientMaker(wish.template, draft, list.header);
  const mistakes: Mistake[] = [];
  const recipients: ListedRecipient[] = [];
  const skipped = new Map<string, number>();
  const seen = new Set<string>();
  const digested = [digestTexts.head(plan.template, plan.connection_id)];
  for (let start = 0; start < list.rows.length; start += BATCH) {
    const batch: ListedRecipient[] = [];
    for (const row of list.rows.slice(start, start + BATCH)) {
      const made = make(row);
      if ('problem' in made) {
        mistakes.push({ line: row.line, fix: null, ...made });
      } else {
        batch.push({ position: row.line, ...made });
      }
    }
    if (batch.length > 0) {
      const body = { ...bodyOfWish(wish), recipients: batch };
      const checked = await patiently(
        () => bodyOf(admin.POST('/accounts/{account}/campaigns/check', { params: { path }, body, signal })),
        signal,
      );
      mistakes.push(...checked.invalid.map(({ position, ...rest }) => ({ line: position, ...rest })));
      const reasons = new Map(checked.skipped.map(({ position, reason }) => [position, reason]));
      for (const [place, recipient] of batch.entries()) {
        const phone = checked.phones[place] ?? null;
        if (phone === null) {
          continue;
        }
        const reason = reasons.get(recipient.position);
        if (reason !== undefined && !seen.has(phone)) {
          skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
        }
        seen.add(phone);
        recipients.push(recipient);
        const { name, variables = null, buttons = null } = recipient;
        digested.push(digestTexts.recipient({ phone, name: name || null, variables, buttons }));
      }
    }
    onProgress(Math.min(list.rows.length, start + BATCH));
  }
  const digest = await sha256(digested);
  return {
    recipients,
    people: seen.size,
    duplicates: recipients.length - seen.size,
    skipped,
    mistakes: mistakes.sort((left, right) => left.line - right.line),
    digest,
    connection: plan.connection_id,
    previous: recipients.length > 0 ? await findPrevious(wish, digest, signal) : null,
  };
}

async function sha256(texts: readonly string[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('')));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the campaign with the same list. The API refuses a plan of a list that was already sent, unless the request allows it. */
async function findPrevious(wish: Wish, digest: string, signal: AbortSignal): Promise<Campaign | null> {
  const params = { path: { account: wish.account } };
  const plan = (again: boolean) =>
    patiently(
      () =>
        bodyOf(
          admin.POST('/accounts/{account}/campaigns/plan', { params, body: { ...bodyOfWish(wish), digest, again } }),
        ),
      signal,
    );
  try {
    return (await plan(false)).previous;
  } catch (error) {
    if (error instanceof Problem && error.status === 422) {
      return (await plan(true)).previous;
    }
    throw error;
  }
}
