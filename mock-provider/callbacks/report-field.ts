import { validateFields } from '../control/meaning.ts';
import { unixSeconds, whatsappEntry } from '../whatsapp/callbacks.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { CallbackAttempt } from './callbacks.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';

/** What Meta reports in a field of its webhooks. */
export interface FieldReport {
  /** Any field of Meta, such as `user_preferences`. */
  field: string;
  /** Phone number ID, WABA, page or Instagram account ID. */
  business_id: string;
  /** Meta's value. The mock adds the parts that are missing in fields that it knows. @default the first example */
  value?: Json;
}

/** Changes the mock's state as Meta changed it, and sends the report. @throws if the value is not one of that field */
export async function reportField(world: World, report: FieldReport): Promise<CallbackAttempt | undefined> {
  const { field } = report;
  const asset = assetOf(world, report.business_id);
  const known =
    asset.channel === 'whatsapp' && Object.hasOwn(WEBHOOK_FIELDS, field) ? WEBHOOK_FIELDS[field] : undefined;
  const value = report.value ?? Object.values(known?.examples ?? {})[0];
  if (value === undefined) {
    throw new Error(`A report of the field ${field} needs a value`);
  }
  if (known) {
    validateFields(`The value of ${field}`, value, { fields: known.fields, needed: known.needed, open: true });
  }
  const complete = known?.complete?.(world, asset, value) ?? value;
  known?.apply?.(world, asset, complete);
  const entry = known?.ofNumber
    ? whatsappEntry(asset, complete, field)
    : { id: asset.waba_id ?? asset.id, time: unixSeconds(world), changes: [{ field, value: complete }] };
  return world.callbacks.emit({
    channel: asset.channel,
    business: asset.business,
    business_id: known?.ofNumber ? asset.id : (asset.waba_id ?? asset.id),
    event: field,
    entry,
  });
}

function assetOf({ state }: World, id: string): Asset {
  const found = state.assets.get(id) ?? [...state.assets.values()].find(({ waba_id }) => waba_id === id);
  if (!found) {
    throw new Error(`No business with id ${id}`);
  }
  return found;
}
