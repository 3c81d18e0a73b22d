import { createMockProvider } from '@wigwag/mock-provider';

/**
 * The mock provider in a separate process, without rate limits, because rates are measured. `proxy` also starts a
 * proxy.
 */
const mock = createMockProvider({ limits: { throughput: null, pair: null, page: null } });
const { url } = await mock.listen();
const proxy = process.argv.includes('proxy') ? await mock.listenAsProxy() : undefined;
const { access_token, whatsapp } = mock.credentials;
const info = {
  url,
  access_token,
  phone_number_id: whatsapp.phone_number_id,
  ...(proxy && { proxy: { url: proxy.url, ca_file: proxy.caFile } }),
};
process.stdout.write(`${JSON.stringify(info)}\n`);
