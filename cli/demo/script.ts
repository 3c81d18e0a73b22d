import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { foreignProblem } from '@wigwag/mock-provider/foreign-request';
import type { WebhookEvent, Wigwag } from '@wigwag/sdk';
import { createClient } from '../client/create-client.ts';
import { type Dev, startDev } from '../dev/dev.ts';
import { eventLine } from '../output/event-line.ts';
import { InterruptedError } from '../program/errors/errors.ts';
import { untilStopped } from '../program/process/signals.ts';
import { asRun } from '../program/words/command-name.ts';
import { signatureHolds } from './verify.ts';

/** One step of the demo. */
export interface DemoStep {
  who: 'wigwag' | 'customer' | 'you' | 'webhook';
  text: string;
  /** Whether the step is in progress; the next step replaces it. */
  pending?: boolean;
}

export type Show = (step: DemoStep) => void;

const CUSTOMER = { id: '905551112233', name: 'Ada' };
const OTHERS = [
  {
    channel: 'whatsapp',
    name: 'WhatsApp, with a username and no phone number',
    person: { id: 'TR.13491208655302741918', name: 'Radia', username: 'radia' },
  },
  { channel: 'messenger', name: 'Messenger', person: { id: '6042731925', name: 'Grace' } },
  { channel: 'instagram', name: 'Instagram', person: { id: '1784140012345', name: 'Edsger' } },
] as const;
const TIMEOUT_MILLISECONDS = 20_000;

/**
 * Plays conversations with a real server, worker, SQLite file, mock provider and webhook receiver.
 *
 * @throws if a step fails
 */
