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
  company: string;
  corporateAccount: string;
  customer: string;
  customerRecordId: string;
  deadLetter: number;
  document: number;
  email: string;
  fundsTransfer: string;
  ledger: string;
  ledgerId: number;
  lien: string;
  message: number;
  nameEnquiry: string;
  nin: string;
  otherBvn: string;
  otherNin: string;
  /** Of the second records of the kinds that more than one route numbers. */
  otherReference: string;
  outwardTransfer: string;
  overdraft: number;
  phoneNumber: string;
  placement: number;
  posting: string;
  postingGroup: number;
  product: string;
  productFee: number;
  productId: number;
  productRate: number;
  /** Of a record of every kind that has a reference. */
  reference: string;
  registrationNumber: string;
  role: string;
  /** Without liens and overdrafts. */
  spareAccount: string;
  staff: string;
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

/** An identifier that nobody has, of the same shape: digits stay digits, letters stay letters, GUIDs stay GUIDs. */
export function randomLike(identifier: Value): Value {
  if (typeof identifier === 'number') return UNUSED_ID_MIN + randomInt(1_000_000_000);
  return identifier.replace(/\d/g, () => String(randomInt(1, 10))).replace(/[a-f]/g, () => String.fromCharCode(97 + randomInt(6)));
}
