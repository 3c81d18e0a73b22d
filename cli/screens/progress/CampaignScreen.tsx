import { ProgressBar, Spinner } from '@inkjs/ui';
import { Box, Text } from 'ink';
import { type CampaignStatus, handled, inWords, isIdle, NO_SERVER } from '../../commands/admin/campaigns/progress.ts';

const BAR_WIDTH = 40;

/** Shows a running campaign: how much of the list is sent, and the results. */
export function CampaignScreen({ progress }: { progress: CampaignStatus }) {
  const { campaign_id, state, recipients } = progress;
  const percent = recipients === 0 ? 0 : Math.floor((handled(progress) / recipients) * 100);
  return (
    <Box flexDirection="column">
      <Box gap={1}>
        <Text bold>campaign {campaign_id}</Text>
        <Box width={BAR_WIDTH}>
          <ProgressBar value={percent} />
        </Box>
        <Text>{percent} %</Text>
      </Box>
      <Text>{inWords(progress)}</Text>
      {isIdle(progress) ? <Text color="yellow">{NO_SERVER}</Text> : null}
      {state === 'sending' ? <Spinner label="press Ctrl-C to leave; the server continues" /> : null}
    </Box>
  );
}
