import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { admin, api, BASE, bodyOf, dataOf } from '../../api/client.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { useAccountId, useSession } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Time } from '../../parts/values/time.tsx';
import { endpointsQuery } from '../webhooks/data.ts';
import { appsQuery, type Connection } from './data.ts';

interface Step {
  name: string;
  isDone: boolean;
  /** What is known about a step that is done. */
  detail?: ReactNode;
  /** What to do; shown for the next step. */
  how: ReactNode;
  action?: ReactNode;
}

/** The steps from an empty account to the first message. Done ones are checked, and the page shows what is next. */
export function GoingLive({ connections, onAdd }: { connections: readonly Connection[]; onAdd: () => void }) {
  const account = useAccountId();
  const { role } = useSession().login;
  const path = { params: { path: { account } } };
  const { data: apps } = useQuery(appsQuery);
  const { data: keys } = useQuery({
    queryKey: ['keys', account],
    queryFn: async () => (await bodyOf(admin.GET('/accounts/{account}/keys', path))).keys,
  });
  const { data: endpoints } = useQuery(endpointsQuery(account));
  const isWaiting = connections.every(({ last_inbound_at: at }) => at === null);
  const metas = connections.filter(({ channel }) => channel !== 'web');
  const callbackAt = metas
    .flatMap(({ last_callback_at: at }) => at ?? [])
    .sort()
    .at(-1);
  // A first callback and a first message arrive while this page is open.
  const isOpen = (isWaiting && connections.length > 0) || (metas.length > 0 && callbackAt === undefined);
  useQuery({ ...connectionsQuery(account), refetchInterval: isOpen ? 10_000 : false });
  const { data: stats } = useQuery({ queryKey: ['stats', account], queryFn: () => dataOf(api.GET('/stats')) });
  if (!apps || !keys || !endpoints || !stats) {
    return null;
  }
  const onlyWeb = connections.length > 0 && metas.length === 0;
  const steps: Step[] = [
    {
      name: 'Register the Meta app',
      isDone: apps.length > 0 || onlyWeb,
      how: 'An operator registers the Meta app on the Installation page. A web chat needs none.',
      action: role === 'operator' && (
        <Link to="/installation" className="button plain">
          Register app
        </Link>
      ),
    },
    {
      name: 'Connect a number, a page or a web chat',
      isDone: connections.some(({ is_active: isActive }) => isActive),
      how: 'The token and the callbacks are checked with Meta before anything is stored.',
      // An empty list above has the button itself.
      action: connections.length > 0 && <Button onPress={onAdd}>Add connection</Button>,
    },
    {
      name: 'Receive callbacks from Meta',
      // A message arrived in a callback, although its time may not be stored yet.
      isDone: onlyWeb || callbackAt !== undefined || metas.some(({ last_inbound_at: at }) => at !== null),
      detail: callbackAt && (
        <>
          The last one came <Time at={callbackAt} />
        </>
      ),
      how: 'Meta sends one for each message and status. None has arrived yet. Write to your business from your phone. If nothing arrives, open the connection and read its checks.',
    },
    {
      name: 'Receive the first message',
      isDone: !isWaiting,
      how: 'Write to your business from your phone, or open the page of the web chat. This page shows the message as soon as it arrives.',
    },
    {
      name: 'Reply in the inbox',
      isDone: stats.messages.outgoing > 0,
      how: 'You can send free-form replies for 24 hours after each message from the customer.',
      action: (
        <Link to="/inbox" className="button plain">
          Open the inbox
        </Link>
      ),
    },
    {
      name: 'Create a key for your program',
      isDone: keys.some(({ revoked_at: at }) => at === null),
      how: 'With a key, your own program sends messages through the API.',
      action: (
        <Link to="/keys" className="button plain">
          Create a key
        </Link>
      ),
    },
    {
      name: 'Add the endpoint that receives events',
      isDone: endpoints.some(({ url }) => url !== null),
      how: 'Your server then learns of each message and each status as it happens.',
      action: (
        <Link to="/webhooks" className="button plain">
          Add an endpoint
        </Link>
      ),
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next === -1) {
    return null;
  }
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section title="Going live">
      <div className="card stack tight">
        <p className="muted">
          {done} of {steps.length} steps done.{' '}
          <a href={new URL('../developers/docs/going-live', BASE).href} target="_blank" rel="noreferrer">
            Guide
          </a>
        </p>
        <ol className="going-live">
          {steps.map(({ name, isDone, detail, how, action }, place) => (
            <li key={name} aria-current={place === next ? 'step' : undefined} className={isDone ? 'done' : undefined}>
              {isDone ? <CircleCheck size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
              <div className="grow">
                <span className={place === next ? 'step-next' : undefined}>{name}</span>
                {isDone && <span className="visually-hidden"> (done)</span>}
                {isDone && detail && <span className="muted"> · {detail}</span>}
                {place === next && <p className="muted">{how}</p>}
              </div>
              {place === next && action}
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
