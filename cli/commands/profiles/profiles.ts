import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { readStdin } from '../../program/input/stdin.ts';
import { profileNamed, profilesPath, readProfiles, writeProfiles } from '../../settings/profiles.ts';
import { findSettings, requireBaseUrl } from '../../settings/settings.ts';

/** Returns the beginning and the end of a key, which identify it without revealing it. */
const shortened = (secret: string | undefined): string | null =>
  secret === undefined ? null : `${secret.replace(/^(ww_(?:live|test)_|whsec_)?.*$/, '$1')}...${secret.slice(-4)}`;

/** `wigwag profiles add`: reads the key from WIGWAG_API_KEY or stdin, so that no process list shows it. */
export async function addProfile(
  { output, say }: CommandContext,
  name: string,
  { baseUrl, use }: { baseUrl: string; use?: boolean },
): Promise<void> {
  const { WIGWAG_API_KEY, WIGWAG_SIGNING_SECRET: signingSecret } = process.env;
  requireBaseUrl(baseUrl);
  if (!WIGWAG_API_KEY && process.stdin.isTTY) {
    process.stderr.write('API key: ');
  }
  const apiKey = WIGWAG_API_KEY || (await readStdin()).trim();
  if (!/^\S+$/.test(apiKey)) {
    throw new UsageError('no API key: set WIGWAG_API_KEY, or pipe it to stdin');
  }
  const known = readProfiles(process.env);
  known.profiles[name] = { baseUrl, apiKey, ...(signingSecret && { signingSecret }) };
  if (use || known.current === undefined) {
    known.current = name;
  }
  writeProfiles(process.env, known);
  say(`stored in ${profilesPath(process.env)}, which only you can read`);
  await output.record({ name, base_url: baseUrl, api_key: shortened(apiKey), in_use: known.current === name });
}

/** `wigwag profiles list`. */
export async function listProfiles({ output }: CommandContext): Promise<void> {
  const { current, profiles } = readProfiles(process.env);
  const rows = Object.entries(profiles).map(([name, { baseUrl, apiKey }]) => ({
    name,
    base_url: baseUrl,
    api_key: shortened(apiKey),
    in_use: name === current,
  }));
  await output.list(rows, ['name', 'base_url', 'api_key', 'in_use']);
}

/** `wigwag profiles use`. */
export async function applyProfile({ output }: CommandContext, name: string): Promise<void> {
  const known = readProfiles(process.env);
  const { baseUrl } = profileNamed(known, name);
  writeProfiles(process.env, { ...known, current: name });
  await output.record({ name, base_url: baseUrl, in_use: true });
}

/** `wigwag profiles remove`. */
export async function removeProfile({ output }: CommandContext, name: string): Promise<void> {
  const { current, profiles, ...others } = readProfiles(process.env);
  const { baseUrl } = profileNamed({ profiles }, name);
  const { [name]: _, ...rest } = profiles;
  const isKept = current !== undefined && current !== name;
  writeProfiles(process.env, { ...others, ...(isKept && { current }), profiles: rest });
  await output.record({ name, base_url: baseUrl, removed: true });
}

/** `wigwag profiles show`: shows a profile, or the settings in effect here and their sources. */
export async function showProfile({ output }: CommandContext, name: string | undefined): Promise<void> {
  const { baseUrl, apiKey, signingSecret, source } = findSettings(
    name === undefined ? {} : { profile: name },
    process.env,
  );
  await output.record({
    base_url: baseUrl,
    found_in: source,
    api_key: shortened(apiKey),
    signing_secret: shortened(signingSecret),
  });
}
