import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { distinctKeys } from '../../engine/drivers/dialect.ts';
import type { TemplateChange } from '../../providers/callback.ts';
import type { ProviderTemplate } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { type Effects, mergeEffects, separateRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import { runOne } from '../../store/rules.ts';
import type { Template } from '../../store/templates/templates.ts';
import { accessTokenOf } from '../connections/connection.ts';
import { type EventReceiver, eventEffects, newEvent, receiversOf } from '../webhooks/events.ts';
import { isLanguage } from './language.ts';

/** How long the provider repeats a callback (Meta, "Webhooks overview"). An older time cannot be that of the report. */
const LONGEST_REPEAT = 7 * MICROSECONDS.day;

/** What a change of templates depends on. */
interface TemplateFacts {
  /** The known templates with the reported names, in each of their languages. */
  known: readonly Template[];
  receivers: readonly EventReceiver[] | undefined;
}

async function loadTemplates(tx: Tx, accountId: number, names: readonly string[]): Promise<TemplateFacts> {
  await tx.accounts.lock(accountId);
  return {
    known: await tx.templates.listByNames(distinctKeys(names.map((id) => ({ accountId, id })))),
    receivers: (await receiversOf(tx, new Set([accountId]), 'template.status')).get(accountId),
  };
}

/**
 * Stores what a callback reports about a template, and raises `template.status` for a new status (§3.3). A report
 * that is older than the last one changes nothing. Returns whether the template must be read again: it is unknown, more
 * may have changed, or the report is late.
 */
export const templateChange = separateRule({
  load: (tx, { accountId, change }: { app: App; accountId: number; change: TemplateChange }) =>
    loadTemplates(tx, accountId, [change.name]),

  decide(facts, { app, change }) {
    const { language, status, category, quality, rejectionReason = null, isReadAgain, isUnclear } = change;
    const known = facts.known.find((one) => isLanguage(one.language, language));
    const at = reportedAt(app, change);
    if (!known || at < (known.reportedAt ?? 0)) {
      return { effects: {}, result: true };
    }
    const after = {
      ...known,
      ...(status && { status, rejectionReason }),
      ...(category && { category }),
      ...(quality && { quality }),
    };
    const isReported = status || category || isUnclear;
    return {
      effects: mergeEffects(changeEffects(app, facts, known, after), {
        reportedTemplates: isReported ? [{ ...known, at: isUnclear ? null : at }] : [],
      }),
      result: isReadAgain === true,
    };
  },
});

/** Runs `templateChange` in the caller's transaction. */
export const recordTemplateChange = (app: App, tx: Tx, accountId: number, change: TemplateChange): Promise<boolean> =>
  runOne(tx, templateChange, { app, accountId, change });

/** Returns when the provider reported a change. This is now if the provider does not say, or if its clock is fast. */
function reportedAt(app: App, { at }: TemplateChange): number {
  const now = app.now();
  return at === undefined || at > now || now - at > LONGEST_REPEAT ? now : at;
}

/** Returns the templates that the provider lists for a connection; empty if the channel has no templates. */
export async function listTemplates(app: App, connection: Connection): Promise<readonly ProviderTemplate[]> {
  const provider = app.providers[connection.channel];
  return (await provider.listTemplates?.(connection, accessTokenOf(app, connection))) ?? [];
}

/** A list of a provider. */
interface ListedTemplates {
  app: App;
  accountId: number;
  listed: readonly ProviderTemplate[];
  /** What a callback has reported after this time stays, because the list may be older. @default no such time */
  trustedUntil?: number;
  /** What to write in the same transaction. */
  with?: Effects;
}

/** Stores the provider's list: new templates, changed templates, and status changes that no callback has reported. */
export const templateList = separateRule({
  load: (tx, { accountId, listed }: ListedTemplates) =>
    loadTemplates(
      tx,
      accountId,
      listed.map(({ name }) => name),
    ),

  decide(facts, { app, accountId, listed, trustedUntil = Number.POSITIVE_INFINITY, with: others = {} }) {
    // Meta may list a template twice if its pages shift while they are read.
    const byName = new Map(listed.map((template) => [JSON.stringify([template.name, template.language]), template]));
    const effects = [...byName.values()].map((template): Effects => {
      const known = facts.known.find(({ name, language }) => name === template.name && language === template.language);
      if (!known) {
        const status = template.status ?? 'PENDING';
        return { newTemplates: [{ ...template, status, accountId, at: app.monotonicNow() }] };
      }
      const isOlder = (known.reportedAt ?? 0) > trustedUntil;
      const status = (isOlder ? undefined : template.status) ?? known.status;
      // A callback gives a more detailed reason than the list.
      const earlier = status === known.status ? known.rejectionReason : null;
      return changeEffects(app, facts, known, {
        ...known,
        ...template,
        status,
        category: isOlder ? known.category : template.category,
        rejectionReason: status === 'REJECTED' ? (earlier ?? template.rejectionReason) : null,
      });
    });
    return { effects: mergeEffects(...effects, others), result: undefined };
  },
});

/** Runs `templateList` in the caller's transaction. */
export const syncTemplates = (
  app: App,
  tx: Tx,
  accountId: number,
  listed: readonly ProviderTemplate[],
): Promise<void> => runOne(tx, templateList, { app, accountId, listed });

function changeEffects(app: App, { receivers }: TemplateFacts, before: Template, after: Template): Effects {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return {};
  }
  const changedTemplates = [{ ...after, at: app.monotonicNow() }];
  // PENDING is the initial status; only later changes are events (§6).
  if (after.status === before.status || after.status === 'PENDING') {
    return { changedTemplates };
  }
  const { name, language, category, status, rejectionReason } = after;
  const template = { name, language, category, status, rejection_reason: rejectionReason };
  const event = newEvent(app, after.accountId, 'template.status', { template });
  return { changedTemplates, ...eventEffects(event, receivers) };
}
