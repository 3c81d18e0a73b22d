import type { Command } from 'commander';
import { databaseUrl, positive } from '../../program/options.ts';
import type { ConformanceFlags, GradeFlags } from './conformance.ts';

const several = (value: string, before: string[] = []): string[] => [...before, value];

/** What `conformance` takes, and what stands below it: both have `--html`. */
export function defineConformance(conformance: Command): void {
  conformance
    .enablePositionalOptions()
    .option('--target <file>', 'YAML that says where it is and what it offers')
    .option('--database <url>', 'for our own server: sqlite:PATH or postgres://... (default: in memory)', databaseUrl)
    .option(
      '--only <section>',
      'clauses of a section and of those below it, or whose id begins so; can be repeated',
      several,
    )
    .option('--clause <id>', 'one clause; can be repeated', several)
    .option('--list', 'print every clause as a line of JSON')
    .option('--seed <number>', 'decides the order of the cases', positive, 1)
    .option('--bail', 'stop at the first failure')
    .option('--strict', 'exit with 3 when a clause cannot be tested')
    .option('--junit <file>', 'write a report for CI systems; - is stdout')
    .option('--json <file>', 'write the whole report; - is stdout')
    .option('--html <file>', 'write one page that needs nothing else; - is stdout')
    .addHelpText(
      'after',
      '\nExit code: 0 all that can be tested holds, 1 something does not, 2 the target cannot be judged, 3 see --strict,\n130 interrupted.\n\nExamples:\n  $ wigwag conformance\n  $ wigwag conformance --target target.yaml --only 4.2 --html report.html',
    )
    .action(async (flags: ConformanceFlags) => (await import('./conformance.ts')).runConformance(flags));

  conformance
    .command('diff')
    .description('what changed between two reports (--json); exit code 1 when something became worse')
    .argument('<before>', 'a report')
    .argument('<after>', 'a later one')
    .addHelpText('after', '\nExample:\n  $ wigwag conformance diff last.json now.json')
    .action(async (before: string, after: string) => (await import('./conformance.ts')).runDiff(before, after));

  conformance
    .command('matrix')
    .description('one page over several reports (--json): a row for each clause, a column for each target')
    .argument('<reports...>', 'the reports')
    .requiredOption('--html <file>', 'where the page goes')
    .addHelpText('after', '\nExample:\n  $ wigwag conformance matrix ours.json theirs.json --html matrix.html')
    .action(async (reports: string[], { html }: { html: string }) =>
      (await import('./conformance.ts')).runMatrix(reports, html),
    );

  conformance
    .command('receiver')
    .description('grade a receiver of webhooks: signature, duplicates, order, age')
    .requiredOption('--url <url>', 'where it listens')
    .requiredOption('--secret <secret>', 'the signing secret it verifies with; env:NAME takes it from a variable')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag conformance receiver --url http://127.0.0.1:4000/hook --secret env:WIGWAG_SIGNING_SECRET',
    )
    .action(async (flags: GradeFlags) => (await import('./conformance.ts')).runGrade(flags));
}
