import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session';
import { useListSearch } from '../../list/list-page';
import { Report, type Shown } from '../../list/report';
import { stringifySearch } from '../../rules/search-params';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { PageHead } from '../../ui/page-head';
import { TextField } from '../../ui/text-field';
import { BOOKS_LABELS } from './books-filters';

/** The balance of an account or a ledger at the end of a day. */
export default function DatedBalancePage() {
  const { businessDate } = useSession().view;
  const [search] = useListSearch();
  if (!search.AccountNumber) return <ChooseAccount />;
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

/** Asks whose balance is to be shown. */
function ChooseAccount() {
  const [number, setNumber] = useState('');
  const navigate = useNavigate();
  return (
    <div className="space-y-4">
      <PageHead title="Balance on a day" intro="What an account or a ledger had at the end of a day." />
      <Card title="Choose an account or a ledger">
        <form
          className="flex max-w-md flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (number.trim())
              void navigate({ to: `/books/balance${stringifySearch({ AccountNumber: number.trim() })}` });
          }}
        >
          <TextField
            label="Account number or code of the ledger"
            required
            maxLength={20}
            value={number}
            onChange={setNumber}
          />
          <Button type="submit" look="primary">
            Show the balance
          </Button>
        </form>
      </Card>
    </div>
  );
}
