import type { CommandContext } from '../../program/context/context.ts';
import { NothingFoundError } from '../../program/errors/errors.ts';
import { aliasOf, readAliases } from '../../settings/aliases.ts';
import { readProfiles, writeProfiles } from '../../settings/profiles.ts';

/** `wigwag alias set`. */
export async function setAlias({ output }: CommandContext, name: string, command: string): Promise<void> {
  write({ ...readAliases(), [name]: command });
  await output.record({ name, command });
}

/** `wigwag alias list`. */
export async function listAliases({ output }: CommandContext): Promise<void> {
  const rows = Object.entries(readAliases()).map(([name, command]) => ({ name, command }));
  await output.list(rows, ['name', 'command']);
}

/** `wigwag alias delete`. @throws {NothingFoundError} if there is no such alias */
export async function deleteAlias({ output }: CommandContext, name: string): Promise<void> {
  const command = aliasOf(name);
  if (command === undefined) {
    throw new NothingFoundError(`there is no alias ${name}; \`wigwag alias list\` lists them`);
  }
  const { [name]: _, ...rest } = readAliases();
  write(rest);
  await output.record({ name, command, deleted: true });
}

const write = (aliases: Record<string, string>): void =>
  writeProfiles(process.env, { ...readProfiles(process.env), aliases });
