import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { fieldOf, messageAt } from '../../api/problem.ts';
import { accountsQuery } from '../../api/session.ts';
import { Confirm, FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Checkbox, Switch, TextField } from '../../parts/fields/fields.tsx';
import { CountryField, ZoneField } from '../../parts/fields/place-fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import { fieldOfTime, timeOfField } from '../../parts/values/time.tsx';
import { type Account, MODULES, type Module } from './data.ts';

const DAY = 86_400_000;
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** Changes an account: its name, modules and license, and whether it may use the service. */
export function AccountForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(account.name);
  const [country, setCountry] = useState(account.country);
  const [zone, setZone] = useState(account.time_zone);
  const [isActive, setActive] = useState(account.is_active);
  const [modules, setModules] = useState<readonly Module[]>(account.modules);
  const [end, setEnd] = useState(
    account.license_expires_at === null
      ? ''
      : fieldOfTime(Date.parse(account.license_expires_at) - 1, account.time_zone).slice(0, 10),
  );
  const [isAsking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.PATCH('/accounts/{account}', {
          params: { path: { account: account.account_id } },
          body: {
            name,
            country,
            time_zone: zone,
            is_active: isActive,
            modules: [...modules],
            license_expires_at: end === '' ? null : timeOfField(`${dayAfter(end)}T00:00`, zone).toISOString(),
          },
        }),
      ),
    onSuccess: async () => {
      toast('The account is saved');
      await queries.invalidateQueries({ queryKey: accountsQuery.queryKey });
      onClose();
    },
  });
  const field = fieldOf(save.error);
  const errorAt = (name: string) => messageAt(save.error, name);
  return (
    <FormDialog
      title={account.name}
      shape="sheet"
      isOpen
      onClose={onClose}
      action="Save"
      isPending={save.isPending}
      onSubmit={() => (account.is_active && !isActive ? setAsking(true) : save.mutate())}
    >
      <Switch isSelected={isActive} onChange={setActive}>
        Active: its programs and people may use it
      </Switch>
      <TextField label="Name" value={name} onChange={setName} error={errorAt('name')} />
      <div className="pair">
        <CountryField
          help="Local phone numbers belong to it."
          value={country}
          onChange={setCountry}
          error={errorAt('country')}
        />
        <ZoneField help="Of reports and quiet hours." value={zone} onChange={setZone} error={errorAt('time_zone')} />
      </div>
      <fieldset className="choices">
        <legend>Modules</legend>
        {(Object.keys(MODULES) as Module[]).map((module) => (
          <Checkbox
            key={module}
            isSelected={modules.includes(module)}
            onChange={(isOn) =>
              setModules(
                (Object.keys(MODULES) as Module[]).filter((one) => (one === module ? isOn : modules.includes(one))),
              )
            }
          >
            {MODULES[module]}
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        label="License ends"
        type="date"
        help={`The last day, which is included, in the zone ${zone}. Requests are then refused. Never if empty.`}
        value={end}
        onChange={setEnd}
        error={errorAt('license_expires_at')}
      />
      {save.error && !['name', 'country', 'time_zone', 'license_expires_at'].includes(field ?? '') && (
        <ErrorNote error={save.error} />
      )}
      <Confirm
        title={`Suspend ${account.name}?`}
        action="Suspend the account"
        isDanger
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false);
          save.mutate();
        }}
      >
        <p>
          Programs with its keys are refused, messages and campaigns are not sent, events are not delivered, and its
          people see only the settings. Nothing is deleted. You can activate the account again.
        </p>
      </Confirm>
    </FormDialog>
  );
}
