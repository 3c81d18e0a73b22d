import { type Command, Option } from 'commander';
import { addAccountCommands } from './accounts/program.ts';
import { addBackupCommands } from './backup/program.ts';
import { addCallbackCommands } from './callbacks/program.ts';
import { addCampaignCommands } from './campaigns/program.ts';
import { addCapacityCommand } from './capacity/program.ts';
import { addConnectionCommands } from './connections/program.ts';
import { addDeliveryCommands } from './deliveries/program.ts';
import { addKeyCommands } from './keys/program.ts';
import { addInboxCommands } from './labels-agents/program.ts';
import { addLoginCommands } from './logins/program.ts';
import { addMoveCommand } from './move-database/program.ts';
import { addPeopleCommands } from './people/program.ts';
import { addSecretCommands } from './secrets/program.ts';
import { addWebhookCommands } from './webhook/program.ts';
import { addEndpointCommands } from './webhooks/program.ts';

const URL_OPTION = new Option(
  '--url <url>',
  'call the admin API of this server instead of the database (or WIGWAG_ADMIN_URL), with WIGWAG_ADMIN_TOKEN',
);

/** Adds `--url` to all commands below, except one that has another option of this name. */
function acceptUrlBelow(command: Command): void {
  for (const inner of command.commands) {
    if (!inner.options.some(({ long }) => long === URL_OPTION.long)) {
      inner.addOption(URL_OPTION);
    }
    acceptUrlBelow(inner);
  }
}

/** Returns the server that `--url` names, before or after the command. */
export function adminUrlOf(action: Command): string | undefined {
  const own = action.options.includes(URL_OPTION) ? action.opts<{ url?: string }>().url : undefined;
  return own ?? (action.parent ? adminUrlOf(action.parent) : undefined);
}

/**
 * `wigwag admin`: the operator's commands. They work on the database that the WIGWAG_* variables name, or over HTTP on
 * another machine. `--help` lists them in this order.
 */
export function defineAdmin(admin: Command): void {
  admin.addOption(URL_OPTION);
  addAccountCommands(admin);
  addKeyCommands(admin);
  addConnectionCommands(admin);
  addCallbackCommands(admin);
  addInboxCommands(admin);
  addLoginCommands(admin);
  addWebhookCommands(admin);
  addEndpointCommands(admin);
  addDeliveryCommands(admin);
  addCampaignCommands(admin);
  addBackupCommands(admin);
  addSecretCommands(admin);
  addMoveCommand(admin);
  addCapacityCommand(admin);
  addPeopleCommands(admin);
  acceptUrlBelow(admin);
}
