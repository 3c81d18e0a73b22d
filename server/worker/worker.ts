import { CAMPAIGN_MOST_LEAVING } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import type { TaskKind } from '../engine/worker/context.ts';
import type { Concurrency } from '../engine/worker/shares.ts';
import * as engine from '../engine/worker/worker.ts';
import type { QueueName, TaskName } from '../store/tasks.ts';
import { processCallbacks } from './callbacks/process-callback.ts';
import { feedCampaign } from './campaigns/feed-campaign.ts';
import { sendSignal } from './conversations/send-signal.ts';
import { runFlowStep } from './flows/run-flow-step.ts';
import { confirmSend } from './messages/confirm-send.ts';
import { sendMessage } from './messages/send-message.ts';
import { simulateStatuses } from './messages/simulate-statuses.ts';
import { optOutRecipient } from './opt-outs/opt-out-recipient.ts';
import { createSweep } from './sweep.ts';
import { syncTemplates } from './templates/sync-templates.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

export type { Worker } from '../engine/worker/worker.ts';

/**
 * How many tasks of each queue run concurrently. Each webhook endpoint has a share of the deliveries: the first one of
 * an account in `deliver`, the others in `endpoint`. An account's share of sends covers several connections with a slow
 * provider. Its backlog does not delay other accounts. Its share of flow steps leaves some for others, since the steps
 * of a whole campaign can be due at once.
 */
const CONCURRENCY: Record<QueueName, Concurrency> = {
  send: { total: 256, shares: { each: 128, shared: 192, hasTimeSlots: true } },
  campaign: { total: CAMPAIGN_MOST_LEAVING },
  // Callbacks of one provider app are processed in order, and together.
  callback: { total: 64 },
  flow: { total: 128, shares: { each: 96, shared: 96 } },
  deliver: { total: 512, shares: { each: 8, shared: 256 } },
  endpoint: { total: 512, shares: { by: 'share', each: 8, shared: 256 } },
};
/** How each kind of task runs. */
export const TASKS: Record<TaskName, TaskKind<App>> = {
  'send-message': { run: sendMessage },
  'confirm-send': { run: confirmSend },
  'feed-campaign': { run: feedCampaign },
  'send-campaign-message': { run: sendMessage },
  'simulate-statuses': { run: simulateStatuses },
  'send-signal': { run: sendSignal },
  'deliver-webhook': { run: deliverWebhook },
  'deliver-to-endpoint': { run: deliverWebhook },
  'sync-templates': { run: syncTemplates },
  'opt-out-recipient': { run: optOutRecipient },
  'run-flow-step': { run: runFlowStep },
  'process-callback': { runTogether: processCallbacks },
};

/** Returns a worker that runs the tasks that commits create. */
export const createWorker = (app: App): engine.Worker =>
  engine.createWorker(app, { queues: CONCURRENCY, tasks: TASKS, createSweep });
