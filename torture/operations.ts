import type { Bank } from './bank';
import type { Random } from './random';

/** A request to send. */
export interface Operation {
  operation: string;
  path: string;
  body: Record<string, unknown>;
  /** The business reference inside the body is the request reference. */
  referenceField?: string;
  /** Sent to two processes at once. */
  twice?: boolean;
  /** Other requests that are sent under the same reference to all processes at the same time: only one may win. */
  rivals?: Record<string, unknown>[];
}

/** What the workload has seen succeed and can use again. */
export interface Known {
  /** Posting references of transfers that have not been reversed. */
  reversible: string[];
  /** References of active liens. */
  liens: string[];
  enquire: (beneficiary: string) => Promise<{ nameEnquiryRef: string; accountName: string } | undefined>;
}

const WEIGHTS = { transfer: 36, 'pay-in': 8, 'pay-out': 12, large: 6, twins: 8, clash: 4, lien: 6, unlien: 5, reversal: 6, outward: 8, vend: 5 } as const;
type Kind = keyof typeof WEIGHTS;

/** Triggers of docs/sandbox.md that end by themselves within seconds, and plain numbers. */
const BENEFICIARIES = ['3700000001', '3700000002', '3700000003', '9900000000', '9900000001', '9900000004', '9900000005', '9900000006', '9900000007', '9900000013', '9900000016'];
const METERS = ['45067198741', '45067198742', '19900000001', '19900000005', '19900000006', '19900000007'];
const BANK_CODE = '000013';
const RIVALS = 4;

const naira = (random: Random, most: number): number => random.between(100, most * 100) / 100;

/** The next thing a client of the bank does. Undefined when there is nothing to do it with. */
export async function chooseOperation(random: Random, bank: Bank, known: Known): Promise<Operation | undefined> {
  const kind: Kind = random.weighted(WEIGHTS);
  const account = random.skewed(bank.accounts);
  switch (kind) {
    case 'transfer':
    case 'twins':
      return { ...transfer(account, other(random, bank, account), naira(random, 5_000), 3), twice: kind === 'twins' };
    case 'clash': {
      // They share no account, so that nothing but the reference itself makes them wait for each other.
      const rivals = random.shuffled(bank.accounts).slice(0, RIVALS);
      const [first, ...others] = rivals.map((credited, index) => transfer(bank.largeSenders[index]!, credited, 500 + index + naira(random, 1), 3));
      return { ...first!, operation: 'clash', rivals: others.map(({ body }) => body) };
    }
    case 'pay-in':
      return transfer(bank.vault, account, naira(random, 20_000), 1);
    case 'pay-out':
      return transfer(account, bank.ledger, naira(random, 2_000), 1);
    case 'large':
      return { ...transfer(random.pick(bank.largeSenders), account, random.between(1_000_000, 1_500_000), 3), operation: 'large' };
    case 'lien':
      return { operation: 'lien', path: '/api/accountlien/v1/placelien', body: { accountNumber: account, amount: naira(random, 1_000), reason: 'Torture' }, referenceField: 'referenceNumber' };
    case 'unlien': {
      const referenceNumber = known.liens.shift();
      return referenceNumber === undefined ? undefined : { operation: 'unlien', path: '/api/accountlien/v1/unplacelien', body: { referenceNumber } };
    }
    case 'reversal': {
      const referenceNumber = known.reversible.shift();
      return referenceNumber === undefined ? undefined : { operation: 'reversal', path: '/api/postings/v1/reversetransaction', body: { referenceNumber, reason: 'Torture' } };
    }
    case 'outward':
      return outward(random, bank, known);
    case 'vend':
      return {
        operation: 'vend',
        path: '/api/bills/v1/vend',
        body: { accountNumber: random.pick(bank.payers), billerIdentifier: 'ikeja-electric', packageIdentifier: 'prepaid', customerId: random.pick(METERS), amount: random.between(1_000, 5_000) },
        referenceField: 'paymentReference',
      };
  }
}

function transfer(debitAccount: string, creditAccount: string, amount: number, postingsTransactionType: number): Operation {
  return { operation: 'transfer', path: '/api/transfer/v1/localfundtransfer', body: { debitAccount, creditAccount, amount, narration: 'Torture', postingsTransactionType } };
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
