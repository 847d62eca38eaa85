import { useMay } from '../../../app/session';
import { ActionButtons } from '../../../form/action-host';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { Day, When } from '../../../ui/when';
import { EXPORT, type Overview, PLACE_HOLD, REMOVE_HOLD, REVEAL } from './customer-actions';

const HOLDS: ListDefinition<'listLegalHolds'> = {
  operation: 'listLegalHolds',
  title: 'Legal holds',
  isPart: true,
  columns: [
    { key: 'reference', header: 'Order', cell: (row) => row.reference },
    { key: 'reason', header: 'Reason', cell: (row) => row.reason, isSecondary: true },
    { key: 'placed', header: 'Placed', cell: (row) => <When at={row.placedAt} /> },
    { key: 'by', header: 'By', cell: (row) => actor(row.placedBy), isSecondary: true },
    {
      key: 'until',
      header: 'Until',
      cell: (row) => (row.until ? <Day on={row.until} /> : 'No end'),
      isSecondary: true,
    },
    {
      key: 'state',
      header: 'State',
      cell: (row) => <Pill status={row.inForce ? 'InForce' : 'Ended'} tone={row.inForce ? 'warn' : 'muted'} />,
    },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A hold appears here when one is placed.',
};

/** Identity numbers, the person's own copy of their data, and legal holds. */
export function DataProtection({ of }: { of: Overview }) {
  const may = useMay();
  const { customer, flags } = of;
  return (
    <div className="space-y-4">
      {flags.isErased && <Notice tone="info">The personal data of this customer was erased.</Notice>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Identity numbers">
          <div className="space-y-4">
            <Facts
              of={[
                ['BVN', customer.bvn],
                ['NIN', customer.nin],
              ]}
            />
            <p className="text-muted">Masked. Each look at a whole number is kept in the audit log, with its reason.</p>
            <ActionButtons actions={[REVEAL]} record={of} />
          </div>
        </Card>
        {customer.customerType === 'Individual' && may('exportPersonalData') && (
          <Card title="Copy for the person">
            <div className="space-y-4">
              <p className="text-muted">
                Persons may have a copy of what is kept about them. It holds nothing of other people and nothing of AML.
              </p>
              <ActionButtons actions={[EXPORT]} record={of} />
            </div>
          </Card>
        )}
      </div>
      <Card
        title="Legal hold"
        actions={
          <Pill
            status={flags.isUnderLegalHold ? 'InForce' : 'None'}
            tone={flags.isUnderLegalHold ? 'warn' : 'muted'}
            text={flags.isUnderLegalHold ? 'In force' : 'None'}
          />
        }
      >
        <div className="space-y-4">
          <p className="text-muted">
            While a hold is in force, nothing of this customer is erased, whatever its retention period.
          </p>
          <div className="flex flex-wrap gap-2">
            <ActionButtons actions={[flags.isUnderLegalHold ? REMOVE_HOLD : PLACE_HOLD]} record={of} />
          </div>
          {may('listLegalHolds') && <ListPage of={{ ...HOLDS, fixed: { CustomerID: customer.customerID } }} />}
        </div>
      </Card>
    </div>
  );
}
