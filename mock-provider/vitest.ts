import { setupServer } from 'msw/node';
import { test as base } from 'vitest';
import { describeAttempt } from './callbacks/unhandled.ts';
import { createMockProvider, type MockOptions } from './create-mock-provider.ts';
import type { MockProvider } from './mock-provider.ts';

/** What each test gets. A test that names none of them starts no mock. */
export interface MockFixtures {
  /** Options of the mock. Set them with `test.extend({ mockOptions: {...} })`. */
  mockOptions: MockOptions;
  /** Whether a test fails if the app did not accept a callback with status 200. @default true */
  strict: boolean;
  /** A new mock that responds to requests of this process to graph.facebook.com and graph.instagram.com. */
  mock: MockProvider;
  /** The URL of the same mock for other processes. */
  mockUrl: string;
}

/** MSW 3 has the first option, MSW 2 the second. */
const BYPASS = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const;

/** Vitest's `test`, with a new mock for each test. */
export const test = base.extend<MockFixtures>({
  mockOptions: {},
  strict: true,
  mock: async ({ mockOptions, strict }, use) => {
    const mock = createMockProvider(mockOptions);
    const server = setupServer(...mock.handlers);
    server.listen(BYPASS);
    try {
      await use(mock);
      await mock.whenIdle();
    } finally {
      server.close();
    }
    const missed = strict ? mock.unhandledCallbacks() : [];
    if (missed.length > 0) {
      throw new Error(`The app did not accept callbacks:\n${missed.map(describeAttempt).join('\n')}`);
    }
  },
  mockUrl: async ({ mock }, use) => {
    const { url, close } = await mock.listen();
    await use(url);
    await close();
  },
});
