import type { Reporter, TestCase } from 'vitest/node';

/** Prints each failure when it occurs. */
export class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'failed') {
      const reasons = errors.map(({ stack, message }) => stack ?? message);
      console.log([`FAILED ${test.module.relativeModuleId} > ${test.fullName}`, ...reasons, ''].join('\n'));
    }
  }
}
