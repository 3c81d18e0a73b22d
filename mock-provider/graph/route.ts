import type { Job, Work } from '../world/work.ts';

/** Tracks the reply to a request. Over HTTP, the server creates it. In process, it is created when it is needed. */
export interface ReplyTracker {
  job: Job;
  /** Resolves when the reply is sent. */
  replied: Promise<void>;
  leave(): void;
}

export function trackReply(work: Work): ReplyTracker {
  const { promise, resolve } = Promise.withResolvers<void>();
  const job = work.begin();
  return {
    job,
    replied: promise,
    leave: () => {
      resolve();
      job.end();
    },
  };
}

/** A request as the HTTP server or MSW received it. */
export interface HttpRequest {
  method: string;
  url: URL;
  header(name: string): string | undefined;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Over HTTP and in batches, whose senders report when the reply is sent. */
  replyTracker?: ReplyTracker;
}

/** A reply that the HTTP server sends as it is. Creating a `Response` and reading it again would cost more. */
export interface GraphReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Route {
  matches(request: HttpRequest): boolean;
  run(request: HttpRequest): GraphReply | Response | Promise<GraphReply | Response>;
}

/** Returns the route of a request; undefined if the mock does not respond to it. */
export type FindRoute = (request: HttpRequest) => Route | undefined;
