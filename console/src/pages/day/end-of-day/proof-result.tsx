import { type Column, DataTable } from '../../../list/data-table';
import { count } from '../../../rules/naira';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';
import type { Progress } from './end-of-day-page';

type Proof = NonNullable<NonNullable<Progress['endOfDay']>['proof']>;
type Check = Proof['checks'][number];

const COLUMNS: readonly Column<Check>[] = [
  {
    key: 'check',
    header: 'Check',
    cell: (row) => (
      <>
        {row.description}
        {row.examples.length > 0 && (
          <span className="block text-sm text-danger">For example: {row.examples.join('; ')}</span>
        )}
      </>
    ),
  },
  {
    key: 'result',
    header: 'Result',
    cell: (row) => (
      <Pill
        status={row.passed ? 'Holds' : 'Fails'}
        text={row.passed ? 'Holds' : `${count(row.violations)} differences`}
        tone={row.passed ? 'good' : 'danger'}
      />
    ),
  },
];

/** The proof of one closed day: what moved, and each check. */
export function ProofResult({ proof }: { proof: Proof }) {
  return (
    <div className="space-y-4">
      <Facts
        columns={3}
        of={[
          ['Proved', <When at={proof.provedAt} />],
          ['Postings of the day', count(proof.postings)],
          ['Entries of the day', count(proof.moved.entries)],
          ['Debits of the day', <Money amount={Number(proof.moved.debits)} />],
          ['Credits of the day', <Money amount={Number(proof.moved.credits)} />],
          ['Debits of all days', <Money amount={Number(proof.totals.debits)} />],
        ]}
      />
      <DataTable caption="Checks of the proof" columns={COLUMNS} rows={proof.checks} rowKey={(row) => row.name} />
    </div>
  );
}
