import type { App } from '../../app/app.ts';
import { isoOf } from '../../base/time.ts';
import type { Finding } from '../../providers/provider.ts';
import { adviceOn } from './report-advice.ts';

/** A report in the format of GET /channels. */
interface StoredReport {
  kind: string;
  event: string | null;
  detail: string | null;
  at: string;
}

/** Returns the reports of a provider that need an action, as warnings: a report may be out of date. */
export const findingsOf = (reports: readonly StoredReport[]): Finding[] =>
  reports.flatMap((report) => {
    const advice = adviceOn(report);
    const { kind, event, detail, at } = report;
    const what = `Meta reported ${kind} ${event ?? ''}${detail === null ? '' : ` (${detail})`} at ${at}`;
    return advice ? [{ ok: true, what, fix: advice.fix }] : [];
  });

/** Returns the warnings about one connection. */
export async function reportFindings(
  app: App,
  { accountId, id }: { accountId: number; id: string },
): Promise<Finding[]> {
  const reports = await app.store.read.providerReports.list(accountId);
  const own = reports.filter(({ connectionId }) => connectionId === id);
  return findingsOf(own.map((report) => ({ ...report, at: isoOf(report.at) })));
}
