import { useFormContext, useWatch } from 'react-hook-form';
import { naira } from '../../../rules/naira';
import { totalsOf } from '../../../rules/posting-legs';
import { Button } from '../../../ui/button';
import type { GroupInputs } from './group-inputs';

interface GroupTotalsProps {
  isBusy: boolean;
  /** True when it is not known whether the last request was carried out. */
  isDoubtful: boolean;
}

/** The sums of both sides while one types; an unbalanced group cannot be sent. */
export function GroupTotals({ isBusy, isDoubtful }: GroupTotalsProps) {
  const { control } = useFormContext<GroupInputs>();
  const { debit, credit, difference } = totalsOf(useWatch({ control, name: 'entries' }));
  const isBalanced = difference === 0;
  const verdict = isBalanced
    ? debit > 0
      ? 'Balanced'
      : 'Enter the amounts'
    : `${difference > 0 ? 'Debits' : 'Credits'} are more by ${naira(Math.abs(difference))}`;
  return (
    <div className="md:sticky md:bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-card px-4 py-3 shadow-lg">
      <Sum name="Debits" amount={debit} />
      <Sum name="Credits" amount={credit} />
      <p
        role="status"
        className={`m-0 font-semibold ${!isBalanced ? 'text-danger' : debit > 0 ? 'text-good' : 'text-muted'}`}
      >
        {verdict}
      </p>
      <Button
        type="submit"
        look="primary"
        className="ml-auto"
        isBusy={isBusy}
        reason={isBalanced && debit > 0 ? null : `${verdict}.`}
      >
        {isDoubtful ? 'Send again' : 'Enter the posting group'}
      </Button>
    </div>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <p className="m-0">
      <span className="block text-sm text-muted">{name}</span>
      <span className="font-semibold whitespace-nowrap">{naira(amount)}</span>
    </p>
  );
}
