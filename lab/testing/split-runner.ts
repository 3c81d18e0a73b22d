import { FilterRunner } from './filter-runner.ts';
import { usesPostgres } from './projects.ts';

/**
 * Keeps the tests of the project. In files that use both databases, `postgres` runs the tests that mention it, `unit`
 * the others.
 */
export default class SplitRunner extends FilterRunner {
  override filterOf(path: string) {
    const isPostgres = this.config.name === 'postgres';
    return usesPostgres(path) ? (name: string) => /postgres/i.test(name) === isPostgres : undefined;
  }
}
