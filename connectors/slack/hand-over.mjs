/**
 * Passes customers to people in Slack. Each customer gets a thread in one Slack channel. Replies in the thread go to the customer.
 *
 * Variables: WIGWAG_API_KEY, WIGWAG_BASE_URL, SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET, SLACK_CHANNEL (an ID), PORT, STATE_FILE.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isApiError, Wigwag } from '@wigwag/sdk';

const SLACK_TOLERANCE_SECONDS = 300;

/** Slack reserves these characters: it marks links, users and channels with them. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (text) =>
  text
    .replaceAll(/<(?:mailto:)?([^<>|]+)(?:\|[^<>]*)?>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Returns whether Slack signed the body less than 5 minutes ago. */
function isSigned(body, headers, secret) {
  const time = String(headers['x-slack-request-timestamp']);
  const expected = Buffer.from(`v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`);
  const given = Buffer.from(String(headers['x-slack-signature']));
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < SLACK_TOLERANCE_SECONDS;
  return isRecent && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Starts the hand-over. `close()` ends it. `slackUrl` is the address of Slack's Web API. */
export async function handOver({
  wigwag,
  token,
  secret,
  channel,
  stateFile,
  port = 3001,
  slackUrl = 'https://slack.com/api',
}) {
  const state = { lastEventId: undefined, threads: {}, sent: {} };
  try {
    Object.assign(state, JSON.parse(readFileSync(stateFile, 'utf8')));
  } catch (error) {
    if (error.code !== 'ENOENT') {
      throw error;
    }
  }
  const save = () => {
    writeFileSync(`${stateFile}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${stateFile}.new`, stateFile);
  };

  async function post(text, thread_ts) {
    const response = await fetch(`${slackUrl}/chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ channel, text, thread_ts, unfurl_links: false }),
    });
    const { ok, error, ts } = await response.json();
    if (!ok) {
      throw new Error(`Slack refused the message: ${error}`);
    }
    return ts;
  }

  async function onEvent({ event, data: { message } }) {
    if (event === 'message.received') {
      const key = `${message.channel}:${message.from.id}`;
      const text = message.text ?? message.button?.title ?? message.media?.url ?? `(${message.type})`;
      state.threads[key] ??= await post(`*${escaped(message.from.name ?? message.from.id)}* on ${message.channel}`);
      await post(escaped(text), state.threads[key]);
    } else if (event === 'message.status' && message.status === 'failed' && state.sent[message.id]) {
      await post(
        `:warning: Not delivered: ${escaped(message.error?.title ?? 'unknown reason')}`,
        state.sent[message.id],
      );
    }
  }

  async function onReply({ event_id, event }) {
    const found = Object.entries(state.threads).find(([, ts]) => ts === event?.thread_ts);
    const isByPerson = event?.type === 'message' && !event.bot_id && !event.subtype && event.channel === channel;
    if (!isByPerson || !found) {
      return;
    }
    const [, to] = /:(.*)/.exec(found[0]);
    try {
      // Slack repeats an event that was not answered in time. The key prevents a second message.
      const request = { channel: found[0].split(':')[0], to, text: unescaped(event.text) };
      const { id } = await wigwag.messages.send(request, { idempotencyKey: `slack-${event_id}` });
      state.sent[id] = event.thread_ts;
      save();
    } catch (error) {
      if (!isApiError(error)) {
        throw error;
      }
      await post(`:warning: Not sent: ${escaped(error.message)}`, event.thread_ts);
    }
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (!isSigned(body, request.headers, secret)) {
      return response.writeHead(401).end();
    }
    const payload = JSON.parse(body);
    if (payload.type === 'url_verification') {
      return response.end(payload.challenge);
    }
    await onReply(payload).then(
      () => response.end(),
      (error) => response.writeHead(500).end(console.error(error)),
    );
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));

  const stopping = new AbortController();
  const connected = Promise.withResolvers();
  const running = (async () => {
    for await (const event of wigwag.events({
      lastEventId: state.lastEventId,
      signal: stopping.signal,
      onConnect: connected.resolve,
    })) {
      await onEvent(event);
      state.lastEventId = event.id;
      save();
    }
  })();
  // An event before the first connection would be missed.
  await Promise.race([connected.promise, running]);
  const close = () => {
    stopping.abort();
    server.close();
    return running;
  };
  return { port: server.address().port, running, close };
}

if (process.argv[1] === import.meta.filename) {
  const { SLACK_BOT_TOKEN: token, SLACK_SIGNING_SECRET: secret, SLACK_CHANNEL: channel, SLACK_API_URL } = process.env;
  const { PORT, STATE_FILE: stateFile = 'hand-over.json' } = process.env;
  const required = ['WIGWAG_API_KEY', 'SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET', 'SLACK_CHANNEL'];
  const missing = required.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    console.error(`Set ${missing.join(', ')}. docs/connectors.md says where to find the values.`);
    process.exit(2);
  }
  const options = {
    wigwag: new Wigwag(),
    token,
    secret,
    channel,
    stateFile,
    port: Number(PORT ?? 3001),
    slackUrl: SLACK_API_URL,
  };
  const { port, running } = await handOver(options);
  console.log(`Slack's request URL leads to port ${port}.`);
  await running;
}
