import type { ProxiedRequest, ProxiedResponse } from './mutant.ts';

export const isSend = ({ method, path }: ProxiedRequest): boolean => method === 'POST' && path === '/messages';
export const isSendTemplate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path === '/messages/template';
export const isLink = ({ method, path }: ProxiedRequest): boolean =>
  method === 'GET' && path.startsWith('/messages/template');
export const isList = ({ method, path }: ProxiedRequest): boolean =>
  method === 'GET' &&
  ['/contacts', '/opt-outs', '/blocked-numbers', '/labels', '/agents', '/conversations'].includes(path);
export const codeOf = ({ json }: ProxiedResponse): string | undefined => json?.error?.code;
export const listOf = ({ json }: ProxiedResponse): unknown[] | undefined =>
  Object.values(json?.data ?? {}).find((value): value is unknown[] => Array.isArray(value));

/** Replaces one error code with another, including its status. */
export const swapped = (from: string, to: string, status: number) => (answer: ProxiedResponse) => {
  if (codeOf(answer) === from) {
    answer.status = status;
    answer.json.error = { ...answer.json.error, code: to, http: status };
  }
};
export const withoutHeader = (name: string) => (answer: ProxiedResponse) => {
  delete answer.headers[name];
};
export const withoutField = (name: string) => (asked: ProxiedRequest) => {
  if (isSend(asked)) {
    delete asked.json?.[name];
  }
};
/** Returns a success without forwarding the request. */
export const accepted = (answer: ProxiedResponse, status: number, data: object): void => {
  const request_id = answer.headers['x-request-id'];
  Object.assign(answer, { status, json: { success: true, data, request_id } });
};
/** Returns an error for a request that succeeded. */
export const refused = (answer: ProxiedResponse, status: number, code: string): void => {
  const request_id = answer.headers['x-request-id'];
  const error = { code, http: status, message: 'm', reason: 'r', fix: 'f', docs: 'http://d.example/', request_id };
  Object.assign(answer, { status, json: { success: false, error } });
};
/** Changes the data of successful responses to matching requests. */
export const data =
  (fits: (asked: ProxiedRequest) => boolean, change: (data: ProxiedResponse['json']) => void) =>
  (answer: ProxiedResponse, asked: ProxiedRequest): void => {
    if (answer.status < 300 && fits(asked) && answer.json?.data) {
      change(answer.json.data);
    }
  };
export const at =
  (form: RegExp, method = 'GET') =>
  (asked: ProxiedRequest): boolean =>
    asked.method === method && form.test(asked.path);

/** Applies a change to every string in a value, in place. */
export function eachString(node: unknown, change: (text: string) => unknown): void {
  if (node !== null && typeof node === 'object') {
    const record = node as Record<string, unknown>;
    for (const [name, value] of Object.entries(record)) {
      if (typeof value === 'string') {
        record[name] = change(value);
      } else {
        eachString(value, change);
      }
    }
  }
}

let last = 0;
/** Returns a unique number. */
export const next = (): number => ++last;
