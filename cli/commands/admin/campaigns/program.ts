import type { Command } from 'commander';
import { accountOption, jsonOption, positive } from '../../../program/options.ts';

const load = () => import('./campaigns.ts');
type Campaigns = Awaited<ReturnType<typeof load>>;

/**
 * `wigwag admin campaigns`: one template to many people. The server sends; these commands start, stop and show
 * campaigns.
 */
export function addCampaignCommands(admin: Command): void {
  const campaigns = admin.command('campaigns').description('send a template to many people');
  campaigns
    .command('send')
    .description(
      'send a template to everyone on a list; a second run with the same list resumes and sends no duplicates',
    )
    .addOption(accountOption())
    .requiredOption('--template <name>', 'name of an approved template')
    .option('--language <language>', 'language, if the template exists in several')
    .option('--connection <id>', 'ID of the connection, such as wa_1 (default: the default connection)')
    .requiredOption(
      '--csv <file>',
      'columns: phone, name, var1, var2, ... (or the variable names), and button0, ... for dynamic URL buttons',
    )
    .option(
      '--button <values...>',
      'values of dynamic URL buttons if no column has them, each as INDEX=TEXT; {{column}} inserts a value from the row',
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only check the list')
    .option('--again', 'send even if this list was sent before')
    .option('--no-wait', 'do not wait until the campaign is done')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ wigwag admin campaigns send --account 1 --template promo_spring --csv people.csv --dry-run
  $ wigwag admin campaigns send --account 1 --template promo_spring --csv people.csv --yes
  $ wigwag admin campaigns send --account 1 --template order_update --csv people.csv --button "0={{var2}}"`,
    )
    .action(async (flags: Parameters<Campaigns['sendCampaign']>[0]) => (await load()).sendCampaign(flags));
  campaigns
    .command('list')
    .description('list the newest campaigns, newest last')
    .addOption(accountOption())
    .option('--limit <number>', 'number of campaigns', positive, 20)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns list --account 1')
    .action(async (flags: Parameters<Campaigns['listCampaigns']>[0]) => (await load()).listCampaigns(flags));
  campaigns
    .command('show')
    .description('show the progress and results of a campaign')
    .argument('<id>', 'ID from `admin campaigns list`', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns show 3 --account 1')
    .action(async (id: number, flags: Parameters<Campaigns['showCampaign']>[1]) =>
      (await load()).showCampaign(id, flags),
    );
  campaigns
    .command('stop')
    .description('stop sending a campaign until it is resumed')
    .argument('<id>', 'ID from `admin campaigns list`', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns stop 3 --account 1')
    .action(async (id: number, flags: Parameters<Campaigns['stopSending']>[1]) =>
      (await load()).stopSending(id, flags),
    );
  campaigns
    .command('resume')
    .description('resume a stopped campaign and watch it')
    .argument('<id>', 'ID from `admin campaigns list`', positive)
    .addOption(accountOption())
    .option('--no-wait', 'do not wait until the campaign is done')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns resume 3 --account 1')
    .action(async (id: number, flags: Parameters<Campaigns['resumeSending']>[1]) =>
      (await load()).resumeSending(id, flags),
    );
  campaigns
    .command('export')
    .description('write the result for each recipient as CSV')
    .argument('<id>', 'ID from `admin campaigns list`', positive)
    .addOption(accountOption())
    .option('--output <file>', 'file to write; - writes to stdout', '-')
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns export 3 --account 1 --output results.csv')
    .action(async (id: number, flags: Parameters<Campaigns['exportCampaign']>[1]) =>
      (await load()).exportCampaign(id, flags),
    );
}
