import { randomInt } from 'node:crypto';
import type { Value } from './requests';

/** The identifiers of an institution's records, one record of each kind. */
export interface Identifiers {
  account: string;
  accountId: number;
  accountRecordId: string;
  agent: string;
  agentId: number;
  amlApproval: string;
  amlHold: number;
  amlRule: number;
  amlAlert: number;
  amlCase: number;
  nfiuReport: number;
  fraudComplaint: number;
  approval: number;
  approvalPolicy: number;
  /** Loans that are not disbursed yet. */
  approvedGroupLoan: number;
  approvedLoan: number;
  approvedLoanAccount: string;
  branch: string;
  bvn: string;
  /** The reference of a file of transfers. */
  bulkTransfer: string;
  /** Cards of providerb; cards of providera have fields of their own. */
  card: number;
  cardOfA: number;
  cardReference: string;
  cardReferenceOfA: string;
  cardTransaction: string;
  /** The session of a transfer in suspense. */
  inwardTransfer: string;
  cardTransactionOfA: string;
  client: string;
  /** A business date. */
  closedDay: string;
  /** The last business date of a sealed segment of the ledger. */
  sealedDay: string;
  company: string;
  contractNo: string;
  corporateAccount: string;
  customer: string;
  customerId: number;
  customerRecordId: string;
  /** An exception of the end of day. */
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
  loanEvent: number;
  institution: number;
  institutionCode: string;
  ledger: string;
  ledgerId: number;
  lien: string;
  /** Reference of a liquidation of the deposit. */
  liquidation: string;
  /** A running one. */
  loan: number;
  loanAccount: string;
  loanProduct: string;
  /** The member of staff with all permissions. */
  manager: string;
  message: number;
  nameEnquiry: string;
  nin: string;
  otherBvn: string;
  otherNin: string;
  /** Ids of the second records of kinds that several routes name. */
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
  /** The recovery partner's reference of a collection. */
  recovery: string;
  /** References of one record of every kind that has a reference. */
  reference: string;
  registrationNumber: string;
  role: string;
  /** An export of the member of staff with all permissions. */
  listExport: number;
  /** A view of the member of staff with all permissions. */
  savedView: number;
  settlementLine: number;
  settlementReport: number;
  settlementSession: string;
  /** An account without liens and overdrafts. */
  spareAccount: string;
  spareAccountId: number;
  scenario: string;
  scenarioBacktest: number;
  watchList: string;
  staff: string;
  staffRecord: number;
  /** A passkey of another member of staff than the one of the token. */
  passkey: number;
  /** A session of the member of staff with all permissions, beside the one of the token. */
  staffSession: number;
  till: string;
  tillId: number;
  transfer: string;
  vend: string;
  /** The postings of these payments. */
  vendPosting: string;
  outwardPosting: string;
  localPosting: string;
  virtualAccount: string;
  virtualAccountId: number;
  webhookEndpoint: number;
}

export type Kind = keyof Identifiers;

/** Above every id of a test's database. */
const UNUSED_ID_MIN = 8_000_000_000_000;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The digits of unused identifiers: without 4 and 7, of which the institutions make theirs, as `TRANSFER-44444`. */
const UNUSED_DIGITS = '1235689';

/**
 * An unused identifier of the same form: digits stay digits, letters stay letters, GUIDs stay GUIDs, dates stay dates.
 */
export function randomLike(identifier: Value): Value {
  if (typeof identifier === 'number') return UNUSED_ID_MIN + randomInt(1_000_000_000);
  if (DATE.test(identifier)) return `19${randomInt(10, 100)}-0${randomInt(1, 10)}-1${randomInt(10)}`;
  return identifier
    .replace(/\d/g, () => UNUSED_DIGITS[randomInt(UNUSED_DIGITS.length)]!)
    .replace(/[a-f]/g, () => String.fromCharCode(97 + randomInt(6)));
}
