import './install.ts';
import { parseArgs } from 'node:util';
import { real } from './machine/scheduler.ts';
import { makePlan } from './plan.ts';

const { Simulation } = await import('./simulation.ts');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '7' },
    trace: { type: 'boolean', default: false },
  },
});
let bad = 0;
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed += 1) {
  const begun = real.now();
  const plan = makePlan(seed, Number(values.days));
  const result = await new Simulation(plan, values.trace ? console.log : undefined).run();
  const { problems, recent, digest, ...figures } = result;
  console.log(
    seed,
    plan.topology,
    digest.slice(0, 12),
    JSON.stringify(figures),
    `${((real.now() - begun) / 1000).toFixed(1)} s`,
  );
  for (const problem of problems) console.log('  ', problem);
  bad += problems.length > 0 ? 1 : 0;
}
process.exit(bad > 0 ? 1 : 0);
