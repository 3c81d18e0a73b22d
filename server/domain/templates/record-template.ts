import type { App } from '../../app.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { Template } from '../../store/templates/templates.ts';
import { accessTokenOf } from '../connections/connection.ts';
import { announce } from '../webhooks/events.ts';
import { type MetaTemplate, statusOf, templateOf } from './templates.ts';

/** What the provider says has become of a template. */
export interface TemplateChange {
  name: string;
  language: string;
  /** Meta's word: APPROVED, REJECTED, PAUSED, ... */
  event: string;
  reason: string | undefined;
}

/** Takes a status change over and announces it (§3.3); answers false for a template that we do not know. */
export async function recordTemplateStatus(
  app: App,
  tx: Tx,
  accountId: number,
  change: TemplateChange,
): Promise<boolean> {
  await tx.accounts.hold(accountId);
  const known = (await tx.templates.findByName(accountId, change.name)).find(
    ({ language }) => language === change.language,
  );
  if (known) {
    const status = statusOf(change.event);
    await keep(app, tx, known, {
      ...known,
      status,
      rejectionReason: status === 'REJECTED' ? (change.reason ?? change.event) : null,
    });
  }
  return known !== undefined;
}

/** What the provider of a connection lists; nothing where a channel has no templates. */
export async function listTemplates(app: App, connection: Connection): Promise<readonly MetaTemplate[]> {
  const provider = app.outbound.providers[connection.channel];
  return (await provider.listTemplates?.(connection, accessTokenOf(app, connection))) ?? [];
}

/** Takes over what the provider lists: new templates, changed ones, and changes of status that no callback told. */
export async function syncTemplates(
  app: App,
  tx: Tx,
  accountId: number,
  listed: readonly MetaTemplate[],
): Promise<void> {
  await tx.accounts.hold(accountId);
  for (const meta of listed) {
    const template = templateOf(accountId, meta);
    const known = (await tx.templates.findByName(accountId, template.name)).find(
      ({ language }) => language === template.language,
    );
    if (known) {
      await keep(app, tx, known, { ...known, ...template });
    } else {
      await tx.templates.insert(template, app.monotonicNow());
    }
  }
}

async function keep(app: App, tx: Tx, before: Template, after: Template): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return;
  }
  await tx.templates.update(after, app.monotonicNow());
  // PENDING is where a template starts; only what becomes of it is news (§6).
  if (after.status !== before.status && after.status !== 'PENDING') {
    const { name, language, category, status, rejectionReason } = after;
    await announce(app, tx, after.accountId, 'template.status', {
      template: { name, language, category, status, rejection_reason: rejectionReason },
    });
  }
}
