/** Thrown by `waitForReply` if the person does not write within `waitTimeout`. */
export class NoReplyError extends Error {
  override name = 'NoReplyError';
}
