import type { World } from '../world/world.ts';

/** "Verification requests": GET with `hub.*`. The app must return 200 with only the challenge. */
export async function verifyCallback(
  world: World,
  callbackUrl = world.callbacks.url,
  verifyToken = world.settings.verifyToken,
): Promise<{ verified: boolean; status_code: number | null; error?: string }> {
  if (callbackUrl === undefined) {
    throw new Error('No callback URL is set: set one first');
  }
  const url = new URL(callbackUrl);
  const challenge = String(Number.parseInt(world.state.ids.hex('challenge', 8), 16));
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.verify_token', verifyToken);
  url.searchParams.set('hub.challenge', challenge);
  const job = world.work.begin();
  try {
    const { status_code, text, error } = await world.callbacks.call(
      url.href,
      { method: 'GET', headers: { 'user-agent': 'facebookplatform/1.0' } },
      10_000,
    );
    if (status_code !== 200) {
      return { verified: false, status_code, error };
    }
    const verified = text === challenge;
    return verified
      ? { verified, status_code }
      : { verified, status_code, error: `expected the challenge ${challenge}, got "${text.slice(0, 100)}"` };
  } finally {
    job.end();
  }
}
