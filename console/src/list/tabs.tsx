import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { SearchParams } from '../rules/search-params';
import type { ListTab } from './list-definition';

/** Tabs that set filters. The present one is the tab whose filters all stand in the address. */
export function Tabs({ tabs, search }: { tabs: readonly ListTab[]; search: SearchParams }) {
  const names = new Set(tabs.flatMap((tab) => Object.keys(tab.search)));
  const isPresent = (tab: ListTab): boolean =>
    [...names].every((name) => (search[name] ?? '') === (tab.search[name] ?? ''));
  return (
    <nav aria-label="Views" className="flex flex-wrap gap-1 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.title}
          to="."
          search={tab.search as never}
          aria-current={isPresent(tab) ? 'page' : undefined}
          className={clsx(
            '-mb-px border-b-2 px-3 py-2',
            isPresent(tab) ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-text',
          )}
        >
          {tab.title}
        </Link>
      ))}
    </nav>
  );
}
