import type { Command } from 'commander';
import { apiCommand, listCommand, runs } from './frame.ts';
import { withQuery } from './query-options.ts';

type LoadList = Parameters<typeof runs<'list' | 'add' | 'remove'>>[0];

/** Opt-outs and blocks have the same commands. */
export function peopleList(
  parent: Command,
  { operation, what, reason }: { operation: 'listOptOuts' | 'listBlockedNumbers'; what: string; reason: string },
  load: LoadList,
): void {
  const name = parent.name();
  listCommand(
    withQuery(parent.command('list').description(`show the ${what}`), operation),
    `wigwag ${name} list --all --output csv`,
  ).action(runs(load, 'list'));
  apiCommand(
    parent
      .command('add')
      .description(`add a number to the ${what}`)
      .argument('<phone>')
      .option(`--${reason} <text>`, `${reason} to record`),
    `wigwag ${name} add 905551112233 --${reason} "asked by phone"`,
  ).action(runs(load, 'add'));
  apiCommand(
    parent.command('remove').description(`remove a number from the ${what}`).argument('<phone>'),
    `wigwag ${name} remove 905551112233`,
  ).action(runs(load, 'remove'));
}
