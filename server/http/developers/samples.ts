import { camelCase, KEY_PARAMETER, methodName, type OperationId } from '@wigwag/openapi';
import type { DescribedOperation } from './published.ts';
import { goOf, phpOf, pythonOf, type SampleRequest } from './standard-library.ts';

/** The values of the samples of one operation. */
interface SampleValues {
  /** The values of the path, in order. */
  path?: readonly string[];
  query?: Readonly<Record<string, string | number>>;
  /** @default the first example of the document */
  body?: unknown;
  /** The command of the CLI, without `wigwag`; undefined if only `wigwag api` has the operation. */
  command?: string;
  /** The call of the SDK, or a loop, if it is not the method of the operation; null if the SDK does not have it. */
  call?: string | null;
}

const PHONE = '905551112233';
const FLOW = '7';

/** The table from which the samples of all languages are made. */
const SAMPLES: Record<Exclude<OperationId, 'getDocument'> | 'streamEvents', SampleValues> = {
  getMe: { command: 'me' },
  listChannels: { command: 'channels' },
  sendMessage: { command: `send "Your order is on its way." --to ${PHONE}` },
  sendTemplate: { command: `send template hello_world --to ${PHONE}` },
  sendTemplateByQuery: { query: { to: PHONE, name: 'hello_world' }, call: null },
  sendTemplateByPathKey: { path: [`$WIGWAG_API_KEY`], query: { to: PHONE, name: 'hello_world' }, call: null },
  getMessage: { path: ['msg_17000000000000000001'], command: 'messages get msg_17000000000000000001' },
  listTemplates: { query: { status: 'APPROVED' }, command: 'templates list --status APPROVED' },
  uploadMedia: { command: 'media upload invoice.pdf', call: "media.upload({ file: { path: 'invoice.pdf' } })" },
  listContacts: { query: { search: 'ada' }, command: 'contacts list --search ada' },
  upsertContact: { command: `contacts create ${PHONE} --name "Ada Lovelace" --email ada@example.com` },
  getContact: { path: [PHONE], command: `contacts get ${PHONE}` },
  updateContact: { path: [PHONE], command: `contacts update ${PHONE} --name "Ada King" --email ""` },
  getWindow: { path: [PHONE], query: { channel: 'whatsapp' }, command: `contacts window ${PHONE}` },
  listOptOuts: { command: 'opt-outs list' },
  addOptOut: { command: `opt-outs add ${PHONE} --source "call centre"` },
  removeOptOut: { path: [PHONE], command: `opt-outs remove ${PHONE}` },
  listBlockedNumbers: { command: 'blocks list' },
  blockNumber: { command: `blocks add ${PHONE} --reason insults` },
  unblockNumber: { path: [PHONE], command: `blocks remove ${PHONE}` },
  listConversations: { query: { status: 'open' }, command: 'conversations list --status open' },
  getConversation: { path: [PHONE], command: `conversations get ${PHONE}` },
  updateConversation: { path: [PHONE], command: `conversations close ${PHONE}` },
  listConversationMessages: {
    path: [PHONE],
    query: { limit: 10 },
    command: `conversations history ${PHONE} --limit 10`,
  },
  listFlows: { command: 'flows list' },
  createFlow: {
    body: {
      name: 'Spring follow-up',
      template: 'promo_spring',
      button: 'Tell me more',
      steps: [{ delay: '0', text: 'Hi {{name}}, shall we call you?' }],
    },
  },
  getFlow: { path: [FLOW], command: `flows get ${FLOW}` },
  updateFlow: { path: [FLOW], command: `flows activate ${FLOW}` },
  deleteFlow: { path: [FLOW], query: { force: 'true' }, command: `flows delete ${FLOW} --force` },
  listFlowRuns: { path: [FLOW], command: `flows runs ${FLOW}` },
  getFlowStats: { path: [FLOW], command: `flows stats ${FLOW}` },
  testFlow: { path: [FLOW], command: `flows test ${FLOW} --to ${PHONE}` },
  getStats: { command: 'stats' },
  listLabels: { command: 'labels list' },
  listAgents: { command: 'agents list' },
  testWebhook: { command: 'webhooks test --event message.status' },
  streamEvents: {
    command: 'listen',
    call: 'for await (const { event, data } of wigwag.events()) {\n  console.log(event, data);\n}',
  },
};

/** Returns the body of an operation's samples; undefined if it has none. */
export const sampleBody = ({ operationId, bodyExamples }: DescribedOperation): unknown =>
  SAMPLES[operationId].body ?? bodyExamples[0]?.value;

