import type { Command } from 'commander';
import { peopleList } from '../../program/people-list.ts';

export const defineOptOuts = (optOuts: Command): void =>
  peopleList(optOuts, 'receives no marketing', 'source', () => import('./opt-outs.ts'));
