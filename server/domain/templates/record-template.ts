import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { TemplateChange } from '../../providers/callback.ts';
import type { ProviderTemplate } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { Template } from '../../store/templates/templates.ts';
import { accessTokenOf } from '../connections/connection.ts';
import { newEvent, recordEvent } from '../webhooks/events.ts';
import { isLanguage } from './language.ts';

/** How long the provider repeats a callback (Meta, "Webhooks overview"). An older time cannot be that of the report. */
const LONGEST_REPEAT = 7 * MICROSECONDS.day;

/**
 * Stores what a callback reports about a template, and raises `template.status` for a new status (§3.3). A report
 * that is older than the last one changes nothing. Returns whether the template must be read again: it is unknown, more
 * may have changed, or the report is late.
 */
export async function recordTemplateChange(
  app: App,
  tx: Tx,
  accountId: number,
  change: TemplateChange,
): Promise<boolean> {
  const { name, language, status, category, quality, rejectionReason = null, isReadAgain, isUnclear } = change;
  await tx.accounts.hold(accountId);
  const known = (await tx.templates.findByName(accountId, name)).find((one) => isLanguage(one.language, language));
  const at = reportedAt(app, change);
  if (!known || at < (known.reportedAt ?? 0)) {
    return true;
  }
  await keep(app, tx, known, {
    ...known,
    ...(status && { status, rejectionReason }),
    ...(category && { category }),
    ...(quality && { quality }),
  });
  if (status || category || isUnclear) {
    await tx.templates.setReported(known, isUnclear ? null : at);
  }
  return isReadAgain === true;
}

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

/**
 * Stores the provider's list: new templates, changed templates, and status changes that no callback has reported.
 *
 * @param trustedUntil what a callback has reported after this time stays, because the provider's list may be older
 */
export async function syncTemplates(
  app: App,
  tx: Tx,
  accountId: number,
  listed: readonly ProviderTemplate[],
  trustedUntil = Number.POSITIVE_INFINITY,
): Promise<void> {
  await tx.accounts.hold(accountId);
  for (const template of listed) {
    const known = (await tx.templates.findByName(accountId, template.name)).find(
      ({ language }) => language === template.language,
    );
    if (!known) {
      await tx.templates.insert({ ...template, status: template.status ?? 'PENDING', accountId }, app.monotonicNow());
      continue;
    }
    const isOlder = (known.reportedAt ?? 0) > trustedUntil;
    const status = (isOlder ? undefined : template.status) ?? known.status;
    // A callback gives a more detailed reason than the list.
    const earlier = status === known.status ? known.rejectionReason : null;
    await keep(app, tx, known, {
      ...known,
      ...template,
      status,
      category: isOlder ? known.category : template.category,
      rejectionReason: status === 'REJECTED' ? (earlier ?? template.rejectionReason) : null,
    });
  }
}

async function keep(app: App, tx: Tx, before: Template, after: Template): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return;
  }
  await tx.templates.update(after, app.monotonicNow());
  // PENDING is the initial status; only later changes are events (§6).
  if (after.status !== before.status && after.status !== 'PENDING') {
    const { name, language, category, status, rejectionReason } = after;
    const template = { name, language, category, status, rejection_reason: rejectionReason };
    await recordEvent(tx, newEvent(app, after.accountId, 'template.status', { template }));
  }
}
