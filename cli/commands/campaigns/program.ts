import type { Command } from 'commander';
import { accountOption, jsonOption, positive } from '../../program/options.ts';

const load = () => import('./campaigns.ts');
type Campaigns = Awaited<ReturnType<typeof load>>;

/** `wigwag admin campaigns`: one template to many people. The server sends; these commands say what, and look. */
export function addCampaignCommands(admin: Command): void {
  const campaigns = admin.command('campaigns').description('templates to many people');
  campaigns
    .command('send')
    .description(
      'send a template to everybody on a list; started again with the same list, it goes on and sends nobody twice',
    )
    .addOption(accountOption())
    .requiredOption('--template <name>', 'an approved one')
    .option('--language <language>', 'when the name exists in several')
    .option('--connection <id>', 'as wa_1; the default line without')
    .requiredOption(
      '--csv <file>',
      'with a header: phone, name, var1, var2, ... or the names of the variables, and button0, ... for dynamic URL buttons',
    )
    .option('--button <values...>', 'instead of such a column, each as INDEX=TEXT; {{column}} is a value of the row')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only check the list')
    .option('--again', 'even if this list was sent before')
    .option('--no-wait', 'do not wait until it is done')
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
    .description('list the newest campaigns, the newest last')
    .addOption(accountOption())
    .option('--limit <number>', 'how many', positive, 20)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns list --account 1')
    .action(async (flags: Parameters<Campaigns['listCampaigns']>[0]) => (await load()).listCampaigns(flags));
  campaigns
    .command('show')
    .description('show how far one is, and what came of it so far')
    .argument('<id>', 'what `admin campaigns list` shows', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns show 3 --account 1')
    .action(async (id: number, flags: Parameters<Campaigns['showCampaign']>[1]) =>
      (await load()).showCampaign(id, flags),
    );
  campaigns
    .command('stop')
    .description('send nothing more of one until it is resumed')
    .argument('<id>', 'what `admin campaigns list` shows', positive)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns stop 3 --account 1')
    .action(async (id: number, flags: Parameters<Campaigns['stopSending']>[1]) =>
      (await load()).stopSending(id, flags),
    );
  campaigns
    .command('resume')
    .description('let one go on that was stopped, and watch it')
    .argument('<id>', 'what `admin campaigns list` shows', positive)
    .addOption(accountOption())
    .option('--no-wait', 'do not wait until it is done')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns resume 3 --account 1')
    .action(async (id: number, flags: Parameters<Campaigns['resumeSending']>[1]) =>
      (await load()).resumeSending(id, flags),
    );
  campaigns
    .command('export')
    .description('write what came of everybody as CSV')
    .argument('<id>', 'what `admin campaigns list` shows', positive)
    .addOption(accountOption())
    .option('--output <file>', '- for stdout', '-')
    .addHelpText('after', '\nExample:\n  $ wigwag admin campaigns export 3 --account 1 --output results.csv')
    .action(async (id: number, flags: Parameters<Campaigns['exportCampaign']>[1]) =>
      (await load()).exportCampaign(id, flags),
    );
}
