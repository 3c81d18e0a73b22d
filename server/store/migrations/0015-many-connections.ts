import type { Knex } from 'knex';
import { addIndex, WITHOUT_TRANSACTION } from './online.ts';

export const config = WITHOUT_TRANSACTION;

/** Every callback asks whose it is, and every new connection for the highest number: neither may grow with the connections. */
export async function up(db: Knex): Promise<void> {
  await addIndex(db, 'connections_by_provider', 'connections', '(provider_app_id, provider_id)');
  await addIndex(db, 'connections_by_waba', 'connections', '(provider_app_id, waba_id)');
  await addIndex(db, 'connections_by_number', 'connections', '(channel, length(id), id)');
}
