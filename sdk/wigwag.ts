import type { Client } from 'openapi-fetch';
import { checkOptions } from '#checks';
import { withEnvironment } from '#environment';
import { conversationMethods } from './conversations/conversation-methods.ts';
import type { Listen, Streaming, WaitingForReply } from './conversations/following.ts';
import { type TailOptions, tail } from './events/tail.ts';
import { Resources, ROUTES } from './generated/resources.ts';
import type { paths } from './generated/types.ts';
import { type Waiting, waitingFor } from './messages/wait-until.ts';
import { methodsOf, rawRequest } from './methods.ts';
import type { WigwagOptions } from './options.ts';
import { dataIn } from './request/api-error.ts';
import type { RawRequest } from './request/raw-request.ts';
import { settingsOf } from './request/settings.ts';

/**
 * A client of the API. Every method throws `ApiError` if the API refuses the call, and `ConnectionError` if it does not
 * respond.
 */
export class Wigwag extends Resources {
  /**
   * The underlying typed openapi-fetch client. It can call every operation of the document, with the key, but it
   * neither retries nor throws API errors.
   */
  declare readonly client: Client<paths>;
  declare readonly messages: Resources['messages'] & Waiting & WaitingForReply;
  declare readonly conversations: Resources['conversations'] & Streaming;
  /**
   * Yields the account's events as they happen, each exactly once, even after lost connections. It needs no public
   * address.
   *
   * @throws {ConnectionError} if the first connection fails
   * @throws {ApiError} if the server refuses the first connection, or permanently refuses a later one
   */
  declare readonly events: Listen;

  /**
   * Calls any path below `baseUrl`, with the retries and errors of the methods, and returns `data` of the response. For
   * operations that this version of the SDK does not know.
   *
   * @throws {ApiError | ConnectionError} like the methods
   */
  declare readonly request: RawRequest;

  /** @throws {TypeError} if there is no key, or if an option is unknown or invalid */
  constructor(options: WigwagOptions = {}) {
    checkOptions('client', options);
    const { settings, baseUrl } = settingsOf(
      withEnvironment(options),
      'API key. Pass `apiKey` or set WIGWAG_API_KEY',
      dataIn,
    );
    const { client } = settings;
    super();
    Object.assign(this, methodsOf(settings, ROUTES), {
      client,
      request: rawRequest(settings),
      events: (options?: TailOptions) => tail(client, baseUrl, options),
    });
    const { stream, waitForReply } = conversationMethods(this.conversations, this.events);
    Object.assign(this.messages, waitingFor(this.messages), { waitForReply });
    Object.assign(this.conversations, { stream });
  }
}
