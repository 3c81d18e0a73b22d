import { createMockProvider } from '@wigwag/mock-provider';
import { clockOfParent } from './jumping-clock.ts';

/** The mock provider with IDs from this seed. The parent process can move its clock. */
const [seed = ''] = process.argv.slice(2);
const mock = createMockProvider({ seed, clock: clockOfParent() });
const { url } = await mock.listen();
process.send?.({ url, credentials: mock.credentials });
