import type { Server } from '@hapi/hapi';

/**
 * Takes a path segment that is not percent-encoded UTF-8 (`%%`, `caf%E9`) literally. No ID or phone number has such a
 * format, so each operation returns its documented error for a value that matches nothing. hapi would return 400 before
 * any route.
 */
export function addLiteralPaths(server: Server): void {
  server.ext('onRequest', (request, h) => {
    const { path } = request;
    // A target that is not a path does not change.
    if (path.startsWith('/') && path.includes('%')) {
      const segments = path
        .split('/')
        .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')));
      const literal = segments.join('/');
      if (literal !== path) {
        request.setUrl(literal + request.url.search);
      }
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
