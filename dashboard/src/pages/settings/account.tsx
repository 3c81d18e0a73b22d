import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useOwns } from '../../api/owning.ts';
import { fieldOf } from '../../api/problem.ts';
import { sessionQuery, useAccountId } from '../../api/session.ts';
import { ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields.tsx';
import { Facts } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Form } from './form.tsx';
import { accountQuery } from './queries.ts';

const nowIn = (timeZone: string): string => new Date().toLocaleTimeString(undefined, { timeStyle: 'short', timeZone });

/** The name, the country and the time zone of the account. */
export function AccountSettings() {
  const id = useAccountId();
  const owns = useOwns();
  const { data: account, error, refetch } = useQuery(accountQuery(id));
  if (error) {
    return <ErrorNote error={error} retry={() => void refetch()} />;
  }
  if (!account) {
    return <SkeletonRows rows={5} />;
  }
  const license = account.license_expires_at;
  return (
    <div className="stack settings">
      <Facts
        facts={[
          ['Modules', account.modules.join(', ') || 'None'],
          [
            'License',
            license === null
              ? 'Does not expire'
              : `Until ${new Date(license).toLocaleDateString(undefined, { timeZone: account.time_zone })}`,
          ],
          ...(owns
            ? []
            : ([
                ['Name', account.name],
                ['Country', account.country],
                ['Time zone', account.time_zone],
              ] as const)),
        ]}
      />
      {owns && <Edit key={account.account_id} account={account} />}
      <p className="muted">
        Quiet hours belong to each flow and are in this time zone. Set them in the rules of the{' '}
        <Link to="/flows">flow</Link>. Retention, addresses and limits are variables of the server.
      </p>
    </div>
  );
}

function Edit({ account }: { account: { account_id: string; name: string; country: string; time_zone: string } }) {
  const queries = useQueryClient();
  const [name, setName] = useState(account.name);
  const [country, setCountry] = useState(account.country);
  const [timeZone, setTimeZone] = useState(account.time_zone);
  // Intl lists no aliases, which the account may have.
  const zones = [...new Set([account.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  const isChanged = name !== account.name || country !== account.country || timeZone !== account.time_zone;
  return (
    <Form
      action="Save"
      isDisabled={!isChanged}
      submit={() =>
        bodyOf(
          admin.PATCH('/accounts/{account}', {
            params: { path: { account: account.account_id } },
            body: { name, country: country.toUpperCase(), time_zone: timeZone },
          }),
        )
      }
      onDone={() => {
        void queries.invalidateQueries({ queryKey: accountQuery(account.account_id).queryKey });
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
        toast('The account is changed');
      }}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            error={fieldOf(error) === 'name' ? 'Must not be empty.' : undefined}
          />
          <TextField
            label="Country"
            value={country}
            maxLength={2}
            onChange={setCountry}
            help="Two letters, such as DE. Phone numbers without a country code belong to it."
            error={fieldOf(error) === 'country' ? 'Must be a code of two letters, such as TR or DE.' : undefined}
          />
          <Select
            label="Time zone"
            value={timeZone}
            options={zones.map((zone) => ({ value: zone, text: zone }))}
            onChange={setTimeZone}
            help={`It is ${nowIn(timeZone)} there. Days of reports and quiet hours follow it.`}
          />
        </>
      )}
    </Form>
  );
}
