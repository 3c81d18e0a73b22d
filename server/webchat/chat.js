// @ts-check
/**
 * The visitor's page of a web chat. It shows what the stream of events brings, in the order of the stream, and hands over what the
 * visitor writes, each message under an id of its own until the server has taken it: a lost answer, a restart of the server
 * or of the browser neither loses nor doubles anything. Nothing of a message ever becomes markup.
 *
 * @typedef {{id: string, draft_id: string | null, external_id: string | null, direction: 'in' | 'out', type: string,
 *   text: string | null, media: {url: string, filename: string | null} | null, reply_to: string | null,
 *   status: string | null, at: string, position: number}} Message
 * @typedef {{id: string, text: string, at: number}} Draft
 */

const texts = /** @type {Record<string, string>} */ (document.body.dataset);
const connection = texts.connection ?? '';
const base = new URL(`${connection}/`, location.href);
const inFrame = window.parent !== window;
/** The server gives a sign of life each 15 seconds; milliseconds. */
const SILENCE = 40_000;
const LONGEST_PAUSE = 15_000;

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const log = find('log');
const list = find('messages');
const input = /** @type {HTMLTextAreaElement} */ (find('text'));

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Half as long again at most, so that a thousand pages do not come back at once. @param {number} tries */
const backOff = (tries) => Math.min(LONGEST_PAUSE, 500 * 2 ** tries) * (1 + Math.random() / 2);

// ---- What the browser keeps. Browsers may forbid it to frames: then it lasts as long as the page.

/** @type {Map<string, string>} */
const memory = new Map();
const kept = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(`wigwag:${connection}:${name}`);
    } catch {
      return memory.get(name) ?? null;
    }
  },
  /** @param {string} name @param {string | null} value */
  set(name, value) {
    try {
      const key = `wigwag:${connection}:${name}`;
      if (value === null) {
        localStorage.removeItem(key);
      } else {
        localStorage.setItem(key, value);
      }
    } catch {
      if (value === null) {
        memory.delete(name);
      } else {
        memory.set(name, value);
      }
    }
  },
  /** @param {string} start */
  names(start) {
    try {
      const prefix = `wigwag:${connection}:`;
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix + start))
        .map((key) => key.slice(prefix.length));
    } catch {
      return [...memory.keys()].filter((key) => key.startsWith(start));
    }
  },
};

// ---- Who the visitor is: on our own page a cookie tells, in a frame a token that the site keeps.

/** @type {string | null} */
let token = null;

/** Asks the site's script for the visitor's token; a site that put the page into a frame by itself does not answer. */
function tokenOfSite() {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(kept.get('visitor')), 2_000);
    addEventListener('message', ({ source, data }) => {
      if (source === window.parent && data?.type === 'wigwag:visitor') {
        clearTimeout(late);
        resolve(data.token ?? kept.get('visitor'));
      }
    });
    tell({ type: 'wigwag:ready' });
  });
}

/** The policy of the page lets only allowed sites be the parent. @param {{type: string, [field: string]: unknown}} message */
const tell = (message) => inFrame && window.parent.postMessage(message, '*');

/** @type {Promise<void> | undefined} */
let becoming;

/** However many requests find that the visitor is not known, one new one is made. */
const becomeVisitor = () => {
  becoming ??= becomeAnother().finally(() => {
    becoming = undefined;
    stream.abort(); // it is the former visitor's
  });
  return becoming;
};

async function becomeAnother() {
  const before = kept.get('visitor');
  if (before !== null && before !== token) {
    token = before; // a browser that keeps no cookie
    return;
  }
  const response = await fetch(new URL('visitors', base), { method: 'POST', credentials: 'omit' });
  if (!response.ok) {
    throw new Error(`POST visitors answered ${response.status}`);
  }
  token = (await response.json()).token;
  kept.set('visitor', token);
  tell({ type: 'wigwag:visitor', token });
}

