import { admin, type Finding } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import { onOneLine } from '../../../output/sanitize-terminal.ts';
import type { Context } from '../../../program/context.ts';
import { OutcomeError } from '../../../program/errors.ts';
import { type AccountFlags, withAccount } from '../database.ts';
import { requireSecret } from '../secret-input.ts';

/** Returns options that read an access token from the environment or stdin, and print the result of its check. */
export const tokenOptions = ({ say }: Context, { force }: { force?: boolean }) => ({
  force,
  readToken: () => requireSecret('WIGWAG_ACCESS_TOKEN', 'access token'),
  onFindings: (findings: readonly Finding[]) => findings.map(linesOf).forEach(say),
});

/** Prints the findings about every connection. @throws {OutcomeError} if one is a fault, or there is no connection */
export const checkConnections = ({ output }: Context, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const connections = await admin.listConnections(app, accountId);
    if (connections.length === 0) {
      throw new OutcomeError('the account has no connections; `wigwag admin connections add` adds one');
    }
    const records: (Finding & { connection_id: string })[] = [];
    for (const connection of connections) {
      const findings = await admin.checkConnection(app, connection);
      if (output.isDrawn) {
        const title = `${connection.id} (${connection.channel}, ${connection.isActive ? 'on' : 'off'})`;
        await output.text([title, ...findings.map(linesOf)].join('\n'));
      }
      records.push(...findings.map((finding) => ({ connection_id: connection.id, ...finding })));
    }
    if (!output.isDrawn) {
      await output.list(records, ['connection_id', 'ok', 'what', 'fix']);
    }
    const faults = records.filter(({ ok }) => !ok).length;
    if (faults > 0) {
      throw new OutcomeError(`${pluralize(faults, 'problem')} to fix`);
    }
  });

const linesOf = ({ ok, what, fix }: Finding): string =>
  `  ${ok ? '✓' : '✗'} ${onOneLine(what)}${fix === undefined ? '' : `\n    fix: ${onOneLine(fix)}`}`;
