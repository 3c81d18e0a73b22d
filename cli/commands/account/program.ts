import { type Command, Option } from 'commander';
import { apiCommand, listCommand, localCommand, orderOption, runs } from '../../program/frame.ts';
import { day } from '../../program/options.ts';

const load = () => import('./account.ts');

export const defineMe = (me: Command): void => {
  apiCommand(me, 'wigwag me', 'wigwag me --jq .account.name').action(runs(load, 'showMe'));
};

export const defineChannels = (channels: Command): void => {
  apiCommand(channels, 'wigwag channels').action(runs(load, 'showChannels'));
};

export function defineStats(stats: Command): void {
  apiCommand(
    stats
      .addOption(new Option('--from <day>', 'the first day (default 30 days ago)').argParser(day))
      .addOption(new Option('--to <day>', 'the last day (default today)').argParser(day))
      .option('--daily', 'with a line over the days, which asks once for each'),
    'wigwag stats',
    'wigwag stats --from 2026-11-01 --to 2026-11-30 --daily',
  ).action(runs(() => import('./stats.ts'), 'showStats'));
}

export const defineLabels = (labels: Command): void => {
  listCommand(labels.command('list').description('list labels').addOption(orderOption()), 'wigwag labels list').action(
    runs(load, 'listLabels'),
  );
};

export const defineAgents = (agents: Command): void => {
  listCommand(agents.command('list').description('list agents').addOption(orderOption()), 'wigwag agents list').action(
    runs(load, 'listAgents'),
  );
};

export function defineApi(api: Command): void {
  apiCommand(
    api
      .argument('<method>', 'GET, POST, PATCH or DELETE')
      .argument('<path>', 'below /api/v1, as /contacts?limit=5')
      .addOption(new Option('-d, --data <json>', 'the body; @FILE or - reads it').conflicts('field'))
      .option(
        '-f, --field <fields...>',
        'of the body, or of the query of GET and DELETE; each as name=value, or name:=JSON',
      )
      .option('-H, --header <headers...>', 'each as "Name: value"'),
    'wigwag api GET /contacts -f limit=5',
    'wigwag api POST /messages -f to=905551112233 text=Hello',
    "wigwag api GET /conversations --jq '.data.conversations[].phone'",
  ).action(runs(() => import('../api/api.ts'), 'callApi'));
}

export function defineProfiles(profiles: Command): void {
  const loadProfiles = () => import('../setup/profiles.ts');
  localCommand(
    profiles
      .command('add')
      .description('keep a server and its key; the key comes from WIGWAG_API_KEY or stdin')
      .argument('<name>')
      .requiredOption('--base-url <url>', 'the server, ending in /api/v1')
      .option('--use', 'use it from now on'),
    'wigwag profiles add staging --base-url https://staging.example.com/api/v1 < key.txt',
  ).action(runs(loadProfiles, 'addProfile'));
  localCommand(profiles.command('list').description('list profiles, without keys'), 'wigwag profiles list').action(
    runs(loadProfiles, 'listProfiles'),
  );
  localCommand(
    profiles.command('use').description('use this profile when nothing else is said').argument('<name>'),
    'wigwag profiles use staging',
  ).action(runs(loadProfiles, 'applyProfile'));
  localCommand(
    profiles.command('remove').description('forget a profile and its key').argument('<name>'),
    'wigwag profiles remove staging',
  ).action(runs(loadProfiles, 'removeProfile'));
  localCommand(
    profiles
      .command('show')
      .description('say which server and key a command would use here, and why')
      .argument('[name]', 'of a profile, instead of what is in force'),
    'wigwag profiles show',
  ).action(runs(loadProfiles, 'showProfile'));
}
