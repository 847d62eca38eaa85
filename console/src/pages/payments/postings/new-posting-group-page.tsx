import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { actOnce, isInDoubt } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { refresh } from '../../../api/refresh';
import { useSession } from '../../../app/session';
import { INPUT } from '../../../form/field-input';
import { useLeaveGuard } from '../../../form/leave-guard';
import { STAYS, useSentInputs } from '../../../form/sent-inputs';
import { type FieldError, placeErrors } from '../../../rules/field-path';
import { Card } from '../../../ui/card';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { useTell } from '../../../ui/notices';
import { PageHead } from '../../../ui/page-head';
import { EMPTY_GROUP, type GroupInputs, groupOf } from './group-inputs';
import { GroupTotals } from './group-totals';
import { LegInputs } from './leg-inputs';

/** The form of a posting group: up to 500 legs with their sums while one types. */
export default function NewPostingGroupPage() {
  const form = useForm<GroupInputs>({ defaultValues: EMPTY_GROUP, mode: 'onTouched' });
  const { problem, others, isBusy, isDone, isDoubtful, submit } = useSending(form);
  useLeaveGuard(form.formState.isDirty && !isDone, undefined, isDoubtful && !isDone);
  return (
    <FormProvider {...form}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <PageHead
          title="Enter a posting group"
          intro="All legs are posted together or not at all. Debits and credits must be equal, and an account may stand on one side only."
        />
        {problem && errorsOf(problem).length === 0 && <ProblemNotice problem={problem} />}
        {others.length > 0 && (
          <Notice tone="danger" role="alert">
            {others.map(({ field, message }) => (
              <p key={field + message} className="m-0">
                {field}: {message}
              </p>
            ))}
          </Notice>
        )}
        {isDoubtful && <Notice tone="warn">{STAYS}</Notice>}
        <fieldset disabled={isDoubtful} className="mx-0 min-w-0 space-y-4 border-0 p-0">
          <Card title="The group">
            <GroupFields form={form} />
          </Card>
          <Card title="Legs">
            <LegInputs />
          </Card>
        </fieldset>
        <Notice tone="info">
          Where a policy asks for it, a colleague must approve, and nothing moves before. AML screening may stop the
          group as well. Once released or approved, it is posted by itself.
        </Notice>
        <GroupTotals isBusy={isBusy} isDoubtful={isDoubtful} />
      </form>
    </FormProvider>
  );
}

/** Sends the group, and marks refused fields where they stand. */
function useSending(form: UseFormReturn<GroupInputs>) {
  const [problem, setProblem] = useState<Problem>();
  const [others, setOthers] = useState<FieldError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [opens, setOpens] = useState<string>();
  const [isDoubtful, setDoubtful] = useState(false);
  const remember = useSentInputs(form, isDoubtful);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const tell = useTell();
  // Opened once the guard against leaving knows that nothing is unsent.
  useEffect(() => {
    if (opens) void navigate({ to: opens });
  }, [opens, navigate]);

  const submit = async (inputs: GroupInputs): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setOthers([]);
    remember(inputs);
    const request = { body: groupOf(inputs) };
    try {
      const { isWaiting, message } = await actOnce('createPostingGroup', request);
      tell(isWaiting ? message : 'The posting group has been posted.', isWaiting ? 'info' : 'good');
      await refresh(queryClient);
      setOpens('/posting-groups');
    } catch (error) {
      const known = error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', String(error));
      setProblem(known);
      setDoubtful(isInDoubt('createPostingGroup', request));
      setOthers(markErrors(form, errorsOf(known)));
    } finally {
      setBusy(false);
    }
  };
  return { problem, others, isBusy, isDone: opens !== undefined, isDoubtful, submit };
}

/** The refused fields of an answer; one that names a leg in its message alone is a fault of that leg. */
function errorsOf({ errors, message }: Problem): FieldError[] {
  const field = /entries\[\d+\]\.\w+/.exec(message)?.[0];
  if (errors.length > 0 || !field) return errors;
  return [{ field, message: message.replace(/the number in entries\[\d+\]\.\w+/, 'this number') }];
}

const LEG_FIELDS = ['account', 'side', 'amount', 'narration'];

function markErrors(form: UseFormReturn<GroupInputs>, errors: FieldError[]): FieldError[] {
  const shown = form
    .getValues('entries')
    .flatMap((_, index) => LEG_FIELDS.map((name) => `entries.${index}.${name}`))
    .concat('referenceNumber', 'narration', 'valueDate');
  const placed = placeErrors(errors, new Set(shown));
  [...placed.fields].forEach(([path, message], index) =>
    form.setError(path as keyof GroupInputs, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return placed.others;
}

function GroupFields({ form: { register, formState } }: { form: UseFormReturn<GroupInputs> }) {
  const { view } = useSession();
  const { errors } = formState;
  const required = { validate: (value: string) => value.trim() !== '' || 'Required.' };
  return (
    <div className="grid gap-4 md:grid-cols-[1fr_2fr_12rem]">
      <Field
        id="reference"
        label="Reference"
        fault={errors.referenceNumber?.message}
        help="Unique among posting groups."
      >
        <input
          id="reference"
          className={INPUT}
          maxLength={100}
          autoComplete="off"
          aria-invalid={!!errors.referenceNumber}
          aria-describedby="reference-help"
          {...register('referenceNumber', required)}
        />
      </Field>
      <Field
        id="narration"
        label="Narration"
        fault={errors.narration?.message}
        help="Statements show it for legs without a narration of their own."
      >
        <input
          id="narration"
          className={INPUT}
          maxLength={250}
          autoComplete="off"
          aria-invalid={!!errors.narration}
          aria-describedby="narration-help"
          {...register('narration', required)}
        />
      </Field>
      <Field id="value-date" label="Value date – optional" fault={errors.valueDate?.message} help="Left empty: today.">
        <input
          id="value-date"
          type="date"
          className={INPUT}
          max={view.businessDate}
          aria-invalid={!!errors.valueDate}
          aria-describedby="value-date-help"
          {...register('valueDate')}
        />
      </Field>
    </div>
  );
}

interface FieldProps {
  id: string;
  label: string;
  help: string;
  fault: string | undefined;
  children: ReactNode;
}

function Field({ id, label, help, fault, children }: FieldProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children}
      <p id={`${id}-help`} className={`m-0 mt-1 text-sm ${fault ? 'text-danger' : 'text-muted'}`}>
        {fault ?? help}
      </p>
    </div>
  );
}
