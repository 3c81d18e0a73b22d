import './webhooks.css';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useOwns } from '../../api/owning.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';
import { type Endpoint, endpointsQuery, FIRST_ENDPOINT } from './data.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointCard } from './endpoint.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { SampleEvent } from './sample-event.tsx';

/** How often endpoints are read again while one fails, in milliseconds. */
const WHILE_FAILING = 3_000;

/** The endpoints that receive events, and what was delivered to them. */
export default function WebhooksPage() {
  const account = useAccountId();
  const owns = useOwns();
  const {
    data: endpoints,
    error,
    refetch,
  } = useQuery({
    ...endpointsQuery(account),
    refetchInterval: ({ state }) =>
      state.data?.some(({ is_enabled, consecutive_failures: failures }) => is_enabled && failures > 0)
        ? WHILE_FAILING
        : false,
  });
  // The ID of the endpoint in the form; `new` adds one.
  const [form, setForm] = useState<number | 'new'>();
  const [isSampling, setSampling] = useState(false);
  const used = endpoints?.filter(({ url }) => url !== null) ?? [];
  const taking = used.filter(({ is_enabled }) => is_enabled);
  return (
    <Page
      title="Webhooks"
      about="Events of your account, posted to your server as they happen."
      actions={
        owns &&
        used.length > 0 && (
          <>
            <Button icon={Plus} onPress={() => setForm('new')}>
              Add endpoint
            </Button>
            <Button kind="primary" isDisabled={taking.length === 0} onPress={() => setSampling(true)}>
              Send sample event
            </Button>
          </>
        )
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!endpoints && !error && <Skeleton height={118} />}
      {used.map((endpoint) => (
        <EndpointCard
          key={endpoint.id}
          endpoint={endpoint}
          isOnly={used.length === 1}
          onEdit={() => setForm(endpoint.id)}
        />
      ))}
      {endpoints && used.length === 0 && (
        <EmptyState
          icon={Webhook}
          title="No endpoint yet"
          action={
            owns && (
              <Button kind="primary" onPress={() => setForm('new')}>
                Add endpoint
              </Button>
            )
          }
        >
          {owns
            ? 'Add the https address of your server. It then receives each message and each status.'
            : 'An owner of the account can add the address that receives events.'}
        </EmptyState>
      )}
      {endpoints && <Deliveries endpoints={endpoints} />}
      {form !== undefined && endpoints && (
        <EndpointForm
          key={form}
          endpoint={edited(endpoints, form)}
          onClose={() => setForm(undefined)}
          onTest={() => {
            setForm(undefined);
            setSampling(true);
          }}
        />
      )}
      <SampleEvent isOpen={isSampling} endpoints={taking} onClose={() => setSampling(false)} />
    </Page>
  );
}

/** Returns the endpoint that the form changes. A new one is the first endpoint while that has no address. */
function edited(endpoints: readonly Endpoint[], form: number | 'new'): Endpoint | undefined {
  return endpoints.find(({ id, url }) => (form === 'new' ? id === FIRST_ENDPOINT && url === null : id === form));
}
