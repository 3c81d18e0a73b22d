import type { Request } from '@hapi/hapi';
import { WEB_RECEIPT_MAX_MESSAGES, WEB_TEXT_MAX_CHARACTERS } from '@wigwag/openapi';
import type { Receipt, VisitorDraft } from '../../domain/web-chat/web-chat.ts';
import { withoutMark } from '../request/json-body.ts';
import { ChatRefusal } from './errors.ts';

const invalid = (field: string, problem: string): ChatRefusal =>
  new ChatRefusal('invalid_field', `${field} ${problem}.`, { field });

/**
 * Returns the JSON object of a request. Requires the Content-Type of JSON: before a page of another site can send such a
 * request, the browser sends a preflight request. It sends none for a form.
 *
 * @throws {ChatRefusal} invalid_json, or invalid_field for a field that is not in `known`
 */
function objectOf(request: Request, known: readonly string[]): Record<string, unknown> {
  const [type] = String(request.headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') {
    throw new ChatRefusal('invalid_json', 'The Content-Type is not application/json.');
  }
  const body = parsed(request.payload as Buffer | null);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ChatRefusal('invalid_json', 'The body is not a JSON object.');
  }
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(unknown, `is not a field here; the fields are: ${known.join(', ')}`);
  }
  return body as Record<string, unknown>;
}

function parsed(payload: Buffer | null): unknown {
  try {
    return JSON.parse(withoutMark(payload?.toString('utf8') ?? ''));
  } catch (error) {
    throw new ChatRefusal('invalid_json', `The body is not JSON: ${(error as Error).message}.`);
  }
}

const DRAFT_ID = /^[\w-]{8,64}$/;

/** @throws {ChatRefusal} */
export function draftOf(request: Request): VisitorDraft {
  const { id, text } = objectOf(request, ['id', 'text']);
  if (typeof id !== 'string' || !DRAFT_ID.test(id)) {
    throw invalid('id', 'must be 8 to 64 letters, digits, - or _, and unique for each message');
  }
  if (typeof text !== 'string' || text.trim() === '') {
    throw invalid('text', 'must be a non-empty text');
  }
  const length = [...text].length;
  if (length > WEB_TEXT_MAX_CHARACTERS) {
    throw invalid('text', `must be at most ${WEB_TEXT_MAX_CHARACTERS} characters; it has ${length}`);
  }
  return { id, text: text.toWellFormed() };
}

/** @throws {ChatRefusal} */
export function receiptOf(request: Request): Receipt {
  const { delivered, read } = objectOf(request, ['delivered', 'read']);
  return { delivered: idsOf('delivered', delivered), read: idsOf('read', read) };
}

function idsOf(field: string, ids: unknown = []): string[] {
  const isList = Array.isArray(ids) && ids.length <= WEB_RECEIPT_MAX_MESSAGES;
  if (!isList || !ids.every((id) => typeof id === 'string' && /^msg_\d{1,40}$/.test(id))) {
    throw invalid(field, `must be a list of at most ${WEB_RECEIPT_MAX_MESSAGES} message IDs, such as msg_123`);
  }
  return ids as string[];
}

/**
 * Parses a position on the page from `before` or Last-Event-ID.
 *
 * @throws {ChatRefusal}
 */
export function positionOf(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') {
    return undefined;
  }
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw invalid(field, 'must be the position of a message that this server returned');
  }
  return Number(text);
}
