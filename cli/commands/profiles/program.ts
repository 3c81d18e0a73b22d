import type { Command } from 'commander';
import { localCommand, runs } from '../../program/options/frame.ts';

export function defineProfiles(profiles: Command): void {
  const loadProfiles = () => import('./profiles.ts');
  localCommand(
    profiles
      .command('add')
      .description('save a server and its key; the key comes from WIGWAG_API_KEY or stdin')
      .argument('<name>')
      .requiredOption('--base-url <url>', "the server's URL, ending in /api/v1")
      .option('--use', 'also use this profile by default'),
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
      .description('show the server and the key that commands use in this folder, and why')
      .argument('[name]', 'show this profile instead of the settings in effect'),
    'wigwag profiles show',
  ).action(runs(loadProfiles, 'showProfile'));
}
