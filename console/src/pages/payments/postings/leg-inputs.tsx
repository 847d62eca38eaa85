import type { ClipboardEvent, ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { INPUT } from '../../../form/field-input';
import { EMPTY_LEG, readLegs } from '../../../rules/posting-legs';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icons';
import { amountFault, type GroupInputs, LEGS_MAX, LEGS_MIN } from './group-inputs';

const ROW = 'grid grid-cols-2 gap-2 md:grid-cols-[11rem_8rem_11rem_minmax(0,1fr)_2.5rem]';

/** The legs of a posting group, one a row. Rows copied from a spreadsheet are pasted as legs. */
export function LegInputs() {
  const { control, getValues } = useFormContext<GroupInputs>();
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'entries' });
  const paste = (event: ClipboardEvent): void => {
    const pasted = readLegs(event.clipboardData.getData('text/plain'));
    if (!pasted) return;
    event.preventDefault();
    const typed = getValues('entries').filter((leg) => leg.account || leg.amount);
    replace([...typed, ...pasted].slice(0, LEGS_MAX));
  };
  return (
    <div onPaste={paste}>
      <div aria-hidden="true" className={`${ROW} mb-1 text-sm text-muted max-md:hidden`}>
        <span>Account or ledger</span>
        <span>Side</span>
        <span className="text-right">Amount (₦)</span>
        <span>Narration of the leg – optional</span>
      </div>
      <ol className="m-0 list-none space-y-2 p-0">
        {fields.map((field, index) => (
          <LegRow key={field.id} index={index} onRemove={fields.length > LEGS_MIN ? () => remove(index) : undefined} />
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          onClick={() => append({ ...EMPTY_LEG })}
          reason={fields.length >= LEGS_MAX ? `At most ${LEGS_MAX} legs.` : null}
        >
          <Icon name="plus" /> Add a leg
        </Button>
        <span className="text-sm text-muted">
          {fields.length} legs. Rows of a spreadsheet can be pasted: account, side, amount, narration.
        </span>
      </div>
    </div>
  );
}

function LegRow({ index, onRemove }: { index: number; onRemove?: () => void }) {
  const { register, formState } = useFormContext<GroupInputs>();
  const faults = formState.errors.entries?.[index];
  const id = (name: string): string => `leg-${index}-${name}`;
  const input = (name: 'account' | 'side' | 'amount' | 'narration') => ({
    id: id(name),
    'aria-invalid': !!faults?.[name],
    'aria-describedby': faults?.[name] ? id(`${name}-fault`) : undefined,
  });
  const required = { validate: (value: string) => value.trim() !== '' || 'Required.' };
  return (
    <li className={`${ROW} max-md:rounded-md max-md:bg-sunken max-md:p-3`}>
      <Cell id={id('account')} label={`Account or ledger of leg ${index + 1}`} fault={faults?.account?.message}>
        <input
          {...input('account')}
          className={INPUT}
          maxLength={20}
          inputMode="numeric"
          autoComplete="off"
          {...register(`entries.${index}.account`, required)}
        />
      </Cell>
      <Cell id={id('side')} label={`Side of leg ${index + 1}`} fault={faults?.side?.message}>
        <select {...input('side')} className={INPUT} {...register(`entries.${index}.side`, required)}>
          <option value="">Choose …</option>
          <option>Debit</option>
          <option>Credit</option>
        </select>
      </Cell>
      <Cell id={id('amount')} label={`Amount of leg ${index + 1}`} fault={faults?.amount?.message}>
        <input
          {...input('amount')}
          className={`${INPUT} text-right`}
          inputMode="decimal"
          autoComplete="off"
          {...register(`entries.${index}.amount`, { validate: amountFault })}
        />
      </Cell>
      <Cell id={id('narration')} label={`Narration of leg ${index + 1}`} fault={faults?.narration?.message}>
        <input
          {...input('narration')}
          className={INPUT}
          maxLength={250}
          autoComplete="off"
          {...register(`entries.${index}.narration`)}
        />
      </Cell>
      <Button
        look="quiet"
        onClick={onRemove}
        reason={onRemove ? null : `At least ${LEGS_MIN} legs.`}
        aria-label={`Remove leg ${index + 1}`}
        className="self-start max-md:col-span-2"
      >
        <Icon name="close" />
      </Button>
    </li>
  );
}

interface CellProps {
  id: string;
  label: string;
  fault: string | undefined;
  children: ReactNode;
}

function Cell({ id, label, fault, children }: CellProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-0.5 block text-sm text-muted md:sr-only">
        {label}
      </label>
      {children}
      {fault && (
        <p id={`${id}-fault`} className="m-0 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
