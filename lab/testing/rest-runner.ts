import { relative } from 'node:path';
import { FilterRunner } from './filter-runner.ts';
import { MUTANTS_FILE, ROOT, SAMPLE } from './projects.ts';

/** Keeps the tests that are not in `SAMPLE`. */
export default class RestRunner extends FilterRunner {
  override filterOf(path: string) {
    const name = relative(ROOT, path);
    const pattern = name === MUTANTS_FILE ? undefined : SAMPLE[name];
    return pattern && ((test: string) => !pattern.test(test));
  }
}
