import type { UnitOfWork } from '../common/database/unit-of-work';
import type { Column } from '../common/files/table';
import { wallClock } from '../common/time/calendar';
import { broughtAt, type BroughtPeriod } from './brought-entries';
import { entriesAt, type StatementPeriod } from './statement-period';

/** One line of a statement's file: a movement, or a line of balances or totals. */
export interface StatementLine {
  financialDate: string | null;
  valueDate: string | null;
  transactionTime: string | null;
  narration: string;
  reference: string | null;
  debitKobo: bigint | null;
  creditKobo: bigint | null;
  balanceKobo: bigint | null;
  isSummary: boolean;
}

/**
 * Rows that are read in one transaction. Entries never change, so several short transactions read the same statement.
 */
const ROWS_AT_ONCE = 500;

const SUMMARY = {
  financialDate: null,
  valueDate: null,
  transactionTime: null,
  reference: null,
  debitKobo: null,
  creditKobo: null,
  balanceKobo: null,
  isSummary: true,
};

/** The columns of a statement's file. */
export const STATEMENT_COLUMNS: Column<StatementLine>[] = [
  { title: 'Financial date', width: 15, kind: 'date', value: ({ financialDate }) => financialDate },
  { title: 'Value date', width: 15, kind: 'date', value: ({ valueDate }) => valueDate },
  { title: 'Transaction time', width: 15, kind: 'time', value: ({ transactionTime }) => transactionTime },
  { title: 'Narration', width: 27, kind: 'text', value: ({ narration }) => narration },
  { title: 'Reference', width: 22, kind: 'text', value: ({ reference }) => reference },
  { title: 'Debit', width: 16, kind: 'money', value: ({ debitKobo }) => debitKobo },
  { title: 'Credit', width: 16, kind: 'money', value: ({ creditKobo }) => creditKobo },
  { title: 'Balance', width: 17, kind: 'money', value: ({ balanceKobo }) => balanceKobo },
];

/**
 * The lines that were brought over from an earlier system, in batches, oldest first. Each says so, and a line above
 * says that the statement does not count them.
 */
export async function* broughtLines(unitOfWork: UnitOfWork, period: BroughtPeriod): AsyncGenerator<StatementLine[]> {
  if (period.count === 0) return;
  yield [{ ...SUMMARY, narration: 'Brought over from an earlier system, not counted in totals' }];
  for (let position = 0; position < period.count; position += ROWS_AT_ONCE) {
    const entries = await unitOfWork.readReport(period.institutionId, (tx) =>
      broughtAt(tx, period, position, ROWS_AT_ONCE),
    );
    yield entries.map((entry) => ({
      financialDate: entry.bookedOn,
      valueDate: entry.valueDate,
      transactionTime: null,
      narration: `Brought over: ${entry.narration}`,
      reference: entry.reference,
      debitKobo: entry.debitKobo === 0n ? null : entry.debitKobo,
      creditKobo: entry.creditKobo === 0n ? null : entry.creditKobo,
      balanceKobo: entry.balanceKobo,
      isSummary: false,
    }));
  }
}

/**
 * The lines of a statement in batches, oldest first, between the opening balance and the totals and closing balance.
 * The running balance is checked while it is read. Each batch is emptied before the next one, because the driver's
 * promises would keep it in memory (see `entriesNumbered`), so a batch is valid only until the next is requested.
 * @throws SERVICE_UNAVAILABLE (503) when the replica has fallen behind.
 */
export async function* statementLines(
  unitOfWork: UnitOfWork,
  period: StatementPeriod,
  timeZone: string,
): AsyncGenerator<StatementLine[]> {
  yield [{ ...SUMMARY, narration: 'Opening balance', balanceKobo: period.openingKobo }];
  let balanceKobo = period.openingKobo;
  for (let position = 0; position < period.rowCount; position += ROWS_AT_ONCE) {
    const entries = await unitOfWork.readReport(period.institutionId, (tx) =>
      entriesAt(tx, period, position, ROWS_AT_ONCE),
    );
    const lines = entries.map((entry): StatementLine => {
      const isDebit = entry.side === 'debit';
      balanceKobo += isDebit ? -entry.amountKobo : entry.amountKobo;
      if (balanceKobo !== entry.balanceKobo)
        throw new Error(
          `The balance after entry ${entry.seq} of account ${period.ledgerAccountId} does not follow from the one before.`,
        );
      return {
        financialDate: entry.businessDate,
        valueDate: entry.valueDate,
        transactionTime: wallClock(entry.postedAt, timeZone).replace('T', ' '),
        narration: entry.narration,
        reference: entry.reference,
        debitKobo: isDebit ? entry.amountKobo : null,
        creditKobo: isDebit ? null : entry.amountKobo,
        balanceKobo,
        isSummary: false,
      };
    });
    entries.length = 0;
    yield lines;
    lines.length = 0;
  }
  yield [
    { ...SUMMARY, narration: 'Totals', debitKobo: period.debitsKobo, creditKobo: period.creditsKobo },
    { ...SUMMARY, narration: 'Closing balance', balanceKobo: period.closingKobo },
  ];
}
