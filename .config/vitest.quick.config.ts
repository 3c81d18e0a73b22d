import { defineConfig } from 'vitest/config';
import { LeftOutReporter } from '../lab/testing/left-out-reporter.ts';
import { SAMPLE, SAMPLED_MUTANTS, SLOW, UNIT } from '../lab/testing/projects.ts';
import all, { BUILD, exclude, reporters, together } from './vitest.config.ts';

/** What `npm test` runs: `unit` without its slow files, and a sample of them, `process` and `suite`. */
export default defineConfig({
  ...all,
  test: {
    ...all.test,
    reporters: [...reporters, new LeftOutReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT.include,
          exclude: [...exclude, ...UNIT.exclude, ...SLOW, ...Object.keys(SAMPLE)],
          globalSetup: [BUILD],
          ...together,
        },
      },
      {
        extends: true,
        test: {
          name: 'sample',
          include: Object.keys(SAMPLE),
          globalSetup: [BUILD],
          env: { WIGWAG_MUTANTS: SAMPLED_MUTANTS, WIGWAG_CONFORMANCE: 'sample' },
          runner: 'lab/testing/sample-runner.ts',
        },
      },
    ],
  },
});
