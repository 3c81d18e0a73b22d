import type { Command } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';

const load = () => import('./account.ts');

export const defineMe = (me: Command): void => {
  apiCommand(me, 'wigwag me', 'wigwag me --jq .account.name').action(runs(load, 'showMe'));
};

export const defineChannels = (channels: Command): void => {
  apiCommand(channels, 'wigwag channels').action(runs(load, 'showChannels'));
};
