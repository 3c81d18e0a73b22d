import type { Command } from 'commander';
import { peopleList } from '../../program/options/people-list.ts';

export const defineOptOuts = (optOuts: Command): void =>
  peopleList(
    optOuts,
    { operation: 'listOptOuts', what: 'opt-out list', reason: 'source' },
    () => import('./opt-outs.ts'),
  );
