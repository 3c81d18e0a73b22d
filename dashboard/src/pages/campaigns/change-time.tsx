import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { messageAt } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { fieldOfTime, timeOfField, useZone } from '../../parts/values/time.tsx';
import type { Campaign } from './campaign.ts';

/** Changes when a scheduled campaign starts. */
export function ChangeTime({ campaign }: { campaign: Campaign }) {
  const account = useAccountId();
  const queries = useQueryClient();
  const zone = useZone();
  const [time, setTime] = useState<string>();
  const change = useMutation({
    mutationFn: (at: string) =>
      bodyOf(
        admin.POST('/accounts/{account}/campaigns/{campaign}/reschedule', {
          params: { path: { account, campaign: campaign.campaign_id } },
          body: { at: timeOfField(at, zone).toISOString() },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['campaigns', account] });
      setTime(undefined);
      toast('The campaign has a new time');
    },
  });
  const open = () => {
    change.reset();
    setTime(fieldOfTime(Date.parse(campaign.starts_at ?? ''), zone));
  };
  const atField = messageAt(change.error, 'at');
  return (
    <>
      <Button icon={CalendarClock} onPress={open}>
        Change the time
      </Button>
      <FormDialog
        title="Change the time"
        action="Change the time"
        isOpen={time !== undefined}
        onClose={() => setTime(undefined)}
        isPending={change.isPending}
        isDisabled={time === ''}
        onSubmit={() => time && change.mutate(time)}
      >
        <TextField
          label="Start time"
          type="datetime-local"
          value={time ?? ''}
          onChange={setTime}
          error={atField}
          help={`In the time zone of the account, ${zone}.`}
          isRequired
        />
        {change.error && atField === undefined && <ErrorNote error={change.error} />}
      </FormDialog>
    </>
  );
}
