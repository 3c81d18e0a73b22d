import { EVENTS } from 'virtual:facts';
import { useQueryClient } from '@tanstack/react-query';
import type { EventName } from '@wigwag/openapi';
import { type FormEvent, useRef, useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { patiently } from '../../api/patiently.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note, Progress } from '../../parts/feedback.tsx';
import { Checkbox, Select, TextField } from '../../parts/fields/fields.tsx';
import { fieldOfTime, timeOfField, useZone } from '../../parts/values/time.tsx';
import { type Endpoint, nameOf, STATES, takesEvents } from './data.ts';

const CHOICES = ['missed', 'failed', 'delivered'] as const;
type ReplayState = (typeof CHOICES)[number];
const ANY = 'any';
const DAY = 86_400_000;

type Done = { replayed: number; left: number; isOver: boolean };

interface ReplayPeriodProps {
  endpoints: readonly Endpoint[];
  /** The ID of the endpoint that the list is filtered by. */
  chosen: number | undefined;
  onClose: () => void;
}

/** Replays the events of a period, part by part. */
export function ReplayPeriod({ endpoints, chosen, onClose }: ReplayPeriodProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const zone = useZone();
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState('');
  const [states, setStates] = useState<readonly ReplayState[]>(['missed', 'failed']);
  const [event, setEvent] = useState<EventName | typeof ANY>(ANY);
  const taking = endpoints.filter(takesEvents);
  const [endpoint, setEndpoint] = useState(taking.some(({ id }) => id === chosen) ? String(chosen) : ANY);
  const [again, setAgain] = useState(false);
  const [done, setDone] = useState<Done>();
  const [error, setError] = useState<unknown>();
  const stopped = useRef(false);
  // The account of an operator is known only after the first render.
  const begin = from ?? fieldOfTime(Date.now() - DAY, zone);
  const isRunning = done !== undefined && !done.isOver && error === undefined;
  const run = async (submitted: FormEvent) => {
    submitted.preventDefault();
    stopped.current = false;
    setError(undefined);
    const wanted = {
      from: timeOfField(begin, zone).toISOString(),
      ...(to !== '' && { to: timeOfField(to, zone).toISOString() }),
      states: [...states],
      ...(event !== ANY && { event }),
      ...(endpoint !== ANY && { endpoint: Number(endpoint) }),
      again,
    };
    let replayed = 0;
    let after: string | null = null;
    setDone({ replayed, left: 0, isOver: false });
    try {
      do {
        const body: typeof wanted & { after?: string } = after === null ? wanted : { ...wanted, after };
        const part = await patiently(() =>
          bodyOf(admin.POST('/accounts/{account}/deliveries/replay', { params: { path: { account } }, body })),
        );
        replayed += part.replays.length;
        after = part.next;
        setDone({ replayed, left: part.left, isOver: after === null || stopped.current });
      } while (after !== null && !stopped.current);
    } catch (problem) {
      setError(problem);
    }
    await queries.invalidateQueries({ queryKey: ['deliveries', account] });
  };
  const close = () => {
    stopped.current = true;
    setDone(undefined);
    setError(undefined);
    onClose();
  };
  return (
    <Dialog
      title="Replay a period"
      isOpen
      onClose={close}
      actions={
        done?.isOver ? (
          <Button kind="primary" onPress={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={close}>{isRunning ? 'Stop' : 'Cancel'}</Button>
            <Button
              kind="primary"
              type="submit"
              form="replay-period"
              isPending={isRunning}
              isDisabled={begin === '' || states.length === 0}
            >
              Replay
            </Button>
          </>
        )
      }
    >
      {!done && (
        <form id="replay-period" className="stack" onSubmit={(submitted) => void run(submitted)}>
          <div className="pair">
            <TextField
              label="From"
              type="datetime-local"
              help={`In the time zone of the account, ${zone}.`}
              value={begin}
              onChange={setFrom}
              isRequired
            />
            <TextField label="To" type="datetime-local" help="Until now if empty." value={to} onChange={setTo} />
          </div>
          <fieldset className="choices">
            <legend>Statuses</legend>
            {CHOICES.map((state) => (
              <Checkbox
                key={state}
                isSelected={states.includes(state)}
                onChange={(isSelected) =>
                  setStates(CHOICES.filter((one) => (one === state ? isSelected : states.includes(one))))
                }
              >
                {STATES[state].text}
              </Checkbox>
            ))}
          </fieldset>
          <Select
            label="Event"
            value={event}
            onChange={setEvent}
            options={[{ value: ANY, text: 'Any event' }, ...EVENTS.map((value) => ({ value, text: value }))]}
          />
          {endpoints.length > 1 && (
            <Select
              label="Endpoint"
              help={taking.length < endpoints.length ? 'Endpoints that take no events now are left out.' : undefined}
              value={endpoint}
              onChange={setEndpoint}
              options={[
                { value: ANY, text: 'Each event to the endpoint that it was for' },
                ...taking.map((one) => ({ value: String(one.id), text: `Only events for ${nameOf(one)}` })),
              ]}
            />
          )}
          <Checkbox isSelected={again} onChange={setAgain}>
            Include events that were already replayed
          </Checkbox>
        </form>
      )}
      {done && <Progress label="Replayed" done={done.replayed} total={done.replayed + done.left} />}
      {done?.isOver && (
        <Note tone={done.left === 0 ? 'good' : 'info'}>
          <p>
            {done.replayed === 0
              ? 'No event of this period is left to replay.'
              : `${done.replayed.toLocaleString()} ${done.replayed === 1 ? 'event is' : 'events are'} being sent again.`}
          </p>
        </Note>
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </Dialog>
  );
}
