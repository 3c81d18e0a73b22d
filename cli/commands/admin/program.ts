import { type Command, Option } from 'commander';
import { addAccountCommands } from './accounts/program.ts';
import { addBackupCommands } from './backup/program.ts';
import { addCampaignCommands } from './campaigns/program.ts';
import { addConnectionCommands } from './connections/program.ts';
import { addDeliveryCommands } from './deliveries/program.ts';
import { addKeyCommands } from './keys/program.ts';
import { addInboxCommands } from './labels-agents/program.ts';
import { addMoveCommand } from './move-database/program.ts';
import { addPeopleCommands } from './people/program.ts';
import { addSecretCommands } from './secrets/program.ts';
import { addWebhookCommands } from './webhook/program.ts';

export const adminUrlOption = () =>
  new Option(
    '--url <url>',
    'call the admin API of this server instead of the database (or WIGWAG_ADMIN_URL), with WIGWAG_ADMIN_TOKEN',
  );

/**
 * `wigwag admin`: the operator's commands. They work on the database that the WIGWAG_* variables name, or over HTTP on
 * another machine. `--help` lists them in this order.
 */
export function defineAdmin(admin: Command): void {
  addAccountCommands(admin);
  addKeyCommands(admin);
  addConnectionCommands(admin);
  addInboxCommands(admin);
  addWebhookCommands(admin);
  addDeliveryCommands(admin);
  addCampaignCommands(admin);
  addBackupCommands(admin);
  addSecretCommands(admin);
  addMoveCommand(admin);
  addPeopleCommands(admin);
}
