import type { Command } from 'commander';
import { peopleList } from '../../program/people-list.ts';

export const defineBlocks = (blocks: Command): void =>
  peopleList(blocks, 'block list', 'reason', () => import('./blocked-numbers.ts'));
