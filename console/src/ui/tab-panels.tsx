import { useNavigate } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OperationId } from '../api/client';
import { useMay } from '../app/session';
import { useSearchParams } from '../app/use-search-params';
import { afterPaint } from './after-paint';

export interface TabPanel {
  name: string;
  title: string;
  /** The operation whose permission the part needs; without the permission, the part is left out. */
  operation?: OperationId;
  content: () => ReactNode;
}

/** Parts of a record's page. The open one stands in the address. */
export function TabPanels({ panels: all }: { panels: readonly TabPanel[] }) {
  const may = useMay();
  const panels = all.filter(({ operation }) => !operation || may(operation));
  const { tab } = useSearchParams();
  const navigate = useNavigate();
  const open = panels.find(({ name }) => name === tab) ?? panels[0]!;
  // The tab is marked at once, and its part, which takes longer, is drawn after it.
  const [chosen, setChosen] = useState<string>();
  useEffect(() => setChosen(undefined), [open.name]);
  const change = (name: string): void => {
    setChosen(name);
    afterPaint(() => void navigate({ to: '.', search: name === panels[0]!.name ? {} : { tab: name } }));
  };
  const marked = chosen ?? open.name;
  // Where the tabs are wider than the window, the open one is brought into sight.
  const openTab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void openTab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open.name]);
  return (
    <Tabs.Root value={marked} onValueChange={change} activationMode="manual">
      <Tabs.List className="mb-4 flex gap-1 overflow-x-auto border-b border-line" aria-label="Parts of this page">
        {panels.map(({ name, title }) => (
          <Tabs.Trigger
            key={name}
            ref={name === open.name ? openTab : undefined}
            value={name}
            className="-mb-px border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text"
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={open.name} value={marked} tabIndex={-1}>
        {open.content()}
      </Tabs.Content>
    </Tabs.Root>
  );
}
