import { createMockProvider } from '@wigwag/mock-provider';

/** The mock provider in a process of its own, without rate limits, since rates are what is measured. */
const mock = createMockProvider({ limits: { throughput: null, pair: null, page: null } });
const { url } = await mock.listen();
const { access_token, whatsapp } = mock.credentials;
process.stdout.write(`${JSON.stringify({ url, access_token, phone_number_id: whatsapp.phone_number_id })}\n`);
