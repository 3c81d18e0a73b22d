import { partOf } from '../world/part-of.ts';
import type { Asset, State } from '../world/state.ts';

/** What a WhatsApp number has gone through: verification by a code, and registration with a PIN. */
interface Registration {
  verified: boolean;
  registered: boolean;
  /** The PIN of two-step verification. Without one, the next registration sets it. */
  pin?: string;
  /** Whether a verification code was requested. */
  codeSent?: boolean;
}

/** The code that Meta would send by SMS or voice call. */
export const VERIFICATION_CODE = '123456';

const registrations = partOf(() => new Map<string, Registration>());

/** Returns the registration of a number. Numbers of the mock's control API are registered from the start. */
export function registrationOf(state: State, number: Asset): Registration {
  return registrations(state).get(number.id) ?? { verified: true, registered: true };
}

export function setRegistration(state: State, number: Asset, changed: Partial<Registration>): void {
  registrations(state).set(number.id, { ...registrationOf(state, number), ...changed });
}
