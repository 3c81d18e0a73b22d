import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { admin, bodyOf } from '../../../api/client.ts';
import { useAccountId } from '../../../api/session.ts';

export type SavedReply = AdminComponents['schemas']['SavedReply'];

const savedRepliesQuery = (account: string) =>
  queryOptions({
    queryKey: ['saved-replies', account],
    queryFn: async () =>
      (await bodyOf(admin.GET('/accounts/{account}/saved-replies', { params: { path: { account } } }))).saved_replies,
  });

/** The texts that the team has saved, and functions that add and delete one. */
export function useSavedReplies() {
  const account = useAccountId();
  const queries = useQueryClient();
  const query = useQuery(savedRepliesQuery(account));
  const refresh = () => queries.invalidateQueries({ queryKey: savedRepliesQuery(account).queryKey });
  const save = async (body: SavedReply) => {
    await bodyOf(admin.POST('/accounts/{account}/saved-replies', { params: { path: { account } }, body }));
    await refresh();
  };
  const remove = async (name: string) => {
    const path = { account, saved_reply: name };
    await bodyOf(admin.DELETE('/accounts/{account}/saved-replies/{saved_reply}', { params: { path } }));
    await refresh();
  };
  return { ...query, save, remove };
}
