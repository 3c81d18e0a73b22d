import type { ReportKind } from '../../store/connections/provider-reports.ts';
import type { CallbackItem } from '../callback.ts';
import { bounded, detailOf, LONGEST_EVENT, reportTime } from '../meta/reports.ts';
import { type Json, textAt } from '../meta/values.ts';

/** Where the fields of a report name what happened (Meta, "Webhooks reference" of each field). */
const EVENTS: Readonly<Partial<Record<ReportKind, readonly (readonly string[])[]>>> = {
  account_alerts: [['alert_type'], ['alert_info', 'alert_type']],
  account_review_update: [['decision']],
  account_update: [['event']],
  phone_number_name_update: [['decision']],
  phone_number_quality_update: [['event']],
};

/** Returns the item for a field that reports something about a number or a WhatsApp business account. */
export function reportItem(kind: ReportKind, entry: Json, value: Json): CallbackItem {
  const [event = null] = (EVENTS[kind] ?? []).flatMap((path) => textAt(value, ...path) ?? []);
  return {
    kind: 'report',
    ...concernedBy(entry, value),
    report: {
      kind,
      event: event && bounded(event, LONGEST_EVENT),
      detail: detailOf(value, event),
      at: reportTime(entry.time),
    },
  };
}

/** Returns the number or the business account of a report. Some name one in their value and another in the entry. */
function concernedBy(
  entry: Json,
  value: Json,
): Pick<Extract<CallbackItem, { kind: 'report' }>, 'providerIds' | 'wabaId' | 'displayPhone'> {
  const entity = textAt(value, 'entity_id');
  if (entity !== null && textAt(value, 'entity_type')?.startsWith('PHONE_NUMBER')) {
    return { providerIds: [entity], wabaId: undefined, displayPhone: undefined };
  }
  return {
    providerIds: [],
    wabaId: textAt(value, 'waba_info', 'waba_id') ?? textAt(entry, 'id') ?? undefined,
    displayPhone: textAt(value, 'display_phone_number') ?? undefined,
  };
}
