import type { ControlOperations } from '@wigwag/openapi';
import { boundedText } from './bounded-body.ts';
import { requireSafeIntegers } from './large-integer.ts';
import { noResponse } from './no-response.ts';
import type { Secrets } from './secrets.ts';
import { recordStep } from './steps.ts';
import { Untestable } from './verdict.ts';

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
export type ControlBody<Op extends keyof ControlOperations> = ControlOperations[Op] extends { requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : undefined;
export type ControlData<Op extends keyof ControlOperations> = JsonOf<ControlOperations[Op]['responses'][200]>;

const ROUTES = {
  createAccount: ['POST', '/accounts'],
  deleteAccounts: ['POST', '/accounts/delete'],
  createKey: ['POST', '/keys'],
  revokeKey: ['POST', '/keys/revoke'],
  setWebhook: ['PUT', '/webhook'],
  addEndpoint: ['POST', '/endpoints'],
  putTemplate: ['POST', '/templates'],
  setConnection: ['POST', '/connections'],
  createLabel: ['POST', '/labels'],
  createAgent: ['POST', '/agents'],
  receiveInbound: ['POST', '/inbound'],
  createCampaign: ['POST', '/campaigns'],
  getClock: ['GET', '/clock'],
  advanceClock: ['POST', '/clock/advance'],
  settle: ['POST', '/settle'],
  setProviderOutcome: ['POST', '/provider/next'],
  listProviderSends: ['GET', '/provider/sends'],
  listDeliveries: ['GET', '/deliveries'],
  holdDelivery: ['POST', '/deliveries/held'],
} as const;

type ControlCall = keyof typeof ROUTES;

/** A call of the control protocol failed. The fault is in the setup of the case, not in the case. */
export class ControlFault extends Error {
  override name = 'ControlFault';
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Advancing the clock over hours of retries is slow; reading it is not. */
const TIMEOUT_SECONDS = 60;
const TIMEOUT_SECONDS_CLOCK = 15;

/** The control protocol of the target (openapi/control.yaml). */
export class Control {
  readonly url: string;
  readonly #secrets: Secrets | undefined;
  #takesHolds = true;
  readonly #created: string[] = [];

  /** @param secrets collects the new keys and secrets */
  constructor(url: string, secrets?: Secrets) {
    this.url = url;
    this.#secrets = secrets;
  }

  /** Reports that a receiver withholds its response, unless the target lacks this optional call. */
  async hold(body: ControlBody<'holdDelivery'>): Promise<void> {
    if (this.#takesHolds) {
      await this.call('holdDelivery', body).catch(() => {
        this.#takesHolds = false;
      });
    }
  }

  /** Deletes the accounts that these calls have created, unless the target lacks this optional call. */
  async deleteCreated(): Promise<void> {
    const account_ids = this.#created.splice(0);
    await this.call('deleteAccounts', { account_ids }).catch(() => {});
  }

  /** @throws {ControlFault}, and {Untestable} if it has an integer beyond 2^53 - 1 */
  async call<Op extends ControlCall>(call: Op, body?: ControlBody<Op>, query = ''): Promise<ControlData<Op>> {
    const [method, path] = ROUTES[call];
    const timeout = call === 'getClock' ? TIMEOUT_SECONDS_CLOCK : TIMEOUT_SECONDS;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = { method, url: this.url + path + query, headers: {}, body: text };
    try {
      const response = await fetch(this.url + path + query, {
        method,
        ...(text !== undefined && { headers: { 'content-type': 'application/json' }, body: text }),
        signal: AbortSignal.timeout(timeout * 1000),
      });
      const told = await boundedText(response);
      recordStep({ kind: 'control', request, status: response.status, text: told });
      if (!response.ok) {
        throw new ControlFault(
          `${method} ${path} of the control protocol returned ${response.status}: ${told.slice(0, 300)}`,
          response.status,
        );
      }
      requireSafeIntegers(told, `${method} ${path} of the control protocol`);
      const data = JSON.parse(told) as ControlData<Op>;
      if (call === 'createAccount') {
        this.#created.push((data as ControlData<'createAccount'>).account_id);
      }
      for (const [name, value] of Object.entries(data ?? {})) {
        if (/key|secret/.test(name) && typeof value === 'string') {
          this.#secrets?.add(value);
        }
      }
      return data;
    } catch (error) {
      if (error instanceof ControlFault || error instanceof Untestable) {
        throw error;
      }
      throw new ControlFault(
        `${method} ${path} of the control protocol got no response: ${noResponse(error, timeout)}`,
      );
    }
  }
}
