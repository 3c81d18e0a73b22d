import { createClient, type NormalizeOAS } from 'fets';
import type { document } from './document';

/** Sends, lists, uploads, and reads a typed error. The address may be that of any server. */
export async function drive(baseUrl: `${string}/api/v1`, apiKey: string) {
  const client = createClient<NormalizeOAS<typeof document>>({ endpoint: baseUrl });
  const headers = { Authorization: `Bearer ${apiKey}` } as const;
  const to = '905551112233';
  const sent = await client['/messages/template'].post({ headers, json: { to, name: 'hello_world' } });
  const templates = await client['/templates'].get({ headers, query: { status: 'APPROVED' } });
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await client['/media'].post({ headers, formData: { file } });
  const refused = await client['/messages'].post({ headers, json: { to, text: 'Hello' } });
  const error = refused.ok ? undefined : (await refused.json()).error;
  return {
    sent: sent.ok ? (await sent.json()).data.id : undefined,
    templates: templates.ok ? (await templates.json()).data.templates.map(({ name }) => name) : undefined,
    upload: upload.ok ? (await upload.json()).data.id : undefined,
    code: error?.code,
    fix: error?.fix,
  };
}
