import { Download } from 'lucide-react';
import { useState } from 'react';
import { type ContactChoice, loadContacts } from '../../api/load-contacts.ts';
import { csvOf } from '../../files/csv.ts';
import { download } from '../../files/download.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';

const COLUMNS = ['phone', 'name', 'email', 'display_name', 'username', 'opted_out', 'blocked', 'created_at'] as const;

/** Saves the contacts of the search or the filter as CSV. */
export function ExportContacts({ choice }: { choice: ContactChoice }) {
  const [loaded, setLoaded] = useState<number>();
  const [error, setError] = useState<unknown>();
  const save = async () => {
    setError(undefined);
    setLoaded(0);
    try {
      const contacts = await loadContacts(choice, setLoaded);
      const rows = contacts.map((contact) => COLUMNS.map((column) => contact[column] ?? ''));
      download('contacts.csv', 'text/csv', csvOf(COLUMNS, rows));
    } catch (problem) {
      setError(problem);
    }
    setLoaded(undefined);
  };
  return (
    <>
      <Button icon={Download} isPending={loaded !== undefined} onPress={() => void save()}>
        {loaded === undefined || loaded === 0 ? 'Export CSV' : `${loaded.toLocaleString()} loaded`}
      </Button>
      {error !== undefined && <ErrorNote error={error} retry={() => void save()} />}
    </>
  );
}
