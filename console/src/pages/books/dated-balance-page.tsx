import { useSession } from '../../app/session';
import { useListSearch } from '../../list/list-page';
import { Report, type Shown } from '../../list/report';
import { stringifySearch } from '../../rules/search-params';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { BOOKS_LABELS } from './books-filters';
import { ChooseAccount } from './choose-account';

/** The balance of an account or a ledger at the end of a day. */
export default function DatedBalancePage() {
  const { businessDate } = useSession().view;
  const [search] = useListSearch();
  if (!search.AccountNumber)
    return (
      <ChooseAccount
        title="Balance on a day"
        intro="What an account or a ledger had at the end of a day."
        heading="Choose an account or a ledger"
        label="Account number or code of the ledger"
        button="Show the balance"
        addressOf={(number) => `/books/balance${stringifySearch({ AccountNumber: number })}`}
      />
    );
  return (
    <Report
      of={{
        operation: 'getBalanceAsOfDay',
        title: 'Balance on a day',
        intro: 'What an account or a ledger had at the end of a day.',
        filters: ['AccountNumber', 'Date', 'DateBasis', 'BookedThrough'],
        labels: { ...BOOKS_LABELS, AccountNumber: 'Account or ledger' },
        defaults: { Date: businessDate },
      }}
    >
      {(data) => <Balance data={data} />}
    </Report>
  );
}

function Balance({ data }: { data: Shown<'getBalanceAsOfDay'> }) {
  return (
    <Card title={`${data.accountName}, ${data.accountNumber}`}>
      <Facts
        columns={3}
        of={[
          ['Balance', <Money amount={data.balance} />],
          ['Debits until then', <Money amount={data.debits} />],
          ['Credits until then', <Money amount={data.credits} />],
        ]}
      />
    </Card>
  );
}