export async function playDemo(showStep: Show): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-demo-'));
  let over = false;
  /** After an interruption the demo ends at its next step. */
  const show: Show = (step) => {
    if (over) {
      throw new InterruptedError('interrupted');
    }
    showStep(step);
  };
  let starting: Promise<Dev> | undefined;
  let receiver: EventReceiver | undefined;
  const play = async () => {
    show({ who: 'wigwag', text: 'starting server, worker and mock provider on SQLite ...', pending: true });
    starting = startDev({
      port: 0,
      mockPort: 0,
      controlPort: 0,
      data: folder,
      clock: 'real',
      pacing: { sent: 150, delivered: 300, read: 500 },
      environment: { WIGWAG_LOG_LEVEL: 'error' },
    });
    const dev = await starting;
    show({
      who: 'wigwag',
      text: `the API is at ${dev.info.base_url}. Watch the customers' phones at ${dev.info.mock_provider_url}`,
    });
    receiver = await receiveEvents(dev.info.signing_secret, show);
    await control(dev, 'PUT', '/webhook', { account_id: dev.info.account_id, url: receiver.url });
    await converse(dev, receiver, show);
  };
  const interrupted = untilStopped().then((signal) => {
    if (signal !== 'SIGPIPE') {
      throw new InterruptedError('interrupted');
    }
  });
  const playing = play();
  try {
    await Promise.race([playing, interrupted]);
  } finally {
    over = true;
    receiver?.giveUp();
    await playing.catch(() => {});
    await receiver?.close();
    const dev = await starting?.catch(() => undefined);
    await dev?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function converse(dev: Dev, receiver: EventReceiver, show: Show): Promise<void> {
  const wigwag = createClient({ apiKey: dev.info.live_key, baseUrl: dev.info.base_url });

  show({ who: 'customer', text: `${CUSTOMER.name} writes on WhatsApp: "Where is my order?"` });
  await control(dev, 'POST', '/inbound', {
    account_id: dev.info.account_id,
    channel: 'whatsapp',
    from: CUSTOMER,
    type: 'text',
    text: 'Where is my order?',
  });
  await receiver.until((event) => event.event === 'message.received');
  show({ who: 'wigwag', text: `the window to ${CUSTOMER.name} is open for 24 hours` });

  const answer = await wigwag.messages.send({ to: CUSTOMER.id, text: 'It left this morning.' });
  show({ who: 'you', text: `reply "It left this morning."  ->  202 ${answer.id} ${answer.status}` });
  await receiver.untilRead(answer.id);
  await confirm(wigwag, answer.id, show);

  const template = await wigwag.messages.sendTemplate({ to: '905559998877', name: 'hello_world' });
  show({
    who: 'you',
    text: `template hello_world to someone who never wrote  ->  202 ${template.id} ${template.status}`,
  });
  await receiver.untilRead(template.id);
  await confirm(wigwag, template.id, show);
  for (const { channel, name, person } of OTHERS) {
    await answerOn(dev, wigwag, receiver, show, channel, name, person);
  }
  show({ who: 'wigwag', text: `done: ${receiver.count()} webhooks received, every signature verified` });
  show({
    who: 'wigwag',
    text: asRun("next: run `wigwag dev`, write as a customer on its mock provider's page, and answer in the dashboard"),
  });
}

/** Plays a shorter version of the conversation with another customer. */
async function answerOn(
  dev: Dev,
  wigwag: Wigwag,
  receiver: EventReceiver,
  show: Show,
  channel: 'whatsapp' | 'messenger' | 'instagram',
  name: string,
  person: { id: string; name: string; username?: string },
): Promise<void> {
  show({ who: 'customer', text: `${person.name} writes on ${name}: "Are you open?"` });
  await control(dev, 'POST', '/inbound', {
    account_id: dev.info.account_id,
    channel,
    from: person,
    type: 'text',
    text: 'Are you open?',
  });
  const answer = await wigwag.messages.send({ channel, to: person.id, text: 'Until six.' });
  show({ who: 'you', text: `reply "Until six."  ->  202 ${answer.id} ${answer.status}` });
  await receiver.untilRead(answer.id);
}

async function confirm(wigwag: Wigwag, id: string, show: Show): Promise<void> {
  const message = await wigwag.messages.get(id);
  if (message.status !== 'read') {
    throw new Error(`the status of ${id} should be "read", but is "${message.status}"`);
  }
  show({
    who: 'you',
    text: `look up the message  ->  ${message.status}, known to the provider as ${String(message.external_id).slice(0, 24)}...`,
  });
}

async function control(dev: Dev, method: string, path: string, body: object): Promise<void> {
  const response = await fetch(dev.info.control_url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${method} ${path} on the control port returned ${response.status}: ${await response.text()}`);
  }
}

interface EventReceiver {
  url: string;
  count(): number;
  until(matches: (event: WebhookEvent) => boolean): Promise<void>;
  untilRead(messageId: string): Promise<void>;
  /** Ends every wait. */
  giveUp(): void;
  close(): Promise<void>;
}

/** Receives webhooks and shows each one with the result of its signature check. An invalid signature ends the demo. */
async function receiveEvents(secret: string, show: Show): Promise<EventReceiver> {
  const events: WebhookEvent[] = [];
  let failure: Error | undefined;
  const receive = async (request: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const rawBody = Buffer.concat(chunks);
    const header = String(request.headers['x-service-signature']);
    const holds = signatureHolds(rawBody, header, secret, Date.now() / 1000);
    const event = JSON.parse(rawBody.toString('utf8')) as WebhookEvent;
    show({ who: 'webhook', text: `${eventLine(event)}  [signature ${holds ? 'verified' : 'WRONG'}]` });
    if (!holds) {
      failure = new Error(`the signature of ${event.id} is invalid`);
    }
    events.push(event);
  };
  const server: Server = createServer((request, response) => {
    if (foreignProblem(request) !== undefined) {
      response.writeHead(403).end();
      return;
    }
    receive(request).then(
      () => response.writeHead(200).end(),
      (error) => {
        // Errors after an interruption are not shown.
        failure ??= error;
        response.destroy();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const until = async (matches: (event: WebhookEvent) => boolean) => {
    const deadline = Date.now() + TIMEOUT_MILLISECONDS;
    while (!events.some(matches)) {
      if (failure || Date.now() > deadline) {
        throw failure ?? new Error('an expected webhook did not arrive in time; run `wigwag demo` again');
      }
      await sleep(20);
    }
    if (failure) {
      throw failure;
    }
  };
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    count: () => events.length,
    until,
    untilRead: (id) =>
      until(
        (event) =>
          event.event === 'message.status' && event.data.message.id === id && event.data.message.status === 'read',
      ),
    giveUp() {
      failure = new InterruptedError('interrupted');
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
