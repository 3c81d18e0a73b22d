import type { ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import type { App } from '../../app/app.ts';
import { MEDIA_PATH, readMediaLink } from '../../domain/media/media-link.ts';
import { openReceivedFile } from '../../domain/media/received-file.ts';
import { notFound } from '../plugins/envelope.ts';
import { forward } from '../request/forward.ts';

/** Types that a browser displays without executing them. It saves files of all other types. */
const SHOWN = /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)(;|$)/;

/** `GET /media/{token}`: streams the file of a customer's message from the provider (received-media). */
export function addReceivedMedia(server: Server, app: App): void {
  server.route({
    method: 'GET',
    path: `${MEDIA_PATH}/{token}`,
    options: { auth: false },
    handler: async (request, h) => {
      const link = await readMediaLink(app, String(request.params.token));
      if (!link) {
        throw notFound(request);
      }
      const move = (await app.store.read.accounts.find(link.accountId))?.move;
      if (move?.state === 'moved') {
        return forward(app, { request, h, to: move.url });
      }
      return fileResponse(h, await openReceivedFile(app, link));
    },
  });
}

const LONGEST_FILENAME = 255;

/** Encodes a name for a header (RFC 8187). */
const encoded = (filename: string): string =>
  encodeURIComponent(filename.slice(0, LONGEST_FILENAME).toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function fileResponse(
  h: ResponseToolkit,
  { body, contentType, bytes, filename }: Awaited<ReturnType<typeof openReceivedFile>>,
): ResponseObject {
  const response = h.response(body).type(contentType);
  response.charset(); // keeps only the encoding that the file arrived with
  // Customers can send any file, so nothing may run as a page of this host.
  response.header('Content-Security-Policy', "default-src 'none'; sandbox");
  const shown = SHOWN.test(contentType) ? 'inline' : 'attachment';
  response.header(
    'Content-Disposition',
    filename === undefined ? shown : `${shown}; filename*=UTF-8''${encoded(filename)}`,
  );
  return bytes === undefined ? response : response.bytes(bytes);
}
