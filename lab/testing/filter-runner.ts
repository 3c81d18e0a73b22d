import { type RunnerTestFile, TestRunner } from 'vitest';

type RunnerConfig = ConstructorParameters<typeof TestRunner>[0];
type Tasks = RunnerTestFile['tasks'];

/** Runs some tests of a file, because vitest only filters by file and would report the others as skipped. */
export abstract class FilterRunner extends TestRunner {
  constructor(config: RunnerConfig) {
    // A file may have no tests left.
    super({ ...config, passWithNoTests: true });
  }

  /** Returns whether a test of the file is kept, by its full name; undefined to keep all. */
  abstract filterOf(path: string): ((name: string) => boolean) | undefined;

  override async importFile(path: string, source: Parameters<TestRunner['importFile']>[1]): Promise<unknown> {
    const imported = await super.importFile(path, source);
    const isKept = source === 'collect' ? this.filterOf(path) : undefined;
    if (isKept) {
      const suite = TestRunner.getCurrentSuite();
      const { collect } = suite;
      suite.collect = async (file) => {
        suite.collect = collect;
        const collected = await collect.call(suite, file);
        collected.tasks = keep(collected.tasks, isKept);
        return collected;
      };
    }
    return imported;
  }
}

function keep(tasks: Tasks, isKept: (name: string) => boolean): Tasks {
  return tasks.filter((task) => {
    if (task.type === 'test') {
      return isKept(task.fullTestName);
    }
    task.tasks = keep(task.tasks, isKept);
    return task.tasks.length > 0;
  });
}
