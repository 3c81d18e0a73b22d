import { configureStore } from '@reduxjs/toolkit';
import { type ErrorEnvelope, type SendMessageRequest, wigwag } from './api';
import { settings } from './rtk-query-base';

/** Sends, lists, uploads, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  Object.assign(settings, { baseUrl, apiKey });
  const { dispatch } = configureStore({
    reducer: { [wigwag.reducerPath]: wigwag.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(wigwag.middleware),
  });
  const { endpoints } = wigwag;
  const sendMessageRequest: SendMessageRequest = { to: '905551112233', text: 'Hello' };
  const sent = await dispatch(
    endpoints.sendTemplate.initiate({ sendTemplateRequest: { to: '905551112233', name: 'hello_world' } }),
  ).unwrap();
  const templates = await dispatch(endpoints.listTemplates.initiate({ status: 'APPROVED' })).unwrap();
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await dispatch(endpoints.uploadMedia.initiate({ uploadMediaRequest: { file } })).unwrap();
  const { error: refused } = await dispatch(endpoints.sendMessage.initiate({ sendMessageRequest }));
  const error = refused && 'data' in refused ? (refused.data as ErrorEnvelope).error : undefined;
  return {
    sent: sent.data.id,
    templates: templates.data.templates.map(({ name }) => name),
    upload: upload.data.id,
    code: error?.code,
    fix: error?.fix,
  };
}
