/**
 * Receives and verifies webhooks, and prints each status once and in order.
 *
 *   PORT=4000 node receive.ts
 */
import { createServer } from 'node:http';
import { nodeHandler, StatusTracker } from '@wigwag/sdk/webhooks';

const statuses = new StatusTracker();

const handler = nodeHandler({
  secret: process.env.WIGWAG_SIGNING_SECRET,
  onEvent(event) {
    if (event.event === 'message.received') {
      const { from, type, text } = event.data.message;
      console.log(`${from.id} writes: ${text ?? `(${type})`}`);
    } else if (event.event === 'message.status' && statuses.apply(event)) {
      console.log(`${event.data.message.id} is ${event.data.message.status}`);
    }
  },
  onError: (error) => console.error(String(error)),
});

const server = createServer(handler).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on ${JSON.stringify(server.address())}`);
});
