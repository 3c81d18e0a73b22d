import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useOwns } from '../../api/owning.ts';
import { fieldOf, messageAt } from '../../api/problem.ts';
import { sessionQuery, useAccountId, useSession } from '../../api/session.ts';
import { ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { CountryField, ZoneField } from '../../parts/fields/place-fields.tsx';
import { Facts } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { lastDayOf } from '../../parts/values/time.tsx';
import { Form } from './form.tsx';
import { accountQuery } from './queries.ts';

const nowIn = (timeZone: string): string => new Date().toLocaleTimeString(undefined, { timeStyle: 'short', timeZone });

/** The name, the country and the time zone of the account. */
export function AccountSettings() {
  const id = useAccountId();
  const owns = useOwns();
  const { role } = useSession().login;
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
              : `Through ${lastDayOf(license, account.time_zone)} (${account.time_zone})`,
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
      {role === 'owner' && (
        <p className="muted">
          Modules, the license and other accounts are for operators of the installation. Invite an operator on the
          server with <code>wigwag admin operators invite --email you@example.com</code>.
        </p>
      )}
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
  const isChanged = name !== account.name || country !== account.country || timeZone !== account.time_zone;
  return (
    <Form
      action="Save"
      isDisabled={!isChanged}
      submit={() =>
        bodyOf(
          admin.PATCH('/accounts/{account}', {
            params: { path: { account: account.account_id } },
            body: { name, country, time_zone: timeZone },
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
          <CountryField
            value={country}
            onChange={setCountry}
            help="Phone numbers without a country code belong to it."
            error={messageAt(error, 'country')}
          />
          <ZoneField
            value={timeZone}
            onChange={setTimeZone}
            help={`It is ${nowIn(timeZone)} there. Days of reports and quiet hours follow it.`}
            error={messageAt(error, 'time_zone')}
          />
        </>
      )}
    </Form>
  );
}
