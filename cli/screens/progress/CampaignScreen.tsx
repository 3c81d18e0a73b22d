import { Box, Text } from 'ink';
import { type CampaignStatus, handled, inWords, isIdle, NO_SERVER } from '../../commands/admin/campaigns/progress.ts';
import { barOf } from '../../output/bars.ts';
import { Spinner } from '../parts/Spinner.tsx';

const BAR_WIDTH = 40;

/** Shows a running campaign: how much of the list is sent, and the results. */
export function CampaignScreen({ progress }: { progress: CampaignStatus }) {
  const { campaign_id, state, recipients } = progress;
  const share = recipients === 0 ? 0 : handled(progress) / recipients;
  return (
    <Box flexDirection="column">
      <Box gap={1}>
        <Text bold>campaign {campaign_id}</Text>
        <Text color="magenta">{barOf(share, BAR_WIDTH).replaceAll(' ', '░')}</Text>
        <Text>{Math.floor(share * 100)} %</Text>
      </Box>
      <Text>{inWords(progress)}</Text>
      {isIdle(progress) ? <Text color="yellow">{NO_SERVER}</Text> : null}
      {state === 'sending' ? <Spinner label="press Ctrl-C to leave; the server continues" /> : null}
    </Box>
  );
}
