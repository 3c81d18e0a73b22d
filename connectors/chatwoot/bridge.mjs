/**
 * Makes wigwag a channel of the API kind in Chatwoot: customers' messages and files become conversations there, agents' replies go to the
 * customers, and statuses, agents and closed conversations follow.
 *
 * Variables: WIGWAG_API_KEY, WIGWAG_BASE_URL, CHATWOOT_URL, CHATWOOT_ACCOUNT, CHATWOOT_TOKEN (of an agent bot or an administrator),
 * CHATWOOT_INBOX (the inbox identifier), CHATWOOT_SECRET (of the inbox's webhook), PORT, STATE_FILE.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isApiError, Wigwag } from '@wigwag/sdk';

const TOLERANCE_SECONDS = 300;
/** Larger than any webhook of Chatwoot. */
const MAX_BYTES = 4_000_000;
/** How many sent messages the bridge remembers for their statuses. */
const MAX_SENT = 10_000;
/** Kinds of files in Chatwoot, and the types of messages. */
const TYPES = { image: 'image', audio: 'audio', video: 'video', file: 'document' };
const RANKS = ['sent', 'delivered', 'read', 'failed'];

/** Returns whether Chatwoot signed the body less than 5 minutes ago. */
function isSigned(body, headers, secret) {
  const time = String(headers['x-chatwoot-timestamp']);
  const mac = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  const [expected, given] = [`sha256=${mac}`, String(headers['x-chatwoot-signature'])].map((text) => Buffer.from(text));
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < TOLERANCE_SECONDS;
  return isRecent && given.length === expected.length && timingSafeEqual(given, expected);
}

/** The contact's ID in Chatwoot names the customer, so the bridge needs no table of contacts. */
const sourceIdOf = (channel, id) => `${channel}:${id}`;
function customerOf(sourceId) {
  const [, channel, to] = /^(whatsapp|instagram|messenger|web):(.+)$/.exec(sourceId ?? '') ?? [];
  return channel === undefined ? undefined : { channel, to };
}

/** The events that the bridge has processed, and the messages whose statuses Chatwoot waits for. */
class State {
  #path;
  lastEventId;
  sent = {};

