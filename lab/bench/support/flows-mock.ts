import { createMockProvider } from '@wigwag/mock-provider';

/**
 * The mock provider in a separate process, with the requested number of phone numbers and without rate limits and
 * callbacks.
 */
const mock = createMockProvider({ windows: 'off', limits: { throughput: null, pair: null, page: null } });
const { url } = await mock.listen();
const numbers = Array.from({ length: Number(process.argv[2]) }, () => mock.addNumber(mock.credentials).phone_number_id);
process.stdout.write(`${JSON.stringify({ url, token: mock.credentials.access_token, numbers })}\n`);