/** The languages of the samples in their order, with their titles and names for the highlighter. */
export const SAMPLE_LANGUAGES = {
  curl: { title: 'curl', syntax: 'bash' },
  sdk: { title: 'SDK', syntax: 'js' },
  cli: { title: 'Command line', syntax: 'bash' },
  python: { title: 'Python', syntax: 'python' },
  go: { title: 'Go', syntax: 'go' },
  php: { title: 'PHP', syntax: 'php' },
} as const;

/** A sample of one language. */
export interface CodeSample {
  language: keyof typeof SAMPLE_LANGUAGES;
  code: string;
}

const WRITERS: Record<
  CodeSample['language'],
  (operation: DescribedOperation, values: SampleValues) => string | undefined
> = {
  curl: (operation, values) => curlOf(requestOf(operation, values)),
  sdk: sdkOf,
  cli: cliOf,
  python: (operation, values) => pythonOf(requestOf(operation, values)),
  go: (operation, values) => goOf(requestOf(operation, values)),
  php: (operation, values) => phpOf(requestOf(operation, values)),
};

/** Returns the samples of an operation in the languages that have it. */
export function samplesOf(operation: DescribedOperation): CodeSample[] {
  const values = SAMPLES[operation.operationId];
  return (Object.keys(SAMPLE_LANGUAGES) as CodeSample['language'][]).flatMap((language) => {
    const code = WRITERS[language](operation, values);
    return code === undefined ? [] : { language, code };
  });
}

const filled = (path: string, values: readonly string[] = []): string => {
  const left = [...values];
  return path.replace(/\{\w+\}/g, () => left.shift() ?? '');
};

const queryText = (query: SampleValues['query']): string =>
  query === undefined
    ? ''
    : `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

const requestOf = (operation: DescribedOperation, { path, query }: SampleValues): SampleRequest => ({
  method: operation.method,
  address: `${filled(operation.path, path)}${queryText(query)}`,
  isStream: operation.isOutside,
  sendsKey: !operation.path.includes(`{${KEY_PARAMETER}}`),
  body: sampleBody(operation),
  sendsFile: operation.mediaType === 'multipart/form-data',
});

/** The shell removes the suffix. */
const OUTSIDE = `\${WIGWAG_BASE_URL%/api/v1}`;

function curlOf({ method, address, isStream, sendsKey, body, sendsFile }: SampleRequest): string {
  const lines = [
    `curl ${isStream ? '--no-buffer ' : ''}${method === 'GET' || body !== undefined ? '' : `--request ${method} `}"${isStream ? OUTSIDE : '$WIGWAG_BASE_URL'}${address}"`,
    ...(sendsKey ? ['--header "Authorization: Bearer $WIGWAG_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : sendsFile
        ? ['--form file=@invoice.pdf']
        : [
            ...(method === 'POST' ? [] : [`--request ${method}`]),
            '--header "Content-Type: application/json"',
            `--data ${quotedJson(body)}`,
          ]),
  ];
  return lines.join(' \\\n  ');
}

/** Returns JSON as a word of the shell, in several lines if it is long. */
function quotedJson(body: unknown): string {
  const short = JSON.stringify(body);
  const text = short.length > 40 ? JSON.stringify(body, null, 2) : short;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function sdkOf(operation: DescribedOperation, { path = [], query, call }: SampleValues): string | undefined {
  if (call === null) {
    return undefined;
  }
  const { operationId, tag } = operation;
  const body = sampleBody(operation);
  const args = [...path.map((value) => literal(value)), ...((body ?? query) ? [literal(body ?? query)] : [])];
  const expression = call ?? `${camelCase(tag)}.${methodName(operationId, tag)}(${args.join(', ')})`;
  const isLoop = expression.startsWith('for ');
  return `import { Wigwag } from '@wigwag/sdk';

const wigwag = new Wigwag();
${isLoop ? expression : `console.log(await wigwag.${expression});`}`;
}

/** Returns a value as JavaScript. */
function literal(value: unknown, indent = ''): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  }
  if (value instanceof Object) {
    const entries = Object.entries(value).map(([name, item]) => `${name}: ${literal(item, deeper)}`);
    const short = `{ ${entries.join(', ')} }`;
    return short.length <= 60 ? short : `{\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function cliOf(operation: DescribedOperation, { path, query = {}, command }: SampleValues): string {
  if (command !== undefined) {
    return `wigwag ${command}`;
  }
  const fields = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const body = sampleBody(operation);
  const data = body === undefined ? '' : ` -d ${quotedJson(body)}`;
  return `wigwag api ${operation.method} "${filled(operation.path, path)}"${fields.length > 0 ? ` -f ${fields.join(' ')}` : ''}${data}`;
}
