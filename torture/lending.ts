import type { Bank, BorrowedMoney } from './bank';
import type { Known, Operation } from './operations';
import type { Random } from './random';

export const LENDING_WEIGHTS = { repayment: 9, rush: 4, 'repay-early': 4, settle: 1, lend: 3 } as const;
type LendingKind = keyof typeof LENDING_WEIGHTS;

/** A loan whose instalments are due daily, so that every end of a day has some to collect. */
export const LOAN_PRODUCT = 'LND01';
const LOANS = '/api/loanaccount/v1';
const RUSHING = 4;
const SETTLEMENT = 0;
const PART_PAYMENTS = [1, 2] as const;

const share = (random: Random, { outstanding }: BorrowedMoney, least: number, most: number): number =>
  Math.max(1, Math.floor((outstanding * random.between(least, most)) / 100));

export function loanRequest(random: Random, linkedNumber: string): Record<string, unknown> {
  return {
    linkedNumber,
    productCode: LOAN_PRODUCT,
    loanAmount: random.between(20, 60) * 1_000,
    tenure: random.between(10, 40),
  };
}

/** The next thing that happens to a loan. Undefined when none is known. */
export function lendingOperation(kind: LendingKind, random: Random, bank: Bank, known: Known): Operation | undefined {
  if (kind === 'lend')
    return {
      operation: 'lend',
      path: `${LOANS}/add`,
      body: loanRequest(random, random.pick(bank.borrowers)),
      referenceField: 'referenceNumber',
    };
  const loan = known.loans.length === 0 ? undefined : random.pick(known.loans);
  if (!loan) return undefined;
  const { loanAccountNumber } = loan;
  const collectionsGL = bank.ledger;
  switch (kind) {
    case 'repayment':
      return { ...repayment(loan, collectionsGL, share(random, loan, 2, 12)), twice: random.next() < 0.3 };
    case 'rush': {
      // Together they want about twice what is owed.
      const [first, ...rivals] = Array.from({ length: RUSHING }, () =>
        repayment(loan, collectionsGL, share(random, loan, 35, 60)),
      );
      return { ...first!, rivals: rivals.map(({ body }) => body), share: 'nothing' };
    }
    case 'repay-early': {
      const source = random.next() < 0.5 ? { source: 'CollectionsGL', collectionsGL } : { source: 'LinkedAccount' };
      return early({
        loanAccountNumber,
        paymentOption: random.pick(PART_PAYMENTS),
        amount: share(random, loan, 10, 40),
        ...source,
      });
    }
    case 'settle':
      return early({ loanAccountNumber, paymentOption: SETTLEMENT, source: 'CollectionsGL', collectionsGL });
  }
}

function repayment({ loanAccountNumber }: BorrowedMoney, collectionsGL: string, amount: number): Operation {
  return {
    operation: 'repayment',
    path: `${LOANS}/repayloan`,
    body: { loanAccountNumber, amount, collectionsGL },
    referenceField: 'referenceNumber',
  };
}

function early(body: Record<string, unknown>): Operation {
  return { operation: 'repay-early', path: `${LOANS}/earlyrepaymentloan`, body, referenceField: 'referenceNumber' };
}

/** Staff approve what a client asked for. */
export function approval(id: unknown): Operation {
  return { operation: 'approval', path: `/api/admin/v1/loans/${String(id)}/approve`, body: {}, as: 'checker' };
}

export function disbursement(loanAccountNumber: string): Operation {
  return {
    operation: 'disbursement',
    path: `${LOANS}/disburseloan`,
    body: { loanAccountNumber },
    referenceField: 'referenceNumber',
  };
}
