// @ts-check
import { readEvents, SILENCE } from './events.js';
import { backOff, connection, LONGEST_PAUSE, pause } from './page.js';
import { whoIsHere } from './visitor.js';

/**
 * @typedef {import('./page.js').Message} Message
 * @typedef {import('./receipts.js').Receipt} Receipt
 *
 * The data that pages send each other. A message includes the position of the previous one, so that a page notices gaps.
 * @typedef {{after: number, message: Message} | {position: number} | {lost: true} | {told: Receipt}} News
 *
 * @typedef {object} Listener
 * @property {(message: Message) => void} message a message, possibly again
 * @property {(page: {has_more: boolean}) => void} ready the page is up to date
 * @property {() => void} online
 * @property {() => void} lost
 * @property {() => void} leads
 * @property {(receipt: Receipt) => void} told another page reported these to the server
 */

/**
 * Returns whether pages can share a stream. Browsers may deny the functions for that to frames of other sites, and pages
 * without https have no locks.
 */
async function findSharing() {
  try {
    new BroadcastChannel('wigwag').close();
    await navigator.locks.query();
    return true;
  } catch {
    return false;
  }
}
const canShare = findSharing();
const isHidden = () => document.visibilityState === 'hidden';

/**
 * Reads new messages with one stream for all pages of a visitor in this browser, because browsers open only six
 * connections to an HTTP/1 host. The page that holds the lock leads: it reads the stream and sends the messages to the
 * other pages. If it closes, fails or stops sending, another page leads from its own position. A new page, or one that
 * misses a message, reads a separate stream until it is up to date. If pages cannot share a stream, each visible page
 * leads.
 */
