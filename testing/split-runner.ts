import { type RunnerTestFile, TestRunner } from 'vitest';
import { usesPostgres } from './projects.ts';

type Config = ConstructorParameters<typeof TestRunner>[0];
type Tasks = RunnerTestFile['tasks'];

/** Keeps the tests of the project: of a file that uses both databases, `postgres` runs the tests that mention it, `unit` the others. */
export default class SplitRunner extends TestRunner {
  constructor(config: Config) {
    // A file may have no tests for one of the two.
    super({ ...config, passWithNoTests: true });
  }

  override async importFile(path: string, source: Parameters<TestRunner['importFile']>[1]): Promise<unknown> {
    const imported = await super.importFile(path, source);
    if (source === 'collect' && usesPostgres(path)) {
      const isPostgres = this.config.name === 'postgres';
      const suite = TestRunner.getCurrentSuite();
      const { collect } = suite;
      suite.collect = async (file) => {
        suite.collect = collect;
        const collected = await collect.call(suite, file);
        collected.tasks = keep(collected.tasks, isPostgres);
        return collected;
      };
    }
    return imported;
  }
}

function keep(tasks: Tasks, isPostgres: boolean): Tasks {
  return tasks.filter((task) => {
    if (task.type === 'test') {
      return /postgres/i.test(task.fullTestName) === isPostgres;
    }
    task.tasks = keep(task.tasks, isPostgres);
    return task.tasks.length > 0;
  });
}
