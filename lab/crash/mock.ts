import type { Credentials } from '@wigwag/mock-provider';
import { Program } from './programs.ts';

/** A send that the provider accepted. */
export interface ProviderSend {
  channel: string;
  business_id: string;
  at: string;
  payload: { biz_opaque_callback_data?: string; message?: { metadata?: string } };
}

/** The mock provider as a process, and its control routes. */
export class Mock {
  readonly program: Program;
  url = '';
  credentials!: Credentials;

  constructor(seed: number, log: string) {
    this.program = new Program('mock-process.ts', [String(seed)], {}, log);
  }

  async ready(): Promise<void> {
    const told = (await this.program.ready) as { url: string; credentials: Credentials };
    this.url = told.url;
    this.credentials = told.credentials;
  }

  /** @throws if the mock refuses the call */
  async control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/_mock/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T & { error?: string };
    if (!response.ok) {
      throw new Error(answer.error);
    }
    return answer;
  }

  /** Returns the number of delayed tasks. */
  async waiting(): Promise<number> {
    return (await this.control<{ waiting: number }>('GET', 'state')).waiting;
  }

  /** Returns the sends that the mock accepted, by our ID. */
  async sends(): Promise<ProviderSend[]> {
    return (await this.control<{ sends: ProviderSend[] }>('GET', 'sends')).sends;
  }
}
