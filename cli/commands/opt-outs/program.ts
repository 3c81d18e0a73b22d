import type { Command } from 'commander';
import { peopleList } from '../../program/people-list.ts';

export const defineOptOuts = (optOuts: Command): void =>
  peopleList(optOuts, 'opt-out list', 'source', () => import('./opt-outs.ts'));
