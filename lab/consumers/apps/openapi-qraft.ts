import { requestFn } from '@openapi-qraft/react';
import { QueryClient } from '@tanstack/react-query';
import { createAPIClient } from './api';

/** Sends, lists, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  const api = createAPIClient({
    requestFn: (schema, request) => requestFn(schema, { ...request, headers: { authorization: `Bearer ${apiKey}` } }),
    baseUrl,
    queryClient: new QueryClient(),
  });
  const sent = await api.messages.sendTemplate({ body: { to: '905551112233', name: 'hello_world' } });
  const templates = await api.templates.listTemplates({ parameters: { query: { status: 'APPROVED' } } });
  const refused = await api.messages.sendMessage({ body: { to: '905551112233', text: 'Hello' } });
  const { error } = refused.error instanceof Error || !refused.error ? {} : refused.error;
  return {
    sent: sent.data?.data.id,
    templates: templates.data?.data.templates.map(({ name }) => name),
    code: error?.code,
    fix: error?.fix,
  };
}
