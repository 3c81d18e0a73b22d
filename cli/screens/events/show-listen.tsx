import { copyByTerminal, onFullScreen } from '../terminal/full-screen.tsx';
import { ListenScreen, type ListenScreenProps } from './ListenScreen.tsx';

/** Draws the events of `listen` while `work` runs. */
export const showListenScreen = (props: Omit<ListenScreenProps, 'copy'>, work: () => Promise<void>): Promise<void> =>
  onFullScreen(<ListenScreen {...props} copy={copyByTerminal} />, work);
