import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api/client';
import { type Column, DataTable } from '../../list/data-table';
import { plural } from '../../rules/words';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Notice, ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { When } from '../../ui/when';

type Check = Answer<'getLedgerProof'>['checks'][number];

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
    cell: (row) => <Pill status={row.passed ? 'Holds' : 'Fails'} tone={row.passed ? 'good' : 'danger'} />,
  },
  {
    key: 'differences',
    header: 'Differences',
    cell: (row) => row.differences || '–',
    isNumber: true,
    isSecondary: true,
  },
];

/** The proof of all balances against all entries. It runs when somebody asks for it, and its result stays. */
export default function ProofPage() {
  const proof = useQuery({
    queryKey: ['getLedgerProof'],
    queryFn: async ({ signal }) => ({ ...(await read('getLedgerProof', { signal })), at: new Date().toISOString() }),
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return (
    <div className="space-y-4">
      <PageHead title="Proof of the ledger" intro="Checks all balances against every entry of the institution.">
        <Button look="primary" isBusy={proof.isFetching} onClick={() => void proof.refetch()}>
          {proof.data ? 'Prove again' : 'Prove the ledger'}
        </Button>
      </PageHead>
      <Notice tone="warn">
        The proof reads the whole ledger and can take minutes on a large one. The end of day proves every day by itself:
        run it for an audit or after a doubt.
      </Notice>
      <ProblemNotice problem={proof.error} />
      {proof.isFetching && (
        <p role="status" className="m-0">
          The ledger is being proved …
        </p>
      )}
      {proof.data && <Result proof={proof.data} at={proof.data.at} />}
    </div>
  );
}

function Result({ proof, at }: { proof: Answer<'getLedgerProof'>; at: string }) {
  const failed = proof.checks.filter(({ passed }) => !passed).length;
  return (
    <>
      <Notice tone={proof.balanced ? 'good' : 'danger'} role="status">
        {proof.balanced
          ? 'The ledger is proved.'
          : `${plural(failed, 'check')} failed. Stop closing periods and tell whoever runs the program.`}{' '}
        <When at={at} />
      </Notice>
      <Card isFlush title={plural(proof.checks.length, 'check')}>
        <DataTable caption="Checks of the proof" columns={COLUMNS} rows={proof.checks} rowKey={(row) => row.name} />
      </Card>
    </>
  );
}
