import type { Request, Server } from '@hapi/hapi';
import type { App } from '../../app.ts';

/** What is no page loads nothing, runs nothing and stands in no frame, should a browser ever show it as one. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Two years, in seconds, as long as browsers ask for before they rely on it. */
const HTTPS_ONLY = 'max-age=63072000';

/** What tells browsers to be strict, on every answer; pages bring a policy of their own. */
export function addSafetyHeaders(server: Server, app: App): void {
  server.ext('onPreResponse', (request, h) => {
    const { response } = request as Request;
    const headers: Record<string, unknown> = 'isBoom' in response ? response.output.headers : response.headers;
    // Customers and callers send us what they like: it is what we say it is, and nothing else.
    headers['x-content-type-options'] = 'nosniff';
    // A key may stand in the URL (§5.4).
    headers['referrer-policy'] = 'no-referrer';
    headers['content-security-policy'] ??= NO_PAGE;
    if (app.publicUrl().startsWith('https:')) {
      headers['strict-transport-security'] = HTTPS_ONLY;
    }
    return h.continue;
  });
}
