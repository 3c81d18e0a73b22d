import type { components } from '@wigwag/openapi';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import type { FilledTemplate, Parameter } from '../../domain/template-variables.ts';
import type { Connection } from '../../store/connections.ts';
import type { MessageError, StoredMessage } from '../../store/messages.ts';
import { type Answer, call, neverLeft } from '../request.ts';
import { classOf, type GraphError, graphErrorOf } from './graph-errors.ts';
import type { Provider, SendOutcome } from './provider.ts';

type Draft = components['schemas']['SendMessageRequest'];
type Json = Record<string, unknown>;

const TIMEOUT_SECONDS = 30;
const MAX_ANSWER_BYTES = 1_000_000;

/** WhatsApp Cloud API: POST /{version}/{phone_number_id}/messages. */
export function createWhatsApp(options: {
  graphUrl: string;
  graphVersion: string;
  clock: Clock;
  dispatcher: Dispatcher;
}): Provider {
  return {
    async send(connection: Connection, accessToken: string, message: StoredMessage): Promise<SendOutcome> {
      let answer: Answer;
      try {
        answer = await call({
          method: 'POST',
          url: `${options.graphUrl}/${options.graphVersion}/${connection.providerId}/messages`,
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify(whatsAppBody(message)),
          dispatcher: options.dispatcher,
          clock: options.clock,
          timeoutSeconds: TIMEOUT_SECONDS,
          maxBytes: MAX_ANSWER_BYTES,
        });
      } catch (error) {
        const problem = (error as Error).message || String((error as { code?: string }).code);
        return neverLeft(error) ? { kind: 'unavailable', error: unavailable(problem) } : { kind: 'unknown', problem };
      }
      return outcomeOf(answer);
    },
  };
}

function outcomeOf(answer: Answer): SendOutcome {
  const body = parsed(answer.body);
  const error = graphErrorOf(body);
  if (error) {
    return { kind: classOf(error) === 'retry' ? 'unavailable' : 'rejected', error: messageErrorOf(error) };
  }
  const externalId = (body as { messages?: { id?: string }[] } | undefined)?.messages?.[0]?.id;
  if (answer.status === 200 && typeof externalId === 'string') {
    return { kind: 'accepted', externalId, status: 'queued' }; // 200 means accepted; `sent` comes by callback
  }
  return { kind: 'unknown', problem: `the provider answered ${answer.status} without a message id or an error code` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageErrorOf(error: GraphError): MessageError {
  const details = typeof error.error_data === 'string' ? error.error_data : error.error_data?.details;
  return {
    code: error.code,
    title: error.error_user_title ?? error.message.replace(/^\(#\d+\)\s*/, ''),
    detail: details ?? null,
    provider_message: error.message,
  };
}

const unavailable = (problem: string): MessageError => ({
  code: 'provider_unavailable',
  title: 'The provider cannot be reached',
  detail: problem,
  provider_message: null,
});

/** Our message in WhatsApp's form. */
export function whatsAppBody(message: StoredMessage): Json {
  const draft = message.content as Draft;
  const replyTo = message.type === 'template' ? undefined : draft.reply_to;
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.person,
    // Comes back in each status, so that a send whose answer was lost can be recognised.
    biz_opaque_callback_data: message.id,
    ...(replyTo !== undefined && { context: { message_id: replyTo } }),
    ...(message.type === 'template' ? templateBody(message.content as FilledTemplate) : typeBody(draft)),
  };
}

function typeBody(draft: Draft): Json {
  switch (draft.type) {
    case 'text':
      return { type: 'text', text: { body: draft.text } };
    case 'location': {
      const { latitude, longitude, name, address } = draft;
      return { type: 'location', location: { latitude, longitude, name, address } };
    }
    case 'interactive':
      return { type: 'interactive', interactive: interactiveBody(draft.interactive) };
    default: {
      const { id, url } = draft.media as { id?: string; url?: string };
      const file = id === undefined ? { link: url } : { id };
      const caption = draft.type === 'audio' ? undefined : draft.caption;
      const filename = draft.type === 'document' ? draft.filename : undefined;
      return { type: draft.type, [draft.type]: { ...file, caption, filename } };
    }
  }
}

function interactiveBody(interactive: components['schemas']['Interactive']): Json {
  const body = { text: interactive.text };
  if (interactive.kind === 'button') {
    const buttons = interactive.buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }));
    return { type: 'button', body, action: { buttons } };
  }
  return { type: 'list', body, action: { button: interactive.button, sections: interactive.sections } };
}

function templateBody(template: FilledTemplate): Json {
  const { header, body, buttons } = template;
  const components = [
    ...(header ? [{ type: 'header', parameters: [headerParameter(header)] }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(textParameter) }] : []),
    ...buttons.map(({ index, text }) => ({
      type: 'button',
      sub_type: 'url',
      index: String(index),
      parameters: [{ type: 'text', text }],
    })),
  ];
  return {
    type: 'template',
    template: {
      name: template.name,
      language: { code: template.language },
      ...(components.length > 0 && { components }),
    },
  };
}

const textParameter = ({ name, text }: Parameter): Json => ({
  type: 'text',
  text,
  ...(name !== undefined && { parameter_name: name }),
});

function headerParameter(header: NonNullable<FilledTemplate['header']>): Json {
  if (header.text) {
    return textParameter(header.text);
  }
  const kind = header.format.toLowerCase();
  const file = header.mediaId === undefined ? { link: header.url } : { id: header.mediaId };
  return {
    type: kind,
    [kind]: { ...file, ...(kind === 'document' && header.filename !== undefined && { filename: header.filename }) },
  };
}
