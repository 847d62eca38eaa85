import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useDeferredValue, useState } from 'react';
import { permissionOf, read } from '../api/client';
import { ungrouped } from '../rules/numbers';
import { may } from '../rules/permissions';
import { recordAddress } from '../rules/record-address';
import { label } from '../rules/words';
import { Dialog } from '../ui/dialog';
import { Money } from '../ui/money';
import { PAGES } from './pages';
import { useSession } from './session';

const SHORTEST_QUERY = 3;
const ITEM = 'flex cursor-pointer items-baseline gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-accent-soft';

/** Finds pages, and records by number, reference, name or telephone number. */
export default function CommandMenu({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const query = useDeferredValue(ungrouped(text));
  const navigate = useNavigate();
  const { permissions } = useSession();
  const pages = PAGES.filter(
    (page) => !page.path.includes('$') && may(permissions, page.operation && permissionOf(page.operation)),
  );
  const records = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => read('searchRecords', { query: { Query: query }, signal }),
    enabled: query.length >= SHORTEST_QUERY,
    staleTime: 5_000,
  });
  const go = (address: string): void => {
    onClose();
    void navigate({ to: address });
  };
  const found = query.length >= SHORTEST_QUERY ? (records.data?.results ?? []) : [];
  const wanted = text.trim().toLowerCase();
  const matching = pages.filter((page) => page.title.toLowerCase().includes(wanted));
  return (
    <Dialog title="Search or go to" onClose={onClose}>
      <Command label="Search or go to" shouldFilter={false} data-keys className="-mx-2 -mt-1">
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Account, reference, loan, name, telephone or page"
          className="mb-2 min-h-10 w-full rounded-md border border-line-strong bg-card px-3 text-text"
        />
        <Command.List className="max-h-[55vh] overflow-y-auto">
          <Command.Empty className="px-3 py-6 text-center text-muted">
            {records.isFetching
              ? 'Searching …'
              : query.length < SHORTEST_QUERY
                ? 'Type at least three characters.'
                : 'Nothing found.'}
          </Command.Empty>
          {found.length > 0 && (
            <Command.Group
              heading="Records"
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-muted"
            >
              {found.map((record) => {
                const address = recordAddress(record.kind, record.id);
                return (
                  <Command.Item
                    key={`${record.kind} ${record.id}`}
                    value={`${record.kind} ${record.id}`}
                    onSelect={() => address && go(address)}
                    className={ITEM}
                  >
                    <span className="w-20 shrink-0 text-sm text-muted">{label(record.kind)}</span>
                    <span className="min-w-0 flex-1">
                      {record.title} <span className="text-muted">{record.subtitle}</span>
                    </span>
                    {record.amount !== null && <Money amount={record.amount} />}
                  </Command.Item>
                );
              })}
            </Command.Group>
          )}
          {matching.length > 0 && (
            <Command.Group
              heading="Pages"
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-muted"
            >
              {matching.map((page) => (
                <Command.Item key={page.path} value={page.path} onSelect={() => go(page.path)} className={ITEM}>
                  {page.title}
                  {page.key && <kbd className="ml-auto text-sm text-muted">g {page.key}</kbd>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  );
}
