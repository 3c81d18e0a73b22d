import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Settings of the server of this folder, as `wigwag init` writes them; it holds a secret, so it is not committed. */
export const ENVIRONMENT_FILE = 'wigwag.env';

/** What says which server a person talks to, and with which key: never for a folder to say. */
const OF_THE_PERSON = ['WIGWAG_API_KEY', 'WIGWAG_BASE_URL', 'WIGWAG_CONTROL_URL', 'WIGWAG_PROFILE'];

/**
 * Takes the WIGWAG_* variables of `wigwag.env` in this folder; what is set already stays. A server whose secret key is set has all
 * its settings there: a folder that may come from anybody must not lead its provider tokens elsewhere.
 */
export function loadProjectEnvironment(): void {
  if (process.env.WIGWAG_SECRET_KEY) {
    return;
  }
  let text: string;
  try {
    text = readFileSync(ENVIRONMENT_FILE, 'utf8');
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (name.startsWith('WIGWAG_') && !OF_THE_PERSON.includes(name) && value !== undefined) {
      process.env[name] ??= value;
    }
  }
}
