import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { PageHead } from '../../ui/page-head';
import { RecordLink } from '../../ui/record-link';
import { TabPanels } from '../../ui/tab-panels';
import { When } from '../../ui/when';
import { IdentityFinder } from './identity-finder';

const INDIVIDUALS: ListDefinition<'listIndividualCustomers'> = {
  operation: 'listIndividualCustomers',
  exports: 'individual-customers',
  title: 'Individuals',
  isPart: true,
  columns: [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (row) => <RecordLink to={recordAddress('customer', row.customerID)}>{row.name}</RecordLink>,
    },
    { key: 'number', header: 'Number', sort: 'customerID', cell: (row) => row.customerID },
    { key: 'phone', header: 'Telephone', cell: (row) => row.phoneNumber ?? '–' },
    {
      key: 'email',
      header: 'E-mail',
      cell: (row) => <span className="break-all">{row.email ?? '–'}</span>,
      isSecondary: true,
    },
    { key: 'branch', header: 'Branch', cell: (row) => row.branchName, isSecondary: true },
    { key: 'since', header: 'Customer since', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.customerID,
  opens: (row) => recordAddress('customer', row.customerID),
  filters: ['Name', 'CustomerID', 'PhoneNumber', 'Email', 'BranchCode'],
  labels: { CustomerID: 'Number', PhoneNumber: 'Telephone', Email: 'E-mail', BranchCode: 'Branch' },
  empty: 'A person appears here with the first account.',
};

const GROUPS: ListDefinition<'listGroupCustomers'> = {
  operation: 'listGroupCustomers',
  exports: 'group-customers',
  title: 'Companies and groups',
  isPart: true,
  columns: [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (row) => <RecordLink to={recordAddress('customer', row.customerID)}>{row.name}</RecordLink>,
    },
    { key: 'number', header: 'Number', sort: 'customerID', cell: (row) => row.customerID },
    { key: 'registration', header: 'Registration', cell: (row) => row.registrationNumber ?? '–' },
    { key: 'members', header: 'Members', cell: (row) => row.members.length, isNumber: true, isSecondary: true },
    { key: 'branch', header: 'Branch', cell: (row) => row.branchName, isSecondary: true },
    { key: 'since', header: 'Customer since', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.customerID,
  opens: (row) => recordAddress('customer', row.customerID),
  filters: ['Name', 'CustomerID', 'RegistrationNumber'],
  labels: { CustomerID: 'Number' },
  empty: 'A company or group appears here with its registration.',
};

/** Everybody who has an account. */
export default function CustomersPage() {
  return (
    <div className="space-y-4">
      <PageHead title="Customers" intro="Persons, companies and groups. Identity numbers are masked.">
        <IdentityFinder />
      </PageHead>
      <TabPanels
        panels={[
          {
            name: 'individuals',
            title: 'Individuals',
            operation: 'listIndividualCustomers',
            content: () => <ListPage of={INDIVIDUALS} />,
          },
          {
            name: 'groups',
            title: 'Companies and groups',
            operation: 'listGroupCustomers',
            content: () => <ListPage of={GROUPS} />,
          },
        ]}
      />
    </div>
  );
}
