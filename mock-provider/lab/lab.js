// The page at `/` of the mock. It reads `/_mock/lab` and acts through the mock's control API.

/**
 * @typedef {{ id: string, from: 'person' | 'business', at: number, type: string, text: string, status?: string,
 *   choices?: { payload: string, title: string }[] }} Message
 * @typedef {{ channel: string, business_id: string, business: string, id: string, name: string, phone?: string,
 *   username?: string, user_id?: string, messages: Message[] }} Chat
 * @typedef {{ waba_id: string, name: string, language: string, category: string, status: string }} Template
 * @typedef {{ at: string, url: string, channel: string, events: string[], attempt: number, status_code: number | null,
 *   error?: string, body: unknown, signature: string }} Callback
 * @typedef {{ name: string, channel: string, call: 'receive' | 'report', body: Record<string, unknown> }} Example
 * @typedef {{ now: number, movable: boolean, callback_url: string | null, chats: Chat[], templates: Template[],
 *   businesses: { id: string, channel: string, name: string, handle: string }[], callbacks: Callback[],
 *   faults: unknown[] }} Lab
 */

const POLL_MS = 1000;
const TICKS = /** @type {Record<string, string>} */ ({
  accepted: '🕓',
  sent: '✓',
  delivered: '✓✓',
  read: '✓✓ read',
  failed: '✕ failed',
});

/** @type {Lab | undefined} */
let lab;
/** @type {{ examples: Example[] }} */
const { examples } = await (await fetch('/_mock/examples')).json();
/** The person whose chat is open. */
let open = '';
/** What each part of the page last showed: a part changes only if its data did, which keeps the focus in place. */
const shown = /** @type {Record<string, string>} */ ({});

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {Chat} chat */
const keyOf = (chat) => `${chat.business_id} ${chat.id}`;

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} text
 * @param {() => void} run
 * @param {Record<string, string>} [attributes]
 */
function button(text, run, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', run);
  return made;
}

/**
 * Calls the control API, shows an error, and updates the page.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function act(method, path, body) {
  const reply = await fetch(`/_mock/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  byId('problem').textContent = reply.ok ? '' : answer.error;
  await refresh();
  return reply.ok;
}

/**
 * Replaces a part of the page if its data changed.
 * @param {string} id
 * @param {unknown} data
 * @param {() => Node[]} render
 */
function part(id, data, render) {
  const now = JSON.stringify(data);
  if (shown[id] === now) {
    return;
  }
  shown[id] = now;
  byId(id).replaceChildren(...render());
}

async function refresh() {
  const reply = await fetch('/_mock/lab');
  lab = /** @type {Lab} */ (await reply.json());
  const chat = lab.chats.find((one) => keyOf(one) === open) ?? lab.chats[0];
  open = chat ? keyOf(chat) : '';
  const { chats, templates, callbacks, faults, businesses, movable } = lab;
  byId('now').textContent = new Date(lab.now).toLocaleString();
  byId('clock').hidden = !movable;
  part('people', [chats.map(({ messages, ...one }) => [one, messages.length]), open], () => chats.map(person));
  part('business', businesses, () =>
    businesses.map(({ id, channel, name, handle }) =>
      element('option', { value: id }, `${channel}: ${name} (${handle})`),
    ),
  );
  part('chat-name', chat && { ...chat, messages: 0 }, () => [new Text(chat ? titleOf(chat) : 'No chat yet')]);
  byId('composer').hidden = !chat;
  byId('username-form').hidden = chat?.channel !== 'whatsapp';
  part('bubbles', chat?.messages ?? [], () => (chat?.messages ?? []).map(bubble));
  const kinds = examplesNow();
  part(
    'event',
    kinds.map(({ name, call }) => [name, call]),
    () => ['receive', 'report'].map((call) => groupOf(call, kinds)),
  );
  fillExample();
  part('templates', templates, () => templates.map(template));
  part('callbacks', callbacks, () => [...callbacks].reverse().map(callback));
  part('faults', faults, () => faults.map((one) => element('li', {}, element('code', {}, JSON.stringify(one)))));
}

