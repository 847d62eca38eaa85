import { type RecordFields, textOfKobo } from './record-fields';

/** A line of an account's history as its file states it. Amounts in kobo. */
export interface StatedEntry {
  accountNumber: string;
  bookedOn: string;
  valueDate: string;
  narration: string;
  debitKobo: bigint;
  creditKobo: bigint;
  balanceKobo: bigint;
  reference: string | null;
}

/** What an import knows of an account to which lines of history belong. */
export interface HistoryAccount {
  branchCode: string;
  productCode: string;
  /** The balance of the account in `accounts.csv`; null for an account of an earlier import. */
  balanceKobo: bigint | null;
  /** True when an earlier import brought lines of the account. */
  hasHistory: boolean;
}

/** A line of history (docs/import.md#history). It collects its faults in `fields`. */
export function statedEntry(fields: RecordFields, businessDate: string): StatedEntry {
  const bookedOn = fields.date('booked_on', businessDate, true) ?? businessDate;
  const entry = {
    accountNumber: fields.text('account_number', 10),
    bookedOn,
    valueDate: fields.date('value_date', undefined, false) ?? bookedOn,
    narration: fields.text('narration', 250),
    debitKobo: fields.kobo('debit', { optional: true }),
    creditKobo: fields.kobo('credit', { optional: true }),
    balanceKobo: fields.kobo('balance', { signed: true }),
    reference: fields.optional('reference', 100),
  };
  if (entry.debitKobo > 0n === entry.creditKobo > 0n) fields.refuse('one of debit and credit must be above zero');
  return entry;
}

/** Checks that lines follow from each other: by account number, by day, and by balance. */
export class HistoryOrder {
  private last: StatedEntry | undefined;

  /**
   * Refuses a line that does not follow from the line before.
   * @param account undefined for an account that is neither among the accepted accounts nor here
   */
  check(entry: StatedEntry, account: HistoryAccount | undefined, fields: RecordFields): void {
    const { last } = this;
    this.last = entry;
    if (!account)
      fields.refuse(`account_number ${entry.accountNumber} is neither among the accepted accounts nor here`);
    else if (account.hasHistory) fields.refuse(`account_number ${entry.accountNumber} has history here already`);
    if (last === undefined || entry.accountNumber > last.accountNumber) return;
    if (entry.accountNumber < last.accountNumber) {
      fields.refuse('the lines must be sorted by account_number');
      return;
    }
    if (entry.bookedOn < last.bookedOn) fields.refuse('booked_on must not be before that of the line before');
    const expectedKobo = last.balanceKobo + entry.creditKobo - entry.debitKobo;
    if (entry.balanceKobo !== expectedKobo)
      fields.refuse(`balance must be ${textOfKobo(expectedKobo)}, which follows from the line before`);
  }
}

/** The reason to refuse the last line of an account; undefined when it ends with the account's balance. */
export function closingViolation(entry: StatedEntry, account: HistoryAccount | undefined): string | undefined {
  if (account?.balanceKobo === undefined || account.balanceKobo === null) return undefined;
  if (account.balanceKobo === entry.balanceKobo) return undefined;
  return (
    `balance must be ${textOfKobo(account.balanceKobo)} on the last line of the account, its balance in ` +
    'accounts.csv.'
  );
}
