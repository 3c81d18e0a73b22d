import { useSession } from '../../api/session.ts';
import { Select, Switch } from '../../parts/fields/fields.tsx';
import { type FormProps, QUIET } from './draft.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  text: `${String(hour).padStart(2, '0')}:00`,
}));

/** When a run stops, and the hours in which nothing is sent. */
export function Rules({ draft, change, errors, isDisabled }: FormProps) {
  const { account } = useSession();
  const { quiet } = draft;
  return (
    <section className="section" aria-label="Rules">
      <h2>Rules</h2>
      <div className="stack tight">
        <Switch
          isSelected={draft.stopOnReply}
          isDisabled={isDisabled}
          onChange={(stopOnReply) => change({ stopOnReply })}
        >
          Stop when the customer writes
        </Switch>
        <Switch
          isSelected={draft.stopOnAgent}
          isDisabled={isDisabled}
          onChange={(stopOnAgent) => change({ stopOnAgent })}
        >
          Stop when an agent takes over
        </Switch>
        <Switch
          isSelected={quiet !== null}
          isDisabled={isDisabled}
          onChange={(isOn) => change({ quiet: isOn ? QUIET : null })}
        >
          Send nothing in quiet hours
        </Switch>
      </div>
      {quiet && (
        <>
          <div className="row wrap">
            <Select
              label="From"
              value={String(quiet.start)}
              options={HOURS}
              isDisabled={isDisabled}
              error={errors.quiet}
              onChange={(hour) => change({ quiet: { ...quiet, start: Number(hour) } })}
            />
            <Select
              label="Until"
              value={String(quiet.end)}
              options={HOURS}
              isDisabled={isDisabled}
              onChange={(hour) => change({ quiet: { ...quiet, end: Number(hour) } })}
            />
          </div>
          <p className="field-help">
            In the account’s time zone{account ? `, ${account.time_zone}` : ''}. A step that is due in these hours is
            sent when they end. If the 24-hour window closes before that, the run stops.
          </p>
        </>
      )}
    </section>
  );
}
