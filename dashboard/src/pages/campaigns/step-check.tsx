import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConnectionName } from '../../api/connections.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Mistakes } from '../../parts/data/mistakes.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ErrorNote, Note, Progress } from '../../parts/feedback.tsx';
import { Checkbox, Select, TextField } from '../../parts/fields/fields.tsx';
import { fullTime, Time, timeOfField, useZone } from '../../parts/values/time.tsx';
import { REASONS } from './campaign.ts';
import { type CheckedList, checkList, type Wish } from './check-list.ts';
import { PHONE_SLOT, slotsOf, sourceOf } from './slots.ts';
import { startCampaign } from './start-campaign.ts';
import {
  type CampaignDraft,
  type DraftList,
  type Template,
  useCampaignName,
  useStartTime,
} from './use-campaign-draft.ts';

interface StepCheckProps {
  template: Template;
  list: DraftList;
  draft: CampaignDraft;
  onStarted: (campaign: number) => void;
}

const people = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'person' : 'people'}`;

/** Checks the list without sending, shows the counts and the mistakes, and starts the campaign. */
export function StepCheck({ template, list, draft, onStarted }: StepCheckProps) {
  const account = useAccountId();
  const [attempt, setAttempt] = useState(0);
  const [done, setDone] = useState(0);
  const [checked, setChecked] = useState<CheckedList>();
  const [error, setError] = useState<unknown>();
  // The draft does not change while this step is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts the check again
  useEffect(() => {
    const abort = new AbortController();
    setError(undefined);
    setChecked(undefined);
    checkList({ account, template, connection: draft.connection }, draft, list, setDone, abort.signal).then(
      setChecked,
      (problem) => !abort.signal.aborted && setError(problem),
    );
    return () => abort.abort();
  }, [account, template, draft, list, attempt]);
  if (error !== undefined) {
    return <ErrorNote error={error} retry={() => setAttempt(attempt + 1)} />;
  }
  if (!checked) {
    return <Progress label="Checking the list. Nothing is sent" done={done} total={list.rows.length} />;
  }
  const columnOf = (field: string): string => {
    const slot = slotsOf(template).find(({ id }) => id === (field === 'variables' ? PHONE_SLOT.id : field));
    const source = slot && sourceOf(slot, draft, list.header);
    return source && 'column' in source ? (list.header[source.column] ?? field) : field;
  };
  const rows = checked.mistakes.map((mistake) => ({
    ...mistake,
    field: mistake.field === null ? null : columnOf(mistake.field),
  }));
  return (
    <>
      <p className="muted">The list is checked. Nothing is sent yet.</p>
      <Counts checked={checked} rows={list.rows.length} />
      {rows.length > 0 && <Mistakes mistakes={rows} name={list.name} />}
      <Start
        wish={{ account, template, connection: draft.connection }}
        checked={checked}
        onStarted={onStarted}
        onRecheck={() => setAttempt(attempt + 1)}
      />
    </>
  );
}

function Counts({ checked, rows }: { checked: CheckedList; rows: number }) {
  const skipped = [...checked.skipped.values()].reduce((sum, count) => sum + count, 0);
  const tiles: readonly (readonly [name: string, count: number, about: string])[] = [
    ['Will get the message', checked.people - skipped, `of ${rows.toLocaleString()} rows`],
    [
      'Skipped',
      skipped,
      [...checked.skipped]
        .map(([reason, count]) => `${count.toLocaleString()} ${REASONS[reason] ?? reason}`)
        .join(', ') || 'No one opted out or is blocked',
    ],
    ['Duplicates', checked.duplicates, 'Each person gets one message'],
    ['Mistakes', checked.mistakes.length, checked.mistakes.length === 0 ? 'Every row can be sent' : 'See below'],
  ];
  return (
    <dl className="tiles" aria-label="Result of the check">
      {tiles.map(([name, count, about]) => (
        <div key={name} className="tile">
          <dt>{name}</dt>
          <dd className="number">{count.toLocaleString()}</dd>
          <dd className="muted tile-about">{about}</dd>
        </div>
      ))}
    </dl>
  );
}

interface StartProps {
  wish: Wish;
  checked: CheckedList;
  onStarted: (campaign: number) => void;
  onRecheck: () => void;
}

function Start({ wish, checked, onStarted, onRecheck }: StartProps) {
  const { mistakes, previous, connection, skipped } = checked;
  const [leavesOut, setLeavesOut] = useState(false);
  const [isAgain, setAgain] = useState(false);
  const zone = useZone();
  const connectionName = useConnectionName(connection);
  const [name, setName] = useCampaignName();
  const [startTime, setStartTime] = useStartTime();
  // The time passes while the page is open, so it is checked again when the campaign starts.
  const [, setCheckedAt] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const [stored, setStored] = useState<number>();
  const [error, setError] = useState<unknown>();
  const wasSent = previous?.state === 'done';
  const isStopped = previous?.state === 'stopped';
  const canChooseTime = !previous || wasSent || previous.state === 'loading';
  const later = canChooseTime ? startTime : null;
  const receivers = checked.people - [...skipped.values()].reduce((sum, count) => sum + count, 0);
  const at = later ? timeOfField(later, zone) : undefined;
  const isTimePast = () => at !== undefined && at.getTime() <= Date.now();
  const isPast = isTimePast();
  const isReady =
    later !== '' && !isPast && checked.people > 0 && (mistakes.length === 0 || leavesOut) && (!wasSent || isAgain);
  const start = async () => {
    setCheckedAt(Date.now());
    if (isTimePast()) {
      return; // the field reports it
    }
    setError(undefined);
    setStored(0);
    try {
      onStarted(await startCampaign(wish, checked, name.trim(), at, setStored));
    } catch (problem) {
      setError(problem);
      setStored(undefined);
    }
  };
  if (stored !== undefined) {
    return (
      <Progress
        label={at ? 'Storing the list' : 'Storing the list. Sending begins when it is complete'}
        done={stored}
        total={checked.recipients.length}
      />
    );
  }
  if (previous?.state === 'scheduled' || previous?.state === 'sending') {
    return (
      <Note tone="warn">
        <p>
          {previous.state === 'scheduled' ? 'A scheduled campaign has the same list: ' : 'This list is being sent: '}
          <Link to="/campaigns" search={{ campaign: previous.campaign_id } as never}>
            campaign {previous.campaign_id}
          </Link>
          .
        </p>
      </Note>
    );
  }
  const action = isStopped
    ? `Resume campaign ${previous.campaign_id}, which sends at once`
    : `${at ? 'Schedule for' : 'Send to'} ${people(receivers)}`;
  return (
    <>
      {previous && (
        <Note tone="warn">
          {wasSent ? (
            <p>
              This list was already sent as campaign {previous.campaign_id}, <Time at={previous.created_at} />.
            </p>
          ) : (
            <p>
              Campaign {previous.campaign_id} has the same list and is {isStopped ? 'stopped' : 'not complete'}.
              Starting continues it.
            </p>
          )}
        </Note>
      )}
      {wasSent && (
        <Checkbox isSelected={isAgain} onChange={setAgain}>
          Send it again
        </Checkbox>
      )}
      {mistakes.length > 0 && checked.people > 0 && (
        <Checkbox isSelected={leavesOut} onChange={setLeavesOut}>
          {`Leave out the ${mistakes.length.toLocaleString()} ${mistakes.length === 1 ? 'row' : 'rows'} with mistakes`}
        </Checkbox>
      )}
      {checked.people === 0 && (
        <Note tone="bad">
          <p>No row can be sent. Fix the list, or choose other columns.</p>
        </Note>
      )}
      {error !== undefined && <ErrorNote error={error} retry={onRecheck} />}
      {canChooseTime && (
        <TextField
          label="Name of the campaign"
          help="To find it in lists and reports. Customers do not see it. Optional."
          maxLength={100}
          value={name}
          onChange={setName}
        />
      )}
      <div className="row wrap campaign-time">
        {canChooseTime && (
          <Select
            label="Start"
            value={later === null ? 'now' : 'later'}
            onChange={(when) => setStartTime(when === 'now' ? null : '')}
            options={[
              { value: 'now', text: 'Now' },
              { value: 'later', text: 'At a later time' },
            ]}
          />
        )}
        {later !== null && (
          <TextField
            label="Start time"
            type="datetime-local"
            value={later}
            onChange={setStartTime}
            error={isPast ? 'Choose a time in the future.' : undefined}
            help={`In the time zone of the account, ${zone}.`}
            isRequired
          />
        )}
        <span className="grow" />
        {mistakes.length > 0 && checked.people > 0 && !leavesOut && (
          <span className="muted">Fix the rows in your file, or leave them out.</span>
        )}
        <Button kind="primary" isDisabled={!isReady} onPress={() => setConfirming(true)}>
          {action}
        </Button>
      </div>
      <Confirm
        title={isStopped ? `Resume campaign ${previous.campaign_id}?` : `${action}?`}
        action={isStopped ? 'Resume the campaign' : at ? 'Schedule the campaign' : 'Start the campaign'}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => void start()}
      >
        <p>
          {wish.template.name} ({wish.template.language}, {wish.template.category.toLowerCase()}) is sent over{' '}
          {connectionName}, starting {at ? `on ${fullTime(at, zone)}` : 'now'}. You can stop the campaign at any time.
          Sent messages cannot be recalled.
        </p>
      </Confirm>
    </>
  );
}
