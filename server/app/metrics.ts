import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { CHANNELS, type Channel, ERRORS, OPERATIONS } from '@wigwag/openapi';
import { REPLICA_RESULTS, type ReplicaReads } from '../engine/drivers/replica.ts';
import type { QueueLevel } from '../engine/outbox/task.ts';
import { withTimeout } from '../engine/with-timeout.ts';
import { PROVIDER_APIS, type ProviderApi } from '../providers/providers.ts';
import { PROBLEM_KINDS, type ProblemKind } from '../store/callbacks/callbacks.ts';
import { REPORT_KINDS, type ReportKind } from '../store/connections/provider-reports.ts';

/** The results of sending a message, or a part of it, to its provider. */
const SEND_RESULTS = ['accepted', 'rejected', 'unavailable', 'throttled', 'unknown'] as const;
export type SendOutcomeLabel = (typeof SEND_RESULTS)[number];
/** The results of one attempt to deliver an event. */
const DELIVERY_RESULTS = ['delivered', 'retrying', 'failed', 'postponed'] as const;
type DeliveryResult = (typeof DELIVERY_RESULTS)[number];
/** The results of one call of a provider API. */
const PROVIDER_RESULTS = ['answered', 'refused', 'unreachable', 'lost'] as const;
type ProviderResult = (typeof PROVIDER_RESULTS)[number];
/** How serious a report of a provider is. */
export const REPORT_LEVELS = ['problem', 'warning', 'notice'] as const;
export type ReportLevel = (typeof REPORT_LEVELS)[number];

/** Counters for Prometheus. No label identifies a person, an account or a key. */
export interface Metrics {
  /** @param operation an ID from the API document or a route, never the requested path */
  countRequest(operation: string, status: number, seconds: number): void;
  countSend(channel: Channel, result: SendOutcomeLabel): void;
  countDelivery(result: DeliveryResult, seconds: number): void;
  /** Counts an endpoint that is disabled. Nothing is sent to it anymore, so no failures are counted (§6). */
  countDisabledWebhook(): void;
  countProviderCall(provider: ProviderApi, result: ProviderResult, seconds: number): void;
  /** Counts a problem of a callback that could not be used. */
  countCallbackProblem(kind: ProblemKind): void;
  /** Counts what a provider reports about a number or an account. */
  countProviderReport(kind: ReportKind, level: ReportLevel): void;
  /** Also measures the process from now on: memory, CPU, event loop and garbage collection. */
  watchProcess(): void;
  /** Returns all metrics in Prometheus' text format, with the current state of the queues. */
  text(): Promise<{ type: string; text: string }>;
}

/** From a fast response to the longest timeout, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * How long the database may take to report the state of the queues, in milliseconds. A scrape waits no longer than
 * this.
 */
const TIMEOUT = 2_000;

interface MetricsParts {
  /** Returns the state of the queues in the database, which all processes share. */
  readQueues(): Promise<QueueLevel[]>;
  /** Returns whether the database accepts writes from this process. */
  isWritable(): Promise<boolean>;
  /** The number of reads that could use the replica; undefined without one. */
  replicaReads?: ReplicaReads | undefined;
}

