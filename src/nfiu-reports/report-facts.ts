import type { AccountStatus } from '../ledger/engine/account-status';

/** Facts of persons, companies and accounts as the institution has them; null where it has none. */

/** What is known of how the customer lives and earns (docs/api/nfiu-reports.md#due-diligence). */
export interface PersonDiligence {
  occupation: string | null;
  employerName: string | null;
  sourceOfWealth: string | null;
  /** ISO 3166-1, two letters. */
  residenceCountry: string | null;
  identificationIssuedOn: string | null;
  identificationExpiresOn: string | null;
  identificationCountry: string | null;
}

/** A director or signatory of a company, or a person of a group. */
export interface DirectorFacts extends PersonDiligence {
  firstName: string;
  lastName: string;
  gender: string | null;
  dateOfBirth: string | null;
  nationality: string | null;
  bvn: string | null;
  phoneNumber: string | null;
  identificationType: string | null;
  identificationNumber: string | null;
}

export interface ReportedPerson extends PersonDiligence {
  kind: 'person';
  customerID: string;
  title: string | null;
  firstName: string | null;
  lastName: string | null;
  otherNames: string | null;
  gender: string | null;
  dateOfBirth: string | null;
  phoneNumber: string | null;
  email: string | null;
  address: string | null;
  town: string | null;
  state: string | null;
  nationality: string | null;
  tin: string | null;
  bvn: string | null;
  identificationType: string | null;
  identificationNumber: string | null;
}

export interface CompanyFacts {
  kind: 'company';
  customerID: string;
  /** False for a group of people without a registration number, such as the holders of a joint account. */
  isRegistered: boolean;
  name: string;
  registrationNumber: string | null;
  phoneNumber: string | null;
  email: string | null;
  address: string | null;
  town: string | null;
  state: string | null;
  tin: string | null;
  legalForm: string | null;
  business: string | null;
  incorporatedOn: string | null;
  incorporationCountry: string | null;
  directors: DirectorFacts[];
}

export type HolderFacts = ReportedPerson | CompanyFacts;

/** An account of a customer. */
export interface OwnAccountFacts {
  kind: 'own-account';
  accountNumber: string;
  accountName: string;
  branchName: string | null;
  /** `Savings` or `Current`, or another type of product. */
  productType: string;
  openedOn: string;
  closedOn: string | null;
  status: AccountStatus;
  balanceKobo: bigint;
  holder: HolderFacts;
}

/** An account at another institution. */
export interface ExternalAccountFacts {
  kind: 'external-account';
  accountNumber: string;
  accountName: string;
  institutionCode: string;
  institutionName: string;
}

/** Cash over the counter, with the person who brought or took it where staff have recorded one. */
export interface CashFacts {
  kind: 'cash';
  person: { firstName: string; lastName: string } | null;
}

/** The institution itself, through one of its ledgers. */
export interface OwnLedgerFacts {
  kind: 'own-ledger';
}

/** A side that no record names; the checks show it as a finding. */
export interface UnknownFacts {
  kind: 'unknown';
}

export type PartyFacts = OwnAccountFacts | ExternalAccountFacts | CashFacts | OwnLedgerFacts | UnknownFacts;

export interface TransactionFacts {
  /** `PST…` of the posting. */
  number: string;
  reference: string;
  narration: string;
  /** Wall-clock time in the institution's zone, `YYYY-MM-DDTHH:mm:ss`. */
  at: string;
  valueDate: string;
  amountKobo: bigint;
  branchName: string | null;
  maker: string;
  checker: string | null;
  /** True for a movement that was held or declined. */
  isAttempt: boolean;
  /** True for a payment to elsewhere that failed: its money went back to the payer. */
  isReturned: boolean;
  from: PartyFacts;
  to: PartyFacts;
}

/** The institution as the NFIU knows it. */
export interface ReporterFacts {
  /** `NFIU_ENTITY_ID`; null while it is not set. */
  entityId: number | null;
  entityBranch: string | null;
  institutionName: string;
  institutionCode: string;
  isNonBank: boolean;
  /** The compliance officer who reports. */
  firstName: string | null;
  lastName: string | null;
}

export const REPORT_KINDS = ['CTR', 'STR', 'SAR'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Everything that a report says. */
export interface ReportFacts {
  kind: ReportKind;
  number: string;
  /** The NFIU's number of an earlier report that this one follows. */
  fiuReference: string | null;
  submittedAt: string;
  reporter: ReporterFacts;
  reason: string | null;
  action: string | null;
  indicators: string[];
  /** For a CTR or an STR. */
  transactions: TransactionFacts[];
  /** The customer of a SAR. */
  subject: HolderFacts | null;
}
