import type { components } from '@wigwag/openapi';
import { isUserId } from '../../base/user-id.ts';
import type {
  FilledButton,
  FilledTemplate,
  LinkChoice,
  MessageInput,
  StoredMedia,
  TemplateParameter,
} from '../../store/messages/content.ts';
import type { MessageContentPart, OutgoingPart } from '../provider.ts';

type Json = Record<string, unknown>;

/** Returns one part of our message in WhatsApp's format. Any part after the first is the caption of an audio file. */
export function whatsAppBody({ message, part, tag }: OutgoingPart): Json {
  const input = message.content as MessageInput;
  const replyTo = message.type === 'template' ? undefined : (input.reply_to ?? undefined);
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    // Meta accepts a user ID in `to`, but never delivers the message.
    ...(isUserId(message.person) ? { recipient: message.person } : { to: message.person }),
    // Each status returns the tag, which identifies a send whose response was lost.
    biz_opaque_callback_data: tag,
    ...(replyTo !== undefined && { context: { message_id: replyTo } }),
    ...(message.type === 'template' ? templateBody(message.content as FilledTemplate) : typeBody(input, part)),
  };
}

function typeBody(input: MessageInput, part: MessageContentPart): Json {
  if (part.kind === 'text') {
    return { type: 'text', text: { body: part.text } };
  }
  switch (input.type) {
    case 'text':
      return { type: 'text', text: { body: input.text } };
    case 'location': {
      const { latitude, longitude, name, address } = input;
      return { type: 'location', location: { latitude, longitude, name, address } };
    }
    case 'interactive':
      return { type: 'interactive', interactive: interactiveBody(input.interactive) };
    default: {
      const media = input.media as StoredMedia;
      const file = 'url' in media ? { link: media.url } : { id: media.provider_id };
      const caption = input.type === 'audio' ? undefined : input.caption;
      const filename = input.type === 'document' ? input.filename : undefined;
      return { type: input.type, [input.type]: { ...file, caption, filename } };
    }
  }
}

function interactiveBody(interactive: components['schemas']['Interactive'] | LinkChoice): Json {
  const body = { text: interactive.text };
  if (interactive.kind === 'link') {
    const parameters = { display_text: interactive.title, url: interactive.url };
    return { type: 'cta_url', body, action: { name: 'cta_url', parameters } };
  }
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
    ...buttons.map(({ index, text, kind = 'url' }) => ({
      type: 'button',
      sub_type: BUTTONS[kind].subType,
      index: String(index),
      parameters: [BUTTONS[kind].parameter(text)],
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

/** How Meta gets the text of each kind of button (Meta, "Template components"). */
const BUTTONS: Record<NonNullable<FilledButton['kind']>, { subType: string; parameter: (text: string) => Json }> = {
  url: { subType: 'url', parameter: (text) => ({ type: 'text', text }) },
  copy_code: { subType: 'copy_code', parameter: (text) => ({ type: 'coupon_code', coupon_code: text }) },
  flow: { subType: 'flow', parameter: (text) => ({ type: 'action', action: { flow_token: text } }) },
  catalog: {
    subType: 'CATALOG',
    parameter: (text) => ({ type: 'action', action: { thumbnail_product_retailer_id: text } }),
  },
};

const textParameter = ({ name, text }: TemplateParameter): Json => ({
  type: 'text',
  text,
  ...(name !== undefined && { parameter_name: name }),
});

function headerParameter(header: NonNullable<FilledTemplate['header']>): Json {
  if (header.text) {
    return textParameter(header.text);
  }
  const kind = header.format.toLowerCase();
  const file = header.mediaId === undefined ? { link: header.url } : { id: header.providerMediaId };
  return {
    type: kind,
    [kind]: { ...file, ...(kind === 'document' && header.filename !== undefined && { filename: header.filename }) },
  };
}