  constructor(path) {
    this.#path = path;
    try {
      Object.assign(this, JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      if (error.code !== 'ENOENT') {
        throw error;
      }
    }
  }

  save() {
    this.sent = Object.fromEntries(Object.entries(this.sent).slice(-MAX_SENT));
    const { lastEventId, sent } = this;
    writeFileSync(`${this.#path}.new`, JSON.stringify({ lastEventId, sent }), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** Calls Chatwoot's API. */
class Chatwoot {
  constructor({ url, account, token, inbox }) {
    this.contacts = `${url}/public/api/v1/inboxes/${inbox}/contacts`;
    this.application = `${url}/api/v1/accounts/${account}`;
    this.token = token;
  }

  async call(method, url, body) {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      method,
      headers: {
        ...(url.startsWith(this.application) && { api_access_token: this.token }),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`Chatwoot answered ${response.status} to ${method} ${new URL(url).pathname}`);
    }
    return await response.json().catch(() => undefined);
  }

  /** Returns the address of the customer's open conversation; creates the contact and the conversation if they do not exist. */
  async conversationOf(channel, { id, name }) {
    const sourceId = sourceIdOf(channel, id);
    const contact = `${this.contacts}/${encodeURIComponent(sourceId)}`;
    const found = await fetch(contact);
    if (!found.ok && found.status !== 404) {
      throw new Error(`Chatwoot answered ${found.status} to the search of a contact`);
    }
    if (!found.ok) {
      const phone = channel === 'whatsapp' && /^\d{7,15}$/.test(id) ? { phone_number: `+${id}` } : {};
      await this.call('POST', this.contacts, { source_id: sourceId, identifier: sourceId, name: name ?? id, ...phone });
    }
    const all = found.ok ? await this.call('GET', `${contact}/conversations`) : [];
    const open = all.filter(({ status }) => status !== 'resolved').at(-1);
    const { id: conversation } =
      open ?? (await this.call('POST', `${contact}/conversations`, { custom_attributes: { channel } }));
    return `${contact}/conversations/${conversation}`;
  }
}

/** Returns what Chatwoot shows for a message without a text. */
function textOf({ type, text, button, location }) {
  const place =
    location && `${location.name ?? 'Location'}: https://maps.google.com/?q=${location.latitude},${location.longitude}`;
  return text ?? button?.title ?? place ?? `(${type})`;
}

/** Starts the bridge. `close()` ends it. */
export async function startBridge({ wigwag, chatwoot: settings, secret, stateFile, port = 3002 }) {
  const state = new State(stateFile);
  const chatwoot = new Chatwoot(settings);

  /** Webhooks and events are handled one after another: the status of a message may arrive before the response to its send. */
  let last = Promise.resolve();
  const inOrder = (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };

  async function onReceived(message) {
    const conversation = await chatwoot.conversationOf(message.channel, message.from);
    if (!message.media) {
      await chatwoot.call('POST', `${conversation}/messages`, { content: textOf(message), echo_id: message.id });
      return;
    }
    const { url, filename, mime_type } = message.media;
    const file = await fetch(url);
    const form = new FormData();
    form.append('content', message.text ?? '');
    form.append('echo_id', message.id);
    if (file.ok) {
      form.append('attachments[]', new Blob([await file.arrayBuffer()], { type: mime_type }), filename ?? message.type);
    } else {
      form.set('content', `${message.text ?? ''} (${message.type}: ${url})`.trim());
    }
    await chatwoot.call('POST', `${conversation}/messages`, form);
  }

  /** Sets the status of an agent's message. Events can arrive in any order, so a status never goes back. */
  async function onStatus({ id, status, error }) {
    const sent = state.sent[id];
    if (!sent || RANKS.indexOf(status) <= RANKS.indexOf(sent.status)) {
      return;
    }
    const external_error =
      status === 'failed' ? (error?.title ?? 'The provider could not deliver the message.') : undefined;
    await chatwoot.call(
      'PATCH',
      `${chatwoot.application}/conversations/${sent.conversation}/messages/${sent.message}`,
      { status, external_error },
    );
    sent.status = status;
  }

  /** Sends an agent's message: a text, and one message for each file. */
  async function onMessage({ id, content, attachments = [], conversation }) {
    const customer = customerOf(conversation?.contact_inbox?.source_id);
    if (!customer) {
      return;
    }
    const files = attachments.map(({ file_type, data_url }, index) => ({
      type: TYPES[file_type] ?? 'document',
      media: { url: data_url },
      ...(index === 0 && content && file_type !== 'audio' && { caption: content }),
    }));
    const hasCaption = files.some(({ caption }) => caption);
    const parts = [...(content && !hasCaption ? [{ text: content }] : []), ...files];
    const message = `${chatwoot.application}/conversations/${conversation.id}/messages/${id}`;
    try {
      for (const [index, part] of parts.entries()) {
        // Chatwoot repeats webhooks. The key prevents a second message.
        const sent = await wigwag.messages.send(
          { ...customer, ...part },
          { idempotencyKey: `chatwoot-${id}-${index}` },
        );
        state.sent[sent.id] ??= { conversation: conversation.id, message: id };
      }
      state.save();
    } catch (error) {
      if (!isApiError(error)) {
        throw error;
      }
      await chatwoot.call('PATCH', message, { status: 'failed', external_error: `${error.message} ${error.fix}` });
    }
  }

  /** Closes, opens or assigns the conversation. Agents correspond by name. */
  async function onConversation({ status, contact_inbox, meta }) {
    const customer = customerOf(contact_inbox?.source_id);
    if (!customer) {
      return;
    }
    const name = meta?.assignee?.name;
    const agent = name && (await wigwag.reports.agents().toArray()).find((one) => one.name === name);
    const changes = { status: status === 'resolved' ? 'closed' : 'open', ...(agent && { agent_id: agent.id }) };
    await wigwag.conversations.update(customer.to, changes);
  }

  async function onWebhook(payload) {
    const { event, message_type, private: isPrivate } = payload;
    if (event === 'message_created' && message_type === 'outgoing' && !isPrivate) {
      await onMessage(payload);
    } else if (event === 'conversation_status_changed' || event === 'conversation_updated') {
      await onConversation(payload);
    }
  }

  const server = createServer(async (request, response) => {
    const parts = [];
    let bytes = 0;
    for await (const part of request) {
      bytes += part.length;
      if (bytes > MAX_BYTES) {
        return response.writeHead(413).end();
      }
      parts.push(part);
    }
    const body = Buffer.concat(parts);
    if (!isSigned(body, request.headers, secret)) {
      return response.writeHead(401).end();
    }
    await inOrder(() => onWebhook(JSON.parse(body.toString()))).then(
      () => response.end(),
      (error) => response.writeHead(500).end(console.error(error)),
    );
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));

  const stopping = new AbortController();
  const connected = Promise.withResolvers();
  const running = (async () => {
    for await (const { id, event, data } of wigwag.events({
      lastEventId: state.lastEventId,
      signal: stopping.signal,
      onConnect: connected.resolve,
    })) {
      if (event === 'message.received') {
        await inOrder(() => onReceived(data.message));
      }
      if (event === 'message.status') {
        await inOrder(() => onStatus(data.message));
      }
      state.lastEventId = id;
      state.save();
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
  const { CHATWOOT_URL: url, CHATWOOT_ACCOUNT: account, CHATWOOT_TOKEN: token, CHATWOOT_INBOX: inbox } = process.env;
  const { CHATWOOT_SECRET: secret, PORT = '3002', STATE_FILE: stateFile = 'chatwoot-bridge.json' } = process.env;
  const names = ['URL', 'ACCOUNT', 'TOKEN', 'INBOX', 'SECRET'].map((name) => `CHATWOOT_${name}`);
  const missing = ['WIGWAG_API_KEY', ...names].filter((name) => !process.env[name]);
  if (missing.length > 0) {
    console.error(`Set ${missing.join(', ')}. docs/connectors.md says where to find the values.`);
    process.exit(2);
  }
  const chatwoot = { url: url.replace(/\/+$/, ''), account, token, inbox };
  const bridge = await startBridge({ wigwag: new Wigwag(), chatwoot, secret, stateFile, port: Number(PORT) });
  console.log(`Chatwoot's webhook URL leads to port ${bridge.port}.`);
  await bridge.running;
}
