import { useId, useState } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { helpText, label as labelOf } from '../rules/words';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { ChoiceInput } from './choice-input';
import type { ChoiceSources } from './choices';
import { faultOf, hasInput, inputOf, type InputValue } from './field-values';
import type { Field } from './fields';

export const INPUT =
  'w-full min-h-9 rounded-md border border-line-strong bg-card px-2.5 py-1.5 text-text placeholder:text-muted aria-invalid:border-danger disabled:opacity-60';

export interface FieldProps {
  name: string;
  field: Field;
  label?: string;
  labels?: Record<string, string>;
  isLong?: boolean;
  /** Values to choose from, by the last name of a field's path. */
  choices?: ChoiceSources;
}

const OF_DOCUMENT = { each: (value: string) => ({ value, text: labelOf(value) }) };

/** The input of one field, by its kind, with label, help and error. */
export function FieldInput(props: FieldProps) {
  const isOfDocument = props.field.k === 'array' && props.field.i?.o;
  const source = props.choices?.[props.name.split('.').pop()!] ?? (isOfDocument ? OF_DOCUMENT : undefined);
  if (source) return <ChoiceInput {...props} source={source} otherwise={<PlainInput {...props} />} />;
  return <PlainInput {...props} />;
}

function PlainInput(props: FieldProps) {
  const { field } = props;
  if (field.k === 'object') return <ObjectInput {...props} />;
  if (field.k === 'array' && field.i?.k === 'object') return <RowsInput {...props} />;
  if (field.k === 'boolean') return <TickInput {...props} />;
  return <TextInput {...props} />;
}

function errorAt(errors: unknown, name: string): string | undefined {
  let part = errors as Record<string, unknown> | undefined;
  for (const key of name.split('.')) part = part?.[key] as Record<string, unknown> | undefined;
  return typeof part?.message === 'string' ? part.message : undefined;
}

function TextInput({ name, field, label, isLong }: FieldProps) {
  const id = useId();
  const { register, formState } = useFormContext();
  const error = errorAt(formState.errors, name);
  const common = {
    id,
    className: INPUT,
    'aria-invalid': !!error,
    'aria-required': !!field.r,
    'aria-describedby': `${field.d ? `${id}-help` : ''} ${error ? `${id}-error` : ''}`.trim() || undefined,
    ...register(name, { validate: (value) => faultOf(field, value as string) ?? true }),
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label ?? labelOf(name.split('.').pop()!)}
        {field.k === 'naira' && <span className="text-muted"> (₦)</span>}
        {!field.r && <span className="font-normal text-muted"> – optional</span>}
      </label>
      {field.o ? (
        <select {...common}>
          <option value="">{field.r ? 'Choose …' : ''}</option>
          {field.o.map((value, index) => (
            <option key={value} value={String(value)}>
              {labelOf(field.l?.[index] ?? String(value))}
            </option>
          ))}
        </select>
      ) : field.k === 'json' ? (
        <textarea rows={24} spellCheck={false} {...common} className={`${INPUT} font-mono text-sm`} />
      ) : isLong || field.k === 'array' || (field.len ?? 0) > 300 ? (
        <textarea
          rows={field.k === 'array' ? 2 : 3}
          {...common}
          placeholder={field.k === 'array' ? 'One a line' : undefined}
        />
      ) : (
        <input {...common} {...textInputOf(field)} autoComplete="off" />
      )}
      {field.d && (
        <p id={`${id}-help`} className="m-0 mt-1 text-sm text-muted">
          {helpText(field.d)}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="m-0 mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function textInputOf({ k }: Field): { type: string; inputMode?: 'decimal' | 'numeric' } {
  if (k === 'date') return { type: 'date' };
  if (k === 'time') return { type: 'datetime-local' };
  if (k === 'naira' || k === 'number') return { type: 'text', inputMode: 'decimal' };
  return k === 'integer' ? { type: 'text', inputMode: 'numeric' } : { type: 'text' };
}

function TickInput({ name, field, label }: FieldProps) {
  const id = useId();
  const { control } = useFormContext();
  return (
    <div className="flex items-start gap-2">
      <Controller
        name={name}
        control={control}
        render={({ field: { value, onChange, ref } }) => (
          <input
            id={id}
            ref={ref}
            type="checkbox"
            className="mt-1 size-4 accent-accent"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label ?? labelOf(name.split('.').pop()!)}
        </label>
        {field.d && <p className="m-0 text-sm text-muted">{helpText(field.d)}</p>}
      </div>
    </div>
  );
}

/** Fields that belong together. Those that may all be left out are entered only when asked for. */
function ObjectInput({ name, field, label, labels, choices }: FieldProps) {
  const { getValues, setValue } = useFormContext();
  const [isOpen, setOpen] = useState(() => !!field.r || hasInput(getValues(name) as InputValue));
  const title = label ?? labelOf(name.split('.').pop()!);
  const close = (): void => {
    setOpen(false);
    setValue(name, inputOf(field, undefined, 'UTC') as object, { shouldDirty: true });
  };
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="plus" /> {title}
      </Button>
    );
  return (
    <fieldset className="mx-0 rounded-md border border-line p-3">
      <legend className="px-1 font-semibold">{title}</legend>
      {!field.r && (
        <Button isSmall look="quiet" className="float-right" onClick={close}>
          Leave out<span className="sr-only"> {title}</span>
        </Button>
      )}
      {field.d && <p className="m-0 mb-2 text-sm text-muted">{helpText(field.d)}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(field.f ?? {}).map(([key, inner]) => (
          <div key={key} className={inner.k === 'object' || inner.k === 'array' ? 'sm:col-span-2' : ''}>
            <FieldInput name={`${name}.${key}`} field={inner} label={labels?.[key]} labels={labels} choices={choices} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function RowsInput({ name, field, label, labels, choices }: FieldProps) {
  const { control, formState } = useFormContext();
  const { fields: rows, append, remove } = useFieldArray({ control, name });
  const title = label ?? labelOf(name.split('.').pop()!);
  const error = errorAt(formState.errors, name);
  return (
    <fieldset className="mx-0 rounded-md border border-line p-3">
      <legend className="px-1 font-semibold">{title}</legend>
      {field.d && <p className="m-0 mb-2 text-sm text-muted">{helpText(field.d)}</p>}
      <ol className="m-0 list-none space-y-2 p-0">
        {rows.map((row, index) => (
          <li key={row.id} className="rounded-md bg-sunken p-3">
            <div className="mb-1 flex items-center justify-between">
              <span className="text-sm text-muted">
                {title} {index + 1}
              </span>
              <Button isSmall look="quiet" onClick={() => remove(index)} aria-label={`Remove ${title} ${index + 1}`}>
                Remove
              </Button>
            </div>
            <div className="grid gap-3 sm:grid-cols-2">
              {Object.entries(field.i?.f ?? {}).map(([key, inner]) => (
                <FieldInput
                  key={key}
                  name={`${name}.${index}.${key}`}
                  field={inner}
                  label={labels?.[key]}
                  labels={labels}
                  choices={choices}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
      {error && <p className="m-0 mt-1 text-sm text-danger">{error}</p>}
      <Button isSmall className="mt-2" onClick={() => append(inputOf(field.i!, undefined, 'UTC'))}>
        Add
      </Button>
    </fieldset>
  );
}
