/**
 * Uploads a file, shows the progress, and sends it.
 *
 *   node upload.ts 905551112233 ./invoice.pdf
 */
import { Wigwag } from '@wigwag/sdk';

const wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_BASE_URL });
const [to, path] = process.argv.slice(2);
if (!to || !path) {
  console.error('usage: node upload.ts PHONE FILE');
  process.exit(2);
}

const file = await wigwag.media.upload(
  { file: { path } },
  { onProgress: ({ sent, total }) => console.log(`${sent} of ${total} bytes`) },
);
const { id } = await wigwag.messages.send({ to, type: file.kind, media: { id: file.id } });
console.log(`${file.mime_type} is being sent as ${id}`);
