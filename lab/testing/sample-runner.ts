import { relative } from 'node:path';
import { FilterRunner } from './filter-runner.ts';
import { ROOT, SAMPLE } from './projects.ts';

/** Keeps the tests of `SAMPLE`. */
export default class SampleRunner extends FilterRunner {
  override filterOf(path: string) {
    const pattern = SAMPLE[relative(ROOT, path)];
    return (name: string) => pattern?.test(name) ?? false;
  }
}
