import { IdAllocator } from '../../src/common/database/id-allocator';
import { TERM_PRODUCTS } from '../../src/seed/templates/term-products';
import { freshReference } from '../support/app';
import type { Clerk } from './house';
import type { Identifiers } from './identifiers';

/** The ledger that repayments are debited from. */
export const COLLECTIONS = '2030';

export const LOAN = { productCode: 'LN001', loanAmount: 120_000, tenure: 6 };
export const PARTICIPANT = { principalAmount: 50_000, principalRepaymentTenure: 10 };
/** Above the minimum of the product, so that a part can be liquidated. */
export const DEPOSIT = { productCode: 'FD001', principalAmount: 60_000, tenure: 90 };

type Known = Pick<
  Identifiers,
  'account' | 'accountId' | 'agent' | 'customer' | 'reference' | 'otherReference' | 'spareAccountId' | 'staff'
>;
type Loans = Pick<
  Identifiers,
  | 'approvedLoan'
  | 'approvedLoanAccount'
  | 'institution'
  | 'institutionCode'
  | 'loan'
  | 'loanAccount'
  | 'loanEvent'
  | 'loanProduct'
  | 'recovery'
>;
type Groups = Pick<Identifiers, 'approvedGroupLoan' | 'groupLoan' | 'groupMember' | 'groupProduct' | 'instalment'>;
type Deposits = Pick<
  Identifiers,
  'contractNo' | 'depositProduct' | 'fixedDeposit' | 'fixedDepositAccount' | 'liquidation'
>;

/** Loans, group loans and a fixed deposit; the running ones have a movement under every kind of reference. */
export async function furnishLending(clerk: Clerk, mark: string, known: Known): Promise<Loans & Groups & Deposits> {
  await clerk.post('/api/postings/v1/posttransaction', {
    debitAccount: '1010',
    creditAccount: COLLECTIONS,
    amount: 10_000,
    narration: 'Matrix',
    referenceNumber: freshReference(),
  });
  const deposits = await furnishDeposit(clerk, mark, known);
  return { ...(await furnishLoans(clerk, mark, known)), ...(await furnishGroups(clerk, known)), ...deposits };
}

async function furnishLoans(
  clerk: Clerk,
  mark: string,
  { account, agent, staff, reference, otherReference }: Known,
): Promise<Loans> {
  const terms = { ...LOAN, linkedNumber: account, agentCode: agent, accountOfficerCode: staff };
  const loanProduct = await ownProduct(clerk, `LP${mark.repeat(5)}`, 'Loan');
  const running = await approved(clerk, 'loans', '/api/loanaccount/v1/add', {
    ...terms,
    productCode: loanProduct,
    referenceNumber: reference,
  });
  const waiting = await approved(clerk, 'loans', '/api/loanaccount/v1/add', {
    ...terms,
    referenceNumber: otherReference,
  });
  const named = { loanAccountNumber: running.loanAccountNumber, referenceNumber: reference };
  await clerk.post('/api/loanaccount/v1/disburseloan', named);
  await clerk.post('/api/loanaccount/v1/repayloan', { ...named, amount: 50, collectionsGL: COLLECTIONS });
  await clerk.post('/api/loanaccount/v1/earlyrepaymentloan', { ...named, paymentOption: 2, amount: 5_000 });
  const [institution] = await clerk.app.rows<{ code: string }>(
    'SELECT code FROM institution WHERE institution_id = $1',
    [clerk.institutionId],
  );
  const recovery = `RECOVERY-${mark.repeat(5)}`;
  const collected = { debitedAmount: 50, settlementAmount: 50, transactionReference: recovery };
  await clerk.tell('LoanBalanceUpdate', {
    ...collected,
    loanReference: running.loanAccountNumber,
    institutionCode: institution!.code,
  });
  // The last act: a payment before an early repayment is not reversed.
  const lastPayment = { ...named, referenceNumber: freshReference(), amount: 40, collectionsGL: COLLECTIONS };
  await clerk.post('/api/loanaccount/v1/repayloan', lastPayment);
  const [event] = await clerk.app.rows<{ id: string }>(
    'SELECT id FROM loan_event WHERE institution_id = $1 AND loan_id = $2 ORDER BY id DESC LIMIT 1',
    [clerk.institutionId, running.id],
  );
  await clerk.app.rows(
    `INSERT INTO loan_suspense (institution_id, id, loan_id, kind, business_date, classification, days_past_due,
       interest_kobo, fee_kobo, default_kobo, penalty_kobo, earlier_years_kobo, created_at)
     VALUES ($1, $2, $3, 'Cure', '2026-11-01', 'Performing', 0, 0, 0, 0, 0, 0, now())`,
    [clerk.institutionId, await clerk.app.app.get(IdAllocator).next(), running.id],
  );
  return {
    ...{
      loan: running.id,
      loanAccount: running.loanAccountNumber,
      approvedLoan: waiting.id,
      approvedLoanAccount: waiting.loanAccountNumber,
      loanEvent: Number(event!.id),
    },
    ...{ institution: clerk.institutionId, institutionCode: institution!.code, loanProduct, recovery },
  };
}

