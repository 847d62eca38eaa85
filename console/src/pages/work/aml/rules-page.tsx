import type { Row } from '../../../api/client';
import { action, versionOf } from '../../../form/action';
import { listed } from '../../../form/choices';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Money } from '../../../ui/money';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Screening } from './screening';

type Rule = Row<'listAmlRules'>;

const DIRECTIONS = [
  { value: 'outflow', text: 'Money that leaves an account' },
  { value: 'inflow', text: 'Money that comes in' },
];
const ACTIONS = [
  { value: 'hold', text: 'Hold the movement' },
  { value: 'hold-and-freeze', text: 'Hold the movement and freeze the customer’s account' },
];
const FORM = {
  choices: {
    direction: DIRECTIONS,
    action: ACTIONS,
    productCode: listed('listProducts', (row) => ({ value: row.productCode, text: row.productName })),
  },
  labels: { productCode: 'Only accounts of the product', customerType: 'Only customers of the type' },
  longTexts: ['description'],
};

/** Whose movements a rule looks at. */
function scopeOf({ accountNumber, productCode, customerType }: Rule): string {
  if (accountNumber) return `Account ${accountNumber}`;
  const parts = [customerType && `${customerType} customers`, productCode && `product ${productCode}`].filter(Boolean);
  return parts.join(', ') || 'All accounts';
}

const LIST: ListDefinition<'listAmlRules'> = {
  operation: 'listAmlRules',
  title: 'Rules',
  isPart: true,
  columns: [
    {
      key: 'name',
      header: 'Rule',
      cell: (row) => (
        <>
          <span className="font-medium">{row.name}</span>
          {row.description && <span className="block text-sm text-muted">{row.description}</span>}
        </>
      ),
    },
    { key: 'direction', header: 'Looks at', cell: (row) => (row.direction === 'outflow' ? 'Money out' : 'Money in') },
    { key: 'threshold', header: 'From, in 24 hours', isNumber: true, cell: (row) => <Money amount={row.threshold} /> },
    { key: 'scope', header: 'Concerns', cell: scopeOf, isSecondary: true },
    {
      key: 'action',
      header: 'Does',
      cell: (row) => (row.action === 'hold' ? 'Holds' : 'Holds and freezes the account'),
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.active ? 'Active' : 'Inactive'} /> },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/aml/rules/${row.id}/trial`,
  filters: ['Active'],
  labels: { Active: 'In force' },
  actions: [
    action<undefined>()({
      operation: 'createAmlRule',
      title: 'Create a rule',
      ...FORM,
      initial: () => ({ action: 'hold', active: true }),
      consequence: () => 'From now on, movements that meet the rule are held until an AML officer decides on them.',
      done: 'The rule has been created.',
    }),
  ],
  rowActions: [
    action<Rule>()({
      operation: 'updateAmlRule',
      title: 'Change the rule',
      ...FORM,
      version: versionOf,
      path: ({ id }) => ({ ruleId: id }),
      initial: (rule) => ({ ...rule }),
      consequence: () => 'The changed rule screens the next movement. Movements that are held already stay held.',
      done: 'The rule has been changed.',
    }),
    action<Rule>()({
      operation: 'deactivateAmlRule',
      title: 'Deactivate the rule',
      isDanger: true,
      isFor: ({ active }) => active,
      version: versionOf,
      path: ({ id }) => ({ ruleId: id }),
      consequence: ({ name }) =>
        `Nothing is held by "${name}" any more. Movements that are held already stay held. A change activates it again.`,
      done: 'The rule has been deactivated.',
    }),
  ],
  empty: 'Without a rule no movement is held. Create the first one.',
};

/** The rules of screening, and the switch above all of them. */
export default function AmlRulesPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="AML rules"
        intro={
          <>
            A movement that meets a rule waits in the queue of <RecordLink to="/aml/holds">AML holds</RecordLink>; what
            was met before is in the <RecordLink to="/aml/reports">reports</RecordLink>.
          </>
        }
      />
      <Screening />
      <ListPage of={LIST} />
    </div>
  );
}
