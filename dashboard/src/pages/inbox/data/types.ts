import type { components } from '@wigwag/openapi';

type Schemas = components['schemas'];

export type Conversation = Schemas['Conversation'];
export type ConversationDetail = Schemas['ConversationDetail'];
export type HistoryMessage = Schemas['HistoryMessage'];
export type ReceivedMessage = Schemas['ReceivedMessage'];
export type StatusMessage = Schemas['StatusMessage'];
export type MessageStatus = Schemas['MessageStatus'];
export type SendMessageRequest = Schemas['SendMessageRequest'];
export type SendTemplateRequest = Schemas['SendTemplateRequest'];
export type Template = Schemas['Template'];
export type Contact = Schemas['Contact'];
export type Channel = Schemas['Channel'];
export type Agent = Schemas['Agent'];

/** The name under which a person is shown. */
export const nameOf = ({ name, username, phone }: Conversation): string => name || username || phone;

/** A person has a conversation for each connection. */
export const keyOf = ({ connection_id, phone }: Pick<Conversation, 'connection_id' | 'phone'>): string =>
  `${connection_id} ${phone}`;
