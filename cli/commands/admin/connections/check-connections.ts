import type { Finding } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import { onOneLine } from '../../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { OutcomeError } from '../../../program/errors/errors.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

/** Prints the findings about every connection. @throws {OutcomeError} if one is a fault, or there is no connection */
export const checkConnections = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const { connections } = await call('listConnections', { account });
    if (connections.length === 0) {
      throw new OutcomeError('the account has no connections; `wigwag admin connections add` adds one');
    }
    const records: (Finding & { connection_id: string })[] = [];
    for (const { connection_id, channel, is_active } of connections) {
      const { findings } = await call('checkConnection', { account, connection: connection_id });
      if (output.isDrawn) {
        const title = `${connection_id} (${channel}, ${is_active ? 'on' : 'off'})`;
        await output.text([title, ...findings.map(linesOf)].join('\n'));
      }
      records.push(...findings.map((finding) => ({ connection_id, ...finding })));
    }
    if (!output.isDrawn) {
      await output.list(records, ['connection_id', 'ok', 'what', 'fix']);
    }
    const faults = records.filter(({ ok }) => !ok).length;
    if (faults > 0) {
      throw new OutcomeError(`${pluralize(faults, 'problem')} to fix`);
    }
  });

/** Returns the lines that show a finding. A passed check with a fix is a warning. */
export const linesOf = ({ ok, what, fix }: Finding): string =>
  `  ${!ok ? '✗' : fix === undefined ? '✓' : '!'} ${onOneLine(what)}${fix === undefined ? '' : `\n    fix: ${onOneLine(fix)}`}`;
