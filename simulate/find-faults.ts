import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults/faults.ts';

/**
 * `npm run simulate:faults -- [--starts N] [--most N] [--days N] [NAME ...]`: adds each known fault to the servers and
 * counts the seeds until the simulator finds it. Exits with 1 if it misses one.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    starts: { type: 'string', default: '3' },
    most: { type: 'string', default: '60' },
    days: { type: 'string', default: '2' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(FAULTS);
const [starts, most] = [Number(values.starts), Number(values.most)];
/** The distance between start seeds, large enough that no seed is used twice. */
const BETWEEN_STARTS = 10_000;

interface Search {
  fault: string;
  /** The number of seeds until it was found; undefined if it was not. */
  seeds: number | undefined;
  problem: string;
}

function search(fault: string, start: number): Promise<Search> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const flags = ['--fault', fault, '--seed', String(start), '--seeds', String(most), '--days', values.days, '--json'];
  const child = spawn(process.execPath, ['--conditions=wigwag-source', main, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() as string;
      for (const { seed, problems } of lines.map((line) => JSON.parse(line))) {
        if (problems.length > 0) {
          child.kill();
          resolve({ fault, seeds: seed - start + 1, problem: problems[0] });
        }
      }
    });
    child.on('close', (code) => {
      if (code === 0) {
        resolve({ fault, seeds: undefined, problem: '' });
      } else if (code !== null && code !== 1) {
        console.error(`the simulator could not run ${fault}`);
        process.exit(2);
      }
    });
  });
}

const queue = names.flatMap((fault) =>
  Array.from({ length: starts }, (_, index) => ({ fault, start: 1 + index * BETWEEN_STARTS })),
);
const found: Search[] = [];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      found.push(await search(next.fault, next.start));
    }
  }),
);
let missed = 0;
console.log('| Fault | Found | Seeds, median | First sign |\n|---|---|---|---|');
for (const name of names) {
  const own = found.filter(({ fault }) => fault === name);
  const counts = own.flatMap(({ seeds }) => seeds ?? []).sort((left, right) => left - right);
  const median = counts[Math.floor(counts.length / 2)];
  missed += counts.length === 0 ? 1 : 0;
  const sign = own.find(({ problem }) => problem !== '')?.problem ?? '';
  console.log(`| ${name} | ${counts.length} of ${own.length} | ${median ?? '-'} | ${sign.slice(0, 110)} |`);
}
process.exit(missed > 0 ? 1 : 0);
