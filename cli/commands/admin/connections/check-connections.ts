import { admin, type Finding } from '@wigwag/server';
import { onOneLine } from '../../../output/sanitize-terminal.ts';
import { UsageError } from '../../../program/errors.ts';
import { withAdmin } from '../database.ts';
import { requireSecret } from '../secret-input.ts';

/** Returns options that read an access token from the environment or stdin, and print the result of its check. */
export const tokenOptions = ({ force }: { force?: boolean }) => ({
  force,
  readToken: () => requireSecret('WIGWAG_ACCESS_TOKEN', 'access token'),
  onFindings: showFindings,
});

export const checkConnections = (flags: { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const connections = await admin.listConnections(app, accountId);
    let faults = 0;
    for (const connection of connections) {
      process.stderr.write(`${connection.id} (${connection.channel}, ${connection.isActive ? 'on' : 'off'})\n`);
      const findings = await admin.checkConnection(app, connection);
      showFindings(findings);
      faults += findings.filter(({ ok }) => !ok).length;
    }
    if (faults > 0 || connections.length === 0) {
      throw new UsageError(connections.length === 0 ? 'the account has no connections' : `${faults} problems to fix`);
    }
  });

function showFindings(findings: readonly Finding[]): void {
  for (const { ok, what, fix } of findings) {
    process.stderr.write(
      `  ${ok ? '✓' : '✗'} ${onOneLine(what)}\n${fix === undefined ? '' : `    fix: ${onOneLine(fix)}\n`}`,
    );
  }
}
