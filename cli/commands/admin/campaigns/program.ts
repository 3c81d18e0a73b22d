import type { Command } from 'commander';
import { localCommand, runs, withExamples } from '../../../program/options/frame.ts';
import { accountOption, positive } from '../../../program/options/options.ts';

const load = () => import('./campaigns.ts');

/**
 * `wigwag admin campaigns`: one template to many people. The server sends; these commands start, stop and show
 * campaigns.
 */
export function addCampaignCommands(admin: Command): void {
  const campaigns = admin.command('campaigns').description('send a template to many people');
  const about = (name: string, description: string) =>
    campaigns
      .command(name)
      .description(description)
      .argument('<id>', 'ID from `admin campaigns list`', positive)
      .addOption(accountOption());
  localCommand(
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
        'columns: phone, name, var1, var2, ... (or the variable names), and button0, ... for dynamic buttons',
      )
      .option(
        '--button <values...>',
        'values of dynamic buttons if no column has them, each as INDEX=TEXT; {{column}} inserts a value from the row',
      )
      .option('--yes', 'do not ask for confirmation')
      .option('--dry-run', 'only check the list')
      .option('--again', 'send even if this list was sent before')
      .option('--no-wait', 'do not wait until the campaign is done'),
    'wigwag admin campaigns send --template promo_spring --csv people.csv --dry-run',
    'wigwag admin campaigns send --template promo_spring --csv people.csv --yes',
    'wigwag admin campaigns send --account 1 --template order_update --csv people.csv --button "0={{var2}}"',
  ).action(runs(load, 'sendCampaign'));
  localCommand(
    campaigns
      .command('list')
      .description('list the newest campaigns, newest last')
      .addOption(accountOption())
      .option('--limit <number>', 'number of campaigns', positive, 20),
    'wigwag admin campaigns list',
  ).action(runs(load, 'listCampaigns'));
  localCommand(about('show', 'show the progress and results of a campaign'), 'wigwag admin campaigns show 3').action(
    runs(load, 'showCampaign'),
  );
  localCommand(about('stop', 'stop sending a campaign until it is resumed'), 'wigwag admin campaigns stop 3').action(
    runs(load, 'stopSending'),
  );
  localCommand(
    about('resume', 'resume a stopped campaign and watch it').option(
      '--no-wait',
      'do not wait until the campaign is done',
    ),
    'wigwag admin campaigns resume 3',
  ).action(runs(load, 'resumeSending'));
  withExamples(
    about('export', 'write the result for each recipient as CSV').option(
      '--file <file>',
      'file to write; - writes to stdout',
      '-',
    ),
    'wigwag admin campaigns export 3 --file results.csv',
  ).action(runs(load, 'exportCampaign'));
}