/** @param {string} path @param {RequestInit & {headers?: Record<string, string>}} [options] @returns {Promise<Response>} */
async function call(path, options = {}) {
  if (token === null && inFrame) {
    await becomeVisitor();
  }
  const response = await fetch(new URL(path, base), {
    ...options,
    credentials: token === null ? 'same-origin' : 'omit',
    headers: { ...options.headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  });
  if (response.status === 401) {
    await becomeVisitor();
    throw new Error('the visitor was not known');
  }
  return response;
}

/** @param {string} path @param {object} body */
const post = (path, body) =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

// ---- What the visitor writes waits here until the server has taken it.

let sending = false;

/** @returns {Draft[]} */
const drafts = () =>
  kept
    .names('draft:')
    .map((name) => JSON.parse(kept.get(name) ?? 'null'))
    .filter(Boolean)
    .sort((left, right) => left.at - right.at);

/** @param {string} text */
function write(text) {
  const draft = {
    id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
    text,
    at: Date.now(),
  };
  kept.set(`draft:${draft.id}`, JSON.stringify(draft));
  showDraft(draft);
  toEnd();
  void sendDrafts();
}

/** One after the other, in the order in which they were written. */
async function sendDrafts() {
  if (sending) {
    return;
  }
  sending = true;
  for (let tries = 0, draft = drafts()[0]; draft; draft = drafts()[0]) {
    const wait = await send(draft, tries).catch(() => backOff(tries));
    tries = wait === 0 ? 0 : tries + 1;
    await pause(wait);
  }
  sending = false;
}

/** @param {Draft} draft @param {number} tries @returns {Promise<number>} milliseconds to wait before the next try; 0 when it is settled */
async function send(draft, tries) {
  const response = await post('messages', { id: draft.id, text: draft.text });
  if (response.status === 429) {
    return Number(response.headers.get('retry-after') ?? 1) * 1000;
  }
  if (response.status >= 500) {
    return backOff(tries);
  }
  kept.set(`draft:${draft.id}`, null);
  if (!response.ok) {
    const { error } = await response.json();
    note(draft.id, `${texts.failed} ${error.message}`, true);
  } else {
    note(draft.id, texts.sent ?? '');
  }
  return 0;
}

// ---- What comes down.

let position = 0;
let isReady = false;
/** Ends the stream that is open. */
let stream = new AbortController();

async function listen() {
  for (let tries = 0; ; tries += 1) {
    const began = Date.now();
    await follow().catch(() => {});
    setState(texts.offline ?? '');
    tries = Date.now() - began > LONGEST_PAUSE ? 0 : tries;
    await Promise.race([
      pause(backOff(tries)),
      new Promise((resolve) => addEventListener('online', resolve, { once: true })),
    ]);
  }
}

/** Reads one stream to its end, or until it falls silent. */
async function follow() {
  stream = new AbortController();
  const { signal } = stream;
  const cut = () => stream.abort();
  let watchdog = setTimeout(cut, SILENCE);
  try {
    const headers = isReady ? { 'last-event-id': String(position) } : undefined;
    const response = await call('events', { signal, ...(headers && { headers }) });
    const reader = response.ok && response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) {
      throw new Error(`GET events answered ${response.status}`);
    }
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      clearTimeout(watchdog);
      watchdog = setTimeout(cut, SILENCE);
      const frames = (rest + value).split('\n\n');
      rest = frames.pop() ?? '';
      frames.forEach(take);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** @param {string} frame */
function take(frame) {
  const fields = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s)));
  if (fields.event === 'message') {
    const message = JSON.parse(fields.data);
    position = message.position;
    show(message);
  }
  if (fields.event === 'ready') {
    becomeReady(JSON.parse(fields.data));
  }
}

/** @param {{has_more: boolean}} page */
function becomeReady(page) {
  if (!isReady) {
    isReady = true;
    find('older').hidden = !page.has_more;
    find('empty').hidden = list.children.length > 0;
    drafts().forEach(showDraft);
    toEnd();
    // From here on what comes is new, and is read out.
    setTimeout(() => log.setAttribute('aria-live', 'polite'), 500);
  }
  setState(find('state').textContent ? (texts.online ?? '') : '');
  void sendDrafts();
}

/** @param {string} text */
function setState(text) {
  const state = find('state');
  if (state.textContent !== text) {
    state.textContent = text;
  }
}

