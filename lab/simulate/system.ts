import { startTimer } from './machine/globals.ts';

/** The programs under simulation. They load after the machine has been replaced. */
export const server = await import('../../server/index.ts');
export const { createMockProvider } = await import('../../mock-provider/index.ts');
export const { overNetwork } = await import('../../mock-provider/callbacks/callbacks.ts');

// The server's own clock would use real timers, and the scheduler would not recognize its polls.
Object.assign(server.realClock, { setTimeout: startTimer });
