// @ts-check
import { bodyOf, refusalOf, waitOf } from './answers.js';
import { backOff, pause } from './page.js';
import { kept } from './storage.js';
import { introduceVisitor, post } from './visitor.js';

/**
 * A message of the visitor that the server has not accepted yet. `failed` says why it was not sent; it then waits for the visitor.
 * @typedef {{id: string, text: string, at: number, failed?: string}} Draft
 */

/** Refusals for which a retry is useless. */
const NEVER = ['invalid_json', 'invalid_field', 'too_large'];
/** How often a proxy may refuse a message before the next one is sent. */
const MOST_REFUSALS = 5;

/** @type {{taken: (draft: Draft) => void, failed: (draft: Draft, isLost: boolean) => void}} */
let listener = { taken() {}, failed() {} };
let isSending = false;

/** @param {typeof listener} run called when a draft is accepted or refused; `isLost` if it can never be accepted */
export function whenSettled(run) {
  listener = run;
}

/** Returns all drafts, in the order in which they were written. @returns {Draft[]} */
export const drafts = () =>
  kept
    .names('draft:')
    .map(stored)
    .filter((draft) => draft !== undefined)
    .sort((left, right) => left.at - right.at);

/** Returns a draft; undefined for entries that are not ours. @param {string} name @returns {Draft | undefined} */
function stored(name) {
  try {
    const draft = JSON.parse(kept.get(name) ?? 'null');
    const isWhole = typeof draft?.text === 'string' && typeof draft.at === 'number';
    return isWhole && name === `draft:${draft.id}` ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Draft} draft */
const keep = (draft) => kept.set(`draft:${draft.id}`, JSON.stringify(draft));
/** @param {string} id */
export const forget = (id) => kept.remove(`draft:${id}`);

/** @param {string} text @returns {Draft} */
export function write(text) {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const draft = { id, text, at: Date.now() };
  keep(draft);
  void sendDrafts();
  return draft;
}

/** @param {Draft} draft */
export function retry({ id, text, at }) {
  keep({ id, text, at });
  void sendDrafts();
}

/** Sends the drafts one after the other, in the order in which they were written. */
export async function sendDrafts() {
  const next = () => drafts().find(({ failed }) => failed === undefined);
  if (isSending) {
    return;
  }
  isSending = true;
  let draft = next();
  for (let tries = 0, last = draft; draft; draft = next()) {
    tries = draft.id === last?.id ? tries : 0;
    const wait = await send(draft, tries).catch(() => backOff(tries));
    last = draft;
    tries += 1;
    await pause(wait);
  }
  isSending = false;
}

/** @param {Draft} draft @param {number} tries earlier tries @returns {Promise<number>} milliseconds to wait before the next */
async function send(draft, tries) {
  const response = await post('messages', { id: draft.id, text: draft.text });
  const body = await bodyOf(response);
  const { status } = response;
  if (status === 201 && body?.draft_id === draft.id) {
    forget(draft.id);
    introduceVisitor();
    listener.taken(draft);
    return 0;
  }
  const refusal = refusalOf(body);
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isFinal && (refusal || tries + 1 >= MOST_REFUSALS)) {
    fail(draft, refusal?.message ?? String(status), NEVER.includes(refusal?.code ?? ''));
    return 0;
  }
  return waitOf(response, tries);
}

/** @param {Draft} draft @param {string} why @param {boolean} isLost */
function fail(draft, why, isLost) {
  const failed = { ...draft, failed: why };
  if (!stored(`draft:${draft.id}`)) {
    return; // Another page was faster, and the server has accepted the draft.
  }
  if (isLost) {
    forget(draft.id);
  } else {
    keep(failed);
  }
  listener.failed(failed, isLost);
}