async function showOlder() {
  const first = /** @type {HTMLElement | null} */ (list.firstElementChild);
  const response = await call(`messages?before=${first?.dataset.position ?? ''}`).catch(() => undefined);
  if (!response?.ok) {
    setState(texts.offline ?? '');
    return;
  }
  const page = await response.json();
  const height = log.scrollHeight;
  log.setAttribute('aria-live', 'off');
  page.messages.forEach(show);
  log.scrollTop += log.scrollHeight - height;
  setTimeout(() => log.setAttribute('aria-live', 'polite'), 500);
  find('older').hidden = !page.has_more;
  /** @type {HTMLElement} */ (page.has_more ? find('older') : log).focus();
}

// ---- What the server is told of what was delivered and read.

/** @type {{delivered: Set<string>, read: Set<string>}} */
const receipt = { delivered: new Set(), read: new Set() };
let telling = false;

async function tellReceipts() {
  if (telling) {
    return;
  }
  telling = true;
  for (let tries = 0; receipt.delivered.size + receipt.read.size > 0; ) {
    await pause(50); // what came together is told together
    const delivered = [...receipt.delivered].slice(0, 100);
    const read = [...receipt.read].slice(0, 100);
    const response = await post('receipts', { delivered, read }).catch(() => undefined);
    if (response?.ok) {
      tries = 0;
      for (const id of delivered) {
        receipt.delivered.delete(id);
      }
      for (const id of read) {
        receipt.read.delete(id);
      }
    } else {
      await pause(backOff(tries++));
    }
  }
  telling = false;
}

/** Messages that came and were not in view yet. @type {Set<Element>} */
const unread = new Set();

const inView = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
      const isSeen = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2);
      target.classList.toggle('seen', isSeen);
    }
    noteRead();
  },
  { threshold: [0, 0.25, 0.5, 0.75, 1] },
);

/** Read is what is in view while the page itself is. */
function noteRead() {
  if (document.visibilityState === 'visible') {
    for (const item of [...unread].filter(({ classList }) => classList.contains('seen'))) {
      receipt.read.add(/** @type {HTMLElement} */ (item).dataset.id ?? '');
      unread.delete(item);
      inView.unobserve(item);
    }
  }
  tell({ type: 'wigwag:unread', count: unread.size });
  void tellReceipts();
}

// ---- Whoever reads the end goes on reading the end, when messages come, images load or a keyboard takes its room.

let isAtEnd = true;
const toEnd = () => {
  log.scrollTop = log.scrollHeight;
};
log.addEventListener('scroll', () => {
  isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 8;
});
const sizes = new ResizeObserver(() => isAtEnd && toEnd());
sizes.observe(log);
sizes.observe(list);

// ---- How messages look.

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Partial<HTMLElementTagNameMap[Name]>} [fields] @param {(Node | string)[]} children */
function element(name, fields = {}, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

/** @param {string} id @returns {HTMLElement | null} */
const shown = (id) => list.querySelector(`[data-id="${CSS.escape(id)}"], [data-draft="${CSS.escape(id)}"]`);

/** @param {Message} message */
function show(message) {
  const known = shown(message.id) ?? (message.draft_id === null ? null : shown(message.draft_id));
  const item = known ?? element('li', { className: `message ${message.direction}` });
  if (!known) {
    const author = message.direction === 'in' ? texts.you : texts.name;
    item.append(
      element('p', { className: 'author hidden', textContent: `${author}: ` }),
      element('div', { className: 'bubble' }, ...quote(message), ...content(message)),
      element('p', { className: 'note' }, time(message.at)),
    );
  }
  item.dataset.id = message.id;
  sayings.set(message.external_id ?? '', message.text ?? message.media?.filename ?? '');
  place(item, message.position);
  if (message.draft_id !== null) {
    kept.set(`draft:${message.draft_id}`, null);
    item.querySelector('.note')?.replaceChildren(time(message.at));
    item.classList.remove('failed');
  }
  if (!known && message.direction === 'out') {
    expectReceipts(item, message);
  }
}

/** @param {HTMLElement} item @param {Message} message */
function expectReceipts(item, message) {
  if (message.status === 'sent') {
    receipt.delivered.add(message.id);
  }
  if (message.status !== 'read') {
    unread.add(item);
    inView.observe(item);
  }
  noteRead();
}

/** @param {Draft} draft */
function showDraft({ id, text, at }) {
  if (!shown(id)) {
    const item = element(
      'li',
      { className: 'message in' },
      element('p', { className: 'author hidden', textContent: `${texts.you}: ` }),
      element('div', { className: 'bubble' }, paragraph(text)),
      element('p', { className: 'note', textContent: texts.sending ?? '' }),
    );
    item.dataset.draft = id;
    item.dataset.at = String(at);
    place(item, Number.POSITIVE_INFINITY);
  }
}

/** Keeps the page in the order of the server; what it has not taken yet stands at the end. @param {HTMLElement} item @param {number} at */
function place(item, at) {
  item.dataset.position = String(at);
  const items = /** @type {HTMLElement[]} */ ([...list.children]);
  const next = items.find((other) => other !== item && Number(other.dataset.position) > at) ?? null;
  const isThere = item.parentElement === list && item.nextElementSibling === next;
  if (!isThere) {
    list.insertBefore(item, next);
  }
  find('empty').hidden = true;
}

/** @param {string} id @param {string} text @param {boolean} [failed] */
function note(id, text, failed = false) {
  const item = shown(id);
  item?.classList.toggle('failed', failed);
  item?.querySelector('.note')?.replaceChildren(text);
  if (failed) {
    setState(text);
  }
}

/** @param {string} at */
function time(at) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : /** @type {const} */ ({ day: 'numeric', month: 'short' });
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { ...day, hour: '2-digit', minute: '2-digit' });
  return element('time', { dateTime: at, textContent: format.format(date) });
}

