import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds connectors/n8n, and runs its nodes with n8n's loader and runner. */

const { resolve } = createRequire(import.meta.url);
const SOURCES = fileURLToPath(new URL('../../connectors/n8n', import.meta.url));
const PARTS = ['nodes', 'credentials', 'package.json', 'tsconfig.json'];
/** The address of n8n, which nothing calls. */
const N8N = 'http://127.0.0.1:5678/';
const SECRET = 'whsec_right';
const CREDENTIALS = { wigwagApi: { id: '1', name: 'wigwag' } };

type Parameters = Record<string, unknown>;

interface NodeType {
  type: { description?: object; webhook?: { call(context: unknown): Promise<object> }; [part: string]: unknown };
}

/** What this file uses of `n8n-core` and `n8n-workflow`, which are installed only for the consumers. */
interface N8n {
  PackageDirectoryLoader: new (
    folder: string,
  ) => { loadAll(): Promise<void>; getNode(name: string): NodeType; getCredential(name: string): NodeType };
  ExecutionLifecycleHooks: new (mode: string, execution: string, workflow: object) => unknown;
  WorkflowExecute: new (
    data: object,
    mode: string,
  ) => { run(options: object): Promise<{ data: { resultData: Result } }> };
  WebhookContext: new (...args: unknown[]) => unknown;
  Workflow: new (options: object) => { getNode(name: string): unknown };
}

interface Result {
  error?: Error;
  runData: Record<string, { data: { main: { json: Record<string, unknown> }[][] } }[]>;
}

/** Copies the package to a folder, where it can import n8n's packages. The caller compiles it. */
export function copyPackage(folder: string): void {
  for (const part of PARTS) {
    cpSync(join(SOURCES, part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, 'dist/nodes'), { recursive: true });
  cpSync(join(SOURCES, 'nodes/wigwag.svg'), join(folder, 'dist/nodes/wigwag.svg'));
}

/** A node that puts a file into the workflow. */
const file = {
  description: {
    displayName: 'File',
    name: 'file',
    group: ['input'],
    version: 1,
    inputs: [],
    outputs: ['main'],
    properties: [],
  },
  async execute() {
    const data = Buffer.from('%PDF-1.4 invoice').toString('base64');
    return [[{ json: {}, binary: { data: { data, mimeType: 'application/pdf', fileName: 'invoice.pdf' } } }]];
  },
};

/**
 * Sends, uploads, lists and reads an error with the node, and starts a workflow with the trigger.
 *
 * @param folder the built package
 * @throws {Error} if a node did something else
 */
export async function callNodes(folder: string, server: { baseUrl: string; key: string }): Promise<void> {
  // By default, n8n writes a generated key to the home folder, and each error of a node to stderr.
  Object.assign(process.env, { N8N_USER_FOLDER: folder, N8N_LOG_LEVEL: 'silent' });
  const n8n: N8n = { ...(await import(resolve('n8n-core'))), ...(await import(resolve('n8n-workflow'))) };
  const loader = new n8n.PackageDirectoryLoader(folder);
  await loader.loadAll();
  const typeOf = (name: string) => (name === 'file' ? file : loader.getNode(name.replace(/^.*\./, '')).type);
  const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf };
  const { authenticate } = loader.getCredential('wigwagApi').type as unknown as {
    authenticate: { properties: { headers: Record<string, string> } };
  };
  const credential: Record<string, string> = { baseUrl: server.baseUrl, apiKey: server.key, signingSecret: SECRET };
  const credentialsHelper = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getDecrypted: async () => credential,
    preAuthentication: async () => undefined,
    /** As n8n does, fills in the expressions of the credential. */
    async authenticate(_: unknown, _name: string, request: { headers?: object }) {
      const headers = Object.entries(authenticate.properties.headers).map(([name, value]) => [
        name,
        value
          .replace(/^=/, '')
          .replace(/\{\{\$credentials\.(\w+)\}\}/, (_all, field: string) => credential[field] ?? ''),
      ]);
      return { ...request, headers: { ...request.headers, ...Object.fromEntries(headers) } };
    },
  };
  const additional = (nodes: object[]) => ({
    ...{ credentialsHelper, executionId: '231', variables: {}, setExecutionStatus() {}, sendDataToUI() {} },
    ...{ restApiUrl: N8N, instanceBaseUrl: N8N, formWaitingBaseUrl: N8N },
    ...{ webhookBaseUrl: N8N, webhookWaitingBaseUrl: N8N, webhookTestBaseUrl: N8N },
    hooks: new n8n.ExecutionLifecycleHooks('manual', '231', { id: 'w', nodes, connections: {} }),
  });
  const nodeOf = (name: string, type: string, parameters: Parameters) => ({
    ...{ id: name, name, type, typeVersion: 1, position: [0, 0], parameters, credentials: CREDENTIALS },
  });

  async function run(parameters: Parameters): Promise<Record<string, unknown>[]> {
    const nodes = [nodeOf('File', 'file', {}), nodeOf('wigwag', 'n8n-nodes-wigwag.wigwag', parameters)];
    const connections = { File: { main: [[{ node: 'wigwag', type: 'main', index: 0 }]] } };
    const workflow = new n8n.Workflow({
      id: 'w',
      nodes,
      connections,
      active: false,
      nodeTypes,
      settings: { executionOrder: 'v1' },
    });
    const execution = new n8n.WorkflowExecute(additional(nodes), 'manual');
    const { data } = await execution.run({ workflow, startNode: workflow.getNode('File') });
    const { error, runData } = data.resultData;
    return error ? [{ error: error.message }] : (runData.wigwag?.[0]?.data.main[0] ?? []).map(({ json }) => json);
  }

  async function trigger(secret: string): Promise<object> {
    const node = nodeOf('Trigger', 'n8n-nodes-wigwag.wigwagTrigger', { events: ['message.received'] });
    const workflow = new n8n.Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
    const body = { id: 'whd_1', event: 'message.received' };
    const rawBody = Buffer.from(JSON.stringify(body));
    const time = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest('hex');
    const httpRequest = { rawBody, body, headers: { 'x-service-signature': `t=${time},v1=${mac}` } };
    const httpResponse = { status: () => ({ send: () => ({ end() {} }) }) };
    const data = { ...additional([node]), httpRequest, httpResponse };
    const context = new n8n.WebhookContext(workflow, node, data, 'webhook', { webhookDescription: {} }, [], null);
    const { webhook } = loader.getNode('wigwagTrigger').type;
    return (await webhook?.call(context)) ?? {};
  }

  const to = '905551112233';
  const done = {
    sent: await run({ operation: 'sendTemplate', resource: 'messages', to, name: 'hello_world' }),
    listed: await run({ operation: 'listTemplates', resource: 'templates', additionalFields: { limit: 1 } }),
    uploaded: await run({ operation: 'uploadMedia', resource: 'media', file: 'data' }),
    refused: await run({ operation: 'sendMessage', resource: 'messages', to, additionalFields: { text: 'Hello' } }),
    started: await trigger(SECRET),
    unsigned: await trigger('whsec_wrong'),
  };
  const isRight =
    /^msg_\d+$/.test(String(done.sent[0]?.id)) &&
    done.listed.length === 1 &&
    done.uploaded[0]?.filename === 'invoice.pdf' &&
    /^WINDOW_NEVER_OPENED: /.test(String(done.refused[0]?.error)) &&
    'workflowData' in done.started &&
    'noWebhookResponse' in done.unsigned;
  if (!isRight) {
    throw new Error(`The nodes returned ${JSON.stringify(done)}`);
  }
}
