import { usePreferences, useSetPreferences } from '../app/preferences';
import { Menu } from '../ui/menu';
import type { Column } from './data-table';

interface ColumnChoiceProps {
  /** The name of the list in the preferences. */
  list: string;
  columns: readonly Pick<Column<never>, 'key' | 'header'>[];
}

/** The columns of a list that the member has chosen; all of them without a choice. */
export function useChosenColumns<C extends { key: string }>(list: string, columns: readonly C[]): readonly C[] {
  const chosen = usePreferences()?.columns.find(({ page }) => page === list)?.columns;
  if (!chosen) return columns;
  const kept = columns.filter(({ key }) => chosen.includes(key) || key === 'actions');
  return kept.length > 0 ? kept : columns;
}

/** Chooses the columns of a list. The first stays, because it names the row. */
export function ColumnChoice({ list, columns }: ColumnChoiceProps) {
  const preferences = usePreferences();
  const set = useSetPreferences();
  if (!preferences || columns.length < 3) return null;
  const all = columns.map(({ key }) => key);
  const chosen = preferences.columns.find(({ page }) => page === list)?.columns ?? all;
  const toggle = (key: string): void => {
    const next = all.filter((one) => (one === key ? !chosen.includes(one) : chosen.includes(one)));
    const others = preferences.columns.filter(({ page }) => page !== list);
    void set({ columns: next.length === all.length ? others : [...others, { page: list, columns: next }] });
  };
  return (
    <Menu
      label="Columns"
      items={columns.slice(1).map(({ key, header }) => ({
        label: `${chosen.includes(key) ? '✓' : '\u2003'} ${header}`,
        onSelect: () => toggle(key),
      }))}
    />
  );
}
