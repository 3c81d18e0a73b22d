import type { App } from '../../app.ts';
import type { TemplateChange } from '../../providers/callback.ts';
import type { ProviderTemplate } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { Template } from '../../store/templates/templates.ts';
import { accessTokenOf } from '../connections/connection.ts';
import { announce } from '../webhooks/events.ts';

/** Stores a status change of a template and raises `template.status` (§3.3). Returns false for an unknown template. */
export async function recordTemplateStatus(
  app: App,
  tx: Tx,
  accountId: number,
  { name, language, status, rejectionReason }: TemplateChange,
): Promise<boolean> {
  await tx.accounts.hold(accountId);
  const known = (await tx.templates.findByName(accountId, name)).find((one) => one.language === language);
  if (known) {
    await keep(app, tx, known, { ...known, status, rejectionReason });
  }
  return known !== undefined;
}

/** Returns the templates that the provider lists for a connection; empty if the channel has no templates. */
export async function listTemplates(app: App, connection: Connection): Promise<readonly ProviderTemplate[]> {
  const provider = app.providers[connection.channel];
  return (await provider.listTemplates?.(connection, accessTokenOf(app, connection))) ?? [];
}

/** Stores the provider's list: new templates, changed templates, and status changes that no callback has reported. */
export async function syncTemplates(
  app: App,
  tx: Tx,
  accountId: number,
  listed: readonly ProviderTemplate[],
): Promise<void> {
  await tx.accounts.hold(accountId);
  for (const template of listed) {
    const known = (await tx.templates.findByName(accountId, template.name)).find(
      ({ language }) => language === template.language,
    );
    if (known) {
      await keep(app, tx, known, { ...known, ...template });
    } else {
      await tx.templates.insert({ ...template, accountId }, app.monotonicNow());
    }
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
    await announce(app, tx, after.accountId, 'template.status', {
      template: { name, language, category, status, rejection_reason: rejectionReason },
    });
  }
}
