import type { Page } from 'playwright-core';

/** When a text got to each part of the page, in milliseconds since the epoch. */
export interface Arrival {
  /** The page read the event. */
  read: number;
  /** The text is in the document. */
  rendered: number;
  /** The frame with it is done. */
  painted: number;
}

/** Notes the arrival of texts such as `bench-12.`: events as they are parsed, nodes as they are added. */
const WATCH = `{
  const now = () => performance.timeOrigin + performance.now();
  const arrivals = (globalThis.benchArrivals = {});
  const marks = (text) => text.match(/bench-\\d+\\./g) ?? [];
  const note = (mark, name) => { (arrivals[mark] ??= {})[name] ??= now(); };
  const parse = JSON.parse;
  JSON.parse = (text, ...rest) => {
    if (typeof text === 'string' && text.includes('bench-')) {
      for (const mark of marks(text)) note(mark, 'read');
    }
    return parse(text, ...rest);
  };
  new MutationObserver((changes) => {
    const thread = document.querySelector('.thread-all');
    const found = new Set(changes.filter(({ target }) => thread?.contains(target))
      .flatMap(({ addedNodes, target }) => [...addedNodes, target])
      .flatMap((node) => marks(node === thread ? '' : node.textContent ?? '')));
    for (const mark of found) {
      if (arrivals[mark]?.rendered === undefined) {
        note(mark, 'rendered');
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            note(mark, 'painted');
            dispatchEvent(new Event(mark));
          };
          port2.postMessage('');
        });
      }
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}`;

export const watchArrivals = (page: Page): Promise<unknown> => page.evaluate(WATCH);

/** Returns the text that the watch finds. */
export const markOf = (number: number): string => `bench-${number}.`;

/** Waits until a text is painted. @throws after half a minute */
export const arrivalOf = (page: Page, mark: string): Promise<Arrival> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const look = () => {
      const arrival = globalThis.benchArrivals['${mark}'];
      if (arrival?.painted !== undefined) resolve(arrival);
    };
    addEventListener('${mark}', look, { once: true });
    setTimeout(() => reject(new Error('${mark} did not appear')), 30_000);
    look();
  })`);
