import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

/** The baseline for deliveries: a loop that signs bytes and posts them concurrently, and records nothing. */
const [url = '', count = '0', atOnce = '1', body = ''] = process.argv.slice(2);
const dispatcher = new Agent();
let left = Number(count);

async function post(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', 'a signing secret').update(`${seconds}.${body}`).digest('hex');
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-service-signature': `t=${seconds},v1=${signature}`,
        'x-service-event': 'message.status',
        'x-service-delivery-id': `whd_${left}`,
        'x-service-attempt': '1',
      },
      body,
    });
    await answer.body.dump();
  }
}

process.stdout.write('ready\n');
await Promise.all(Array.from({ length: Number(atOnce) }, post));
