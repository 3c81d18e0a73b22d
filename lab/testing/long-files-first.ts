import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first. If they started last, one of them would run alone at the end. */
const LONG = [
  'lab/simulate/determinism',
  'conformance/mutants',
  'lab/crash/crash',
  'cli/tests/packages',
  'conformance/integration/',
  'conformance/own-server',
  'lab/simulate/',
  'server/http/developers/browser',
  'conformance/variations',
  'cli/',
  'lab/crash/',
  'server/http/',
];

/** Sorts long files before short ones. Vitest knows durations only on a machine that has already run the files. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((part) => moduleId.includes(`/${part}`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
