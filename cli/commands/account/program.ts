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
      .addOption(new Option('--from <day>', 'the first day (default: 30 days ago)').argParser(day))
      .addOption(new Option('--to <day>', 'the last day (default: today)').argParser(day))
      .option('--daily', 'add a line chart of the days (one request for each day)'),
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
      .argument('<path>', 'path below /api/v1, such as /contacts?limit=5')
      .addOption(
        new Option('-d, --data <json>', 'the request body as JSON; @FILE reads a file, - reads stdin').conflicts(
          'field',
        ),
      )
      .option(
        '-f, --field <fields...>',
        'fields of the body, or of the query for GET and DELETE, as name=value or name:=JSON',
      )
      .option('-H, --header <headers...>', 'request headers, each as "Name: value"'),
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
      .description('save a server and its key; the key comes from WIGWAG_API_KEY or stdin')
      .argument('<name>')
      .requiredOption('--base-url <url>', "the server's URL, ending in /api/v1")
      .option('--use', 'use this profile from now on'),
    'wigwag profiles add staging --base-url https://staging.example.com/api/v1 < key.txt',
  ).action(runs(loadProfiles, 'addProfile'));
  localCommand(profiles.command('list').description('list profiles, without keys'), 'wigwag profiles list').action(
    runs(loadProfiles, 'listProfiles'),
  );
  localCommand(
    profiles.command('use').description('use this profile by default').argument('<name>'),
    'wigwag profiles use staging',
  ).action(runs(loadProfiles, 'applyProfile'));
  localCommand(
    profiles.command('remove').description('delete a profile and its key').argument('<name>'),
    'wigwag profiles remove staging',
  ).action(runs(loadProfiles, 'removeProfile'));
  localCommand(
    profiles
      .command('show')
      .description('show which server and key commands use in this folder, and why')
      .argument('[name]', 'show this profile instead of the settings in effect'),
    'wigwag profiles show',
  ).action(runs(loadProfiles, 'showProfile'));
}
