import type { App } from '../../app/app.ts';
import { holdBackSends } from '../../domain/campaigns/hold-back.ts';

/**
 * Stops the sends of a database that another program restored, before any server works on it. Without this, messages that
 * were queued in the backup are sent again.
 *
 * @returns how many queued messages are not sent again, and how many campaigns are stopped until the operator resumes them
 */
export const holdSends = (app: App): Promise<{ messages: number; campaigns: number }> =>
  app.store.transaction((tx) => holdBackSends(app, tx));
