import type { z } from 'zod';
import type { SendMessageBody } from './api';

export const text: z.input<typeof SendMessageBody> = { to: '905551112233', text: 'Hello' };
// @ts-expect-error A text needs a recipient.
export const noRecipient: z.input<typeof SendMessageBody> = { text: 'Hello' };
