import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { admin, openAdmin, randomText, readConfig } from '@wigwag/server';
import { shellWord } from '@wigwag/server/shell-word';
import { problemOfPort } from '../../client/port-problem.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { PROJECT_FILE, readProfiles, writeProfiles } from '../../settings/profiles.ts';
import { ENVIRONMENT_FILE } from '../../settings/project-environment.ts';

/** The default port of `wigwag serve`. */
const PORT = 3000;
const BASE_URL = `http://127.0.0.1:${PORT}/api/v1`;

/** `wigwag init`: creates a project file, the server's settings, a database with one account, and its first keys. */
export async function initProject(
  { output, say }: CommandContext,
  folder: string,
  { name = basename(resolve(folder)) }: { name?: string },
): Promise<void> {
  const statusOf = (file: string) => lstatSync(join(folder, file), { throwIfNoEntry: false });
  for (const file of [ENVIRONMENT_FILE, PROJECT_FILE, 'wigwag.db']) {
    // A link counts even if its target does not exist: writing would create the target.
    if (statusOf(file) !== undefined) {
      throw new UsageError(`${join(folder, file)} already exists: choose another folder`);
    }
  }
  if (statusOf('.gitignore')?.isSymbolicLink()) {
    throw new UsageError(`${join(folder, '.gitignore')} is a symbolic link: replace it with a file`);
  }
  const known = readProfiles(process.env);
  if (known.profiles[name]) {
    throw new UsageError(`the profile ${name} already exists: choose another name with --name`);
  }
  mkdirSync(folder, { recursive: true });
  const settings = { WIGWAG_DATABASE_URL: 'sqlite:./wigwag.db', WIGWAG_SECRET_KEY: randomText(40) };
  const made = await createFirstAccount(folder, name, settings);
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`);
  writeFileSync(join(folder, ENVIRONMENT_FILE), lines.join(''), { flag: 'wx', mode: 0o600 });
  writeFileSync(join(folder, PROJECT_FILE), `${JSON.stringify({ profile: name }, null, 2)}\n`, { flag: 'wx' });
  writeFileSync(join(folder, '.gitignore'), `${ENVIRONMENT_FILE}\nwigwag.db*\n`, { flag: 'a' });
  known.profiles[name] = { baseUrl: BASE_URL, apiKey: made.liveKey, signingSecret: made.signingSecret };
  writeProfiles(process.env, known);
  say(`The live key is stored in the profile ${name}. Start the server in that folder with \`wigwag serve\`.`);
  if ((await problemOfPort(PORT)) !== undefined) {
    say(
      `Port ${PORT} is in use now, perhaps by a running \`wigwag dev\`. To use another port, add WIGWAG_PORT=PORT to ${ENVIRONMENT_FILE} and correct the profile: WIGWAG_API_KEY=LIVE_KEY wigwag profiles add ${shellWord(name)} --base-url http://127.0.0.1:PORT/api/v1`,
    );
  }
  await output.record({
    folder: resolve(folder),
    profile: name,
    account_id: String(made.accountId),
    live_key: made.liveKey,
    test_key: made.testKey,
    signing_secret: made.signingSecret,
  });
}

async function createFirstAccount(folder: string, name: string, settings: Record<string, string>) {
  const config = readConfig({ ...settings, WIGWAG_DATABASE_URL: `sqlite:${join(folder, 'wigwag.db')}` });
  const { app, close } = await openAdmin(config);
  try {
    return await admin.createAccountWithKeys(app, { name, country: 'TR', timeZone: 'Europe/Istanbul' });
  } finally {
    await close();
  }
}
