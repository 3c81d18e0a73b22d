import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { requirePrograms } from '../cluster/debian.ts';
import { readArguments, refuse } from '../testing/arguments.ts';

/*
 * `npm run lab -- growth`: what requests, retention and backups cost on PostgreSQL, as the number of messages grows.
 */

const HELP = `npm run lab -- growth [options] [SIZE ...]

Fills a PostgreSQL database per size with 90 days of messages, and measures the same requests on each. Prints the costs,
and their ratios to the smallest size of the same run. A cost that grows faster than the logarithm of the size is marked.
The sizes are numbers of messages. Default: 100000 1000000. A million messages take about 5 GB and 5 minutes.

  --rounds N   the number of requests of each kind per size. Default: 60
  --seconds N  how long messages are sent, per size. Default: 30
  --folder DIR where PostgreSQL stores its data. Default: ${tmpdir()}
  --json       print one line of JSON instead of the table
  --help       show this text

It needs Debian's package postgresql-15.`;

const BYTES_PER_MESSAGE = 10_000;

const fail = (message: string): never => refuse('growth', message);

const { values, positionals } = readArguments('growth', HELP, {
  rounds: { type: 'string', default: '60' },
  seconds: { type: 'string', default: '30' },
  folder: { type: 'string', default: tmpdir() },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});
const sizes = (positionals.length > 0 ? positionals : ['100000', '1000000']).map(Number).sort((a, b) => a - b);
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
if (![...sizes, rounds, seconds].every((value) => Number.isInteger(value) && value > 0)) {
  fail('sizes, --rounds and --seconds are whole numbers above 0');
}
if (!existsSync(values.folder)) {
  fail(`the folder ${values.folder} does not exist`);
}
requirePrograms('growth', ['postgres']);
const { bavail, bsize } = statfsSync(values.folder);
const needed = BYTES_PER_MESSAGE * sizes.reduce((sum, size) => sum + size, 0);
if (bavail * bsize < needed) {
  fail(`${values.folder} needs ${Math.ceil(needed / 1e9)} GB of free space; choose another --folder`);
}

// Checks of the options need no server.
const [{ measure }, { growthOf }] = await Promise.all([import('./measure.ts'), import('./growth.ts')]);
const measured = await measure(sizes, { rounds, seconds, folder: values.folder });
const table = measured.map(({ name, unit, values: costs }) => ({
  name,
  unit,
  ...growthOf(costs.map((value, index) => ({ messages: sizes[index] ?? 0, value }))),
}));
if (values.json) {
  console.log(JSON.stringify({ sizes, costs: table }));
} else {
  console.table(
    table.map(({ name, unit, values: costs, ratios, isFast }) => ({
      name,
      unit,
      ...Object.fromEntries(
        sizes.map((size, index) => [
          `${size} messages`,
          index === 0
            ? (costs[index] ?? Number.NaN).toPrecision(3)
            : `${(costs[index] ?? Number.NaN).toPrecision(3)} (${(ratios[index] ?? Number.NaN).toFixed(2)})`,
        ]),
      ),
      growth: isFast ? 'FASTER than the logarithm' : '',
    })),
  );
}
