import type { Bank, BorrowedMoney } from './bank';
import { LENDING_WEIGHTS, lendingOperation } from './lending';
import type { Random } from './random';

/** A request to send. */
export interface Operation {
  operation: string;
  path: string;
  body: Record<string, unknown>;
  /** The business reference inside the body. */
  referenceField?: string;
  /** `client`, or the part a member of staff has. */
  as?: string;
  /** Sent to two processes at once. */
  twice?: boolean;
  /** Other requests that are sent at the same time to all processes. */
  rivals?: Record<string, unknown>[];
  /**
   * What rivals have in common: the whole request reference or the business reference alone, of which only one may then
   * win; or nothing but what they want.
   */
  share?: 'request-reference' | 'business-reference' | 'nothing';
}

/** Results of earlier successes that later operations use. */
export interface Known {
  /** Posting references of transfers that have not been reversed. */
  reversible: string[];
  /** References of active liens. */
  liens: string[];
  /** Loans that run. */
  loans: BorrowedMoney[];
  enquire: (beneficiary: string) => Promise<{ nameEnquiryRef: string; accountName: string } | undefined>;
}

const MONEY_WEIGHTS = {
  transfer: 30,
  'pay-in': 8,
  'pay-out': 12,
  large: 6,
  twins: 8,
  clash: 5,
  reuse: 4,
  lien: 6,
  unlien: 5,
  reversal: 6,
  outward: 10,
  vend: 8,
} as const;
const WEIGHTS = { ...MONEY_WEIGHTS, ...LENDING_WEIGHTS } as const;
export type OperationKind = keyof typeof WEIGHTS;
type MoneyKind = keyof typeof MONEY_WEIGHTS;

/**
 * Plain numbers, and triggers of docs/sandbox.md that end by themselves within seconds, but for one that staff must
 * look at.
 */
const BENEFICIARIES = [
  ...['3700000001', '3700000002', '3700000003'],
  ...[
    '9900000000',
    '9900000001',
    '9900000003',
    '9900000004',
    '9900000005',
    '9900000006',
    '9900000007',
    '9900000008',
    '9900000009',
    '9900000010',
    '9900000013',
    '9900000014',
    '9900000015',
    '9900000016',
    '9900000017',
  ],
  '9900000134',
];
const METERS = [
  '45067198741',
  '45067198742',
  '19900000001',
  '19900000003',
  '19900000004',
  '19900000005',
  '19900000006',
  '19900000007',
  '19900000008',
  '19900000009',
  '19900000013',
  '19900000015',
  '19900000016',
];
const BANK_CODE = '000013';
const RIVALS = 4;

export const naira = (random: Random, most: number): number => random.between(100, most * 100) / 100;

/**
 * What clients of the bank do, one after the other: everything once, so that no run is too short for it, and then as it
 * comes.
 */
export function* operationKinds(random: Random): Generator<OperationKind, never> {
  yield* random.shuffled(Object.keys(WEIGHTS) as OperationKind[]);
  for (;;) yield random.weighted(WEIGHTS);
}

/** One of them. Undefined when there is nothing to do it with. */
export async function makeOperation(
  kind: OperationKind,
  random: Random,
  bank: Bank,
  known: Known,
): Promise<Operation | undefined> {
  return kind in MONEY_WEIGHTS
    ? moneyOperation(kind as MoneyKind, random, bank, known)
    : lendingOperation(kind as keyof typeof LENDING_WEIGHTS, random, bank, known);
}

