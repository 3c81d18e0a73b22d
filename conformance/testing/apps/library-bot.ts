import { Text } from 'whatsapp-api-js/messages';
import { WhatsAppAPI } from 'whatsapp-api-js/middleware/node-http';
import { listening } from '../servers.ts';
import type { BotSettings } from './bot.ts';

/** Starts the echo bot of whatsapp-api-js's README, unchanged except for the base URL of the Graph API. */
export async function startLibraryBot(settings: BotSettings): Promise<{ url: string; close(): Promise<void> }> {
  const client = new WhatsAppAPI({
    token: settings.access_token,
    appSecret: settings.app_secret,
    webhookVerifyToken: settings.verify_token,
    v: 'v24.0',
    ponyfill: {
      fetch: (url: string | URL | Request, init?: RequestInit) =>
        fetch(String(url).replace('https://graph.facebook.com', settings.graph), init),
    },
  });
  client.on.message = async ({ message, reply }) => {
    if (message.type === 'text') {
      await reply(new Text(`You wrote: ${message.text.body}`), true);
    }
  };
  return listening(async (request, response) => {
    if (request.method === 'GET') {
      try {
        response.end(client.handle_get(request));
      } catch (error) {
        response.writeHead(Number(error) || 500).end();
      }
      return;
    }
    response.writeHead(await client.handle_post(request)).end();
  });
}
