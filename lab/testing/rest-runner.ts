import { relative } from 'node:path';
import { MUTANTS_FILE, OWN_SERVER_FILE, ROOT, SAMPLE } from './projects.ts';
import SplitRunner from './split-runner.ts';

/** Keeps the tests of the project that are not in `SAMPLE`. */
export default class RestRunner extends SplitRunner {
  override filterOf(path: string) {
    const isOfProject = this.config.name === 'unit' ? super.filterOf(path) : undefined;
    const name = relative(ROOT, path);
    // Environment variables choose the tests of these files.
    const sample = [MUTANTS_FILE, OWN_SERVER_FILE].includes(name) ? undefined : SAMPLE[name];
    return (isOfProject ?? sample) && ((test: string) => (isOfProject?.(test) ?? true) && !sample?.test(test));
  }
}
