import type { AxiosError } from 'axios';
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios';
import type { Client, Components } from './api';
import document from './document.json';

/** Sends, lists, uploads, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  const api = new OpenAPIClientAxios({
    definition: document as unknown as Document,
    withServer: { url: baseUrl },
    axiosConfigDefaults: { headers: { authorization: `Bearer ${apiKey}` } },
  });
  const client = await api.init<Client>();
  const text: Components.Schemas.SendMessageRequest = { to: '905551112233', text: 'Hello' };
  const sent = await client.sendTemplate(null, { to: '905551112233', name: 'hello_world' });
  const templates = await client.listTemplates({ status: 'APPROVED' });
  const form = new FormData();
  form.append('file', new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' }));
  // It types the body as JSON; axios sends a form.
  const upload = await client.uploadMedia(null, form as never);
  const refused = await client
    .sendMessage(null, text)
    .then(() => undefined)
    .catch(({ response }: AxiosError<Components.Schemas.ErrorEnvelope>) => response?.data.error);
  return {
    sent: sent.data.data.id,
    templates: templates.data.data.templates.map(({ name }) => name),
    upload: upload.data.data.id,
    code: refused?.code,
    fix: refused?.fix,
  };
}
