import type { ReportLevel } from '../../app/metrics.ts';
import type { ProviderReport } from '../../store/connections/provider-reports.ts';

type AdvisedReport = Pick<ProviderReport, 'kind' | 'event' | 'detail'>;

interface Advice {
  level: Exclude<ReportLevel, 'notice'>;
  /** What to do. */
  fix: string;
}

const SUPPORT = 'Open Business Support Home at business.facebook.com/support, and follow or appeal the decision.';
const QUALITY =
  'Send fewer marketing messages, only to people who asked for them. The rating and its reasons are in WhatsApp Manager.';
const AGAIN = 'Share the account with the app again, and run `wigwag admin connections check`.';
const NAME = 'Choose another display name in WhatsApp Manager > Phone numbers, as the display name guidelines require.';

/** The events that need an action, by kind (Meta, "Webhooks reference" of each field). Other events are notices. */
const ADVICE: Readonly<Record<string, Readonly<Record<string, Advice>>>> = {
  account_update: {
    DISABLED_UPDATE: { level: 'problem', fix: SUPPORT },
    ACCOUNT_RESTRICTION: { level: 'problem', fix: SUPPORT },
    ACCOUNT_DELETED: { level: 'problem', fix: 'Connect a number of another WhatsApp business account.' },
    ACCOUNT_OFFBOARDED: { level: 'problem', fix: AGAIN },
    PARTNER_REMOVED: { level: 'problem', fix: AGAIN },
    PARTNER_APP_UNINSTALLED: { level: 'problem', fix: AGAIN },
    ACCOUNT_VIOLATION: { level: 'warning', fix: SUPPORT },
  },
  account_review_update: { REJECTED: { level: 'problem', fix: SUPPORT } },
  phone_number_quality_update: {
    FLAGGED: { level: 'warning', fix: QUALITY },
    DOWNGRADE: { level: 'warning', fix: QUALITY },
  },
  phone_number_name_update: { REJECTED: { level: 'warning', fix: NAME } },
  messaging_policy_enforcement: {
    block: {
      level: 'problem',
      fix: 'Follow the reason, and appeal in Page Support Inbox if the page follows the policies.',
    },
    warning: { level: 'warning', fix: 'Correct what the reason names, because Meta may block the page.' },
  },
};

/** An account that Meta enabled again reports so with the same event. */
const REINSTATED = /\bREINSTATE\b/;
const SEVERITY = /\balert_severity (CRITICAL|WARNING)\b/;
const ALERT: Record<string, Advice['level']> = { CRITICAL: 'problem', WARNING: 'warning' };

/** Returns what an operator should do about a report of a provider; undefined if it needs no action. */
export function adviceOn({ kind, event, detail }: AdvisedReport): Advice | undefined {
  if (kind === 'account_alerts') {
    const level = ALERT[SEVERITY.exec(detail ?? '')?.[1] ?? ''];
    return level && { level, fix: SUPPORT };
  }
  const own = Object.hasOwn(ADVICE, kind) ? ADVICE[kind] : undefined;
  const advice = own && event !== null && Object.hasOwn(own, event) ? own[event] : undefined;
  return REINSTATED.test(detail ?? '') ? undefined : advice;
}
