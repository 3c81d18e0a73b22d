import { type ReactNode, useEffect, useRef } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

interface TabsProps<Id extends string> {
  label: string;
  selected: Id;
  onSelect: (id: Id) => void;
  tabs: readonly { id: Id; name: string; content: ReactNode }[];
}

/** Parts of a page of which one is shown. */
export function Tabs<Id extends string>({ label, selected, onSelect, tabs }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone, the tabs may be wider than the page. In this effect, the earlier tab still has `data-selected`.
  useEffect(() => {
    list.current?.querySelector(`[data-key="${selected}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <AriaTabs className="tabs" selectedKey={selected} onSelectionChange={(key) => onSelect(key as Id)}>
      <TabList ref={list} className="tab-list" aria-label={label}>
        {tabs.map(({ id, name }) => (
          <Tab key={id} id={id} className="tab">
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
