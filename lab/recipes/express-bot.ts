import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { InternalAxiosRequestConfig } from 'axios';
import type * as whatsapp from 'whatsapp-cloud-api';
import type { BotSettings } from '../../conformance/testing/apps/bot.ts';

// The bot of whatsapp-cloud-api's README with its own web server, unchanged except for the addresses. It prints its URL.

const settings: BotSettings = JSON.parse(process.argv[2] ?? '');
const require = createRequire(import.meta.url);
// The library is a CommonJS module, so it uses the CommonJS axios.
const { createBot }: typeof whatsapp = require('whatsapp-cloud-api');
const axios = createRequire(require.resolve('whatsapp-cloud-api'))('axios');
axios.interceptors.request.use((config: InternalAxiosRequestConfig) => ({
  ...config,
  url: String(config.url).replace('https://graph.facebook.com', settings.graph),
}));

const bot = createBot(settings.phone_number_id, settings.access_token);
const { server } = await bot.startExpressServer({
  webhookPath: '/webhook',
  webhookVerifyToken: settings.verify_token,
  useMiddleware(app) {
    const listen = app.listen.bind(app);
    // The library has no option for the host.
    app.listen = ((_port: number, done: () => void) => listen(0, '127.0.0.1', done)) as typeof app.listen;
  },
});
bot.on('text', ({ from, data }) => void bot.sendText(from, `You wrote: ${data.text}`));
console.log(`http://127.0.0.1:${((server as Server).address() as AddressInfo).port}/webhook`);
