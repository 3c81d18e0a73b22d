import { client } from './api/client.gen';
import { listTemplates, sendMessage, sendTemplate, uploadMedia } from './api/sdk.gen';
import type { SendMessageRequest } from './api/types.gen';
import { zSendMessageRequest } from './api/zod.gen';

/** Sends, lists, uploads, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  client.setConfig({ baseUrl, auth: apiKey });
  const text: SendMessageRequest = { to: '905551112233', text: 'Hello' };
  zSendMessageRequest.parse(text);
  const sent = await sendTemplate({ body: { to: '905551112233', name: 'hello_world' } });
  const templates = await listTemplates({ query: { status: 'APPROVED' } });
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await uploadMedia({ body: { file } });
  const refused = await sendMessage({ body: text });
  return {
    sent: sent.data?.data.id,
    templates: templates.data?.data.templates.map(({ name }) => name),
    upload: upload.data?.data.id,
    code: refused.error?.error.code,
    fix: refused.error?.error.fix,
  };
}
