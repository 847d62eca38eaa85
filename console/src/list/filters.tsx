import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { OperationId } from '../api/client';
import { useShortcuts } from '../app/use-shortcuts';
import { type Field, loadFilters } from '../form/fields';
import { isNumberField, ungrouped } from '../rules/numbers';
import type { SearchParams } from '../rules/search-params';
import { label as labelOf, stateLabel } from '../rules/words';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import type { ListDefinition } from './list-definition';

interface FiltersProps<Id extends OperationId> {
  list: ListDefinition<Id>;
  search: SearchParams;
  onChange: (change: SearchParams) => void;
}

const SHOWN_AT_FIRST = 4;

/** The filters of a list. A choice applies at once, a text with Enter or when the field is left. */
export function Filters<Id extends OperationId>({ list, search, onChange }: FiltersProps<Id>) {
  const { data: fields } = useQuery({ queryKey: ['filters'], queryFn: loadFilters, staleTime: Infinity });
  const [isOpen, setOpen] = useState(false);
  const names = (list.filters ?? []).filter((name) => !(name in (list.fixed ?? {})));
  if (names.length === 0) return null;
  const query = fields?.[list.operation] ?? {};
  const known = names.filter((name) => query[name]);
  const shown = known.filter((name, index) => isOpen || index < SHOWN_AT_FIRST || search[name]);
  const starting = list.defaults ?? {};
  const isFiltered = known.some((name) => search[name] && search[name] !== starting[name]);
  return (
    <form
      role="search"
      aria-label={`Filters of ${list.title}`}
      className="flex min-h-15 flex-wrap items-end gap-3"
      onSubmit={(event) => event.preventDefault()}
    >
      {!fields && <Places count={names.length} />}
      {shown.map((name) => (
        <Filter
          key={name}
          name={name}
          field={query[name]!}
          label={list.labels?.[name]}
          isFirst={name === shown[0]}
          value={search[name] || (starting[name] ?? '')}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {known.length > SHOWN_AT_FIRST && !isOpen && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          <Icon name="plus" /> More filters
        </Button>
      )}
      {isFiltered && (
        <Button look="quiet" onClick={() => onChange(Object.fromEntries(known.map((name) => [name, ''])))}>
          Clear
        </Button>
      )}
    </form>
  );
}

/** The places of filters while their fields are loaded, so that the list below does not jump. */
function Places({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="invisible contents">
      {Array.from({ length: Math.min(count, SHOWN_AT_FIRST) }, (_, index) => (
        <div key={index} className={FIELD}>
          <span className="mb-0.5 block text-sm">…</span>
          <input disabled className={LOOK} />
        </div>
      ))}
      {count > SHOWN_AT_FIRST && (
        <Button look="quiet" disabled>
          <Icon name="plus" /> More filters
        </Button>
      )}
    </div>
  );
}

interface FilterProps {
  name: string;
  field: Field;
  label: string | undefined;
  value: string;
  isFirst: boolean;
  onChange: (value: string) => void;
}

/** The server's own value of a choice, as its option has it. */
function startOf({ def }: Field): string {
  return typeof def === 'string' || typeof def === 'boolean' ? String(def) : '';
}

/** Fields of one width stand in the same rows before and after their kinds are known. */
const FIELD = 'w-full sm:w-44';
const LOOK = 'min-h-9 w-full rounded-md border border-line-strong bg-card px-2.5 text-text';

function Filter({ name, field, label, value, isFirst, onChange }: FilterProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useShortcuts(isFirst && !field.o ? { '/': () => input.current?.focus() } : {});
  const options = field.k === 'boolean' ? ['true', 'false'] : field.o?.map(String);
  const apply = (): void => {
    if (typed !== value) onChange(isNumberField(name) ? ungrouped(typed) : typed.trim());
  };
  return (
    <div className={FIELD}>
      <label htmlFor={id} className="mb-0.5 block text-sm text-muted">
        {label ?? labelOf(name)}
      </label>
      {options ? (
        <select
          id={id}
          className={LOOK}
          value={value || startOf(field)}
          onChange={(event) => onChange(event.target.value)}
        >
          {!field.r && field.def === undefined && <option value="">All</option>}
          {options.map((option, index) => (
            <option key={option} value={option}>
              {field.k === 'boolean' ? (option === 'true' ? 'Yes' : 'No') : stateLabel(field.l?.[index] ?? option)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          ref={input}
          className={LOOK}
          type={field.k === 'date' ? 'date' : 'text'}
          value={typed}
          maxLength={field.len}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            if (field.k === 'date') onChange(event.target.value);
          }}
          onBlur={apply}
          onKeyDown={(event) => event.key === 'Enter' && apply()}
        />
      )}
    </div>
  );
}
