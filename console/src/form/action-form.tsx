import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import type { Problem } from '../api/problem';
import { useSession } from '../app/session';
import { placeErrors } from '../rules/field-path';
import { Button } from '../ui/button';
import { Notice, ProblemNotice } from '../ui/notice';
import type { Action } from './action';
import { sourcesOf } from './choices';
import { FieldInput } from './field-input';
import { inputsOf, type InputValues, valuesOf } from './field-values';
import type { Field, Fields } from './fields';
import { useLeaveGuard } from './leave-guard';
import { STAYS, useSentInputs } from './sent-inputs';

/** The library of forms cannot follow a type that contains itself. */
type FormInputs = Record<string, unknown>;

interface ActionFormProps {
  action: Action;
  record: unknown;
  fields: Fields;
  consequence: ReactNode;
  problem: Problem | undefined;
  isBusy: boolean;
  /** True while it is not known whether the last request was carried out. */
  isDoubtful: boolean;
  /** True as soon as the server has accepted the form, so that leaving it is no loss. */
  isSent: () => boolean;
  onSubmit: (values: Record<string, unknown>) => Promise<void>;
  onCancel: () => void;
}

/** The form of an action. Refused fields are marked where they stand; what no input carries stands in the summary. */
export function ActionForm({
  action,
  record,
  fields,
  consequence,
  problem,
  isBusy,
  isDoubtful,
  isSent,
  onSubmit,
  onCancel,
}: ActionFormProps) {
  const zone = useSession().view.timeZone;
  const form = useForm<FormInputs>({
    defaultValues: inputsOf(fields, action.initial?.(record) ?? {}, zone),
    mode: 'onTouched',
  });
  useLeaveGuard(form.formState.isDirty, isSent, isDoubtful);
  const remember = useSentInputs(form, isDoubtful);
  // Once: a later answer moves the focus to the input that it refuses.
  const [first] = useState(() => firstInput(fields));
  useEffect(() => form.setFocus(first), [form, first]);
  const others = useServerErrors(form, fields, problem);
  const choices = sourcesOf(action.choices, record);
  const longTexts = new Set(action.longTexts ?? ['note', 'reason', 'narration', 'evidence', 'text', 'comment']);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) =>
          void form.handleSubmit((inputs) => {
            remember(inputs);
            return onSubmit(valuesOf(fields, inputs as InputValues, zone));
          })(event)
        }
      >
        {problem?.errors.length === 0 && <ProblemNotice problem={problem} />}
        {others.length > 0 && (
          <Notice tone="danger" role="alert">
            {problem!.message}
            <ul className="m-0 mt-1 pl-5">
              {others.map(({ field, message }) => (
                <li key={field + message}>
                  {field}: {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {isDoubtful && <Notice tone="warn">{STAYS}</Notice>}
        <fieldset disabled={isDoubtful} className="mx-0 min-w-0 space-y-4 border-0 p-0">
          {Object.entries(fields).map(([name, field]) => (
            <FieldInput
              key={name}
              name={name}
              field={field}
              label={action.labels?.[name] ?? field.t}
              labels={action.labels}
              isLong={longTexts.has(name)}
              choices={choices}
            />
          ))}
        </fieldset>
        {consequence && <Notice tone={action.isDanger ? 'warn' : 'info'}>{consequence}</Notice>}
        <div className="sticky -bottom-4 -mx-5 -mb-4 flex justify-end gap-2 border-t border-line bg-card px-5 py-3">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look={action.isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
            {isDoubtful ? 'Send again' : (action.confirm ?? action.title)}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

/** The path of the first input that takes text. */
function firstInput(fields: Fields): string {
  return Object.entries(fields).find(([, field]) => field.k !== 'object' && field.k !== 'array')?.[0] ?? '';
}

/** Puts the server's refusals on the inputs, moves the focus to the first, and returns the others. */
function useServerErrors(form: UseFormReturn<FormInputs>, fields: Fields, problem: Problem | undefined) {
  const placed = placeErrors(problem?.errors ?? [], new Set(pathsOf(fields, form.getValues() as InputValues)));
  const shown = useRef<Problem>(undefined);
  useEffect(() => {
    // Only a new answer puts errors on the inputs; typing takes them away.
    if (!problem || shown.current === problem) return;
    shown.current = problem;
    [...placed.fields].forEach(([path, message], index) =>
      form.setError(path, { type: 'server', message }, { shouldFocus: index === 0 }),
    );
  });
  return placed.others;
}

/** The paths of all inputs that a form shows, with its present rows. */
function pathsOf(fields: Fields, inputs: InputValues, before = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => pathsOfField(field, inputs[name], `${before}${name}`));
}

function pathsOfField(field: Field, input: InputValues[string], path: string): string[] {
  if (field.k === 'object') return pathsOf(field.f ?? {}, (input ?? {}) as InputValues, `${path}.`);
  if (field.k !== 'array' || !Array.isArray(input)) return [path];
  return [path, ...input.flatMap((row, index) => pathsOf(field.i?.f ?? {}, row as InputValues, `${path}.${index}.`))];
}
