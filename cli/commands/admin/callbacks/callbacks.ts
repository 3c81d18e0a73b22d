import type { CommandContext } from '../../../program/context/context.ts';
import { withOperator } from '../operator.ts';

const COLUMNS = ['last_at', 'app_id', 'kind', 'callbacks', 'problem'];

export const listProblems = ({ output }: CommandContext, { limit }: { limit: number }) =>
  withOperator(async (call) => output.list((await call('listCallbackProblems', { limit })).problems, COLUMNS));
