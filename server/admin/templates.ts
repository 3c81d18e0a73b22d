import type { App } from '../app/app.ts';
import { listTemplates, syncTemplates as syncIn } from '../domain/templates/record-template.ts';
import type { Template } from '../store/templates/templates.ts';
import { AdminError, missing } from './admin-error.ts';

/**
 * Stores the templates that the provider lists for a connection: new templates, changed templates and changed statuses.
 *
 * @returns how many templates the provider lists
 * @throws {AdminError} if the connection is unknown, if its channel has no templates, or if the provider does not list
 * them
 */
export async function syncTemplates(app: App, accountId: number, connectionId: string): Promise<number> {
  const connection = await app.store.read.connections.find(accountId, connectionId);
  if (!connection) {
    throw missing(`there is no connection ${connectionId}`);
  }
  if (!app.providers[connection.channel].listTemplates) {
    throw new AdminError(`${connectionId} cannot have templates: only WhatsApp connections have them`);
  }
  const listed = await listTemplates(app, connection).catch((error: Error) => {
    throw new AdminError(`${connectionId} is connected, but ${error.message}`, {
      hint: '`wigwag admin connections check` shows why',
    });
  });
  await app.store.transaction((tx) => syncIn(app, tx, accountId, listed));
  return listed.length;
}

/** Returns the template with a name and a language; undefined if the account does not have it. */
export async function findTemplate(
  app: App,
  accountId: number,
  { name, language }: Pick<Template, 'name' | 'language'>,
): Promise<Template | undefined> {
  const known = await app.store.read.templates.findByName(accountId, name);
  return known.find((one) => one.language === language);
}
