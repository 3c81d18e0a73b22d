import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccountId, useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { AddContact } from './add-contact.tsx';
import { ContactList } from './contact-list.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import './contacts.css';
import { ExportContacts } from './export-contacts.tsx';
import { ImportContacts } from './import-contacts.tsx';
import { BlockList, OptOutList } from './refused-people.tsx';
import { useContactsSearch } from './use-contacts-search.ts';

export default function ContactsPage() {
  const [{ tab = 'all', person, search = '', label, view }, set] = useContactsSearch();
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMay('contacts:write');
  const account = useAccountId();
  // The address may contain a number as such.
  const phone = person === undefined ? undefined : String(person);
  if (view === 'import' && mayWrite) {
    return <ImportContacts />;
  }
  return (
    <Page
      title="Contacts"
      about="The people who wrote to you, and those you added."
      actions={
        <>
          <ExportContacts choice={label === undefined ? { search: String(search) } : { account, label }} />
          {mayWrite && (
            <>
              <Button icon={FileUp} onPress={() => set({ view: 'import' })}>
                Import CSV
              </Button>
              <Button kind="primary" icon={Plus} onPress={() => setAdding(true)}>
                Add contact
              </Button>
            </>
          )}
        </>
      }
    >
      <Tabs
        label="Lists of people"
        selected={tab}
        onSelect={(id) => set({ tab: id === 'all' ? undefined : id })}
        tabs={[
          { id: 'all', name: 'All contacts', content: <ContactList /> },
          { id: 'opted-out', name: 'Opted out', content: <OptOutList /> },
          { id: 'blocked', name: 'Blocked', content: <BlockList /> },
        ]}
      />
      {phone !== undefined && <ContactSheet key={phone} phone={phone} onClose={() => set({ person: undefined })} />}
      <AddContact
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(added) => set({ tab: undefined, person: added })}
      />
    </Page>
  );
}
