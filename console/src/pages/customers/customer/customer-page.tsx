import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { ActionHost } from '../../../form/action-host';
import { ListPage } from '../../../list/list-page';
import { RecordNotes } from '../../../notes/record-notes';
import { plural } from '../../../rules/words';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { TabPanels } from '../../../ui/tab-panels';
import { RiskRatingPart } from '../../desk/ratings/rating-part';
import { DOCUMENTS } from '../document-list';
import { AccountsOfCustomer, CardsOfCustomer } from './customer-accounts';
import { CUSTOMER_ACTIONS, type Overview } from './customer-actions';
import { LendingOfCustomer } from './customer-lending';
import { MessagesOfCustomer } from './customer-messages';
import { CustomerSummary } from './customer-summary';
import { DataProtection } from './data-protection';
import { DueDiligencePart } from './due-diligence';

/** One customer with everything of theirs. */
export default function CustomerPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const overview = useQuery(recordQuery('getCustomerOverview', id));
  if (!overview.data)
    return (
      <div className="space-y-4">
        <PageHead title={`Customer ${id}`} />
        <ProblemNotice problem={overview.error} retry={() => void overview.refetch()} />
      </div>
    );
  return <LoadedCustomer of={overview.data} />;
}

function LoadedCustomer({ of }: { of: Overview }) {
  const { customer } = of;
  return (
    <div className="space-y-4">
      <PageHead
        title={customer.name}
        beside={<Flags flags={of.flags} />}
        intro={`${customer.customerType} ${customer.customerID}, ${customer.branchName}`}
      />
      <TabPanels
        panels={[
          { name: 'overview', title: 'Overview', content: () => <CustomerSummary of={of} /> },
          { name: 'accounts', title: 'Accounts', content: () => <AccountsOfCustomer of={of} /> },
          { name: 'lending', title: 'Loans and deposits', content: () => <LendingOfCustomer of={of} /> },
          { name: 'cards', title: 'Cards and virtual accounts', content: () => <CardsOfCustomer of={of} /> },
          {
            name: 'documents',
            title: `Documents (${of.documents})`,
            operation: 'listDocuments',
            content: () => (
              <ListPage
                of={{
                  ...DOCUMENTS,
                  isPart: true,
                  fixed: { EntityType: 'customer', EntityId: customer.customerID },
                }}
              />
            ),
          },
          {
            name: 'messages',
            title: 'Messages',
            operation: 'listMessages',
            content: () => <MessagesOfCustomer accounts={of.accounts.map((account) => account.accountNumber)} />,
          },
          {
            name: 'notes',
            title: 'Notes',
            operation: 'listCustomerNotes',
            content: () => (
              <RecordNotes
                of={{ list: 'listCustomerNotes', add: 'addCustomerNote', path: { customerID: customer.customerID } }}
              />
            ),
          },
          {
            name: 'diligence',
            title: 'Due diligence',
            operation: 'getDueDiligence',
            content: () => <DueDiligencePart of={of} />,
          },
          {
            name: 'risk',
            title: 'Risk rating',
            operation: 'getRiskRating',
            content: () => <RiskRatingPart customerID={customer.customerID} />,
          },
          { name: 'data', title: 'Data protection', content: () => <DataProtection of={of} /> },
        ]}
      />
      <ActionHost actions={CUSTOMER_ACTIONS} recordOf={() => of} />
    </div>
  );
}

/** The warnings of a customer, which a colleague must know first. */
function Flags({ flags }: { flags: Overview['flags'] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {flags.isErased && <Pill status="Erased" tone="muted" text="Personal data erased" />}
      {flags.isUnderLegalHold && <Pill status="LegalHold" tone="warn" text="Legal hold" />}
      {flags.frozenAccounts > 0 && (
        <Pill status="Frozen" text={plural(flags.frozenAccounts, 'frozen account')} tone="danger" />
      )}
      {!!flags.openHolds && (
        <Pill status="Held" text={plural(flags.openHolds, 'movement stopped', 'movements stopped')} />
      )}
      {!!flags.overdueLoans && <Pill status="Overdue" text={plural(flags.overdueLoans, 'overdue loan')} />}
    </span>
  );
}