/** @param {Chat} chat */
const titleOf = (chat) =>
  [chat.name, chat.username && `@${chat.username}`, chat.phone, chat.user_id, `with ${chat.business}`]
    .filter(Boolean)
    .join(' · ');

/** @param {Chat} chat */
function person(chat) {
  const select = button(`${chat.name}${chat.username ? ` @${chat.username}` : ''} · ${chat.channel}`, () => {
    open = keyOf(chat);
    // On a phone, the chat is below the people.
    void refresh().then(() => byId('chat-name').scrollIntoView({ block: 'nearest' }));
  });
  if (keyOf(chat) === open) {
    select.setAttribute('aria-current', 'true');
  }
  return element('li', {}, select);
}

/** @param {Message} message */
function bubble(message) {
  const made = element('li', { class: message.from }, message.text);
  for (const choice of message.choices ?? []) {
    made.append(
      ' ',
      button(choice.title, () => void write({ type: tapOf(), button: choice, reply_to: message.id })),
    );
  }
  const status = message.status ? ` ${TICKS[message.status] ?? message.status}` : '';
  made.append(element('small', {}, `${new Date(message.at).toLocaleTimeString()}${status}`));
  queueMicrotask(() => {
    const bubbles = byId('bubbles');
    bubbles.scrollTop = bubbles.scrollHeight;
  });
  return made;
}

const chatNow = () => lab?.chats.find((one) => keyOf(one) === open);
const tapOf = () => (chatNow()?.channel === 'whatsapp' ? 'interactive' : 'quick_reply');

/**
 * Writes as the person whose chat is open.
 * @param {Record<string, unknown>} message
 */
async function write(message) {
  const chat = chatNow();
  if (!chat) {
    return false;
  }
  return act('POST', 'receive', {
    channel: chat.channel,
    business_id: chat.business_id,
    from: { id: chat.id },
    ...message,
  });
}

/** The examples for the channel of the open chat. Reports of Meta need no chat. */
const examplesNow = () => {
  const channel = chatNow()?.channel;
  return examples.filter((one) => one.call === 'report' || one.channel === channel);
};

/**
 * @param {string} call
 * @param {Example[]} kinds
 */
const groupOf = (call, kinds) =>
  element(
    'optgroup',
    { label: call === 'receive' ? 'In this chat' : 'Reports of Meta' },
    ...kinds.filter((one) => one.call === call).map(({ name }) => element('option', {}, name)),
  );

/** @param {string} id */
const byValue = (id) => /** @type {HTMLSelectElement} */ (byId(id)).value;

/** The message that an edit or a deletion changes: the latest of the person. @param {Chat | undefined} chat */
const targetOf = (chat) => chat?.messages.findLast(({ from }) => from === 'person')?.id;

const EXAMPLE_PERSON = '905551112233';

/** Writes the chosen example, about the person of the open chat. It replaces what was typed only if either changes. */
function fillExample() {
  const chat = chatNow();
  const { body = {} } = examplesNow().find(({ name }) => name === byValue('event')) ?? {};
  const target = 'target' in body ? { target: targetOf(chat) ?? body.target } : {};
  const json = JSON.stringify({ ...body, ...target }, null, 2);
  const example = chat?.channel === 'whatsapp' ? json.replaceAll(`"${EXAMPLE_PERSON}"`, JSON.stringify(chat.id)) : json;
  if (shown.example === example) {
    return;
  }
  shown.example = example;
  /** @type {HTMLTextAreaElement} */ (byId('event-body')).value = example;
}

/** @param {Template} one */
function template({ waba_id, name, language, category, status }) {
  const set = (/** @type {string} */ next) => () =>
    void act('POST', 'templates', { waba_id, name, language, status: next });
  const about = `${name} in ${language}`;
  return element(
    'tr',
    {},
    element('td', {}, name),
    element('td', {}, language),
    element('td', {}, category),
    element('td', {}, status),
    element(
      'td',
      {},
      button('Approve', set('APPROVED'), { 'aria-label': `Approve ${about}` }),
      ' ',
      button('Reject', set('REJECTED'), { 'aria-label': `Reject ${about}` }),
    ),
  );
}