export class Feed {
  #listener;
  /** @type {AbortController | undefined} */
  #running;
  /** @type {BroadcastChannel | undefined} */
  #channel;
  /** @type {string | undefined} */
  #visitor;
  /** The page has all messages up to this position; undefined until it has the newest. @type {number | undefined} */
  #position;
  #leads = false;
  /** When a leader last sent something, in milliseconds of `performance`. */
  #heardAt = 0;
  /** The signal of the run that is catching up. @type {AbortSignal | undefined} */
  #catchingUp;
  #isBehind = false;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  get leads() {
    return this.#leads;
  }

  start() {
    if (!this.#running) {
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    }
  }

  /** Lets another page lead. */
  stop() {
    this.#running?.abort();
    this.#running = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** If pages cannot share a stream, a hidden page closes its own. */
  async noteVisibility() {
    if (!isHidden()) {
      this.start();
    } else if (!(await canShare) && isHidden()) {
      this.stop();
    }
  }

  /** @param {News} news */
  tell(news) {
    this.#channel?.postMessage(news);
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    for (let tries = 0; !signal.aborted; tries += 1) {
      const began = Date.now();
      await this.#follow(signal).catch(() => {});
      tries = Date.now() - began > LONGEST_PAUSE ? 0 : tries;
      await Promise.race([
        pause(backOff(tries)),
        new Promise((resolve) => addEventListener('online', resolve, { once: true })),
      ]);
    }
  }

  /** Resolves when this page led and no longer does. @param {AbortSignal} signal */
  async #follow(signal) {
    const visitor = await whoIsHere().catch((error) => {
      this.#listener.lost();
      throw error;
    });
    const isShared = await canShare;
    if (signal.aborted) {
      return;
    }
    if (visitor !== this.#visitor) {
      this.#visitor = visitor;
      this.#position = undefined;
    }
    if (!isShared) {
      await (isHidden() ? this.#catchUp(signal) : this.#lead(signal));
      await this.noteVisibility();
      return;
    }
    // Sites that share a browser's storage may have different visitors.
    const name = `wigwag ${connection} ${visitor}`;
    this.#channel?.close();
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#hear(data, signal);
    const hasLed = await this.#request(name, { ifAvailable: true }, signal);
    if (!hasLed) {
      void this.#catchUp(signal);
      await this.#waitTurn(name, signal);
    }
  }

  /** @param {string} name @param {AbortSignal} signal */
  async #waitTurn(name, signal) {
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    // Browsers may freeze a leading page. A visible page waits less before it takes over.
    const look = () => {
      const patience = isHidden() ? SILENCE : SILENCE / 2;
      if (!this.#leads && performance.now() - this.#heardAt > patience) {
        giveUp();
      }
    };
    this.#heardAt = performance.now();
    const looking = setInterval(look, 2_000 + Math.random() * 2_000);
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', giveUp);
    try {
      await this.#request(name, { signal: waiting.signal }, signal);
    } catch (error) {
      if (!waiting.signal.aborted || signal.aborted) {
        throw error;
      }
      await this.#request(name, { steal: true }, signal);
    } finally {
      clearInterval(looking);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Leads once it gets the lock. Returns false if it did not get it. @param {string} name @param {LockOptions} options @param {AbortSignal} signal */
  async #request(name, options, signal) {
    const leading = new AbortController();
    const end = () => leading.abort();
    signal.addEventListener('abort', end);
    try {
      return await navigator.locks.request(name, options, async (lock) => {
        if (lock && !signal.aborted) {
          await this.#lead(leading.signal);
        }
        return lock !== null;
      });
    } finally {
      // Another page may have stolen the lock.
      end();
      signal.removeEventListener('abort', end);
    }
  }

  /** @param {AbortSignal} signal */
  async #lead(signal) {
    this.#leads = true;
    this.#listener.leads();
    await this.#read(signal, false).catch(() => {});
    this.#leads = false;
    if (!signal.aborted) {
      this.#listener.lost();
      this.tell({ lost: true });
    }
  }

  /** Resolves when the page is up to date. @param {AbortSignal} signal */
  async #catchUp(signal) {
    this.#isBehind = true;
    if (this.#catchingUp === signal) {
      return;
    }
    this.#catchingUp = signal;
    for (let tries = 0; this.#isBehind && !this.#leads && !signal.aborted; ) {
      this.#isBehind = false;
      try {
        await this.#read(signal, true);
      } catch {
        this.#isBehind = true;
        this.#listener.lost();
        await pause(backOff(tries++));
      }
    }
    if (this.#catchingUp === signal) {
      this.#catchingUp = undefined;
    }
  }

  /** @param {AbortSignal} signal @param {boolean} isOnce whether to stop once the page is up to date; otherwise the other pages get the messages */
  async #read(signal, isOnce) {
    let last = this.#position ?? 0;
    let isReady = false;
    const tell = (/** @type {News} */ news) => {
      if (isReady && !isOnce) {
        this.tell(news);
      }
    };
    await readEvents(this.#position, signal, (event, data) => {
      if (event === 'message') {
        this.#listener.message(data);
        tell({ after: last, message: data });
        last = data.position;
        this.#advance(last);
        return false;
      }
      if (event === 'ready') {
        isReady = true;
        this.#position ??= 0;
        this.#advance(last);
        this.#listener.ready(data);
      }
      tell({ position: last });
      return isReady && isOnce;
    });
  }

  /** @param {number} position */
  #advance(position) {
    if (this.#position !== undefined) {
      this.#position = Math.max(this.#position, position);
    }
  }

  /** @param {News} news @param {AbortSignal} signal */
  #hear(news, signal) {
    if ('told' in news) {
      this.#listener.told(news.told);
      return;
    }
    this.#heardAt = performance.now();
    if ('lost' in news) {
      this.#listener.lost();
      return;
    }
    const here = this.#position ?? -1;
    if ('message' in news && news.after <= here) {
      this.#listener.message(news.message);
      this.#advance(news.message.position);
    } else if (('message' in news ? news.message.position : news.position) > here) {
      void this.#catchUp(signal);
    }
    this.#listener.online();
  }
}
