import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CONTACTS, type Contact } from './contact.ts';
import { BLOCKS, OPT_OUTS, type RefusalList } from './refusals.ts';
import { RefuseDialog } from './refuse-dialog.tsx';

/** Whether a person may get marketing, and messages at all. */
export function Permissions({ contact: { phone, opted_out, blocked } }: { contact: Contact }) {
  return (
    <>
      <Permission list={OPT_OUTS} phone={phone} isRefused={opted_out} name="Marketing" />
      <Permission list={BLOCKS} phone={phone} isRefused={blocked} name="Messages" />
    </>
  );
}

interface PermissionProps {
  list: RefusalList;
  phone: string;
  isRefused: boolean;
  name: string;
}

function Permission({ list, phone, isRefused, name }: PermissionProps) {
  const mayWrite = useMay(list.scope);
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const lift = useMutation({
    mutationFn: () => list.remove(phone),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: CONTACTS });
      toast(list.lifted);
    },
  });
  return (
    <>
      <div className="row">
        <span className="grow">
          {name}: {isRefused ? 'not allowed' : 'allowed'}
        </span>
        {mayWrite &&
          (isRefused ? (
            <Button isPending={lift.isPending} onPress={() => lift.mutate()}>
              {list.lift}
            </Button>
          ) : (
            <Button onPress={() => setAsking(true)}>{list.add}</Button>
          ))}
      </div>
      {lift.error && <ErrorNote error={lift.error} />}
      <RefuseDialog list={list} phone={phone} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
