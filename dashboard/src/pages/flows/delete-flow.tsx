import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Checkbox } from '../../parts/fields/fields.tsx';
import { toast } from '../../parts/toasts.tsx';
import type { Flow } from './draft.ts';
import { statsQuery } from './queries.ts';

/** Deletes a flow, and its runs if the person agrees. */
export function DeleteFlow({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: stats } = useQuery({ ...statsQuery(flow.id), refetchInterval: false });
  const [withRuns, setWithRuns] = useState(false);
  const runs = stats?.entered ?? 0;
  return (
    <Confirm
      title={`Delete ${flow.name}`}
      action="Delete"
      isDanger
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await dataOf(
          api.DELETE('/flows/{id}', { params: { path: { id: flow.id }, ...(withRuns && { query: { force: true } }) } }),
        );
        toast('The flow is deleted');
        await navigate({ to: '/flows' });
        queries.removeQueries({ queryKey: ['flows', flow.id] });
        await queries.invalidateQueries({ queryKey: ['flows', 'list'] });
      }}
    >
      <p>The flow is deleted permanently, and no press starts it any more.</p>
      {runs > 0 && (
        <Checkbox isSelected={withRuns} onChange={setWithRuns}>
          Also delete its {runs.toLocaleString()} {runs === 1 ? 'run' : 'runs'}, which its results count
        </Checkbox>
      )}
    </Confirm>
  );
}
