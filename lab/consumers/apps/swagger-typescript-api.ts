import { Api, type ErrorEnvelope, type HttpResponse, type SendMessageRequest, TemplateStatus } from './api';

/** Sends, lists, uploads, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  const api = new Api({ baseUrl, baseApiParams: { secure: true, headers: { authorization: `Bearer ${apiKey}` } } });
  const text: SendMessageRequest = { to: '905551112233', text: 'Hello' };
  const sent = await api.messages.sendTemplate({ to: '905551112233', name: 'hello_world' });
  const templates = await api.templates.listTemplates({ status: TemplateStatus.APPROVED });
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await api.media.uploadMedia({ file });
  const refused = await api.messages
    .sendMessage(text)
    .then(() => undefined)
    .catch((response: HttpResponse<unknown, ErrorEnvelope>) => response.error);
  return {
    sent: sent.data.data.id,
    templates: templates.data.data.templates.map(({ name }) => name),
    upload: upload.data.data.id,
    code: refused?.error.code,
    fix: refused?.error.fix,
  };
}
