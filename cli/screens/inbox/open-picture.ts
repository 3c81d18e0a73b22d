import type { HistoryMessage, InboxModel } from '../../commands/inbox/model.ts';
import { loadPicture, picturesIn } from '../../commands/inbox/picture.ts';
import { cut } from '../../output/table.ts';
import { clamped } from '../list/lines.ts';
import { besideScreen } from '../terminal/full-screen.tsx';
import { askProtocol, pictureSequence } from '../terminal/pictures.ts';

/** The keys of a terminal for the older and the newer picture. */
const OLDER = ['k', '\u001b[A', '\u001bOA'];
const NEWER = ['j', '\u001b[B', '\u001bOB'];

/**
 * Shows the newest picture of the open conversation, or says why there is none. It takes the place of the screen: a
 * terminal does not move a picture with the lines of a conversation that scroll.
 *
 * @param baseUrl the API of the server
 */
export async function openPicture(
  inbox: InboxModel,
  baseUrl: string,
  suspend: Parameters<typeof besideScreen>[0],
): Promise<void> {
  const messages = picturesIn(inbox.opened?.history ?? []);
  if (messages.length === 0) {
    inbox.say('none of the loaded messages is a picture');
    return;
  }
  await besideScreen(suspend, async ({ show, key }) => {
    let [at, pressed] = [0, ''];
    const protocol = await askProtocol();
    do {
      const message = messages[at] as HistoryMessage;
      const picture = await loadPicture(message, baseUrl);
      if (protocol === undefined) {
        inbox.say(`${picture.label}: this terminal does not show it. Its address is ${message.media?.url}`);
        return;
      }
      const [columns, rows] = process.stdout.getWindowSize();
      const sequence = await pictureSequence(picture, { protocol, columns, rows: rows - 1 });
      const keys = messages.length > 1 ? `${at + 1} of ${messages.length}, j and k: others` : 'any key: back';
      show(`${cut(picture.label, columns - keys.length - 2).trimEnd()}, ${keys}\r\n${sequence}`);
      pressed = await key();
      at = clamped(at + Number(OLDER.includes(pressed)) - Number(NEWER.includes(pressed)), messages.length);
    } while ([...OLDER, ...NEWER].includes(pressed));
  }).catch((error: Error) => inbox.say(error.message));
}
