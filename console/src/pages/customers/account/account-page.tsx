import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { ListPage } from '../../../list/list-page';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { type TabPanel, TabPanels } from '../../../ui/tab-panels';
import { DOCUMENTS } from '../document-list';
import { LIENS } from '../liens-list';
import { VirtualAccountFinder } from '../virtual-account-finder';
import { type Account, ACCOUNT_ACTIONS } from './account-actions';
import { AccountBalances } from './account-balances';
import { AccountEvents } from './account-events';
import { AccountFacts } from './account-facts';
import { AccountMovements } from './account-movements';
import { AccountStatement } from './account-statement';
import { StatusHistory } from './status-history';

/** One account, or one virtual account. */
export default function AccountPage() {
  const { no = '' }: { no?: string } = useParams({ strict: false });
  const account = useQuery(recordQuery('getAccount', no));
  if (!account.data)
    return (
      <div className="space-y-4">
        <PageHead title={`Account ${no}`} />
        <ProblemNotice problem={account.error} retry={() => void account.refetch()} />
      </div>
    );
  return <LoadedAccount account={account.data} />;
}

function LoadedAccount({ account }: { account: Account }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={account.accountName}
        beside={
          <>
            <Pill status={account.accountStatus} />
            {account.isVirtualAccount && <Pill status="VirtualAccount" tone="info" />}
          </>
        }
        intro={
          <>
            {account.accountNumber}, {account.productName} of{' '}
            <RecordLink to={`/customers/${account.customerID}`}>{account.customerName}</RecordLink>
          </>
        }
      >
        <ActionMenu actions={ACCOUNT_ACTIONS} record={account} />
      </PageHead>
      {!account.isVirtualAccount && <AccountBalances accountNumber={account.accountNumber} />}
      <TabPanels panels={account.isVirtualAccount ? virtualPanels(account) : depositPanels(account)} />
      <ActionHost actions={ACCOUNT_ACTIONS} recordOf={() => account} />
    </div>
  );
}

function virtualPanels(account: Account): TabPanel[] {
  return [
    { name: 'overview', title: 'Overview', content: () => <AccountFacts account={account} /> },
    {
      name: 'movements',
      title: 'Credits',
      operation: 'listAccountMovements',
      content: () => <AccountMovements accountNumber={account.accountNumber} isVirtual />,
    },
  ];
}

function depositPanels(account: Account): TabPanel[] {
  const { accountNumber } = account;
  const part = { isPart: true, fixed: { AccountNumber: accountNumber } };
  const liens = { ...LIENS, ...part, columns: LIENS.columns.filter(({ key }) => key !== 'account') };
  return [
    { name: 'overview', title: 'Overview', content: () => <AccountFacts account={account} /> },
    {
      name: 'movements',
      title: 'Movements',
      operation: 'listAccountMovements',
      content: () => <AccountMovements accountNumber={accountNumber} />,
    },
    {
      name: 'statement',
      title: 'Statement',
      operation: 'getAccountStatement',
      content: () => <AccountStatement accountNumber={accountNumber} />,
    },
    { name: 'liens', title: 'Liens', operation: 'listLiens', content: () => <ListPage of={liens} /> },
    {
      name: 'events',
      title: 'Events',
      operation: 'listAccountEvents',
      content: () => <AccountEvents accountNumber={accountNumber} />,
    },
    {
      name: 'history',
      title: 'Status history',
      operation: 'listAccountStatusChanges',
      content: () => <StatusHistory accountNumber={accountNumber} />,
    },
    {
      name: 'documents',
      title: 'Documents',
      operation: 'listDocuments',
      content: () => (
        <ListPage of={{ ...DOCUMENTS, isPart: true, fixed: { EntityType: 'account', EntityId: accountNumber } }} />
      ),
    },
    { name: 'virtual', title: 'Virtual accounts', content: () => <VirtualAccounts /> },
  ];
}

function VirtualAccounts() {
  return (
    <div className="max-w-2xl space-y-3">
      <p className="text-muted">
        Money paid to a virtual account of this account is credited here; its movement names the virtual account.
      </p>
      <VirtualAccountFinder />
    </div>
  );
}
