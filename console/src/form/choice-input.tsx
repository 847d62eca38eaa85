import { type ReactNode, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { helpText, label as labelOf } from '../rules/words';
import { type Choice, type ChoiceSource, useChoices } from './choices';
import { faultOf, type InputValue } from './field-values';
import type { Field } from './fields';

const INPUT =
  'w-full min-h-9 rounded-md border border-line-strong bg-card px-2.5 py-1.5 text-text aria-invalid:border-danger';
/** From so many values on, a text narrows them. */
const MANY = 12;

interface ChoiceInputProps {
  name: string;
  field: Field;
  label?: string;
  source: ChoiceSource;
  /** The input where there are no values to offer. */
  otherwise: ReactNode;
}

/** The input of a field whose values are known: a list for one, ticks for several. */
export function ChoiceInput({ name, field, label, source, otherwise }: ChoiceInputProps) {
  const choices = useChoices(source, field);
  if (choices === null || choices?.length === 0) return otherwise;
  if (choices === undefined) return <p className="m-0 text-muted">Loading …</p>;
  // Help about the form of a value is of no use where it is chosen from a list of the console's own.
  const shown = Array.isArray(source) ? { ...field, d: undefined } : field;
  const props = { name, field: shown, choices, title: label ?? labelOf(name.split('.').pop()!) };
  return field.k === 'array' ? <Ticks {...props} /> : <OneOf {...props} />;
}

interface KnownProps {
  name: string;
  field: Field;
  title: string;
  choices: readonly Choice[];
}

function OneOf({ name, field, title, choices }: KnownProps) {
  const id = useId();
  const { field: input, fieldState } = useController({
    name,
    rules: { validate: (value) => faultOf(field, value as InputValue) ?? true },
  });
  const value = String(input.value ?? '');
  const isKnown = value === '' || choices.some((one) => one.value === value);
  const error = fieldState.error?.message;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {title}
        {!field.r && <span className="font-normal text-muted"> – optional</span>}
      </label>
      <select
        id={id}
        {...input}
        value={value}
        className={INPUT}
        aria-invalid={!!error}
        aria-describedby={`${id}-help ${id}-error`}
      >
        <option value="">{field.r ? 'Choose …' : ''}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
      <Below {...{ id, field, error }} />
    </div>
  );
}

function Below({ id, field, error }: { id: string; field: Field; error: string | undefined }) {
  return (
    <>
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
    </>
  );
}

/** Several values: an input of lines holds them as lines, others as a list. */
function Ticks({ name, field, title, choices }: KnownProps) {
  const id = useId();
  const [text, setText] = useState('');
  const { field: input, fieldState } = useController({
    name,
    rules: { validate: (value) => faultOf(field, value as InputValue) ?? true },
  });
  const isLines = !field.i?.o;
  const chosen = isLines
    ? String(input.value ?? '')
        .split('\n')
        .filter(Boolean)
    : ((input.value ?? []) as string[]);
  const unknown = chosen.filter((value) => choices.every((one) => one.value !== value));
  const all = [...choices, ...unknown.map((value): Choice => ({ value, text: value }))];
  const shown = all.filter((one) => `${one.text} ${one.value}`.toLowerCase().includes(text.trim().toLowerCase()));
  const groups = [...new Set(shown.map(({ group }) => group))];
  const change = (values: string[], isOn: boolean): void => {
    const rest = chosen.filter((value) => !values.includes(value));
    const next = isOn ? [...rest, ...values] : rest;
    input.onChange(isLines ? next.join('\n') : next);
  };
  return (
    <fieldset className="mx-0 rounded-md border border-line p-3" aria-describedby={`${id}-help ${id}-error`}>
      <legend className="px-1 font-semibold">
        {title} <span className="font-normal text-muted">– {chosen.length} chosen</span>
      </legend>
      {all.length > MANY && (
        <input
          ref={input.ref}
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder="Find …"
          className={`${INPUT} mb-2`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className={all.length > MANY && groups.length === 1 ? 'max-h-72 overflow-y-auto' : undefined}>
        {groups.map((group) => (
          <TickGroup
            key={group ?? ''}
            group={group}
            choices={shown.filter((one) => one.group === group)}
            chosen={chosen}
            onChange={change}
          />
        ))}
      </div>
      <Below id={id} field={field} error={fieldState.error?.message} />
    </fieldset>
  );
}

interface TickGroupProps {
  group: string | undefined;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (values: string[], isOn: boolean) => void;
}

function TickGroup({ group, choices, chosen, onChange }: TickGroupProps) {
  const values = choices.map(({ value }) => value);
  const isAll = values.every((value) => chosen.includes(value));
  return (
    <div role="group" aria-label={group} className="mb-2">
      {group && (
        <div className="flex items-baseline justify-between border-b border-line">
          <span className="font-medium">{group}</span>
          <button type="button" className="text-sm text-accent underline" onClick={() => onChange(values, !isAll)}>
            {isAll ? 'None' : 'All'}
            <span className="sr-only"> of {group}</span>
          </button>
        </div>
      )}
      <div className="grid gap-x-4 sm:grid-cols-2">
        {choices.map((one) => (
          <label key={one.value} className="flex items-start gap-2 py-1">
            <input
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={chosen.includes(one.value)}
              onChange={(event) => onChange([one.value], event.target.checked)}
            />
            <span className="min-w-0 break-words">
              {one.text}
              {one.help && <span className="block text-sm text-muted">{one.help}</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
