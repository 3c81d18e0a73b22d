import type { Command } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';

/** `wigwag admin secrets`: the key that encrypts tokens and secrets at rest. */
export function addSecretCommands(admin: Command): void {
  localCommand(
    admin
      .command('secrets')
      .description('the key that encrypts tokens and secrets in the database')
      .command('rotate')
      .description(
        're-encrypt all stored secrets: decrypt with WIGWAG_SECRET_KEY_PREVIOUS, encrypt with WIGWAG_SECRET_KEY',
      )
      .option('--yes', 'do not ask for confirmation; use only when all servers run with both keys')
      .option('--dry-run', 'only count the secrets')
      .addHelpText(
        'after',
        '\nFirst restart every server with both variables set. If the command is interrupted, run it again to resume.',
      ),
    'WIGWAG_SECRET_KEY=$NEW WIGWAG_SECRET_KEY_PREVIOUS=$OLD wigwag admin secrets rotate --dry-run',
    'WIGWAG_SECRET_KEY=$NEW WIGWAG_SECRET_KEY_PREVIOUS=$OLD wigwag admin secrets rotate --yes',
  ).action(runs(() => import('./secrets.ts'), 'rotate'));
}
