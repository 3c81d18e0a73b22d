import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useAccountId, useSession } from '../api/session.ts';
import { type CsvTable, readCsv } from './csv.ts';
import { storedFile } from './stored-file.ts';

/** A list that a person has chosen, such as a CSV file. */
export interface StoredList extends CsvTable {
  name: string;
}

/**
 * A list of a draft, which stays after a reload. `list` is null if there is none, and undefined while it is read.
 *
 * @param purpose what the list is for
 */
export function useStoredList(purpose: 'campaign' | 'contacts') {
  const account = useAccountId();
  const { login } = useSession();
  const queries = useQueryClient();
  const key = `${purpose} ${account} ${login.id}`;
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<unknown>();
  const read = useCallback(async (file: { name: string; content: Blob }): Promise<StoredList> => {
    setShare(0);
    try {
      return { name: file.name, ...(await readCsv(file.content, setShare)) };
    } finally {
      setShare(undefined);
    }
  }, []);
  const { data } = useQuery({
    queryKey: ['stored-list', key],
    queryFn: async () => {
      const file = await storedFile.get(key);
      return file ? read(file) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const set = async (name: string, content: Blob): Promise<boolean> => {
    setError(undefined);
    try {
      const list = await read({ name, content });
      await storedFile.set(key, { name, content });
      queries.setQueryData(['stored-list', key], list);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    }
  };
  const clear = async (): Promise<void> => {
    await storedFile.clear(key);
    queries.setQueryData(['stored-list', key], null);
  };
  return { list: data, share, error, set, clear };
}
