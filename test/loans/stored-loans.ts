import { IdAllocator } from '../../src/common/database/id-allocator';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Loan } from '../../src/loans/contract/loan.entity';
import { LoanContract } from '../../src/loans/contract/loan-contract.entity';
import { LoanInstalment } from '../../src/loans/contract/loan-instalment.entity';
import { GroupLoan } from '../../src/loans/groups/group-loan.entity';
import { freshReference, type TestApp } from '../support/app';

const LEDGER_COLUMNS = [
  'interestReceivableGlAccountId',
  'feeReceivableGlAccountId',
  'defaultReceivableGlAccountId',
  'penaltyReceivableGlAccountId',
  'unearnedInterestGlAccountId',
  'interestInSuspenseGlAccountId',
  'interestIncomeGlAccountId',
  'defaultIncomeGlAccountId',
  'penaltyIncomeGlAccountId',
  'recoveryIncomeGlAccountId',
  'loanLossGlAccountId',
] as const;

const CONTRACT = {
  version: 1,
  principalKobo: 50_000_000n,
  interestRate: '24',
  rateBasis: 0,
  tenure: 12,
  numberOfRepayments: 12,
  frequency: 2,
  repaymentEvery: 1,
  interestComputationModel: 2,
  principalRepaymentType: 3,
  interestPaymentType: 1,
  dayCount: 'ACT/365',
  moratorium: 0,
  moratoriumPeriods: 0,
  moratoriumInterest: 'DEFER',
  effectiveDate: '2026-01-05',
  arrearsInterestRate: '12',
  arrearsInterestBase: 'OverduePrincipal',
  failedRepaymentGracePeriod: 0,
  arrearsInterestFromEndOfGrace: false,
  penaltyKind: 'None',
  penaltyAmountKobo: null,
  penaltyRate: null,
  penaltyGraceDays: 0,
  suspenseAfterDays: 90,
  allocationOrder: ['penalty', 'default', 'fee', 'interest', 'principal'],
  allowDisbursementToGL: false,
  particulars: { lendingModel: 1 },
} as const;

/** What of a stored loan is not as usual. */
export interface StoredLoan {
  loan?: Partial<Loan>;
  contract?: Partial<LoanContract>;
  instalments?: (Partial<LoanInstalment> & Pick<LoanInstalment, 'dueDate'>)[];
}

/** A loan that was written into the tables, without books: for what only reads loans. Answers its number and id. */
export async function storeLoan(
  { app }: TestApp,
  accountNumber: string,
  { loan = {}, contract = {}, instalments = [] }: StoredLoan = {},
  institutionId = 1,
): Promise<{ id: number; loanAccountNumber: string }> {
  const ids = app.get(IdAllocator, { strict: false });
  const [id, contractId] = [await ids.next(), await ids.next()];
  const now = new Date();
  return app.get(UnitOfWork).run(institutionId, async (tx) => {
    const [account] = await tx.query<{ id: string; customer_id: string; branch_id: string }[]>(
      'SELECT a.id, a.customer_id, l.branch_id FROM deposit_account a JOIN ledger_account l USING (institution_id, id) WHERE a.account_number = $1',
      [accountNumber],
    );
    const [product] = await tx.query<{ id: string }[]>(`SELECT id FROM product WHERE product_type = 'Loan' LIMIT 1`);
    const ledgers = Object.fromEntries(LEDGER_COLUMNS.map((column) => [column, 1]));
    await tx.insert(LoanContract, {
      institutionId,
      id: contractId,
      loanId: id,
      ...CONTRACT,
      ...ledgers,
      createdAt: now,
      ...contract,
    } as object);
    const usual = {
      loanAccountNumber: `9${String(id).padStart(9, '0')}`,
      referenceNumber: freshReference('LOAN'),
      status: 'Approved',
      customerId: Number(account!.customer_id),
      linkedAccountId: Number(account!.id),
      linkedNumber: accountNumber,
      productId: Number(product!.id),
      branchId: Number(account!.branch_id),
      principalKobo: 50_000_000n,
      interestRate: '24',
      tenure: 12,
      startDate: '2026-01-05',
      createdBy: 'test',
      createdAt: now,
      updatedAt: now,
    } as const;
    await tx.insert(Loan, { ...usual, ...loan, institutionId, id, contractId });
    for (const [index, row] of instalments.entries()) {
      const amounts = {
        openingBalanceKobo: 0n,
        closingBalanceKobo: 0n,
        earnedInterest: '0',
        principalDueKobo: 0n,
        interestDueKobo: 0n,
      };
      await tx.insert(LoanInstalment, {
        institutionId,
        id: await ids.next(),
        loanId: id,
        contractId,
        number: index + 1,
        periodStart: '2026-01-05',
        ...amounts,
        ...row,
      });
    }
    return { id, loanAccountNumber: loan.loanAccountNumber ?? usual.loanAccountNumber };
  });
}

/** A group without loans: store its loans with its id as `groupLoanId`. */
export async function storeGroup({ app }: TestApp, group: Partial<GroupLoan> = {}, institutionId = 1): Promise<number> {
  const id = await app.get(IdAllocator, { strict: false }).next();
  const now = new Date();
  const row = {
    institutionId,
    id,
    productId: 1,
    name: 'Market women',
    referenceNumber: freshReference('GROUP'),
    status: 'Approved' as const,
    createdBy: 'test',
    createdAt: now,
    updatedAt: now,
    ...group,
  };
  await app.get(UnitOfWork).run(institutionId, (tx) => tx.insert(GroupLoan, row));
  return id;
}
