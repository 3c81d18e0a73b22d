import type { App } from '../../app/app.ts';
import { randomText } from '../../base/secrets.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';

/** Returns a new signing secret. */
export const newSigningSecret = (): string => `whsec_${randomText(40)}`;

/** The sealed secrets of an endpoint. */
type Secrets = Pick<Webhook, 'secret' | 'nextSecret' | 'nextSecretAt'>;

/**
 * Returns the sealed secrets that sign now. During the overlap of a rotation, the first one is the old secret, because
 * `X-Service-Signature` has one signature (§6), and receivers that know only the old secret must accept it.
 *
 * @param now microseconds since the epoch
 */
export function secretsAt({ secret, nextSecret, nextSecretAt }: Secrets, now: number): [string, ...string[]] {
  if (nextSecret === null || nextSecretAt === null) {
    return [secret];
  }
  return nextSecretAt <= now ? [nextSecret] : [secret, nextSecret];
}

/** Returns the change that makes a secret the only one. */
export const onlySecret = (secret: string): Secrets => ({ secret, nextSecret: null, nextSecretAt: null });

/** Returns whether a rotation is in its overlap. */
export const isRotating = (webhook: Secrets, now: number): boolean => secretsAt(webhook, now).length > 1;

/**
 * Returns the change that rotates the secret of an endpoint, and the new secret.
 *
 * @param overlapHours how long the old secret also signs; with 0, it stops immediately
 */
export function rotation(
  app: Pick<App, 'now' | 'vault'>,
  webhook: Secrets,
  overlapHours: number,
): { changes: Secrets; signingSecret: string } {
  const signingSecret = newSigningSecret();
  const sealed = app.vault.seal(signingSecret);
  const now = app.now();
  const changes =
    overlapHours === 0
      ? onlySecret(sealed)
      : {
          secret: secretsAt(webhook, now)[0],
          nextSecret: sealed,
          nextSecretAt: now + overlapHours * MICROSECONDS.hour,
        };
  return { changes, signingSecret };
}
