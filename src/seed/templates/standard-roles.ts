/**
 * Permissions of the AML desk. Whoever sees cases, reports, lists or ratings could warn a customer, so no other role
 * begins with them.
 */
const OF_AML_DESK: ReadonlySet<string> = new Set([
  'view-cases',
  'work-cases',
  'close-cases',
  'view-nfiu-reports',
  'prepare-nfiu-reports',
  'approve-nfiu-reports',
  'view-risk-ratings',
  'override-risk-ratings',
  'manage-fraud-complaints',
  'view-watch-lists',
  'manage-watch-lists',
  'decide-name-hits',
  'view-scenarios',
  'manage-scenarios',
]);

const isOrdinaryView = (permission: string): boolean => permission.startsWith('view-') && !OF_AML_DESK.has(permission);

/**
 * The roles with which an institution begins. The administrator manages everything but decides on no money and no hold.
 */
export const STANDARD_ROLES: { name: string; description: string; allows: (permission: string) => boolean }[] = [
  {
    name: 'Maker',
    description: 'Captures posting groups and views records',
    allows: (permission) =>
      permission === 'create-posting-groups' ||
      permission === 'write-customer-notes' ||
      permission === 'freeze-accounts' ||
      permission === 'confirm-payouts' ||
      permission === 'query-payouts' ||
      permission === 'reverse-postings' ||
      permission === 'settle-inward-transfers' ||
      permission === 'count-tills' ||
      permission === 'import-settlement-reports' ||
      permission === 'post-accrued-interest' ||
      permission === 'service-loans' ||
      permission === 'record-due-diligence' ||
      isOrdinaryView(permission),
  },
  {
    name: 'Checker',
    description: 'Approves what others captured',
    allows: (permission) =>
      permission === 'approve-transactions' ||
      permission === 'approve-overdrafts' ||
      permission === 'approve-fixed-deposits' ||
      permission === 'approve-loans' ||
      permission === 'approve-loan-changes' ||
      permission === 'approve-accounting-periods' ||
      permission === 'approve-account-status-changes' ||
      permission === 'approve-exposed-accounts' ||
      permission === 'approve-payout-confirmations' ||
      permission === 'approve-inward-settlements' ||
      permission === 'approve-till-differences' ||
      permission === 'supervise-approvals' ||
      permission === 'export-lists' ||
      isOrdinaryView(permission),
  },
  {
    name: 'AML officer',
    description: 'Decides on held movements and maintains the rules',
    allows: (permission) =>
      permission.includes('aml') ||
      OF_AML_DESK.has(permission) ||
      permission === 'record-due-diligence' ||
      permission === 'reveal-personal-data' ||
      permission === 'export-personal-data' ||
      permission === 'export-lists' ||
      permission === 'write-customer-notes' ||
      permission === 'supervise-approvals' ||
      permission === 'freeze-accounts' ||
      permission === 'approve-account-status-changes' ||
      permission === 'end-court-freezes' ||
      permission === 'approve-exposed-accounts' ||
      isOrdinaryView(permission),
  },
  {
    name: 'Administrator',
    description: 'Maintains clients, staff, configuration and the chart of accounts',
    allows: (permission) =>
      (permission.startsWith('manage-') && permission !== 'manage-aml-rules' && !OF_AML_DESK.has(permission)) ||
      permission === 'export-lists' ||
      isOrdinaryView(permission),
  },
];
