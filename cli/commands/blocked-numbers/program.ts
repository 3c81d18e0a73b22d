import type { Command } from 'commander';
import { peopleList } from '../../program/options/people-list.ts';

export const defineBlocks = (blocks: Command): void =>
  peopleList(
    blocks,
    { operation: 'listBlockedNumbers', what: 'block list', reason: 'reason' },
    () => import('./blocked-numbers.ts'),
  );
