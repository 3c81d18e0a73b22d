import { useEffect, useRef } from 'react';
import { api, dataOf } from '../../../api/client.ts';

/** How often the indicator is sent while an agent writes, in milliseconds. It ends after 20 seconds or more. */
const SHOWN = 20_000;

/**
 * Shows the customer that someone is writing, while the text changes.
 *
 * @param isOn whether the customer may see it: the window is open, and the agent may change conversations
 */
export function useTypingIndicator(phone: string, text: string, isOn: boolean): void {
  const before = useRef({ phone, text });
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const isSame = before.current.phone === phone && before.current.text === text;
    if (before.current.phone !== phone || text === '') {
      sentAt.current = Number.NEGATIVE_INFINITY; // the message was sent, which ends the indicator
    }
    before.current = { phone, text };
    if (isSame || text.trim() === '' || !isOn || performance.now() - sentAt.current < SHOWN) {
      return;
    }
    sentAt.current = performance.now();
    // The indicator is optional, so failures are ignored.
    void dataOf(api.PATCH('/conversations/{phone}', { params: { path: { phone } }, body: { typing: true } })).catch(
      () => {},
    );
  }, [phone, text, isOn]);
}
