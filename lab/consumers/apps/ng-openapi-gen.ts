import '@angular/compiler';
import {
  HttpClient,
  HttpErrorResponse,
  type HttpEvent,
  HttpHandler,
  type HttpRequest,
  HttpResponse,
} from '@angular/common/http';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { uploadMedia } from './api/fn/media/upload-media';
import { sendMessage } from './api/fn/messages/send-message';
import { sendTemplate } from './api/fn/messages/send-template';
import { listTemplates } from './api/fn/templates/list-templates';
import type { ErrorEnvelope, SendMessageRequest } from './api/models';

/** Sends requests with fetch, since Node has no XMLHttpRequest. */
class FetchHandler extends HttpHandler {
  readonly #key: string;

  constructor(key: string) {
    super();
    this.#key = key;
  }

  handle(request: HttpRequest<unknown>): Observable<HttpEvent<unknown>> {
    return from(this.#send(request));
  }

  async #send(request: HttpRequest<unknown>): Promise<HttpResponse<unknown>> {
    const headers = new Headers({ authorization: `Bearer ${this.#key}` });
    const body = request.serializeBody() as BodyInit | null;
    const type = body instanceof FormData ? null : request.detectContentTypeHeader();
    if (type) {
      headers.set('content-type', type);
    }
    const response = await fetch(request.urlWithParams, { method: request.method, headers, body });
    const answer = await response.json();
    if (!response.ok) {
      throw new HttpErrorResponse({ error: answer, status: response.status });
    }
    return new HttpResponse({ body: answer, status: response.status });
  }
}

/** Sends, lists, uploads, and reads a typed error. */
export async function drive(baseUrl: string, apiKey: string) {
  const http = new HttpClient(new FetchHandler(apiKey));
  const text: SendMessageRequest = { to: '905551112233', text: 'Hello' };
  const sent = await firstValueFrom(sendTemplate(http, baseUrl, { body: { to: '905551112233', name: 'hello_world' } }));
  const templates = await firstValueFrom(listTemplates(http, baseUrl, { status: 'APPROVED' }));
  const file = new File(['%PDF-1.4 invoice'], 'invoice.pdf', { type: 'application/pdf' });
  const upload = await firstValueFrom(uploadMedia(http, baseUrl, { body: { file } }));
  const refused = await firstValueFrom(sendMessage(http, baseUrl, { body: text })).catch(
    ({ error }: HttpErrorResponse) => error as ErrorEnvelope,
  );
  const error = 'error' in refused ? refused.error : undefined;
  return {
    sent: sent.body.data.id,
    templates: templates.body.data.templates.map(({ name }) => name),
    upload: upload.body.data.id,
    code: error?.code,
    fix: error?.fix,
  };
}
