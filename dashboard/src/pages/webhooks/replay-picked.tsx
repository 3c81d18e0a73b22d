import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { patiently } from '../../api/patiently.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Note, Progress } from '../../parts/feedback.tsx';
import { replayOne } from './data.ts';

interface ReplayPickedProps {
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Replays the selected deliveries one after the other. */
export function ReplayPicked({ ids, isOpen, onClose, onDone }: ReplayPickedProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failures, setFailures] = useState<readonly unknown[]>([]);
  const isRunning = progress !== undefined && progress.done < progress.total;
  const run = async () => {
    // In the order in which the events happened.
    const ordered = [...ids].sort();
    const failed: unknown[] = [];
    setFailures([]);
    for (const [done, id] of ordered.entries()) {
      setProgress({ done, total: ordered.length });
      await patiently(() => replayOne(account, id)).catch((error: unknown) => failed.push(error));
    }
    setProgress({ done: ordered.length, total: ordered.length });
    setFailures(failed);
    await queries.invalidateQueries({ queryKey: ['deliveries', account] });
    onDone();
  };
  const close = () => {
    setProgress(undefined);
    setFailures([]);
    onClose();
  };
  const total = progress?.total ?? ids.length;
  return (
    <Dialog
      title={`Replay ${total.toLocaleString()} ${total === 1 ? 'event' : 'events'}`}
      isOpen={isOpen}
      onClose={close}
      actions={
        progress && !isRunning ? (
          <Button kind="primary" onPress={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={close}>Cancel</Button>
            <Button kind="primary" isPending={isRunning} onPress={() => void run()}>
              Replay
            </Button>
          </>
        )
      }
    >
      {!progress && <p>Each event is sent again under a new ID, in the order in which they happened.</p>}
      {progress && <Progress label="Replayed" {...progress} />}
      {progress && !isRunning && failures.length === 0 && (
        <Note tone="good">
          <p>The events are being sent again.</p>
        </Note>
      )}
      {failures.length > 0 && (
        <>
          <p>{failures.length.toLocaleString()} could not be replayed. The first problem:</p>
          <ErrorNote error={failures[0]} />
        </>
      )}
    </Dialog>
  );
}
