import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { VirtualTable } from '../../parts/data/virtual-table.tsx';
import { EmptyState, ErrorNote } from '../../parts/feedback.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CONTACTS } from './contact.ts';
import { BLOCKS, noteText, OPT_OUTS, type RefusalList } from './refusals.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useContactsSearch } from './use-contacts-search.ts';

export const OptOutList = () => <RefusedPeople list={OPT_OUTS} />;
export const BlockList = () => <RefusedPeople list={BLOCKS} />;

/** The people on a list, with the source or the reason. */
function RefusedPeople({ list }: { list: RefusalList }) {
  const [, set] = useContactsSearch();
  const mayWrite = useMay(list.scope);
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...CONTACTS, list.id],
    queryFn: ({ pageParam }) => list.page(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const lift = useMutation({
    mutationFn: list.remove,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: CONTACTS });
      toast(list.lifted);
    },
  });
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div className="stack">
      <div className="row wrap">
        <p className="muted grow">A person here {list.about}</p>
        {mayWrite && <Button onPress={() => setAsking(true)}>{`${list.add} a person`}</Button>}
      </div>
      {(error ?? lift.error) && <ErrorNote error={error ?? lift.error} retry={() => void refetch()} />}
      {!(error && !data) && (
        <VirtualTable
          label={list.title}
          columns={[
            { name: 'Phone or ID', width: 170, cell: ({ phone }) => <span className="number">{phone}</span> },
            { name: list.note, cell: ({ note }) => <bdi>{noteText(note)}</bdi> },
            { name: 'Since', width: 110, isSecondary: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
            ...(mayWrite
              ? [
                  {
                    name: 'Action',
                    width: 160,
                    isSecondary: true,
                    cell: ({ phone }: { phone: string }) => (
                      <Button
                        kind="quiet"
                        aria-label={`${list.lift}: ${phone}`}
                        isPending={lift.isPending && lift.variables === phone}
                        onPress={() => lift.mutate(phone)}
                      >
                        {list.lift}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
          rows={data?.pages.flatMap(({ people }) => people)}
          keyOf={({ phone }) => phone}
          onOpen={({ phone }) => set({ person: phone })}
          onEnd={onEnd}
          empty={<EmptyState icon={UserX} title="No one is on this list" />}
        />
      )}
      <RefuseDialog list={list} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}
