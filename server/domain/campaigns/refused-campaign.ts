import type { App } from '../../app/app.ts';
import type { Reach } from '../../providers/callback.ts';
import type { Effects } from '../../store/effects.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';

/** An error of the provider that would also refuse the next messages of a campaign. */
export interface CampaignRefusal {
  reach: Reach;
  error: MessageError;
  /** A campaign that was resumed later than this continues (campaign-refused). */
  since: number;
}

/** Returns whether an error with this reach also refuses the other messages of a campaign. */
export const refusesCampaign = (reach: Reach | undefined): boolean =>
  reach === 'template' || reach === 'number' || reach === 'account';

/**
 * Returns the effects that stop the campaign of a message.
 *
 * @param isUnsent whether the recipient waits for another message, because this one has failed
 */
export function stopCampaignOf(
  message: StoredMessage,
  campaignId: number,
  { reach, error, since }: CampaignRefusal,
  isUnsent: boolean,
): Effects {
  const { accountId, id: messageId, person: phone } = message;
  const problem = `the provider refuses ${whatIsRefused(message, reach)}: ${error.code} ${error.title}`;
  const unsent = isUnsent ? [{ phone, messageId }] : [];
  return { stoppedCampaigns: [{ accountId, campaignId, since, problem, unsent }] };
}

const whatIsRefused = ({ connectionId, content }: StoredMessage, reach: Reach): string =>
  reach === 'template' ? `the template ${(content as FilledTemplate).name} on ${connectionId}` : connectionId;

export const logStop = (app: Pick<App, 'log'>, campaign: number, { code }: MessageError): void =>
  app.log.error({ campaign, code }, 'a campaign stopped: the provider would refuse every message');
