import type { Request, Server } from '@hapi/hapi';
import { AdminError } from '../../admin/admin-error.ts';
import { enterByEmail } from '../../admin/sessions.ts';
import type { App } from '../../app/app.ts';
import { equalSecrets } from '../../base/secrets.ts';
import type { OidcProvider } from '../../config/config.ts';
import type { LoginAttempts } from '../../domain/logins/attempts.ts';
import { clientOf, cookieValueOf, sessionCookie, sessionHashOf } from './session.ts';

/** The path that begins a login. */
export const OIDC_PATH = '/dashboard/api/oidc/start';
const CALLBACK_PATH = '/dashboard/api/oidc/callback';

/** Keeps what belongs to a login while the person is at the provider. Lax, because the provider leads back to us. */
const COOKIE = '__Host-wigwag-oidc';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
/** How long a person may take at the provider, in seconds. */
const LOGIN_SECONDS = 600;

/** What belongs to a login. */
interface Pending {
  state: string;
  nonce: string;
  verifier: string;
  /** In milliseconds since the epoch. */
  until: number;
}

/** Where the person continues. */
const dashboardOf = (app: App): string => `${app.publicUrl()}/dashboard/`;

/** The same, with the reason why the login failed, which the page shows. */
const failedAt = (app: App, reason: 'oidc_failed' | 'oidc_refused'): string => `${dashboardOf(app)}#error=${reason}`;

/** Loads the library when the first person logs in with the provider. */
const library = () => import('openid-client');

/**
 * Adds the login with a provider of OpenID Connect: the code flow with PKCE, state and nonce. The provider's verified
 * email address selects an existing login.
 */
export function addOidcRoutes(server: Server, app: App, provider: OidcProvider, attempts: LoginAttempts): void {
  const known = discovered(app, provider);

  server.route({
    method: 'GET',
    path: OIDC_PATH,
    options: { auth: false },
    handler: async (_, h) => {
      const client = await library();
      const verifier = client.randomPKCECodeVerifier();
      const pending: Pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier,
        until: app.clock.now() + LOGIN_SECONDS * 1_000,
      };
      const url = await known()
        .then(async (config) =>
          client.buildAuthorizationUrl(config, {
            redirect_uri: app.publicUrl() + CALLBACK_PATH,
            scope: 'openid email',
            response_type: 'code',
            state: pending.state,
            nonce: pending.nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
          }),
        )
        .catch((error: unknown) => {
          app.log.error({ error }, 'the provider of OpenID Connect cannot be used');
          return undefined;
        });
      if (!url) {
        return h.redirect(failedAt(app, 'oidc_failed'));
      }
      const sealed = app.vault.seal(JSON.stringify(pending));
      return h.redirect(url.href).header('Set-Cookie', `${COOKIE}=${sealed}; Max-Age=${LOGIN_SECONDS}; ${ATTRIBUTES}`);
    },
  });

  server.route({
    method: 'GET',
    path: CALLBACK_PATH,
    options: { auth: false },
    handler: async (request, h) => {
      const forgotten = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
      try {
        const email = await verifiedEmail(app, await known(), request as Request);
        const token = await enterByEmail(app, email, {
          client: clientOf(app, request as Request),
          previous: sessionHashOf(request as Request),
          attempts,
        });
        const response = h.redirect(dashboardOf(app));
        Object.assign(response.headers, { 'set-cookie': [sessionCookie(token), forgotten] });
        return response;
      } catch (error) {
        const isRefused = error instanceof AdminError;
        if (!isRefused) {
          app.log.warn({ error, request: request.app.requestId }, 'a login with OpenID Connect failed');
        }
        return h.redirect(failedAt(app, isRefused ? 'oidc_refused' : 'oidc_failed')).header('Set-Cookie', forgotten);
      }
    },
  });
}

/** Returns a function that loads the provider's description once. After an error, it tries again. */
function discovered(app: App, { issuer, clientId, clientSecret }: OidcProvider) {
  let metadata: Promise<Awaited<ReturnType<typeof discover>>> | undefined;
  async function discover() {
    const client = await library();
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [client.customFetch]: app.outbound.callIdentityProvider,
      // The library otherwise trusts the TLS connection and does not check the signature of the ID token.
      execute: [client.enableNonRepudiationChecks, ...(app.config.allowLoopback ? [client.allowInsecureRequests] : [])],
    });
  }
  return () => {
    metadata ??= discover().catch((error) => {
      metadata = undefined;
      throw error;
    });
    return metadata;
  };
}

/**
 * Exchanges the code and returns the email address.
 *
 * @throws {Error} if the callback does not belong to a login of this browser, or the provider's response is not valid
 * @throws {AdminError} if the provider has not verified an email address
 */
async function verifiedEmail(
  app: App,
  config: Awaited<ReturnType<ReturnType<typeof discovered>>>,
  request: Request,
): Promise<string> {
  const cookie = cookieValueOf(request, COOKIE);
  const pending = JSON.parse(app.vault.open(cookie ?? '')) as Pending;
  const { state } = request.query as { state?: unknown };
  if (pending.until <= app.clock.now() || typeof state !== 'string' || !equalSecrets(state, pending.state)) {
    throw new Error('the callback belongs to no login of this browser');
  }
  const { authorizationCodeGrant } = await library();
  const tokens = await authorizationCodeGrant(
    config,
    new URL(app.publicUrl() + request.url.pathname + request.url.search),
    {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    },
  );
  const claims = tokens.claims();
  if (typeof claims?.email !== 'string' || claims.email_verified !== true) {
    throw new AdminError('the provider has not verified an email address', { status: 401 });
  }
  return claims.email;
}
