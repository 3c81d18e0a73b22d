import { createApiClient, type Fetcher, type Schemas } from './api';

/** Sends requests with fetch, as the guide of typed-openapi shows. */
const fetcher = (apiKey: string): Fetcher => ({
  fetch({ method, url, urlSearchParams, parameters }) {
    url.search = urlSearchParams?.toString() ?? '';
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = parameters?.body === undefined ? null : JSON.stringify(parameters.body);
    return fetch(url, { method, headers, body });
  },
});

/** Sends, lists, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  const api = createApiClient(fetcher(apiKey), baseUrl);
  const text: Schemas.SendMessageRequest = { to: '905551112233', text: 'Hello' };
  const sent = await api.post('/messages/template', { header: {}, body: { to: '905551112233', name: 'hello_world' } });
  const templates = await api.get('/templates', { query: { status: 'APPROVED' } });
  const refused = await api.post('/messages', { header: {}, body: text, withResponse: true });
  const error = refused.ok ? undefined : refused.data.error;
  return {
    sent: sent.data.id,
    templates: templates.data.templates.map(({ name }) => name),
    code: error?.code,
    fix: error?.fix,
  };
}