async function moneyOperation(
  kind: MoneyKind,
  random: Random,
  bank: Bank,
  known: Known,
): Promise<Operation | undefined> {
  const account = random.skewed(bank.accounts);
  switch (kind) {
    case 'transfer':
    case 'twins':
      return { ...transfer(account, other(random, bank, account), naira(random, 5_000), 3), twice: kind === 'twins' };
    case 'clash':
      return clash(random, bank);
    case 'reuse':
      return reuse(random, bank);
    case 'pay-in':
      return transfer(bank.vault, account, naira(random, 20_000), 1);
    case 'pay-out':
      return transfer(account, bank.ledger, naira(random, 2_000), 1);
    case 'large':
      return {
        ...transfer(random.pick(bank.largeSenders), account, random.between(1_000_000, 1_500_000), 3),
        operation: 'large',
      };
    case 'lien':
      return {
        operation: 'lien',
        path: '/api/accountlien/v1/placelien',
        body: { accountNumber: account, amount: naira(random, 1_000), reason: 'Torture' },
        referenceField: 'referenceNumber',
        twice: random.next() < 0.3,
      };
    case 'unlien': {
      const referenceNumber = known.liens.shift();
      return referenceNumber === undefined
        ? undefined
        : { operation: 'unlien', path: '/api/accountlien/v1/unplacelien', body: { referenceNumber } };
    }
    case 'reversal': {
      const referenceNumber = known.reversible.shift();
      return referenceNumber === undefined
        ? undefined
        : {
            operation: 'reversal',
            path: '/api/postings/v1/reversetransaction',
            body: { referenceNumber, reason: 'Torture' },
          };
    }
    case 'outward':
      return outward(random, bank, known);
    case 'vend':
      return {
        operation: 'vend',
        path: '/api/bills/v1/vend',
        body: {
          accountNumber: random.pick(bank.payers),
          billerIdentifier: 'ikeja-electric',
          packageIdentifier: 'prepaid',
          customerId: random.pick(METERS),
          amount: random.between(1_000, 5_000),
        },
        referenceField: 'paymentReference',
      };
  }
}

function transfer(
  debitAccount: string,
  creditAccount: string,
  amount: number,
  postingsTransactionType: number,
): Operation {
  return {
    operation: 'transfer',
    path: '/api/transfer/v1/localfundtransfer',
    body: { debitAccount, creditAccount, amount, narration: 'Torture', postingsTransactionType },
  };
}

/** They share no account, so that nothing but the reference itself makes them wait for each other. */
function rivals(random: Random, bank: Bank): Operation[] {
  const accounts = random.shuffled(bank.accounts).slice(0, RIVALS);
  return accounts.map((credited, index) =>
    transfer(bank.largeSenders[index]!, credited, 500 + index + naira(random, 1), 3),
  );
}

function clash(random: Random, bank: Bank): Operation {
  const [first, ...others] = rivals(random, bank);
  return { ...first!, operation: 'clash', rivals: others.map(({ body }) => body), share: 'request-reference' };
}

/** One business reference under several request references, as of a client that forgot that it had used it. */
function reuse(random: Random, bank: Bank): Operation {
  const [first, ...others] = rivals(random, bank);
  return {
    operation: 'reuse',
    path: '/api/postings/v1/posttransaction',
    body: first!.body,
    referenceField: 'referenceNumber',
    rivals: others.map(({ body }) => body),
    share: 'business-reference',
  };
}

function other(random: Random, { accounts }: Bank, than: string): string {
  const rest = accounts.filter((account) => account !== than);
  return random.pick(rest);
}

async function outward(random: Random, bank: Bank, known: Known): Promise<Operation | undefined> {
  const beneficiaryAccountNumber = random.pick(BENEFICIARIES);
  const named = await known.enquire(beneficiaryAccountNumber);
  if (!named) return undefined;
  return {
    operation: 'outward',
    path: '/api/transfer/v1/outwardtransfer',
    body: {
      nameEnquiryRef: named.nameEnquiryRef,
      originatorAccountNumber: random.pick(bank.payers),
      originatorAccountName: 'Torture',
      beneficiaryAccountNumber,
      beneficiaryAccountName: named.accountName,
      destinationInstitutionCode: BANK_CODE,
      beneficiaryBankName: 'GTBANK PLC',
      amount: naira(random, 3_000),
    },
    referenceField: 'transactionReference',
  };
}
