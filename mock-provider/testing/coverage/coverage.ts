import { readFileSync } from 'node:fs';
import { createMockProvider } from '../../create-mock-provider.ts';
import { EDGES, SINGLE_PATHS } from '../../graph/edges.ts';

interface PublishedOperations {
  source: string;
  /** A method and a path each. */
  operations: string[];
}

/** The operations of Meta's published OpenAPI document. */
export const PUBLISHED = JSON.parse(
  readFileSync(new URL('operations.json', import.meta.url), 'utf8'),
) as PublishedOperations;

/** What the mock does with an operation: `sent` is a request that Meta sends to the app. */
export type CoverageVerdict = 'answered' | 'not answered' | 'sent';

/** Asks a new mock for each operation. An error about a missing parameter counts as an answer. */
export async function askAll(): Promise<{ operation: string; verdict: CoverageVerdict }[]> {
  const asked = [];
  for (const operation of PUBLISHED.operations) {
    asked.push({ operation, verdict: await ask(operation) });
  }
  return asked;
}

const WEBHOOKS = 'POST /whatsapp/webhooks';
const UNKNOWN = '9999999999';

async function ask(operation: string): Promise<CoverageVerdict> {
  if (operation === WEBHOOKS) {
    return 'sent';
  }
  const [method = '', template = ''] = operation.split(' ');
  const mock = createMockProvider({ seed: 'coverage' });
  const { url, close } = await mock.listen();
  const headers = { authorization: `Bearer ${mock.credentials.access_token}` };
  try {
    const ids = await idsOf(mock, url, headers);
    const path = template.replace(/\{([\w-]+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN);
    const target = template.endsWith('{Media-URL}') ? (ids['Media-URL'] ?? '') : `${url}${path}`;
    const response = await fetch(target, { method, headers });
    const text = await response.text();
    const error = text.startsWith('{') ? (JSON.parse(text) as { error?: Record<string, unknown> }).error : undefined;
    const unknown = error?.code === 2500 || (error?.code === 100 && error.error_subcode === 33);
    return unknown ? 'not answered' : 'answered';
  } finally {
    await close();
  }
}

/** Creates one object of each kind that the mock has, and returns the IDs for the placeholders of the paths. */
async function idsOf(
  mock: ReturnType<typeof createMockProvider>,
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  const { whatsapp, app_id } = mock.credentials;
  const post = async (path: string, body: FormData | string) =>
    (await (await fetch(`${url}/v25.0/${path}`, { method: 'POST', headers, body })).json()) as {
      [name: string]: string;
    };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob(['x'], { type: 'image/png' }));
  const media = await post(`${whatsapp.phone_number_id}/media`, form);
  const mediaUrl = (await (await fetch(`${url}/v25.0/${media.id}`, { headers })).json()) as { url: string };
  const flow = await post(`${whatsapp.waba_id}/flows`, JSON.stringify({ name: 'flow', categories: ['OTHER'] }));
  const qr = await post(`${whatsapp.phone_number_id}/message_qrdls`, JSON.stringify({ prefilled_message: 'hi' }));
  return {
    Version: 'v25.0',
    'Application-ID': app_id,
    'Business-ID': mock.state().businesses[0]?.id ?? UNKNOWN,
    'Phone-Number-ID': whatsapp.phone_number_id,
    'WhatsApp-Account-Number-ID': whatsapp.phone_number_id,
    'WABA-ID': whatsapp.waba_id,
    'WhatsApp-Business-Account-ID': whatsapp.waba_id,
    'User-ID': 'me',
    TEMPLATE_ID: mock.templates(whatsapp.waba_id)[0]?.id ?? UNKNOWN,
    'Media-ID': media.id ?? UNKNOWN,
    'Media-URL': mediaUrl.url,
    'Flow-ID': flow.id ?? UNKNOWN,
    'QR-Code-ID': qr.code ?? UNKNOWN,
  };
}

/** Returns the page of the mock's coverage in Markdown. */
export async function coveragePage(): Promise<string> {
  const asked = await askAll();
  const count = (verdict: CoverageVerdict) => asked.filter((one) => one.verdict === verdict).length;
  const paths = new Map<string, CoverageVerdict[]>();
  for (const { operation, verdict } of asked) {
    const path = operation.split(' ')[1] ?? '';
    paths.set(path, [...(paths.get(path) ?? []), verdict]);
  }
  const whole = [...paths.values()].filter((verdicts) => !verdicts.includes('not answered')).length;
  const rows = asked.map(
    ({ operation, verdict }) => `| \`${operation.replace('/{Version}', '')}\` | ${WORDS[verdict]} |`,
  );
  const published = new Set(PUBLISHED.operations.map((one) => one.split('/').at(-1)));
  const others = Object.entries(EDGES).flatMap(([name, edge]) => {
    if (name === 'access_token') {
      return [[`oauth/${name}`, edge] as const];
    }
    return published.has(name) ? [] : [[name, edge] as const];
  });
  return `# Coverage

\`npm run lab -- coverage\` writes this page: it asks a new mock for every operation of Meta's
published OpenAPI document (${PUBLISHED.source}).
A path that the mock does not know returns error 2500, an object that it does not have returns error 100 with subcode 33. Both count as
"no". An error about a missing parameter counts as "yes".

Of ${asked.length} operations on ${paths.size} paths, the mock answers ${count('answered')} and sends ${count('sent')} itself; it does not answer ${count('not answered')}.
It answers every operation of ${whole} paths.

| Operation | Answered |
|---|---|
${rows.join('\n')}

## Edges outside the document

Meta's document has only WhatsApp. The mock also answers the older edges of WhatsApp, and those of Messenger, Instagram and apps:

| Edge | Methods |
|---|---|
${[...others, ...Object.entries(SINGLE_PATHS)]
  .map(
    ([name, edge]) =>
      `| \`${name}\` | ${['get', 'post', 'delete']
        .filter((one) => one in edge)
        .join(', ')
        .toUpperCase()} |`,
  )
  .join('\n')}
`;
}

const WORDS: Record<CoverageVerdict, string> = { answered: 'yes', 'not answered': 'no', sent: 'The mock sends it' };
