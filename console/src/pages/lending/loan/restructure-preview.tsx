import { type ReactNode, useState } from 'react';
import { act, type Answer, newReference } from '../../../api/client';
import ActionDialog from '../../../form/action-dialog';
import { useActions } from '../../../form/action-host';
import { day } from '../../../rules/dates';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { ScheduleTable } from '../schedule-table';
import { JournalTable } from './journal-table';
import { RESTRUCTURE } from './loan-actions';
import { UNPAID_INTEREST } from './loan-terms';
import { instalmentOf } from './schedule-part';
import type { Loan } from './use-loan';

type Preview = Answer<'previewRestructure'>;
type Rest = Preview['now'];

const startingTerms = (loan: Loan) => ({
  accruedInterest: 'Due',
  interestRate: String(loan.interestRate),
  tenure: '',
  firstRepaymentDate: '',
});

/** New terms, tried out: the loan now and then, its schedule, and what would be booked. Nothing changes. */
export function RestructurePreview({ loan }: { loan: Loan }) {
  const [terms, setTerms] = useState(() => startingTerms(loan));
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const mayAsk = useActions([RESTRUCTURE], loan).length > 0;
  const text = (name: keyof typeof terms) => ({
    value: terms[name],
    onChange: (value: string) => setTerms({ ...terms, [name]: value }),
  });
  const show = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      setPreview(
        (await act('previewRestructure', { path: { id: loan.id }, body: bodyOf(terms), reference: newReference() }))
          .data,
      );
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <Card title="Try out a restructure">
      <form
        className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-5"
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <SelectField
          label="Unpaid interest"
          options={UNPAID_INTEREST.map(({ value, text: name }) => [value, name] as const)}
          {...text('accruedInterest')}
        />
        <TextField label="Rate (percent)" inputMode="decimal" autoComplete="off" {...text('interestRate')} />
        <TextField
          label="New tenure"
          inputMode="numeric"
          placeholder="As it is"
          autoComplete="off"
          {...text('tenure')}
        />
        <TextField label="First repayment" type="date" {...text('firstRepaymentDate')} />
        <Button type="submit" isBusy={isBusy}>
          Show the effect
        </Button>
      </form>
      <div className="mt-3 space-y-4 empty:hidden">
        <ProblemNotice problem={problem} />
        {preview && <Effect preview={preview} onAsk={mayAsk ? () => setAsking(true) : undefined} />}
      </div>
      {isAsking && (
        <ActionDialog
          action={{ ...RESTRUCTURE, initial: () => terms }}
          record={loan}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function bodyOf(terms: ReturnType<typeof startingTerms>): never {
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text));
  return {
    reason: 'Preview',
    accruedInterest: terms.accruedInterest,
    interestRate: number(terms.interestRate),
    tenure: number(terms.tenure),
    firstRepaymentDate: terms.firstRepaymentDate || undefined,
  } as never;
}

function Effect({ preview, onAsk }: { preview: Preview; onAsk: (() => void) | undefined }) {
  return (
    <>
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label="The loan now and then">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-1 pr-3 font-medium">
                If approved on {day(preview.asOf)}
              </th>
              <th scope="col" className="px-3 py-1 text-right font-medium">
                Now
              </th>
              <th scope="col" className="py-1 pl-3 text-right font-medium">
                Then
              </th>
            </tr>
          </thead>
          <tbody>
            <Compared title="Next instalment" {...preview} of={({ instalment }) => <Money amount={instalment} />} />
            <Compared title="Still to pay" {...preview} of={({ total }) => <Money amount={total} />} />
            <Compared title="Rate" {...preview} of={({ interestRate }) => `${interestRate} %`} />
            <Compared title="Unpaid instalments" {...preview} of={({ unpaidInstalments }) => unpaidInstalments} />
            <Compared title="Maturity" {...preview} of={({ maturityDate }) => day(maturityDate)} />
          </tbody>
        </table>
      </div>
      <h3 className="m-0 text-base font-semibold">Schedule then</h3>
      <ScheduleTable caption="Schedule after the restructure" rows={preview.rows.map(instalmentOf)} />
      <h3 className="m-0 text-base font-semibold">What would be booked</h3>
      <JournalTable lines={preview.journal} />
      {onAsk && (
        <Button look="primary" onClick={onAsk}>
          Ask for this restructure
        </Button>
      )}
    </>
  );
}

function Compared({ title, now, then, of }: { title: string; now: Rest; then: Rest; of: (rest: Rest) => ReactNode }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 pr-3 font-normal text-muted">
        {title}
      </th>
      <td className="px-3 py-1.5 text-right">{of(now)}</td>
      <td className="py-1.5 pl-3 text-right font-medium">{of(then)}</td>
    </tr>
  );
}
