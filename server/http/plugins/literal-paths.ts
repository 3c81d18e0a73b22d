import type { Server } from '@hapi/hapi';

/**
 * Takes a path segment that is not percent-encoded UTF-8 (`%%`, `caf%E9`) literally. No ID or phone has such a form, so
 * each operation gives its documented answer for a value that matches nothing. hapi would answer 400 before any route.
 */
export function addLiteralPaths(server: Server): void {
  server.ext('onRequest', (request, h) => {
    const { path } = request;
    // A target that is not a path is not changed.
    const segments = path
      .split('/')
      .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')));
    const literal = segments.join('/');
    if (path.startsWith('/') && literal !== path) {
      request.setUrl(literal + request.url.search);
    }
    return h.continue;
  });
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
