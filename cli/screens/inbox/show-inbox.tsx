import { onFullScreen } from '../terminal/full-screen.tsx';
import { InboxScreen, type InboxScreenProps } from './InboxScreen.tsx';

/** Draws the inbox, or one conversation, while `work` runs. */
export const showInboxScreen = (props: InboxScreenProps, work: () => Promise<void>): Promise<void> =>
  onFullScreen(<InboxScreen {...props} />, work);
