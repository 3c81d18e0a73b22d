import type { Command } from 'commander';
import { jsonOption } from '../../../program/options.ts';

const loadSecrets = () => import('./secrets.ts');

/** `wigwag admin secrets`: the key that encrypts tokens and secrets at rest. */
export function addSecretCommands(admin: Command): void {
  admin
    .command('secrets')
    .description('the key that encrypts tokens and secrets in the database')
    .command('rotate')
    .description(
      're-encrypt all stored secrets: decrypt with WIGWAG_SECRET_KEY_PREVIOUS, encrypt with WIGWAG_SECRET_KEY',
    )
    .option('--yes', 'do not ask for confirmation; use only when all servers run with both keys')
    .option('--dry-run', 'only count the secrets')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
First restart every server with both variables set. If the command is interrupted, run it again to resume.

Examples:
  $ WIGWAG_SECRET_KEY=$NEW WIGWAG_SECRET_KEY_PREVIOUS=$OLD wigwag admin secrets rotate --dry-run
  $ WIGWAG_SECRET_KEY=$NEW WIGWAG_SECRET_KEY_PREVIOUS=$OLD wigwag admin secrets rotate --yes`,
    )
    .action(async (flags: Parameters<Awaited<ReturnType<typeof loadSecrets>>['rotate']>[0]) =>
      (await loadSecrets()).rotate(flags),
    );
}
