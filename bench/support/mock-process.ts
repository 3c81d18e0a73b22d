import { createMockProvider } from '@wigwag/mock-provider';

/** The mock provider in a separate process, without rate limits, because rates are measured. */
const mock = createMockProvider({ limits: { throughput: null, pair: null, page: null } });
const { url } = await mock.listen();
const { access_token, whatsapp } = mock.credentials;
process.stdout.write(`${JSON.stringify({ url, access_token, phone_number_id: whatsapp.phone_number_id })}\n`);
