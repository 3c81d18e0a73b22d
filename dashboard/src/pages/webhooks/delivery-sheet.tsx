import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { useEffect, useState } from 'react';
import { useOwns } from '../../api/owning.ts';
import { sentenceOf } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { Facts } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { Time } from '../../parts/values/time.tsx';
import {
  type Attempt,
  adviceOn,
  deliveryQuery,
  type Endpoint,
  failuresOf,
  isReplayable,
  meaningOf,
  nameOfId,
  replayOne,
  retryOne,
  takesEvents,
} from './data.ts';
import { DeliveryBadge, NextAttempt, ResponseBadge, StateBadge } from './delivery-state.tsx';

/** How often a pending delivery is read again, in milliseconds. */
const WHILE_PENDING = 3_000;
/** How often, while a person waits for the attempt that “Retry now” makes. */
const WHILE_RETRIED = 500;

type ShownDelivery = AdminComponents['schemas']['ShownDelivery'];

interface DeliverySheetProps {
  /** The delivery; undefined closes the sheet. */
  id: string | undefined;
  endpoints: readonly Endpoint[];
  onClose: () => void;
  /** Shows another delivery. */
  onShow: (id: string) => void;
}

/** A delivery with its attempts and its request. */
export function DeliverySheet({ id, endpoints, onClose, onShow }: DeliverySheetProps) {
  const account = useAccountId();
  const owns = useOwns();
  const queries = useQueryClient();
  // The delivery that the person retries, and the number of its attempts before.
  const [retried, setRetried] = useState<{ id: string; attempts: number }>();
  const isAwaited = (delivery: ShownDelivery | undefined) =>
    delivery?.state === 'pending' && delivery.id === retried?.id && delivery.attempts.length === retried.attempts;
  const { data, error, refetch } = useQuery({
    ...deliveryQuery(account, id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      isAwaited(state.data) ? WHILE_RETRIED : state.data?.state === 'pending' ? WHILE_PENDING : false,
  });
  const replay = useMutation({
    mutationFn: (delivery: string) => replayOne(account, delivery),
    onSuccess: async ({ id: created }) => {
      toast('The event is being sent again');
      await queries.invalidateQueries({ queryKey: ['deliveries', account] });
      onShow(created);
    },
  });
  const retry = useMutation({
    mutationFn: (delivery: ShownDelivery) => retryOne(account, delivery.id),
    onSuccess: async (_, delivery) => {
      setRetried({ id: delivery.id, attempts: delivery.attempts.length });
      toast('The event is being sent');
      await Promise.all([queries.invalidateQueries({ queryKey: ['deliveries', account] }), refetch()]);
    },
  });
  const isRetryOver = retried !== undefined && retried.id === data?.id && !isAwaited(data);
  useEffect(() => {
    if (isRetryOver) {
      void queries.invalidateQueries({ queryKey: ['deliveries', account] });
    }
  }, [isRetryOver, queries, account]);
  const isTaking = endpoints.some((one) => one.id === data?.endpoint && takesEvents(one));
  const close = () => {
    retry.reset();
    replay.reset();
    onClose();
  };
  return (
    <Dialog
      title={data?.event ?? 'Delivery'}
      shape="sheet"
      isOpen={id !== undefined}
      onClose={close}
      actions={
        owns &&
        data && (
          <>
            {failuresOf(data) > 0 && (
              <Button
                kind="primary"
                isPending={retry.isPending || isAwaited(data)}
                isDisabled={!isTaking}
                onPress={() => retry.mutate(data)}
              >
                Retry now
              </Button>
            )}
            {isReplayable(data) && (
              <Button
                kind="primary"
                isPending={replay.isPending}
                isDisabled={!isTaking}
                onPress={() => replay.mutate(data.id)}
              >
                Replay
              </Button>
            )}
          </>
        )
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {retry.error && <ErrorNote error={retry.error} />}
      {replay.error && <ErrorNote error={replay.error} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data && <Shown delivery={data} endpoints={endpoints} onShow={onShow} />}
    </Dialog>
  );
}

interface ShownProps {
  delivery: ShownDelivery;
  endpoints: readonly Endpoint[];
  onShow: (id: string) => void;
}

function Shown({ delivery, endpoints, onShow }: ShownProps) {
  const { id, state, created_at: at, sample, replay_of: replayOf, attempts, request, replays } = delivery;
  const next = attempts.at(-1)?.next_attempt_at;
  return (
    <>
      <div className="stack tight">
        <div className="row wrap">
          <DeliveryBadge delivery={delivery} />
          {next && state === 'pending' && (
            <span className="muted">
              Next attempt: <NextAttempt at={next} />
            </span>
          )}
        </div>
        <p className="muted">{meaningOf(delivery)}</p>
      </div>
      <Facts
        facts={[
          ['ID', <Copyable key="id" text={id} name="delivery ID" whole />],
          ['Happened', <Time key="at" at={at} />],
          ...(endpoints.length > 1 ? [['Endpoint', nameOfId(endpoints, delivery.endpoint)] as const] : []),
          ...(sample ? [['Kind', 'Sample event'] as const] : []),
          ...(replayOf === null
            ? []
            : [['Replay of', <DeliveryLink key="of" id={replayOf} onShow={onShow} />] as const]),
          ...(replays.length === 0
            ? []
            : [
                [
                  'Replayed as',
                  <span key="replays" className="stack tight">
                    {replays.map((replay) => (
                      <span key={replay.id} className="row wrap">
                        <DeliveryLink id={replay.id} onShow={onShow} />
                        <StateBadge state={replay.state} />
                      </span>
                    ))}
                  </span>,
                ] as const,
              ]),
        ]}
      />
      <section className="stack tight">
        <h3>Attempts</h3>
        {attempts.length === 0 && <p className="muted">No attempt yet.</p>}
        <ol className="attempts" reversed>
          {attempts.toReversed().map((attempt) => (
            <li key={attempt.attempt}>
              <AttemptCard attempt={attempt} />
            </li>
          ))}
        </ol>
      </section>
      <section className="stack tight">
        <h3>Request</h3>
        <p className="mono">POST {request.url ?? 'to the endpoint, which is removed'}</p>
        <CodeBlock
          name="Headers"
          text={Object.entries(request.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
        <CodeBlock name="Body" text={JSON.stringify(request.body, null, 2)} isJson />
        <p className="muted">
          Each attempt also has the headers X-Service-Signature and webhook-signature, and new links to files.
        </p>
      </section>
    </>
  );
}

const DeliveryLink = ({ id, onShow }: { id: string; onShow: (id: string) => void }) => (
  <Button kind="quiet" onPress={() => onShow(id)}>
    {id}
  </Button>
);

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { attempt: number, at, duration_ms: duration, problem, response_prefix: response } = attempt;
  const advice = adviceOn(attempt);
  return (
    <article className="card stack tight" aria-label={`Attempt ${number}`}>
      <div className="row wrap">
        <strong>Attempt {number}</strong>
        <ResponseBadge attempt={attempt} />
        <span className="grow" />
        <span className="muted number">{duration === null ? '' : `${duration.toLocaleString()} ms`}</span>
        <Time at={at} />
      </div>
      {problem !== null && <p>{sentenceOf(problem)}</p>}
      {advice && <p className="muted">{advice}</p>}
      {response && <CodeBlock name="Response" text={response} />}
    </article>
  );
}
