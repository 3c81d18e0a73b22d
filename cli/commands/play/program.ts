import type { Command } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';

const load = () => import('./play.ts');

export const definePlay = (play: Command): void => {
  apiCommand(
    play
      .argument('[file]', 'scenario file, in YAML or JSON')
      .option(
        '--control-url <url>',
        'control port of the `wigwag dev` (or WIGWAG_CONTROL_URL; default: that of this folder)',
      )
      .option('--schema', 'print the JSON schema of the files'),
    'wigwag play shop.yaml',
    'wigwag play --schema > scenario.schema.json',
  ).action(runs(load, 'playScenario'));
};
