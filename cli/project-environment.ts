import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Settings of the server of this folder, as `wigwag init` writes them; it holds a secret, so it is not committed. */
export const ENVIRONMENT_FILE = 'wigwag.env';

/** Takes the WIGWAG_* variables of `wigwag.env` in this folder; what is set already stays. */
export function loadProjectEnvironment(): void {
  let text: string;
  try {
    text = readFileSync(ENVIRONMENT_FILE, 'utf8');
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (name.startsWith('WIGWAG_') && value !== undefined) {
      process.env[name] ??= value;
    }
  }
}
