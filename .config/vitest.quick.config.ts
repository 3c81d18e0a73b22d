import { defineConfig } from 'vitest/config';
import { SAMPLE, SAMPLED_MUTANTS, SLOW, UNIT } from '../lab/testing/projects.ts';
import all, { BUILD, exclude, together } from './vitest.config.ts';

/** What `npm test` runs: `unit` without its slow files, and a sample of `process`, `browser` and `suite`. */
export default defineConfig({
  ...all,
  test: {
    ...all.test,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT.include,
          exclude: [...exclude, ...UNIT.exclude, ...SLOW],
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
          env: { WIGWAG_MUTANTS: SAMPLED_MUTANTS },
          runner: 'lab/testing/sample-runner.ts',
        },
      },
    ],
  },
});
