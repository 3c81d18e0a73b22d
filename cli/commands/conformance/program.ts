import type { Command } from 'commander';
import { databaseUrl, positive } from '../../program/options/options.ts';
import type { ConformanceFlags, GradeFlags } from './conformance.ts';
import type { IntegrationFlags } from './integration.ts';

const several = (value: string, before: string[] = []): string[] => [...before, value];

const CA = ['--ca <file>', 'PEM file of certificate authorities to trust in addition, for https URLs'] as const;

/** Adds the options of a run: its exit code and its reports. */
const withReports = (command: Command): Command =>
  command
    .option('--strict', 'exit with 3 if a clause of the specification cannot be tested')
    .option('--junit <file>', 'write a JUnit report for CI systems; - writes to stdout')
    .option('--json <file>', 'write the full report as JSON; - writes to stdout')
    .option('--html <file>', 'write a self-contained HTML page; - writes to stdout')
    .option('--badge <file>', 'write an SVG badge with the result')
    .option(...CA);

/** Defines `conformance` and its subcommands. Both have `--html`. */
export function defineConformance(conformance: Command): void {
  withReports(
    conformance
      .enablePositionalOptions()
      .option('--target <file>', 'YAML file that describes the target and its features')
      .option(
        '--database <url>',
        'database of the local server: sqlite:PATH or postgres://... (default: in memory)',
        databaseUrl,
      )
      .option(
        '--only <section>',
        'run only the clauses of this section and its subsections, or with IDs that begin with this text; repeatable',
        several,
      )
      .option('--clause <id>', 'only this clause; repeatable', several)
      .option('--list', 'print every clause as a line of JSON')
      .option('--seed <number>', 'seed for the random order of the cases', positive, 1)
      .option('--explore <minutes>', 'repeat the cases with generated values, each time with the next seed', positive)
      .option('--repeat <file>', 'write a script that repeats the first failure')
      .option('--bail', 'stop at the first failure'),
  )
    .addHelpText(
      'after',
      '\nExit codes:\n  0    every clause that could be tested passes\n  1    a clause fails\n  2    the target cannot be tested\n  3    see --strict\n  130  interrupted\n\nExamples:\n  $ wigwag conformance\n  $ wigwag conformance --target target.yaml --only 4.2 --html report.html',
    )
    .action(async (flags: ConformanceFlags) => (await import('./conformance.ts')).runConformance(flags));

  conformance
    .command('diff')
    .description('compare two reports (--json); exit with 1 if a clause no longer passes')
    .argument('<before>', 'a report')
    .argument('<after>', 'the later report')
    .addHelpText('after', '\nExample:\n  $ wigwag conformance diff last.json now.json')
    .action(async (before: string, after: string) => (await import('./conformance.ts')).runDiff(before, after));

  conformance
    .command('matrix')
    .description('write one page that compares reports (--json): a row for each clause, a column for each target')
    .argument('<reports...>', 'the reports')
    .requiredOption('--html <file>', 'file to write')
    .addHelpText('after', '\nExample:\n  $ wigwag conformance matrix ours.json theirs.json --html matrix.html')
    .action(async (reports: string[], { html }: { html: string }) =>
      (await import('./conformance.ts')).runMatrix(reports, html),
    );

  conformance
    .command('receiver')
    .description('test a webhook receiver: signatures, duplicates, retries, order, age')
    .requiredOption('--url <url>', 'address of the receiver')
    .requiredOption('--secret <secret>', 'the signing secret it verifies with; env:NAME reads an environment variable')
    .option('--previous-secret <secret>', 'the secret before a rotation; the receiver must accept both secrets')
    .option('--retired-secret <secret>', 'the secret of an earlier rotation; the receiver must refuse it')
    .option('--status-url <url>', 'where the receiver shows a message, with {id} for its ID')
    .option('--json', 'print JSON')
    .option('--badge <file>', 'write an SVG badge with the result')
    .option(...CA)
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag conformance receiver --url http://127.0.0.1:4000/hook --secret env:WIGWAG_SIGNING_SECRET',
    )
    .action(async (flags: GradeFlags) => (await import('./conformance.ts')).runGrade(flags));

  withReports(
    conformance
      .command('integration')
      .description("test an app that uses Meta's Graph API; a mock plays Meta, and the suite plays customers")
      .requiredOption(
        '--target <file>',
        'YAML file with callback_url, and graph: the host:port where the app expects Meta',
      )
      .option('--only <clause>', 'run only the clauses with IDs that begin with this text; repeatable', several)
      .option('--list', 'print every clause as a line of JSON')
      .option('--seed <number>', 'seed for the random order of the cases', positive, 1),
  )
    .addHelpText(
      'after',
      '\nExample:\n  $ wigwag conformance integration --target app.yaml --only callbacks --html report.html',
    )
    .action(async (flags: IntegrationFlags) => (await import('./integration.ts')).runIntegration(flags));
}
