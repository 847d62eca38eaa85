import type { Row } from '../../api/client';
import { action, versionOf } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { label } from '../../rules/words';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';

type Policy = Row<'listApprovalPolicies'>;

/** The operations that may be put under a policy. */
const OPERATIONS = [
  ['local-transfer', 'Transfer within the institution'],
  ['outward-transfer', 'Transfer to another institution'],
  ['bulk-transfer', 'Bulk transfer'],
  ['bill-vend', 'Bill payment'],
  ['post-transaction', 'Manual posting by a client'],
  ['post', 'Manual posting'],
  ['posting-group', 'Posting group'],
  ['client-ledger-debit', 'Debit of a ledger by a client'],
  ['reverse-transaction', 'Reversal of a transaction'],
  ['overdraft', 'Overdraft'],
  ['rate-outside-range', 'Rate outside the product’s range'],
  ['activate-account', 'Activation of an account'],
  ['deactivate-account', 'Deactivation of an account'],
  ['unfreeze-account', 'Unfreezing of an account'],
  ['fixed-deposit', 'Fixed deposit'],
  ['loan', 'New loan'],
  ['group-loan', 'New group loan'],
  ['loan-disbursement', 'Disbursement of a loan'],
  ['group-loan-disbursement', 'Disbursement of a group loan'],
  ['loan-repayment', 'Repayment of a loan'],
  ['loan-early-repayment', 'Early repayment of a loan'],
  ['group-loan-repayment', 'Repayment of a group loan'],
] as const;
const TITLES = new Map<string, string>(OPERATIONS);
const FORM = {
  choices: { operation: OPERATIONS.map(([value, text]) => ({ value, text })) },
  labels: { amountFloor: 'From this amount', requiredCheckers: 'People who must approve', active: 'In force' },
};

const LIST: ListDefinition<'listApprovalPolicies'> = {
  operation: 'listApprovalPolicies',
  title: 'Approval policies',
  intro: 'What needs a second person, from which amount, and how many must approve.',
  columns: [
    {
      key: 'operation',
      header: 'What',
      cell: (row) => <span className="font-medium">{TITLES.get(row.operation) ?? label(row.operation)}</span>,
    },
    {
      key: 'floor',
      header: 'From',
      isNumber: true,
      cell: (row) => (row.amountFloor === null ? 'Every amount' : <Money amount={row.amountFloor} />),
    },
    {
      key: 'checkers',
      header: 'Must approve',
      isNumber: true,
      isSecondary: true,
      cell: (row) => row.requiredCheckers,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.active ? 'Active' : 'Inactive'} /> },
  ],
  rowKey: (row) => String(row.id),
  actions: [
    action<undefined>()({
      operation: 'createApprovalPolicy',
      title: 'Create a policy',
      ...FORM,
      initial: () => ({ requiredCheckers: 1, active: true }),
      consequence: () => 'From now on, such requests wait for other people before anything moves.',
      done: 'The policy has been created.',
    }),
  ],
  rowActions: [
    action<Policy>()({
      operation: 'updateApprovalPolicy',
      title: 'Change the policy',
      ...FORM,
      version: versionOf,
      path: ({ id }) => ({ policyId: id }),
      initial: (policy) => ({ ...policy }),
      consequence: () =>
        'It holds for the next request; requests that wait already keep the number of people they were asked for. A policy that is not in force asks for nobody.',
      done: 'The policy has been changed.',
    }),
  ],
  empty: 'Without a policy, only what always asks for a second person waits for one.',
};

export default function PoliciesPage() {
  return <ListPage of={LIST} />;
}
