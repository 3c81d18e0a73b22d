import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** What the provider says about the person. */
interface Claims {
  /** @default person-1 */
  sub?: string;
  email?: string;
  email_verified?: boolean;
  /** Replaces the nonce of the login. */
  nonce?: string;
  /** Replaces the audience. */
  aud?: string;
}

export const CLIENT = { clientId: 'wigwag', clientSecret: 'secret of the client' };

/** Starts a small provider of OpenID Connect, at which everyone is logged in as the person in `claims`. */
export async function startIdentityProvider(now: () => number) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const { privateKey: otherKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, URLSearchParams>();
  const state = { claims: {} as Claims, isForged: false, exchanges: 0 };
  let issuer = '';

  async function tokenOf(request: IncomingMessage): Promise<object | undefined> {
    state.exchanges += 1;
    const form = new URLSearchParams(await text(request));
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || challenge !== asked.get('code_challenge') || form.get('redirect_uri') !== asked.get('redirect_uri')) {
      return undefined;
    }
    const { nonce = asked.get('nonce'), aud = CLIENT.clientId, sub = 'person-1', ...person } = state.claims;
    const seconds = Math.floor(now() / 1000);
    const idToken = await new SignJWT({ ...person, nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setSubject(sub)
      .setAudience(aud)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 300)
      .sign(state.isForged ? otherKey : privateKey);
    return { access_token: 'access', token_type: 'Bearer', id_token: idToken };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return send({ keys: [jwk] });
      case '/authorize': {
        const code = `code-${codes.size + 1}-${state.exchanges}`;
        codes.set(code, url.searchParams);
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
        return response.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        const token = await tokenOf(request);
        return token ? send(token) : send({ error: 'invalid_grant' }, 400);
      }
      default:
        return send({}, 404);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, { issuer });
}
