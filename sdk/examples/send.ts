/**
 * Replies to a customer, or sends a template if the window is closed. Prints the result.
 *
 *   node send.ts 905551112233 'It is on its way.'
 */
import { Wigwag, WindowError } from '@wigwag/sdk';

const wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_BASE_URL });
const [to, text] = process.argv.slice(2);
if (!to || !text) {
  console.error('usage: node send.ts PHONE TEXT');
  process.exit(2);
}

try {
  const message = await wigwag.messages.sendAndWait({ to, text }, { until: 'delivered' });
  console.log(`${message.id} is ${message.status}`);
} catch (error) {
  if (!(error instanceof WindowError)) {
    throw error;
  }
  const { id } = await wigwag.messages.sendTemplate({ to, name: 'hello_world' });
  console.log(`the window is closed (${error.code}), so the template was sent as ${id}`);
}
