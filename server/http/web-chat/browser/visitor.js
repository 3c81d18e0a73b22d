// @ts-check
/**
 * Identifies the visitor: by a cookie on our own page, or by a token that the site stores if the page is in a frame.
 */
import { bodyOf, refusalOf } from './answers.js';
import { base, inFrame, texts } from './page.js';
import { kept } from './storage.js';

/** @type {string | null} */
let token = null;
let isIntroduced = false;
let onChange = () => {};

/** Sets the function that runs when the visitor changes. @param {() => void} run */
export function whenVisitorChanges(run) {
  onChange = run;
}

/** The page's content security policy allows only listed sites as the parent. @param {{type: string, [field: string]: unknown}} message */
export const tellSite = (message) => inFrame && window.parent.postMessage(message, '*');

/** Sets the function that receives messages of the site's script. @param {(data: any) => void} run */
export function whenSiteTells(run) {
  addEventListener('message', ({ source, data }) => {
    if (inFrame && source === window.parent && data) {
      run(data);
    }
  });
}

/** Requests the visitor's token from the site's script. A site that frames the page without that script does not respond. */
export async function askSite() {
  token = await new Promise((resolve) => {
    const late = setTimeout(() => resolve(kept.get('visitor')), 2_000);
    whenSiteTells((data) => {
      if (data.type === 'wigwag:visitor') {
        clearTimeout(late);
        resolve(data.token ?? kept.get('visitor'));
      }
    });
    tellSite({ type: 'wigwag:ready' });
  });
}

/** Reports to the site that the visitor has a conversation. From then on, its pages check for replies. */
export function introduceVisitor() {
  if (token !== null && !isIntroduced) {
    isIntroduced = true;
    tellSite({ type: 'wigwag:visitor', token });
  }
}

/** @type {Promise<void> | undefined} */
let becoming;

/** Creates only one new visitor, however many requests find that the visitor is unknown. */
const becomeVisitor = () => {
  becoming ??= becomeAnother().finally(() => {
    becoming = undefined;
  });
  return becoming;
};

async function becomeAnother() {
  const isFirst = token === null && inFrame;
  const before = kept.get('visitor');
  // Another page may have been faster, or the browser stores no cookies.
  token = before !== null && before !== token ? before : await newToken();
  isIntroduced = false;
  if (!isFirst) {
    onChange();
  }
}

async function newToken() {
  const response = await fetch(new URL('visitors', base), { method: 'POST', credentials: 'omit' });
  const made = (await bodyOf(response))?.token;
  if (!response.ok || typeof made !== 'string') {
    throw new Error(`POST visitors answered ${response.status}`);
  }
  kept.set('visitor', made);
  return made;
}

/** Returns the visitor's ID; in a frame, this creates the visitor. */
export async function whoIsHere() {
  if (token === null && inFrame) {
    await becomeVisitor();
  }
  return token?.split('.')[0] ?? texts.visitor ?? '';
}

/** @param {string} path @param {RequestInit & {headers?: Record<string, string>}} [options] @returns {Promise<Response>} */
export async function call(path, options = {}) {
  await whoIsHere();
  const response = await fetch(new URL(path, base), {
    ...options,
    credentials: token === null ? 'same-origin' : 'omit',
    headers: { ...options.headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  });
  if (response.status === 401 && refusalOf(await bodyOf(response.clone()))) {
    await becomeVisitor();
    throw new Error('the visitor was not known');
  }
  return response;
}

/** @param {string} path @param {object} body */
export const post = (path, body) =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
