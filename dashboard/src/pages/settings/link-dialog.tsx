import { DoneDialog } from '../../parts/dialog.tsx';
import { Secret } from '../../parts/values/secret.tsx';
import { fullTime, useZone } from '../../parts/values/time.tsx';
import type { LoginLink } from './queries.ts';

/** A one-time link, which is passed on to the person. */
export function LinkDialog({ link, onClose }: { link: LoginLink; onClose: () => void }) {
  const zone = useZone();
  return (
    <DoneDialog title="Link for the person" isOpen onClose={onClose}>
      <p>Send it to the person yourself. It sets a password and logs in, once.</p>
      <Secret name="Link" text={link.url}>
        <p>It stops working on {fullTime(link.expires_at, zone)}.</p>
      </Secret>
    </DoneDialog>
  );
}