/** @param {Callback} one */
function callback({ at, url, channel, events, attempt, status_code, error, body, signature }) {
  const answer = status_code === null ? (error ?? 'no response') : `status ${status_code}`;
  return element(
    'details',
    {},
    element('summary', {}, `${new Date(at).toLocaleTimeString()} ${channel} ${events.join(', ')}: ${answer}`),
    element('p', {}, `POST ${url}, attempt ${attempt}. X-Hub-Signature-256: ${signature}`),
    element('pre', { tabindex: '0', 'aria-label': 'Body' }, JSON.stringify(body, null, 2)),
  );
}

/**
 * @param {string} id
 * @param {(fields: Record<string, string>) => Promise<unknown>} run
 */
function onSubmit(id, run) {
  const form = /** @type {HTMLFormElement} */ (byId(id));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    void run(fields);
  });
}

const MIME = /** @type {Record<string, string>} */ ({
  image: 'image/png',
  audio: 'audio/ogg',
  video: 'video/mp4',
  document: 'application/pdf',
});

/** @param {File} file */
async function mediaOf(file) {
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(file);
  await read;
  const bytes = String(reader.result).replace(/^.*,/, '');
  return { mime_type: file.type || 'application/octet-stream', filename: file.name, bytes };
}

onSubmit('composer', async ({ type = 'text', text = '' }) => {
  const file = /** @type {HTMLInputElement} */ (byId('file')).files?.[0];
  const [kind = ''] = file?.type.split('/') ?? [];
  const said = text === '' ? {} : { text };
  const [latitude = 0, longitude = 0] = text.split(',').map(Number);
  const place = { latitude: latitude || 41.0256, longitude: longitude || 28.9744 };
  const message = file
    ? { type: kind in MIME ? kind : 'document', ...said, media: await mediaOf(file) }
    : type === 'location'
      ? { type, location: place }
      : type === 'button'
        ? { type, button: { title: text, payload: text } }
        : { type, ...said, ...(MIME[type] && { media: { mime_type: MIME[type] } }) };
  if (await write(message)) {
    /** @type {HTMLFormElement} */ (byId('composer')).reset();
  }
});
byId('event').addEventListener('change', () => void refresh());
onSubmit('event-form', async ({ event = '', body = '' }) => {
  const chat = chatNow();
  const call = examplesNow().find(({ name }) => name === event)?.call ?? 'report';
  byId('event-sent').textContent = '';
  let content;
  try {
    content = JSON.parse(body);
  } catch (error) {
    byId('problem').textContent = `The content is not JSON: ${error}`;
    return;
  }
  const number = chat?.channel === 'whatsapp' ? { business_id: chat.business_id } : {};
  const sent = call === 'receive' ? await write(content) : await act('POST', 'report', { ...number, ...content });
  if (sent) {
    byId('event-sent').textContent = `Sent: ${event}`;
  }
});
onSubmit('person-form', async ({ business_id = '', id = '', name = '', text = '' }) => {
  const channel = lab?.businesses.find((one) => one.id === business_id)?.channel;
  open = `${business_id} ${id}`;
  await act('POST', 'receive', { channel, business_id, from: { id, ...(name ? { name } : {}) }, type: 'text', text });
});
onSubmit('username-form', async ({ username = '' }) => {
  const chat = chatNow();
  if (chat) {
    await act('POST', 'contacts', { business_id: chat.business_id, id: chat.id, username: username || null });
  }
});
onSubmit('clock', ({ hours = '1' }) => act('POST', 'clock/advance', { seconds: Number(hours) * 3600 }));
onSubmit('fault-form', ({ applies_to = 'send', outcome = 'reject', code = '', times = '1' }) =>
  act('POST', 'faults', { applies_to, outcome, times: Number(times), ...(code ? { code: Number(code) } : {}) }),
);
byId('clear-faults').addEventListener('click', () => void act('DELETE', 'faults'));

void refresh();
setInterval(() => void refresh().catch(() => {}), POLL_MS);
