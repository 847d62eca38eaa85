import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/client';
import { useSearchParams } from '../app/use-search-params';
import { filtersOf, parseSearch, stringifySearch } from '../rules/search-params';
import { later } from '../ui/later';
import { Menu, type MenuItem } from '../ui/menu';

const SavedViewDialog = later(() => import('./saved-view-dialogs'));

/** The views of a list that were kept under a name: one's own and those shared with everybody. */
export function SavedViews({ path }: { path?: string }) {
  const { pathname } = useLocation();
  const page = (path ?? pathname).replace(/^\//, '');
  const search = useSearchParams();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const views = useQuery({
    queryKey: ['listViews', page],
    queryFn: ({ signal }) => read('listViews', { query: { Page: page }, signal }),
    staleTime: 60_000,
  });
  const kept = views.data?.data ?? [];
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  const items: MenuItem[] = [
    ...kept.map((view) => ({
      label: view.isShared ? `${view.name} (shared)` : view.name,
      onSelect: () => void navigate({ to: `/${page}`, search: parseSearch(view.search) }),
    })),
    {
      label: 'Keep this view …',
      onSelect: () => setDialog('save'),
      reason: isFiltered ? null : 'Set a filter first.',
    },
    ...(kept.length > 0 ? [{ label: 'Remove views …', onSelect: () => setDialog('manage') }] : []),
  ];
  return (
    <>
      <Menu label="Views" items={items} />
      {dialog && (
        <SavedViewDialog
          {...{ dialog, page, views: kept, search: stringifySearch(search).slice(1) }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
