import './webhooks.css';
import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { useOwns } from '../../api/owning.ts';
import { useAccountId, useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';
import { webhookQuery } from './data.ts';
import { Deliveries } from './deliveries.tsx';
import { Endpoint } from './endpoint.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { SampleEvent } from './sample-event.tsx';

/** The endpoint that receives events, and what was delivered to it. */
export default function WebhooksPage() {
  const account = useAccountId();
  const owns = useOwns();
  const maySend = useMay('webhooks:test');
  const { data: webhook, error, refetch } = useQuery(webhookQuery(account));
  const [isEditing, setEditing] = useState(false);
  const [isSampling, setSampling] = useState(false);
  const hasUrl = webhook !== undefined && webhook.url !== null;
  return (
    <Page
      title="Webhooks"
      about="Events of your account, posted to your server as they happen."
      actions={
        hasUrl &&
        maySend && (
          <Button kind="primary" isDisabled={!webhook.is_enabled} onPress={() => setSampling(true)}>
            Send sample event
          </Button>
        )
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!webhook && !error && <Skeleton height={118} />}
      {webhook &&
        (hasUrl ? (
          <Endpoint webhook={webhook} onEdit={() => setEditing(true)} />
        ) : (
          <EmptyState
            icon={Webhook}
            title="No endpoint yet"
            action={
              owns && (
                <Button kind="primary" onPress={() => setEditing(true)}>
                  Add endpoint
                </Button>
              )
            }
          >
            {owns
              ? 'Add the https address of your server. It then receives each message and each status.'
              : 'An owner of the account can add the address that receives events.'}
          </EmptyState>
        ))}
      {webhook && <Deliveries hasEndpoint={hasUrl} isEnabled={webhook.is_enabled} />}
      {webhook && (
        <EndpointForm
          webhook={webhook}
          isOpen={isEditing}
          onClose={() => setEditing(false)}
          onTest={() => {
            setEditing(false);
            setSampling(true);
          }}
        />
      )}
      <SampleEvent isOpen={isSampling} onClose={() => setSampling(false)} />
    </Page>
  );
}
