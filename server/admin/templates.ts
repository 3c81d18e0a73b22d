import type { App } from '../app/app.ts';
import { ApiError } from '../domain/api-error.ts';
import { accessTokenOf } from '../domain/connections/connection.ts';
import { headerSample, holdingSample, SamplesBusy, withSample } from '../domain/templates/header-sample.ts';
import { newTemplateOf, type TemplateInput } from '../domain/templates/new-template.ts';
import { listTemplates, syncTemplates as syncIn } from '../domain/templates/record-template.ts';
import type { ProviderTemplate, SampleFile } from '../providers/provider.ts';
import type { Connection } from '../store/connections/connections.ts';
import type { Template } from '../store/templates/templates.ts';
import { AdminError, invalidField, missing } from './admin-error.ts';

/**
 * Stores the templates that the provider lists for a connection: new templates, changed templates and changed statuses.
 *
 * @returns how many templates the provider lists
 * @throws {AdminError} if the connection is unknown, if its channel has no templates, or if the provider does not list
 * them
 */
export async function syncTemplates(app: App, accountId: number, connectionId: string): Promise<number> {
  const connection = await requireTemplates(app, accountId, connectionId);
  const listed = await listTemplates(app, connection).catch((error: Error) => {
    throw new AdminError(`${connectionId} is connected, but ${error.message}`, {
      hint: '`wigwag admin connections check` shows why',
    });
  });
  await app.store.transaction((tx) => syncIn(app, tx, accountId, listed));
  return listed.length;
}

/**
 * Submits a new template to the provider for review, and stores it.
 *
 * @throws {AdminError} naming the field that is wrong; if the connection is unknown or has no templates; with the
 * provider's words if it refuses the template; or 429 if too many samples are being uploaded
 */
export async function createTemplate(
  app: App,
  accountId: number,
  connectionId: string,
  input: TemplateInput,
): Promise<ProviderTemplate> {
  const connection = await requireTemplates(app, accountId, connectionId);
  const written = await asAdminErrors(() => newTemplateOf(input));
  const token = accessTokenOf(app, connection);
  const provider = app.providers[connection.channel];
  const { header_media: media } = input;
  const refused = (error: Error) => {
    throw new AdminError(error.message);
  };
  const upload = async (sample: SampleFile) => provider.uploadSample?.(token, sample).catch(refused);
  const handle =
    media &&
    (await asAdminErrors(() =>
      holdingSample(accountId, async () => upload(await headerSample(app, connection, media))),
    ));
  const template = handle === undefined ? written : withSample(written, handle);
  const created = await provider.createTemplate?.(connection, token, template).catch(refused);
  if (!created) {
    throw new AdminError(`${connectionId} cannot have new templates`);
  }
  // Meta writes the text of a template for one-time codes.
  const { name, language } = created;
  const isWritten = created.category !== 'AUTHENTICATION' || input.body !== undefined;
  const listed = isWritten ? [] : await listTemplates(app, connection).catch(() => []);
  const stored = listed.find((one) => one.name === name && one.language === language) ?? created;
  await app.store.transaction((tx) => syncIn(app, tx, accountId, [stored]));
  return stored;
}

/** Rethrows what the API would refuse as an error that names the field. */
async function asAdminErrors<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SamplesBusy) {
      throw new AdminError(`${error.message}: try again in a few seconds`, { status: 429, retryAfter: 5 });
    }
    const [wrong] = error instanceof ApiError ? (error.details.errors ?? []) : [];
    throw wrong ? invalidField(wrong.field, wrong.message) : error;
  }
}

async function requireTemplates(app: App, accountId: number, connectionId: string): Promise<Connection> {
  const connection = await app.store.read.connections.find(accountId, connectionId);
  if (!connection) {
    throw missing(`there is no connection ${connectionId}`);
  }
  if (!app.providers[connection.channel].listTemplates) {
    throw new AdminError(`${connectionId} cannot have templates: only WhatsApp connections have them`);
  }
  return connection;
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
