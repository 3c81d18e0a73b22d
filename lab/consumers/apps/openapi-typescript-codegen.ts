import { ApiError, type ErrorEnvelope, MediaService, MessagesService, OpenAPI, TemplatesService } from './api';

/** Sends, lists, uploads, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  Object.assign(OpenAPI, { BASE: baseUrl, TOKEN: apiKey });
  const template = { to: '905551112233', name: 'hello_world' };
  const sent = await MessagesService.sendTemplate({ requestBody: template, idempotencyKey: 'order-4711' });
  const linked = await MessagesService.sendTemplateByQuery({ ...template, idempotencyKey: 'order-4712' });
  const templates = await TemplatesService.listTemplates({ status: 'APPROVED' });
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await MediaService.uploadMedia({ formData: { file } });
  const refused = await MessagesService.sendMessage({ requestBody: { to: '905551112233', text: 'Hello' } }).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? (error.body as ErrorEnvelope) : undefined),
  );
  return {
    sent: linked.data.id === sent.data.id ? '' : sent.data.id,
    templates: templates.data.templates.map(({ name }) => name),
    upload: upload.data.id,
    code: refused?.error.code,
    fix: refused?.error.fix,
  };
}
