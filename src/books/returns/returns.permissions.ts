/** Permissions of the returns to regulators, tax authorities and credit bureaus. */
export const returnsPermissions = {
  viewReturns: 'view-returns',
  exportCreditBureau: 'export-credit-bureau',
} as const;
