import { CAPABILITIES, type Channel, MEDIA_TYPES, SPLIT_MAX_PARTS } from '@wigwag/openapi';
import type { MessageContentPart } from '../../providers/provider.ts';
import type { MessageInput } from '../../store/messages/content.ts';
import { invalidField } from '../api-error.ts';
import { splitText } from './split-text.ts';

const WHOLE: readonly MessageContentPart[] = [{ kind: 'whole' }];

/**
 * Returns the requests that send one message on its channel, in order. A text that is too long is split (§2.3). A
 * caption that its file cannot carry becomes a separate text after it. Choices are attached to the last part of their
 * text.
 */
export function partsOf(channel: Channel, input: MessageInput): readonly MessageContentPart[] {
  const { splitsText, maxTextLength, textUnit, captions } = CAPABILITIES[channel];
  const split = (text: string): string[] =>
    splitsText ? splitText(text, maxTextLength, textUnit, SPLIT_MAX_PARTS) : [text];
  const texts = (text: string): MessageContentPart[] => split(text).map((piece) => ({ kind: 'text', text: piece }));
  switch (input.type) {
    case 'text':
      return texts(input.text);
    case 'interactive': {
      const pieces = split(input.interactive.text);
      return pieces.map((text, index) => ({ kind: index === pieces.length - 1 ? 'choices' : 'text', text }));
    }
    case 'location':
      return WHOLE;
    default: {
      const apart = captions.includes(input.type) ? undefined : input.caption;
      return [{ kind: 'media' }, ...(apart ? texts(apart) : [])];
    }
  }
}

/** Returns whether messages of a type may be split on a channel. */
export function mayBeSplit({ channel, type }: { channel: Channel; type: string }): boolean {
  const { splitsText, captions } = CAPABILITIES[channel];
  return splitsText || (type in MEDIA_TYPES && !captions.some((kind) => kind === type));
}

/** @throws {ApiError} VALIDATION_FAILED if a text has too many parts */
export function requireFewParts(parts: readonly MessageContentPart[]): void {
  if (parts.length === 0 || parts.length > SPLIT_MAX_PARTS) {
    throw invalidField(
      'text',
      parts.length === 0 ? 'is empty' : `would be split into more than ${SPLIT_MAX_PARTS} parts`,
    );
  }
}

/** Returns the tag for one request, which callbacks return: our message ID, and the part if there are several. */
export const tagOf = (messageId: string, part: number): string => (part === 0 ? messageId : `${messageId}#${part}`);

/** Parses a tag from `tagOf`. */
export function readTag(tag: string): { messageId: string; part: number } {
  const [messageId = '', part = '0'] = tag.split('#');
  return { messageId, part: Number(part) || 0 };
}