async function furnishGroups(
  clerk: Clerk,
  { accountId, spareAccountId, reference, otherReference }: Known,
): Promise<Groups> {
  const groupProduct = await clerk.idOf('product', 'code', 'GLN001');
  const participants = [accountId, spareAccountId].map((accountID) => ({ loanRequest: { ...PARTICIPANT, accountID } }));
  const terms = { groupLoanProductID: groupProduct, name: 'Market Women', participants };
  const running = await approved(clerk, 'group-loans', '/api/loanaccount/v1/addgrouploan', {
    ...terms,
    referenceNumber: reference,
  });
  const waiting = await approved(clerk, 'group-loans', '/api/loanaccount/v1/addgrouploan', {
    ...terms,
    referenceNumber: otherReference,
  });
  await clerk.post('/api/loanaccount/v1/disbursegrouploan', {
    groupLoanID: running.id,
    referenceNumber: otherReference,
  });
  const [row] = await clerk.app.rows<{ loan: string; instalment: string }>(
    `SELECT loan.id AS loan, instalment.id AS instalment FROM loan JOIN loan_instalment instalment ON instalment.institution_id = loan.institution_id AND instalment.loan_id = loan.id
      WHERE loan.institution_id = $1 AND loan.group_loan_id = $2 ORDER BY loan.id, instalment.number LIMIT 1`,
    [clerk.institutionId, running.id],
  );
  return {
    groupProduct,
    groupLoan: running.id,
    approvedGroupLoan: waiting.id,
    groupMember: Number(row!.loan),
    instalment: Number(row!.instalment),
  };
}

/** A product like the sandbox's, with a code that no other institution has. */
async function ownProduct(clerk: Clerk, productCode: string, productType: string): Promise<string> {
  const alike = TERM_PRODUCTS.find((product) => product.productType === productType)!;
  await clerk.post('/api/admin/v1/products', { ...alike, productCode, productName: `Matrix ${productCode}` }, 'staff');
  return productCode;
}

/** Adds a loan or a group loan and approves it by staff. */
async function approved(
  clerk: Clerk,
  route: 'loans' | 'group-loans',
  path: string,
  body: object,
): Promise<{ id: number; loanAccountNumber: string }> {
  const asked = await clerk.post<{ id: number; loanAccountNumber: string }>(path, body);
  await clerk.post(`/api/admin/v1/${route}/${asked.id}/approve`, {}, 'staff');
  return asked;
}

async function furnishDeposit(
  clerk: Clerk,
  mark: string,
  { account, customer, reference, otherReference }: Known,
): Promise<Deposits> {
  const depositProduct = await ownProduct(clerk, `FP${mark.repeat(5)}`, 'FixedDeposit');
  const terms = {
    ...DEPOSIT,
    productCode: depositProduct,
    customerID: customer,
    sourceAccount: account,
    liquidationAccount: account,
  };
  const { id, accountNumber, contractNo } = await clerk.post<{ id: number; accountNumber: string; contractNo: string }>(
    '/api/fixeddepositaccount/v1/add',
    { ...terms, referenceNumber: reference },
  );
  await clerk.post('/api/fixeddepositaccount/v1/topup', {
    accountNumber,
    topUpAmount: 1_000,
    sourceAccount: account,
    referenceNumber: otherReference,
  });
  const liquidation = `LIQUIDATION-${mark.repeat(5)}`;
  await clerk.post('/api/fixeddepositaccount/v1/liquidate', {
    accountNumber,
    liquidationType: 1,
    liquidationAmount: 1_000,
    referenceNumber: liquidation,
  });
  return { fixedDeposit: id, fixedDepositAccount: accountNumber, contractNo, depositProduct, liquidation };
}
