import type { Command } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { positive } from '../../../program/options/options.ts';

const load = () => import('./callbacks.ts');

/** `wigwag admin callbacks`: callbacks of providers that could not be used. */
export function addCallbackCommands(admin: Command): void {
  const callbacks = admin.command('callbacks').description("the providers' callbacks");
  localCommand(
    callbacks
      .command('list')
      .description('list why callbacks could not be used, and how often')
      .option('--limit <number>', 'number of problems', positive, 50),
    'wigwag admin callbacks list',
  ).action(runs(load, 'listProblems'));
}
