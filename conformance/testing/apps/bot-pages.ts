import type { Mistake } from './mistakes.ts';

// biome-ignore lint/suspicious/noExplicitAny: callbacks of Meta
type Json = any;

interface Tools {
  has: (mistake: Mistake) => boolean;
  /** Returns whether a message is new, and remembers it. */
  isNew: (id: string) => boolean;
  send: (page: string, body: Json) => Promise<void>;
}

/** Answers every text and click of a callback of Messenger or Instagram. */
export async function answerPages({ entry }: Json, { has, isNew, send }: Tools): Promise<void> {
  const answer = (page: string, id: string, text: string): Promise<void> =>
    send(page, { recipient: { id }, message: { text: has('long-for-pages') ? text.padEnd(2500, '.') : text } });

  async function handle(page: string, { sender, message, postback }: Json): Promise<void> {
    if (message?.is_echo) {
      // The bot's own messages are echoes with the ID of its app.
      if (has('answers-inbox') && message.app_id === 263902037430900) {
        await answer(page, sender.id, `You wrote: ${message.text}`);
      }
    } else if (message?.is_deleted && !has('answers-deleted')) {
      return;
    } else if (message?.text && isNew(message.mid)) {
      await answer(page, sender.id, `You wrote: ${message.text}`);
    } else if (postback && (isNew(postback.mid) || has('clicks-twice'))) {
      const payload = has('prints-payload') ? postback.payload : (postback.payload ?? postback.title);
      await answer(page, sender.id, `You chose: ${payload}`);
    }
  }

  for (const { id, messaging = [], standby = [] } of entry) {
    // Another app controls the conversations in standby.
    const theirs = standby.filter(({ postback }: Json) => has('answers-standby') || (postback && has('clicks-twice')));
    const own = has('first-event') ? messaging.slice(0, 1) : messaging;
    for (const event of [...own, ...theirs]) {
      await handle(id, event);
    }
  }
}
