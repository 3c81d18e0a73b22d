// @ts-expect-error The package has no types.
import SwaggerClient from 'swagger-client';
import spec from './document.json';

/** Sends, lists, uploads, and reads an error. */
export async function drive(baseUrl: string, apiKey: string) {
  const { apis } = await SwaggerClient({ spec, authorizations: { apiKey: apiKey } });
  const server = { server: '{origin}/api/v1', serverVariables: { origin: baseUrl.replace('/api/v1', '') } };
  const json = (body: object) => ({ ...server, requestBody: body });
  const to = '905551112233';
  const sent = await apis.messages.sendTemplate({}, json({ to, name: 'hello_world' }));
  const templates = await apis.templates.listTemplates({ status: 'APPROVED' }, server);
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await apis.media.uploadMedia({}, json({ file }));
  const refused = await apis.messages
    .sendMessage({}, json({ to, text: 'Hello' }))
    .catch(({ response }: { response: { body: { error: { code: string; fix: string } } } }) => response.body.error);
  return {
    sent: sent.body.data.id,
    templates: templates.body.data.templates.map(({ name }: { name: string }) => name),
    upload: upload.body.data.id,
    code: refused.code,
    fix: refused.fix,
  };
}
