import type { Lifecycle, Request, Server } from '@hapi/hapi';
import { AdminError } from '../../admin/admin-error.ts';
import { enterByIdentity, type Identity, loginOfIdentity } from '../../admin/sessions.ts';
import type { App } from '../../app/app.ts';
import { RateLimiter } from '../../app/rate-limit.ts';
import { networkOf } from '../../base/address-network.ts';
import { equalSecrets } from '../../base/secrets.ts';
import type { OidcProvider } from '../../config/config.ts';
import type { LoginAttempts } from '../../domain/logins/attempts.ts';
import { recordProviderLogin } from '../admin/audit.ts';
import { sourceAddress } from '../request/source-address.ts';
import { clientOf, cookieValueOf, sessionCookie, sessionHashOf } from './session.ts';

/** The path that begins a login. */
export const OIDC_PATH = '/dashboard/api/oidc/start';
const CALLBACK_PATH = '/dashboard/api/oidc/callback';

/** Keeps what belongs to a login while the person is at the provider. Lax, because the provider leads back to us. */
const COOKIE = '__Host-wigwag-oidc';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
/** How long a person may take at the provider, in seconds. */
const LOGIN_SECONDS = 600;
/** How many logins of a network may begin, and how many may come back, per minute. */
const REQUESTS_PER_MINUTE = 60;

/** What belongs to a login. */
interface Pending {
  state: string;
  nonce: string;
  verifier: string;
  /**
   * The hash of the browser's session, which the login ends. The browser does not send its cookie when the provider
   * leads back.
   */
  previous: string | undefined;
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
 * email address selects an existing login the first time, and its ID of the person afterwards.
 */
export function addOidcRoutes(server: Server, app: App, provider: OidcProvider, attempts: LoginAttempts): void {
  const known = discovered(app, provider);
  const requests = new RateLimiter<string>();
  const onPreAuth: Lifecycle.Method = (request, h) => {
    const network = networkOf(sourceAddress(request, app.config.trustProxy));
    const { retryAfter } = requests.count(`${request.route.path} ${network}`, REQUESTS_PER_MINUTE, app.clock.now());
    return retryAfter === undefined
      ? h.continue
      : h
          .response(`Too many logins came from your network. Try again in ${retryAfter} s.`)
          .code(429)
          .type('text/plain')
          .header('Retry-After', String(retryAfter))
          .takeover();
  };
  const options = { auth: false, ext: { onPreAuth: { method: onPreAuth } } } as const;

  server.route({
    method: 'GET',
    path: OIDC_PATH,
    options,
    handler: async (request, h) => {
      const client = await library();
      const verifier = client.randomPKCECodeVerifier();
      const pending: Pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier,
        previous: sessionHashOf(request as Request),
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
    options,
    handler: async (request, h) => {
      const forgotten = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
      try {
        const pending = pendingOf(app, request as Request);
        const identity = await identityOf(app, await known(), request as Request, pending);
        request.app.failedEmail = (await loginOfIdentity(app, identity))?.email; // until the login succeeds
        const { login, token } = await enterByIdentity(app, identity, {
          client: clientOf(app, request as Request),
          previous: pending.previous ?? sessionHashOf(request as Request),
          attempts,
        });
        delete request.app.failedEmail;
        await recordProviderLogin(app, request as Request, login, identity.issuer);
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

/** Returns what belongs to the login of a callback. @throws {Error} if the callback belongs to no login of this browser */
function pendingOf(app: App, request: Request): Pending {
  const pending = JSON.parse(app.vault.open(cookieValueOf(request, COOKIE) ?? '')) as Pending;
  const { state } = request.query as { state?: unknown };
  if (pending.until <= app.clock.now() || typeof state !== 'string' || !equalSecrets(state, pending.state)) {
    throw new Error('the callback belongs to no login of this browser');
  }
  return pending;
}

/** Exchanges the code and returns who has logged in. @throws {Error} if the provider's response is not valid */
async function identityOf(
  app: App,
  config: Awaited<ReturnType<ReturnType<typeof discovered>>>,
  request: Request,
  pending: Pending,
): Promise<Identity> {
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
  if (!claims) {
    throw new Error('the provider sent no ID token');
  }
  const { iss: issuer, sub: subject, email, email_verified } = claims;
  return { issuer, subject, email: typeof email === 'string' && email_verified === true ? email : undefined };
}
