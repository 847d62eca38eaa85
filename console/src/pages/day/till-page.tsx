import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../api/record-query';
import { useSession } from '../../app/session';
import { ActionButtons, ActionHost } from '../../form/action-host';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { stringifySearch } from '../../rules/search-params';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { Notice, ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { type Till, TILL_ACTIONS } from './till-actions';
import { COUNT_TILL, TILL_COUNTS } from './till-counts';

const ACTIONS = [COUNT_TILL, ...TILL_ACTIONS];

/** The till of a teller. */
export default function TillPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const till = useQuery(recordQuery('getTill', id));
  if (till.data) return <LoadedTill till={till.data} />;
  return (
    <div className="space-y-4">
      <PageHead title={`Till ${id}`} />
      <ProblemNotice problem={till.error} retry={() => void till.refetch()} />
    </div>
  );
}

function LoadedTill({ till }: { till: Till }) {
  const { businessDate } = useSession().view;
  const entries = `/books/ledger${stringifySearch({ LedgerCode: till.accountNumber, StartDate: businessDate, EndDate: businessDate })}`;
  const isOver = till.cashLimit !== null && till.balance > till.cashLimit;
  return (
    <div className="space-y-4">
      <PageHead title={till.name} beside={<Pill status={till.status} />} intro={`Ledger ${till.accountNumber}`}>
        <ActionButtons actions={ACTIONS} record={till} />
      </PageHead>
      {isOver && <Notice tone="warn">The till holds more cash than its limit. Move the rest to the vault.</Notice>}
      <Card title="Where it stands">
        <Facts
          columns={3}
          of={[
            ['Cash', <Money amount={till.balance} />],
            ['Most cash to keep', till.cashLimit === null ? 'No limit' : <Money amount={till.cashLimit} />],
            ['Branch', till.branchCode],
            ['Teller', <RecordLink to={recordAddress('staff', till.tellerStaffID)}>{till.tellerStaffID}</RecordLink>],
            ['Movements of today', <RecordLink to={entries}>Open the entries</RecordLink>],
          ]}
        />
      </Card>
      <ListPage of={{ ...TILL_COUNTS, path: { tillId: String(till.id) } }} />
      <ActionHost actions={ACTIONS} recordOf={() => till} />
    </div>
  );
}
