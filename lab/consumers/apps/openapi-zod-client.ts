import type { z } from 'zod';
import { createApiClient, type schemas } from './api';

export const text: z.input<typeof schemas.SendMessageRequest> = { to: '905551112233', text: 'Hello' };
// @ts-expect-error A text needs a recipient.
export const noRecipient: z.input<typeof schemas.SendMessageRequest> = { text: 'Hello' };
export const client = createApiClient('http://127.0.0.1:3000/api/v1');
