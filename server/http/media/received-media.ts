import type { ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { MEDIA_PATH, readMediaLink } from '../../domain/media/media-link.ts';
import { openReceivedFile } from '../../domain/media/received-file.ts';
import { notFound } from '../plugins/envelope.ts';

/** Types that a browser displays without executing them. It saves files of all other types. */
const SHOWN = /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)(;|$)/;

/** `GET /media/{token}`: streams the file of a customer's message from the provider (received-media). */
export function addReceivedMedia(server: Server, app: App): void {
  server.route({
    method: 'GET',
    path: `${MEDIA_PATH}/{token}`,
    options: { auth: false },
    handler: async (request, h) => {
      const link = readMediaLink(app, String(request.params.token));
      if (!link) {
        throw notFound(request);
      }
      return fileResponse(h, await openReceivedFile(app, link));
    },
  });
}

function fileResponse(
  h: ResponseToolkit,
  { body, contentType, bytes }: Awaited<ReturnType<typeof openReceivedFile>>,
): ResponseObject {
  const response = h.response(body).type(contentType);
  response.charset(); // keeps only the encoding that the file arrived with
  // Customers can send any file, so nothing may run as a page of this host.
  response.header('Content-Security-Policy', "default-src 'none'; sandbox");
  response.header('Content-Disposition', SHOWN.test(contentType) ? 'inline' : 'attachment');
  return bytes === undefined ? response : response.bytes(bytes);
}
