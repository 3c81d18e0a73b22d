import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { admin, bodyOf } from '../../api/client.ts';
import { useAccountId } from '../../api/session.ts';
import { templatesQuery } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Menu } from '../../parts/menu.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useSendingConnections } from './use-sending-connections.ts';

/** Imports the templates that Meta lists: of the only connection, or of the chosen one. */
export function SyncTemplates() {
  const account = useAccountId();
  const queries = useQueryClient();
  const connections = useSendingConnections();
  const sync = useMutation({
    mutationFn: (connection: string) =>
      bodyOf(
        admin.POST('/accounts/{account}/connections/{connection}/templates/sync', {
          params: { path: { account, connection } },
        }),
      ),
    onSuccess: ({ templates, connection_id }) => {
      void queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
      toast(`${connection_id} has ${templates.toLocaleString()} ${templates === 1 ? 'template' : 'templates'}`);
    },
  });
  if (connections === undefined) {
    return (
      <Button icon={RefreshCw} isDisabled>
        Sync templates
      </Button>
    );
  }
  const [only] = connections;
  if (only === undefined) {
    return null;
  }
  return (
    <>
      {sync.error && <ErrorNote error={sync.error} />}
      {connections.length === 1 ? (
        <Button icon={RefreshCw} isPending={sync.isPending} onPress={() => sync.mutate(only.connection_id)}>
          Sync templates
        </Button>
      ) : (
        <Menu
          actions={connections.map(({ connection_id, name }) => ({
            id: connection_id,
            text: name === null ? connection_id : `${name} (${connection_id})`,
            run: () => sync.mutate(connection_id),
          }))}
        >
          <Button icon={RefreshCw} isPending={sync.isPending}>
            Sync templates
          </Button>
        </Menu>
      )}
    </>
  );
}
