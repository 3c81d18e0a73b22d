import type { App } from '../../app/app.ts';
import { type ItemProblem, noConnection, type Origin } from '../../domain/callbacks/problems.ts';
import { accessTokenOf } from '../../domain/connections/connection.ts';
import { adviceOn } from '../../domain/connections/report-advice.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';

type ReportItem = Extract<CallbackItem, { kind: 'report' }>;

/**
 * Adds the IDs of the numbers that a report about a WhatsApp business account concerns. Meta names the number itself
 * instead of its ID, so this requests the numbers of the account's connections. A connection whose number Meta does not
 * return counts as concerned, because an extra report does less harm than a missing one.
 */
export async function withNumber(app: App, providerAppId: string, item: ReportItem): Promise<ReportItem> {
  const { wabaId, displayPhone } = item;
  if (wabaId === undefined || displayPhone === undefined) {
    return item;
  }
  const connections = await app.store.read.connections.listByWaba(providerAppId, wabaId);
  const concerned: string[] = [];
  for (const connection of connections) {
    const number = await app.providers[connection.channel].numberOf?.(connection, accessTokenOf(app, connection));
    if (connection.providerId !== null && (number == null || digitsOf(number) === digitsOf(displayPhone))) {
      concerned.push(connection.providerId);
    }
  }
  return { ...item, providerIds: concerned };
}

const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** Stores a report for the connections that it concerns. */
export async function processReport(
  tx: Tx,
  { providerAppId, receivedAt }: Origin,
  { providerIds, wabaId, displayPhone, report }: ReportItem,
): Promise<'done' | ItemProblem> {
  const connections = await concernedBy(tx, providerAppId, { providerIds, wabaId, displayPhone });
  if (connections.length === 0) {
    return displayPhone === undefined || wabaId === undefined
      ? noConnection({ providerIds: wabaId === undefined ? providerIds : [wabaId] })
      : { kind: 'not_connected', problem: `no connection has the number of a ${report.kind}`, mayHelpLater: false };
  }
  await tx.providerReports.store(connections, { ...report, at: report.at ?? receivedAt });
  return 'done';
}

/** Counts a report that was stored. */
export const countReport = (app: App, { report }: ReportItem): void =>
  app.metrics.countProviderReport(report.kind, adviceOn(report)?.level ?? 'notice');

async function concernedBy(
  tx: Tx,
  providerAppId: string,
  { providerIds, wabaId, displayPhone }: Pick<ReportItem, 'providerIds' | 'wabaId' | 'displayPhone'>,
): Promise<Connection[]> {
  if (wabaId !== undefined && displayPhone === undefined) {
    return tx.connections.listByWaba(providerAppId, wabaId);
  }
  return [...(await tx.connections.byProviderId(providerAppId, providerIds)).values()];
}
