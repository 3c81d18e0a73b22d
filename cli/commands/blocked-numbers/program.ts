import type { Command } from 'commander';
import { peopleList } from '../../program/people-list.ts';

export const defineBlocks = (blocks: Command): void =>
  peopleList(blocks, 'receives no messages', 'reason', () => import('./blocked-numbers.ts'));
