import { accountsPermissions } from '../../accounts/accounts.permissions';
import { customersPermissions } from '../../accounts/customers/customers.permissions';
import { agentsPermissions } from '../../agents/agents.permissions';
import { amlPermissions } from '../../aml/aml.permissions';
import { approvalsPermissions } from '../../approvals/approvals.permissions';
import { billsPermissions } from '../../bills/bills.permissions';
import { fixedDepositsPermissions } from '../../fixed-deposits/fixed-deposits.permissions';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { ledgerPermissions } from '../../ledger/ledger.permissions';
import { loansPermissions } from '../../loans/loans.permissions';
import { postingsPermissions } from '../../postings/postings.permissions';
import { transfersPermissions } from '../../transfers/transfers.permissions';

/** The kinds of records that the search finds, in the order of its results, each with the permission to view it. */
export const SEARCH_PERMISSIONS = {
  customer: customersPermissions.viewCustomers,
  account: accountsPermissions.viewAccounts,
  transfer: transfersPermissions.viewTransfers,
  'inward-transfer': transfersPermissions.viewInward,
  bill: billsPermissions.viewBills,
  posting: postingsPermissions.viewPostings,
  loan: loansPermissions.viewLoans,
  'fixed-deposit': fixedDepositsPermissions.viewFixedDeposits,
  hold: amlPermissions.viewAml,
  approval: approvalsPermissions.viewApprovals,
  ledger: ledgerPermissions.viewLedgers,
  agent: agentsPermissions.viewAgents,
  staff: institutionsPermissions.viewStaff,
} as const;

export type SearchKind = keyof typeof SEARCH_PERMISSIONS;

export const SEARCH_KINDS = Object.keys(SEARCH_PERMISSIONS) as SearchKind[];
