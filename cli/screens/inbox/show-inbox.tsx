import { readPreferences, setPreferences } from '../../settings/preferences.ts';
import { onFullScreen } from '../terminal/full-screen.tsx';
import { InboxScreen, type InboxScreenProps } from './InboxScreen.tsx';

/** Draws the inbox while `work` runs. @throws {UsageError} if the settings cannot be used */
export async function showInboxScreen(props: InboxScreenProps, work: () => Promise<void>): Promise<void> {
  setPreferences(readPreferences(process.env));
  await onFullScreen(<InboxScreen {...props} />, work);
}