/** What each message says, by the id that quotes name. @type {Map<string, string>} */
const sayings = new Map();

/** @param {Message} message */
function quote({ reply_to: quoted }) {
  const saying = quoted === null ? undefined : sayings.get(quoted);
  return saying === undefined ? [] : [element('blockquote', { textContent: saying.slice(0, 200), dir: 'auto' })];
}

/** @param {Message} message */
function content({ type, text, media }) {
  const url = media && safeUrl(media.url);
  if (!url) {
    return [paragraph(text ?? texts.unknown ?? '')];
  }
  const caption = text ? [element('figcaption', { dir: 'auto' }, ...linked(text))] : [];
  return [element('figure', {}, file(type, url, media?.filename ?? null, text), ...caption)];
}

/** @param {string} type @param {URL} url @param {string | null} filename @param {string | null} caption */
function file(type, { href: src, pathname }, filename, caption) {
  switch (type) {
    case 'image': {
      const image = element('img', { src, alt: caption || (texts.image ?? '') });
      return link(src, image);
    }
    case 'video':
      return element('video', { src, controls: true, preload: 'metadata', ariaLabel: caption || (texts.video ?? '') });
    case 'audio':
      return element('audio', { src, controls: true, preload: 'metadata', ariaLabel: caption || (texts.audio ?? '') });
    default:
      return link(src, filename || decoded(pathname.split('/').at(-1) ?? '') || (texts.document ?? ''));
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} text */
function safeUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** @param {string} text */
const paragraph = (text) => element('p', { dir: 'auto' }, ...linked(text));

/** @param {string} href @param {Node | string} what */
const link = (href, what) =>
  element(
    'a',
    { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    what,
    element('span', { className: 'hidden', textContent: ` ${texts.newTab}` }),
  );

/** A text with its addresses as links; what closes a sentence is no part of an address. @param {string} text */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?()])/).map((part, index) => {
    const url = index % 2 === 1 && safeUrl(part);
    return url ? link(url.href, part) : part;
  });
}

// ---- What the visitor does.

function submit() {
  const text = input.value;
  if (text.trim() !== '') {
    write(text);
    input.value = '';
  }
  input.focus();
}

find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    submit();
  }
});
find('older').addEventListener('click', () => void showOlder());
document.addEventListener('visibilitychange', noteRead);
if (inFrame) {
  find('close').hidden = false;
  find('close').addEventListener('click', () => tell({ type: 'wigwag:close' }));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ type: 'wigwag:close' }));
  addEventListener('message', ({ source, data }) => {
    if (source === window.parent && data?.type === 'wigwag:opened') {
      input.focus();
    }
  });
  token = await tokenOfSite();
}
void listen();