export function createMetrics({ readQueues, isWritable, replicaReads }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `wigwag_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `wigwag_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name: `wigwag_${name}`, help, labelNames, buckets, registers });

  const requests = counter('http_requests_total', 'Requests answered.', ['operation', 'status']);
  const requestSeconds = histogram('http_request_seconds', 'Time from a request to the end of its response.', [
    'operation',
  ]);
  const sends = counter('sends_total', 'Messages, or parts of them, sent to providers.', ['channel', 'result']);
  const deliveries = counter('delivery_attempts_total', 'Attempts to deliver an event.', ['result']);
  const deliverySeconds = histogram('delivery_seconds', 'How long webhook endpoints took to respond.', []);
  const disabledWebhooks = counter('webhooks_disabled_total', 'Webhook endpoints that were disabled.', []);
  const calls = counter('provider_calls_total', 'Calls of provider APIs.', ['provider', 'result']);
  const callSeconds = histogram('provider_call_seconds', 'How long providers took to respond.', ['provider']);
  const callbackProblems = counter('callback_problems_total', 'Problems of callbacks that could not be used.', [
    'kind',
  ]);
  const providerReports = counter('provider_reports_total', 'What providers reported about numbers and accounts.', [
    'kind',
    'level',
  ]);
  const databaseUp = gauge('database_up', 'Whether the queues could be read from the database for this scrape.', []);
  const databaseWritable = gauge('database_writable', 'Whether the database accepts writes, as far as is known.', []);
  const tasks = gauge('queue_tasks', 'Tasks by queue: due, waiting for their time, or running.', ['queue', 'state']);
  const oldestDue = gauge('queue_oldest_due_seconds', 'How long the oldest due task has been due.', ['queue']);

  const replica = counter('replica_reads_total', 'Lists that the replica answered, or the primary instead.', [
    'result',
  ]);

  // Prometheus sees an increase only after it has seen a first value. Without a zero, the first failure would go
  // unnoticed.
  for (const result of SEND_RESULTS) {
    for (const channel of CHANNELS) {
      sends.inc({ channel, result }, 0);
    }
  }
  for (const result of DELIVERY_RESULTS) {
    deliveries.inc({ result }, 0);
  }
  for (const provider of PROVIDER_APIS) {
    for (const result of PROVIDER_RESULTS) {
      calls.inc({ provider, result }, 0);
    }
    callSeconds.zero({ provider });
  }
  for (const kind of PROBLEM_KINDS) {
    callbackProblems.inc({ kind }, 0);
  }
  for (const kind of REPORT_KINDS) {
    for (const level of REPORT_LEVELS) {
      providerReports.inc({ kind, level }, 0);
    }
  }
  // Of all results of requests, only internal errors must not go unnoticed.
  for (const { id: operation } of OPERATIONS) {
    requests.inc({ operation, status: ERRORS.INTERNAL_ERROR.http }, 0);
  }

  function countReplicaReads(): void {
    replica.reset();
    for (const result of replicaReads === undefined ? [] : REPLICA_RESULTS) {
      replica.inc({ result }, replicaReads?.[result]);
    }
  }

  async function measureWrites(): Promise<void> {
    databaseWritable.set((await withTimeout(isWritable(), TIMEOUT).catch(() => false)) ? 1 : 0);
  }

  async function measureQueues(): Promise<void> {
    tasks.reset();
    oldestDue.reset();
    const levels = await withTimeout(readQueues(), TIMEOUT).catch(() => undefined);
    databaseUp.set(levels ? 1 : 0);
    for (const { queue, due, waiting, running, oldestDueSeconds } of levels ?? []) {
      tasks.set({ queue, state: 'due' }, due);
      tasks.set({ queue, state: 'waiting' }, waiting);
      tasks.set({ queue, state: 'running' }, running);
      oldestDue.set({ queue }, oldestDueSeconds);
    }
  }

  return {
    countRequest(operation, status, seconds) {
      requests.inc({ operation, status });
      requestSeconds.observe({ operation }, seconds);
    },
    countSend: (channel, result) => sends.inc({ channel, result }),
    countDelivery(result, seconds) {
      deliveries.inc({ result });
      deliverySeconds.observe(seconds);
    },
    countDisabledWebhook: () => disabledWebhooks.inc(),
    countProviderCall(provider, result, seconds) {
      calls.inc({ provider, result });
      callSeconds.observe({ provider }, seconds);
    },
    countCallbackProblem: (kind) => callbackProblems.inc({ kind }),
    countProviderReport: (kind, level) => providerReports.inc({ kind, level }),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    async text() {
      countReplicaReads();
      await Promise.all([measureQueues(), measureWrites()]);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
