import { readPreferences, setPreferences } from '../../settings/preferences.ts';
import { copyByTerminal, onFullScreen } from '../terminal/full-screen.tsx';
import { ListenScreen, type ListenScreenProps } from './ListenScreen.tsx';

/** Draws the events of `listen` while `work` runs. @throws {UsageError} if the settings cannot be used */
export async function showListenScreen(
  props: Omit<ListenScreenProps, 'copy'>,
  work: () => Promise<void>,
): Promise<void> {
  setPreferences(readPreferences(process.env));
  await onFullScreen(<ListenScreen {...props} copy={copyByTerminal} />, work);
}
