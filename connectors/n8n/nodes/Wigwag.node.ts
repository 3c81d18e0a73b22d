import type {
  IDataObject,
  IExecuteFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { OPERATIONS, RESOURCES } from './generated/operations.ts';
import type { Field, Operation } from './operation.ts';

const DEFAULTS: Record<string, string | number | boolean> = { number: 0, boolean: false, json: '{}', file: 'data' };

/** Returns the form field of a field. A file is the name of the binary field of the item. */
const propertyOf = ({ name, displayName, type, required, description, options }: Field): INodeProperties => ({
  displayName: type === 'file' ? `${displayName}: Input Binary Field` : displayName,
  name,
  type: (type === 'file' ? 'string' : type) as INodeProperties['type'],
  default: options?.[0] ?? DEFAULTS[type] ?? '',
  ...(required && { required }),
  description,
  ...(options && { options: options.map((value) => ({ name: value, value })) }),
});

/** Returns the form fields of an operation: those that it requires, and a collection of the others. */
function propertiesOf({ id, resource, fields, pages }: Operation): INodeProperties[] {
  const displayOptions = { show: { resource: [resource], operation: [id] } };
  const optional = fields.filter(({ required }) => !required).map(propertyOf);
  return [
    ...fields.filter(({ required }) => required).map((field) => ({ ...propertyOf(field), displayOptions })),
    ...(pages
      ? [
          {
            displayName: 'Return All',
            name: 'returnAll',
            type: 'boolean' as const,
            default: false,
            description: 'Whether to return all records, not only the first page',
            displayOptions,
          },
        ]
      : []),
    ...(optional.length > 0
      ? [
          {
            displayName: 'Additional Fields',
            name: 'additionalFields',
            type: 'collection' as const,
            placeholder: 'Add Field',
            default: {},
            options: optional,
            displayOptions,
          },
        ]
      : []),
  ];
}

const titled = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** Calls an operation of the API for each item. */
export class Wigwag implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'wigwag',
    name: 'wigwag',
    icon: 'file:wigwag.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Send and read messages on WhatsApp, Instagram, Messenger and web chat',
    defaults: { name: 'wigwag' },
    usableAsTool: true,
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'wigwagApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        default: 'messages',
        options: RESOURCES.map(({ name, description }) => ({ name: titled(name), value: name, description })),
      },
      ...RESOURCES.map(({ name }): INodeProperties => {
        const own = OPERATIONS.filter(({ resource }) => resource === name);
        return {
          displayName: 'Operation',
          name: 'operation',
          type: 'options',
          noDataExpression: true,
          default: own[0]?.id ?? '',
          displayOptions: { show: { resource: [name] } },
          options: own.map(({ id, summary }) => ({ name: summary, value: id, action: summary })),
        };
      }),
      ...OPERATIONS.flatMap(propertiesOf),
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      try {
        const records = await call(this, item);
        results.push(...records.map((json) => ({ json, pairedItem: { item } })));
      } catch (error) {
        if (!this.continueOnFail()) {
          throw error;
        }
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}

/** Calls the operation of an item, and returns its records. */
async function call(context: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const id = context.getNodeParameter('operation', item) as string;
  const operation = OPERATIONS.find((one) => one.id === id);
  if (!operation) {
    throw new Error(`The operation ${id} does not exist.`);
  }
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('wigwagApi', item);
  const request = await requestOf(context, item, operation);
  const records: IDataObject[] = [];
  let cursor: string | undefined;
  do {
    const { statusCode, body } = (await context.helpers.httpRequestWithAuthentication.call(context, 'wigwagApi', {
      ...request,
      url: baseUrl.replace(/\/+$/, '') + request.url,
      qs: { ...request.qs, ...(cursor && { cursor }) },
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    })) as { statusCode: number; body: { data?: IDataObject; error?: { code: string; message: string; fix: string } } };
    if (!body?.data) {
      const {
        code = `HTTP ${statusCode}`,
        message = 'The server did not answer as expected.',
        fix,
      } = body?.error ?? {};
      throw Object.assign(new Error(`${code}: ${message}`), { description: fix });
    }
    const { data } = body;
    records.push(...(operation.list ? (data[operation.list] as IDataObject[]) : [data]));
    const isFollowed = operation.pages && context.getNodeParameter('returnAll', item, false);
    cursor = isFollowed ? ((data.pagination as { next_cursor?: string }).next_cursor ?? undefined) : undefined;
  } while (cursor);
  return records;
}

async function requestOf(context: IExecuteFunctions, item: number, operation: Operation): Promise<IHttpRequestOptions> {
  const additional = context.getNodeParameter('additionalFields', item, {}) as IDataObject;
  const qs: IDataObject = {};
  const json: IDataObject = {};
  const files: string[] = [];
  let { path } = operation;
  for (const { name, required, type, in: place } of operation.fields) {
    const given = required ? context.getNodeParameter(name, item) : additional[name];
    if (given === undefined || given === '') {
      continue;
    }
    const value = type === 'json' && typeof given === 'string' ? parsed(name, given) : given;
    if (place === 'path') {
      path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    } else if (place === 'query') {
      qs[name] = value as IDataObject;
    } else {
      json[name] = value as IDataObject;
    }
    if (type === 'file') {
      files.push(name);
    }
  }
  // If n8n repeats the node, the server sends no second message.
  const key = `n8n-${context.getExecutionId()}-${context.getNode().id}-${item}`;
  return {
    method: operation.method as IHttpRequestMethods,
    url: path,
    qs,
    ...(operation.sends && { headers: { 'Idempotency-Key': key } }),
    ...(Object.keys(json).length > 0 && { body: files.length > 0 ? await formOf(context, item, json, files) : json }),
  };
}

/** Reads a field that the user wrote as JSON. @throws {Error} if it is not JSON */
function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The field ${name} is not JSON.`);
  }
}

/** Returns a form. The value of a file is the name of a binary field of the item. */
async function formOf(
  context: IExecuteFunctions,
  item: number,
  fields: IDataObject,
  files: string[],
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (files.includes(name)) {
      const { mimeType, fileName } = context.helpers.assertBinaryData(item, String(value));
      const bytes = await context.helpers.getBinaryDataBuffer(item, String(value));
      form.append(name, new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName ?? 'file');
    } else {
      form.append(name, String(value));
    }
  }
  return form;
}
