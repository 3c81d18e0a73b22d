import { parseArgs } from 'node:util';
import { install } from '../install.ts';
import { coverage } from './coverage.ts';
import { instrument } from './instrument.ts';
import { judgements, keep, kept, summary } from './results.ts';
import { Trial } from './try-mutants.ts';
import { tryPlanted } from './try-planted.ts';

/*
 * `npm run lab -- mutation`: changes our server's rules one at a time, and counts how many of the changes the
 * conformance suite catches.
 */

const HELP = `npm run lab -- mutation [options]

Puts every small change (mutant) of the server's rules into one build, and runs the clauses that reach each of them.
What was found is kept in lab/mutation/.state, and a later run continues from there.

  --shard N/M        try the N-th of M parts of the mutants (default: 1/1)
  --file PREFIX      try only mutants of files that start with this, such as server/domain/flows
  --only SECTION     run only these clauses, as in \`wigwag conformance\`. Repeatable. The results are not kept
  --every N          try only each N-th mutant, as a sample
  --minutes N        start no more mutants after this many minutes
  --again            try survivors again, after clauses were added
  --summary          try nothing; print the scores and the survivors
  --planted          try the faults in planted.yaml instead, each against its clauses
  --help

Example:
  npm run lab -- mutation --file server/domain/flows --minutes 30`;

const { values } = parseArgs({
  options: {
    shard: { type: 'string', default: '1/1' },
    file: { type: 'string', default: '' },
    only: { type: 'string', multiple: true, default: [] },
    every: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    again: { type: 'boolean', default: false },
    summary: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [part = 1, parts = 1] = values.shard.split('/').map(Number);
const every = Number(values.every);
const minutes = Number(values.minutes);
if (!(part >= 1 && part <= parts && every >= 1) || Number.isNaN(minutes)) {
  console.error('mutation: --shard is N/M with N up to M, --every and --minutes are numbers; see --help');
  process.exit(2);
}

if (values.planted) {
  const missed = await tryPlanted((text) => console.log(text));
  process.exit(missed > 0 ? 1 : 0);
}

install(import.meta.dirname);
const { hash, mutants } = await instrument();
const progress = (text: string): void => console.error(text);
const { reaches, atLoad } = await coverage(hash, progress, values.only);
const meant = mutants.filter(
  ({ file, ignored }, at) =>
    ignored === undefined && file.startsWith(values.file) && at % every === 0 && at % parts === part - 1,
);
// A mutant that survives a few clauses may be caught by others.
const isPartial = values.only.length > 0;
const results = new Map((isPartial ? [] : kept(values.shard)).map((one) => [one.key, one]));
if (!values.summary) {
  const endsAt = Date.now() + minutes * 60_000;
  const trial = new Trial(reaches, atLoad);
  const open = meant.filter(({ key }) => {
    const result = results.get(key);
    return result === undefined || (values.again && result.outcome !== 'caught');
  });
  try {
    for (const [at, mutant] of open.entries()) {
      if (Date.now() > endsAt) {
        break;
      }
      const result = await trial.try(mutant);
      results.set(mutant.key, result);
      if (!isPartial) {
        keep(values.shard, result);
      }
      progress(
        `${at + 1} of ${open.length}: ${mutant.file}:${mutant.line} ${result.outcome}${result.by ? ` by ${result.by}` : ''}`,
      );
    }
  } finally {
    await trial.stop();
  }
}
console.log(summary(meant, [...results.values()], reaches, judgements()));
