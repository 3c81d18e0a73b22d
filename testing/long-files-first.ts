import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first: begun last, one of them would run alone in the end. */
const LONG = [
  'conformance/mutants',
  'conformance/own-server',
  'conformance/variations',
  'cli/',
  'crash/',
  'server/http/',
];

/** Puts long files before short ones; vitest only knows how long they were on a machine that has run them before. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((part) => moduleId.includes(`/${part}`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
