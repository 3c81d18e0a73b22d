import { ProgressBar, Spinner } from '@inkjs/ui';
import type { admin } from '@wigwag/server';
import { Box, Text } from 'ink';
import { DESERTED, handled, inWords, isDeserted } from '../commands/admin/campaigns/progress.ts';

const BAR_WIDTH = 40;

/** Shows a running campaign: how much of the list is sent, and the results. */
export function CampaignScreen({ progress }: { progress: admin.CampaignProgress }) {
  const { campaign, total } = progress;
  const percent = total === 0 ? 0 : Math.floor((handled(progress) / total) * 100);
  return (
    <Box flexDirection="column">
      <Box gap={1}>
        <Text bold>campaign {campaign.id}</Text>
        <Box width={BAR_WIDTH}>
          <ProgressBar value={percent} />
        </Box>
        <Text>{percent} %</Text>
      </Box>
      <Text>{inWords(progress)}</Text>
      {isDeserted(progress) ? <Text color="yellow">{DESERTED}</Text> : null}
      {campaign.state === 'sending' ? <Spinner label="press Ctrl-C to leave; the server continues" /> : null}
    </Box>
  );
}
