import type { App } from '../../app/app.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import { conversationCloses } from '../messages/window.ts';
import { STOP_ERRORS } from '../opt-outs/stop-lists.ts';

/** The step that a message belongs to. */
interface StepContent {
  flow?: { run: number; step: number };
}

/**
 * Returns why the queued message of a step must not be sent; undefined if it may be sent, or if it does not belong to a
 * flow. Since the step was due, the run may have stopped, the person may have opted out or the window may have closed
 * (§2.11).
 */
export async function flowSendProblem(app: App, message: StoredMessage): Promise<MessageError | undefined> {
  const { flow } = message.content as StepContent;
  if (flow === undefined || message.conversationId === null) {
    return undefined;
  }
  const { accountId, person, conversationId } = message;
  const { flowRuns, optOuts, conversations } = app.store.read;
  const run = await flowRuns.find(accountId, flow.run);
  if (!run || run.status === 'stopped') {
    return errorOf('flow_stopped', 'Flow stopped', 'The flow run stopped before the message was sent.');
  }
  if (await optOuts.has(accountId, person)) {
    return STOP_ERRORS.opted_out;
  }
  const closesAt = conversationCloses(await conversations.get(accountId, conversationId));
  return closesAt !== null && app.now() >= closesAt
    ? errorOf('window_closed', 'Window closed', 'The window closed before the message was sent.')
    : undefined;
}

const errorOf = (code: string, title: string, detail: string): MessageError => ({
  code,
  title,
  detail,
  provider_message: null,
});
