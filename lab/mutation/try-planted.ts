import { run } from '../../conformance/index.ts';
import { MutatedServer } from './mutated-server.ts';
import { PLANTED, plant } from './planted.ts';

/** Runs each planted fault against its clauses. Returns how many faults a clause did not detect. */
export async function tryPlanted(progress: (text: string) => void): Promise<number> {
  let missed = 0;
  for (const fault of PLANTED) {
    const server = await MutatedServer.start(undefined, plant(fault));
    try {
      const { clauses } = await run(server.target, { only: fault.caughtBy });
      const silent = clauses.filter(({ verdict }) => !['fail', 'warn'].includes(verdict)).map(({ id }) => id);
      missed += silent.length > 0 ? 1 : 0;
      progress(`${fault.name}: ${silent.length > 0 ? `not detected by ${silent.join(', ')}` : 'detected'}`);
    } finally {
      await server.stop();
    }
  }
  return missed;
}
