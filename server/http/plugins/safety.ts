import type { Request, Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';

/**
 * The policy for responses that are not pages. If a browser shows one as a page, it loads nothing, runs nothing and
 * cannot be framed.
 */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Two years, in seconds. Browsers require a period this long before they rely on it. */
const HTTPS_ONLY = 'max-age=63072000';

/** Adds strict security headers for browsers to every response. Pages have their own policy. */
export function addSafetyHeaders(server: Server, app: App): void {
  server.ext('onPreResponse', (request, h) => {
    const { response } = request as Request;
    const headers: Record<string, unknown> = 'isBoom' in response ? response.output.headers : response.headers;
    // Customers and callers can send any content, so browsers must not guess a type other than the declared one.
    headers['x-content-type-options'] = 'nosniff';
    // The URL may contain a key (§5.4).
    headers['referrer-policy'] = 'no-referrer';
    headers['content-security-policy'] ??= NO_PAGE;
    if (app.publicUrl().startsWith('https:')) {
      headers['strict-transport-security'] = HTTPS_ONLY;
    }
    return h.continue;
  });
}
