/**
 * The first part of an operation's id, where it differs from the name of its controller. Generated clients name their
 * methods by it, so it stays when a controller is renamed.
 */
const PUBLISHED_GROUPS: Readonly<Record<string, string>> = {
  AccountsController: 'Account',
  BillsAdminController: 'BillsStaff',
  BillsSimulatorController: 'Bills',
  CardsSimulatorController: 'Cards',
  CustomersController: 'Customer',
  DocumentsController: 'Document',
  GlAccountsController: 'Ledgers',
  GroupLoansAdminController: 'GroupLoanAdmin',
  GroupLoansController: 'GroupLoan',
  LedgerProofController: 'Ledger',
  LiensAdminController: 'LienAdmin',
  LiensController: 'Lien',
  LoansAdminController: 'LoanAdmin',
  LoansController: 'Loan',
  OfficersController: 'Officer',
  OverdraftsController: 'Overdraft',
  ProductsAdminController: 'ProductAdmin',
  ProductsController: 'Product',
  TillEnquiriesController: 'Till',
  TransfersSimulatorController: 'Transfers',
  VirtualAccountsAdminController: 'VirtualAccountAdmin',
};

/** The id of an operation in the OpenAPI documents, `Account_search` for `AccountsController.search`. */
export function operationIdOf(controller: string, method: string): string {
  return `${PUBLISHED_GROUPS[controller] ?? controller.replace(/Controller$/, '')}_${method}`;
}
