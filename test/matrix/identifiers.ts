import { randomInt } from 'node:crypto';
import type { Value } from './requests';

/** What identifies the records of an institution, one record of each kind. */
export interface Identifiers {
  account: string;
  accountId: number;
  accountRecordId: string;
  agent: string;
  agentId: number;
  amlApproval: string;
  amlHold: number;
  amlRule: number;
  approval: number;
  approvalPolicy: number;
  /** Loans that are not paid out yet. */
  approvedGroupLoan: number;
  approvedLoan: number;
  approvedLoanAccount: string;
  branch: string;
  bvn: string;
  /** Of providerb; those of providera beside it. */
  card: number;
  cardOfA: number;
  cardReference: string;
  cardReferenceOfA: string;
  cardTransaction: string;
  cardTransactionOfA: string;
  client: string;
  /** A business date. */
  closedDay: string;
  company: string;
  contractNo: string;
  corporateAccount: string;
  customer: string;
  customerId: number;
  customerRecordId: string;
  /** What the end of the day could not go through. */
  dayException: number;
  deadLetter: number;
  document: number;
  depositProduct: string;
  email: string;
  fixedDeposit: number;
  fixedDepositAccount: string;
  fundsTransfer: string;
  groupLoan: number;
  /** The loan of a participant. */
  groupMember: number;
  groupProduct: number;
  instalment: number;
  institution: number;
  institutionCode: string;
  ledger: string;
  ledgerId: number;
  lien: string;
  /** What a liquidation of the deposit is called. */
  liquidation: string;
  /** One that runs. */
  loan: number;
  loanAccount: string;
  loanProduct: string;
  /** Who does everything that staff do. */
  manager: string;
  message: number;
  nameEnquiry: string;
  nin: string;
  otherBvn: string;
  otherNin: string;
  /** Of the second records of the kinds that more than one route numbers. */
  otherReference: string;
  outwardTransfer: string;
  overdraft: number;
  /** A month of accounting that waits to be closed. */
  period: string;
  phoneNumber: string;
  placement: number;
  posting: string;
  postingId: number;
  postingGroup: number;
  product: string;
  productFee: number;
  productId: number;
  productRate: number;
  /** What the recovery partner calls a collection. */
  recovery: string;
  /** Of a record of every kind that has a reference. */
  reference: string;
  registrationNumber: string;
  role: string;
  /** Without liens and overdrafts. */
  spareAccount: string;
  spareAccountId: number;
  staff: string;
  staffRecord: number;
  till: string;
  tillId: number;
  transfer: string;
  vend: string;
  virtualAccount: string;
  virtualAccountId: number;
}

export type Kind = keyof Identifiers;

/** Above every id that a test's database gives out. */
const UNUSED_ID_MIN = 8_000_000_000_000;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** An identifier that nobody has, of the same shape: digits stay digits, letters stay letters, GUIDs stay GUIDs, dates dates. */
export function randomLike(identifier: Value): Value {
  if (typeof identifier === 'number') return UNUSED_ID_MIN + randomInt(1_000_000_000);
  if (DATE.test(identifier)) return `19${randomInt(10, 100)}-0${randomInt(1, 10)}-1${randomInt(10)}`;
  return identifier
    .replace(/\d/g, () => String(randomInt(1, 10)))
    .replace(/[a-f]/g, () => String.fromCharCode(97 + randomInt(6)));
}
