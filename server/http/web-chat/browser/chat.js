// @ts-check
/**
 * The visitor's page of a web chat. It shows the messages of the feed in the server's order. It sends each message of
 * the visitor with a separate ID until the server accepts it. A lost response, or a restart of the server or the
 * browser, therefore loses and duplicates nothing.
 */
import * as drafts from './drafts.js';
import { Feed } from './feed.js';
import { show, showDraft, showFailed, showTaken } from './messages.js';
import { find, inFrame, setState, texts } from './page.js';
import { Receipts } from './receipts.js';
import { askSite, call, introduceVisitor, tellSite, whenSiteTells, whenVisitorChanges } from './visitor.js';

/** @typedef {import('./page.js').Message} Message */

const log = find('log');
const list = find('messages');
const input = /** @type {HTMLTextAreaElement} */ (find('text'));

// ---- Messages from the server.

let isReady = false;
let isLost = false;

const receipts = new Receipts(() => feed);
const feed = new Feed({
  message: take,
  ready: becomeReady,
  online: becomeOnline,
  lost: becomeLost,
  leads: () => void receipts.tell(),
  told: (receipt) => receipts.told(receipt),
});

/** @param {Message} message */
function take(message) {
  const { item, isNew } = show(message);
  if (message.draft_id !== null) {
    drafts.forget(message.draft_id);
  }
  if (isNew && message.direction === 'out') {
    receipts.expect(item, message);
  }
  introduceVisitor();
}

/** @param {{has_more: boolean}} page */
function becomeReady(page) {
  if (!isReady) {
    isReady = true;
    find('older').hidden = !page.has_more;
    find('empty').hidden = list.children.length > 0;
    drafts.drafts().forEach(showWritten);
    toEnd();
    readOutSoon();
  }
  becomeOnline();
}

function becomeOnline() {
  if (isLost) {
    isLost = false;
    setState(texts.online ?? '');
  }
  void drafts.sendDrafts();
}

function becomeLost() {
  isLost = true;
  setState(texts.offline ?? '');
}

/** Messages that arrive after this are new. */
function readOutSoon() {
  setTimeout(() => log.setAttribute('aria-live', 'polite'), 500);
}

async function showOlder() {
  const first = /** @type {HTMLElement | null} */ (list.firstElementChild);
  const response = await call(`messages?before=${first?.dataset.position ?? ''}`).catch(() => undefined);
  const page = await response?.json().catch(() => undefined);
  if (!response?.ok || !page?.messages) {
    setState(texts.offline ?? '');
    return;
  }
  const height = log.scrollHeight;
  log.setAttribute('aria-live', 'off');
  page.messages.forEach(take);
  log.scrollTop += log.scrollHeight - height;
  readOutSoon();
  find('older').hidden = !page.has_more;
  /** @type {HTMLElement} */ (page.has_more ? find('older') : log).focus();
}

// ---- A page that shows the newest message keeps showing it when messages arrive, images load or a keyboard opens.

let isAtEnd = true;
let lastTop = 0;
const toEnd = () => {
  log.scrollTop = log.scrollHeight;
};
log.addEventListener('scroll', () => {
  const isNear = log.scrollHeight - log.scrollTop - log.clientHeight < 8;
  // Only scrolling up leaves the end, because more messages may have arrived since the page scrolled there.
  isAtEnd = isNear || (isAtEnd && log.scrollTop >= lastTop);
  lastTop = log.scrollTop;
});
const sizes = new ResizeObserver(() => isAtEnd && toEnd());
sizes.observe(log);
sizes.observe(list);

// ---- An on-screen keyboard covers part of the page, unless the browser resizes the page for it.

const viewport = window.visualViewport;
/** While a person zooms in, the browser decides what is visible. */
const isZoomed = () => (viewport?.scale ?? 1) > 1.05;
viewport?.addEventListener('resize', () => {
  if (!isZoomed()) {
    document.body.style.setProperty('--visible-height', `${viewport.height}px`);
    scrollTo(0, 0);
  }
});

// ---- Input of the visitor.

/** @param {drafts.Draft} draft */
const retrying = (draft) => () => {
  drafts.retry(draft);
  input.focus();
};

/** @param {drafts.Draft} draft */
const showWritten = (draft) => showDraft(draft, retrying(draft));

drafts.whenSettled({
  taken: showTaken,
  failed(draft, isLost) {
    showFailed(draft, isLost ? undefined : retrying(draft));
    setState(`${texts.failed} ${draft.failed}`);
  },
});

function submit() {
  const text = input.value;
  if (text.trim() !== '') {
    showWritten(drafts.write(text));
    toEnd();
    input.value = '';
  }
  input.focus();
}

find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});
// Before the script runs, pressing the button would reload the page and lose the text.
/** @type {HTMLButtonElement} */ (find('send')).disabled = false;
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    submit();
  }
});
if (!matchMedia('(pointer: fine)').matches) {
  input.removeAttribute('aria-describedby');
}
find('older').addEventListener('click', () => void showOlder());

// ---- Page lifecycle. A hidden page lets another one read the stream, and catches up when it is shown again.

document.addEventListener('visibilitychange', () => {
  receipts.noteRead();
  void feed.noteVisibility();
});
document.addEventListener('freeze', () => feed.stop());
document.addEventListener('resume', () => feed.start());
addEventListener('pagehide', () => feed.stop());
addEventListener('pageshow', ({ persisted }) => persisted && feed.start());
whenVisitorChanges(() => {
  feed.stop();
  feed.start();
});
if (inFrame) {
  find('close').hidden = false;
  find('close').addEventListener('click', () => tellSite({ type: 'wigwag:close' }));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && tellSite({ type: 'wigwag:close' }));
  whenSiteTells(({ type }) => type === 'wigwag:opened' && input.focus());
  await askSite();
}
feed.start();
