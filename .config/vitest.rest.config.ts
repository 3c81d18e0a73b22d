import { defineConfig } from 'vitest/config';
import { OTHER_MUTANTS, SLOW, UNIT_SAMPLE } from '../lab/testing/projects.ts';
import all, { projects } from './vitest.config.ts';

/** What `npm test` leaves out, so that CI runs each test once: `npm test`, then this. */
export default defineConfig({
  ...all,
  test: {
    ...all.test,
    projects: projects.map((project) => ({
      ...project,
      test: {
        ...project.test,
        ...(project.test.name === 'unit' && { include: [...SLOW, ...Object.keys(UNIT_SAMPLE)] }),
        ...(project.test.name !== 'postgres' && {
          runner: 'lab/testing/rest-runner.ts',
          env: { WIGWAG_MUTANTS: OTHER_MUTANTS },
        }),
      },
    })),
  },
});
