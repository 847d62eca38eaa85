import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer, read } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { useListSearch } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordLink } from '../../../ui/record-link';
import { SelectField } from '../../../ui/select-field';
import { When } from '../../../ui/when';

type Trial = Answer<'simulateAmlRule'>;

const PERIODS = ['7', '30', '90'];

/** How often a rule would have held movements of the last days. */
export default function RuleTrialPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [search, change] = useListSearch();
  const days = PERIODS.includes(search.days ?? '') ? search.days! : '30';
  const rules = useQuery({ queryKey: ['listAmlRules'], queryFn: ({ signal }) => read('listAmlRules', { signal }) });
  const rule = rules.data?.data.find((one) => String(one.id) === id);
  const trial = useQuery({
    queryKey: ['simulateAmlRule', rule, days],
    enabled: rule !== undefined,
    queryFn: ({ signal }) => {
      const { name, description, direction, threshold, action, accountNumber, productCode, customerType } = rule!;
      const body = { name, description, direction, threshold, action, accountNumber, productCode, customerType };
      const filled = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
      return read('simulateAmlRule', { body: { rule: filled, days: Number(days) } as never, signal });
    },
  });
  return (
    <div className="space-y-4">
      <PageHead
        title={rule?.name ?? 'Rule'}
        intro="The rule on past movements, by the amounts that counted then. Nothing is held by it."
      />
      <SelectField
        label="Movements of the last"
        value={days}
        options={PERIODS.map((value) => [value, `${value} days`] as const)}
        onChange={(value) => change({ days: value })}
      />
      <ProblemNotice problem={rules.error ?? trial.error} retry={() => void trial.refetch()} />
      {rules.data && !rule && <Empty title="There is no such rule" />}
      {trial.data && <Result trial={trial.data} />}
    </div>
  );
}

function Result({ trial }: { trial: Trial }) {
  return (
    <>
      {trial.isTruncated && (
        <Notice tone="warn">The period has more postings than are looked at; only the latest were.</Notice>
      )}
      <Card title="Result">
        <Facts
          columns={3}
          of={[
            ['Movements that meet the rule', count(trial.holds)],
            ['Accounts among them', count(trial.accounts)],
            ['Postings looked at', count(trial.examined)],
          ]}
        />
      </Card>
      {trial.examples.length > 0 && (
        <Card title="The largest" isFlush>
          <DataTable
            caption="The largest movements that meet the rule"
            columns={EXAMPLES}
            rows={trial.examples}
            rowKey={(row) => `${row.postingReferenceNumber} ${row.accountNumber}`}
          />
        </Card>
      )}
    </>
  );
}

const EXAMPLES: Column<Trial['examples'][number]>[] = [
  { key: 'at', header: 'Posted', cell: (row) => <When at={row.postedAt} /> },
  {
    key: 'account',
    header: 'Account',
    cell: (row) => <RecordLink to={`/accounts/${row.accountNumber}`}>{row.accountNumber}</RecordLink>,
  },
  {
    key: 'posting',
    header: 'Posting',
    isSecondary: true,
    cell: (row) => <RecordLink to={`/postings/${row.postingReferenceNumber}`}>{row.postingReferenceNumber}</RecordLink>,
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
  { key: 'sum', header: 'With 24 hours', isNumber: true, cell: (row) => <Money amount={row.withWindow} /> },
];
