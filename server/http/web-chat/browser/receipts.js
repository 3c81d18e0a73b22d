// @ts-check
import { waitOf } from './answers.js';
import { backOff, pause } from './page.js';
import { post, tellSite } from './visitor.js';

/** @typedef {{delivered: string[], read: string[]}} Receipt message IDs */

/** How long to wait for messages that arrive together, and between two receipts, in milliseconds. */
const TOGETHER = 50;
const APART = 1_000;
const MOST = 100;

/** Reports delivered and read messages to the server, many in one request. */
export class Receipts {
  #delivered = /** @type {Set<string>} */ (new Set());
  #read = /** @type {Set<string>} */ (new Set());
  /** Received messages that have not been visible yet. @type {Set<HTMLElement>} */
  #unread = new Set();
  #isTelling = false;
  #nextAt = 0;
  #feed;
  #inView = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
        const isSeen = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2);
        target.classList.toggle('seen', isSeen);
      }
      this.noteRead();
    },
    { threshold: [0, 0.25, 0.5, 0.75, 1] },
  );

  /** @param {() => import('./feed.js').Feed} feed */
  constructor(feed) {
    this.#feed = feed;
  }

  /** @param {HTMLElement} item @param {import('./page.js').Message} message */
  expect(item, message) {
    if (message.status === 'sent') {
      this.#delivered.add(message.id);
    }
    if (message.status !== 'read') {
      this.#unread.add(item);
      this.#inView.observe(item);
    }
    this.noteRead();
  }

  /** A message is read if it is visible while the page is. */
  noteRead() {
    if (document.visibilityState === 'visible') {
      for (const item of [...this.#unread].filter(({ classList }) => classList.contains('seen'))) {
        this.#read.add(item.dataset.id ?? '');
        this.#forgetUnread(item);
      }
    }
    tellSite({ type: 'wigwag:unread', count: this.#unread.size });
    void this.tell();
  }

  /** Marks messages as reported. @param {Receipt} receipt */
  told({ delivered, read }) {
    for (const id of [...delivered, ...read]) {
      this.#delivered.delete(id);
    }
    for (const id of read) {
      this.#read.delete(id);
    }
    for (const item of [...this.#unread].filter(({ dataset }) => read.includes(dataset.id ?? ''))) {
      this.#forgetUnread(item);
    }
    tellSite({ type: 'wigwag:unread', count: this.#unread.size });
  }

  /** @param {HTMLElement} item */
  #forgetUnread(item) {
    this.#unread.delete(item);
    this.#inView.unobserve(item);
  }

  /** All pages have the messages of the leading page, so only one page reports them. @returns {Receipt | undefined} */
  #due() {
    const delivered = this.#feed().leads ? [...this.#delivered].slice(0, MOST) : [];
    const read = [...this.#read].slice(0, MOST);
    return delivered.length + read.length > 0 ? { delivered, read } : undefined;
  }

  /** Sends due receipts, one request after the other. */
  async tell() {
    if (this.#isTelling) {
      return;
    }
    this.#isTelling = true;
    for (let tries = 0; this.#due(); ) {
      await pause(Math.max(TOGETHER, this.#nextAt - performance.now()));
      const receipt = this.#due();
      const response = receipt && (await post('receipts', receipt).catch(() => undefined));
      if (receipt && response?.status === 204) {
        this.told(receipt);
        this.#feed().tell({ told: receipt });
        tries = 0;
        this.#nextAt = performance.now() + APART;
      } else {
        this.#nextAt = performance.now() + (response ? waitOf(response, tries) : backOff(tries));
        tries += 1;
      }
    }
    this.#isTelling = false;
  }
}
