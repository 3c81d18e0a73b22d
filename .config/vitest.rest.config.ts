import { defineConfig } from 'vitest/config';
import { OTHER_MUTANTS, SLOW } from '../lab/testing/projects.ts';
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
        ...(project.test.name === 'unit' && { include: SLOW }),
        ...(['process', 'browser', 'suite'].includes(project.test.name) && {
          runner: 'lab/testing/rest-runner.ts',
          env: { WIGWAG_MUTANTS: OTHER_MUTANTS },
        }),
      },
    })),
  },
});
