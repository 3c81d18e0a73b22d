import type { InboxModel } from '../../commands/inbox/model.ts';
import { loadPicture, newestPicture } from '../../commands/inbox/picture.ts';
import { showPicture } from '../terminal/full-screen.tsx';
import { pictureSequence, protocolOf } from '../terminal/pictures.ts';

/** Shows the newest picture of the open conversation, or says why there is none. @param baseUrl the API of the server */
export async function openPicture(
  inbox: InboxModel,
  baseUrl: string,
  space: { columns: number; rows: number },
  suspend: Parameters<typeof showPicture>[2],
): Promise<void> {
  const message = newestPicture(inbox.opened?.history ?? []);
  if (message === undefined) {
    inbox.say('none of the loaded messages is a picture');
    return;
  }
  try {
    const picture = await loadPicture(message, baseUrl);
    const sequence = pictureSequence(picture, { protocol: protocolOf(process.env), ...space });
    if (sequence === undefined) {
      inbox.say(`${picture.label}: this terminal does not show it. Its address is ${message.media?.url}`);
    } else {
      await showPicture(sequence, picture.label, suspend);
    }
  } catch (error) {
    inbox.say((error as Error).message);
  }
}
