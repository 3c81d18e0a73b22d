import type { SendMessageRequest, SendTemplateRequest } from './api';

export const text: SendMessageRequest = { to: '905551112233', text: 'Hello' };
export const image: SendMessageRequest = {
  type: 'image',
  to: '905551112233',
  media: { url: 'https://shop.example/shoe.jpg' },
};
export const template: SendTemplateRequest = { to: '905551112233', name: 'order_update', variables: ['Ada', '4711'] };
// @ts-expect-error A text needs a recipient.
export const noRecipient: SendMessageRequest = { text: 'Hello' };
// @ts-expect-error There is no such kind of message.
export const noKind: SendMessageRequest = { type: 'fax', to: '905551112233', text: 'Hello' };
