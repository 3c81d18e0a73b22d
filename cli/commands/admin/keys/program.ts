import { type Command, Option } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { accountOption, DAY, duration, positive } from '../../../program/options/options.ts';

const load = () => import('./keys.ts');

/** `wigwag admin keys` */
export function addKeyCommands(admin: Command): void {
  const keys = admin.command('keys').description('API keys');
  localCommand(
    keys
      .command('add')
      .description('create an API key; it is shown once')
      .addOption(accountOption())
      .addOption(
        new Option('--mode <mode>', 'mode of the key; a test key sends nothing')
          .choices(['live', 'test'])
          .default('live'),
      )
      .option('--scopes <scopes...>', 'restrict the key to these scopes, such as messages:send (default: full access)')
      .option('--allowed-ips <addresses...>', 'restrict the key to these IP addresses or CIDR ranges')
      .option('--requests-per-minute <number>', 'rate limit of the key (default: 1800)', positive),
    'wigwag admin keys add --scopes messages:send',
  ).action(runs(load, 'addKey'));
  localCommand(
    keys
      .command('list')
      .description(
        'list the keys with ID, mode, scopes, and creation, last use and revocation times, but not the keys themselves',
      )
      .addOption(accountOption()),
    'wigwag admin keys list --account 1',
  ).action(runs(load, 'listKeys'));
  localCommand(
    keys
      .command('rotate')
      .description('replace a key by a new one with the same rights; the old one works for a while')
      .argument('<id>', 'ID from `admin keys list`', positive)
      .addOption(accountOption())
      .addOption(
        new Option('--valid-for <duration>', 'how long the old key still works, such as 0s, 30m, 24h or 7d')
          .argParser(duration)
          .default(DAY, '24h'),
      ),
    'wigwag admin keys rotate 7 --valid-for 7d',
  ).action(runs(load, 'rotateKey'));
  localCommand(
    keys
      .command('revoke')
      .description('revoke a key permanently')
      .argument('<id>', 'ID from `admin keys list`', positive)
      .addOption(accountOption()),
    'wigwag admin keys revoke 7',
  ).action(runs(load, 'revokeKey'));
}
