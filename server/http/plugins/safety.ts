import type { Request, Server } from '@hapi/hapi';
import type { App } from '../../app.ts';

/** An answer that is not a page loads nothing, runs nothing and cannot be framed, even if a browser shows it as one. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Two years, in seconds: as long as browsers require before they rely on it. */
const HTTPS_ONLY = 'max-age=63072000';

/** Adds strict headers for browsers to every answer; pages have their own policy. */
export function addSafetyHeaders(server: Server, app: App): void {
  server.ext('onPreResponse', (request, h) => {
    const { response } = request as Request;
    const headers: Record<string, unknown> = 'isBoom' in response ? response.output.headers : response.headers;
    // Customers and callers can send anything, so browsers must not guess a type other than the declared one.
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
