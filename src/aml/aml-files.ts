import { commonErrors } from '../common/errors/common.errors';
import type { Column } from '../common/files/table';
import { wallClock } from '../common/time/calendar';
import type { ScreeningReportRow, SuspiciousTransactionView } from './aml-reports.dto';

/** Most rows of one file. */
export const AML_FILE_ROWS_MAX = 100_000;
/** Rows that are read in one query. */
export const ROWS_AT_ONCE = 500;

/** @throws EXPORT_TOO_LARGE (422) */
export function assertRowsFit(rows: number): void {
  if (rows > AML_FILE_ROWS_MAX)
    throw commonErrors.EXPORT_TOO_LARGE(
      `The period has more than ${AML_FILE_ROWS_MAX.toLocaleString('en')} rows; choose a shorter period.`,
      { rowsMax: AML_FILE_ROWS_MAX },
    );
}

/** The position of a row in the order of time; the next read begins after it. */
export interface RowPosition {
  createdAt: Date;
  id: number;
}

/** All rows of a list in batches; each read begins after the last row of the batch before. */
export async function* inBatches<Row extends RowPosition>(
  read: (after: RowPosition | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: RowPosition | undefined;
  for (;;) {
    const rows = await read(after);
    after = rows.at(-1);
    if (!after) return;
    yield rows;
  }
}

type Columns<Row> = (timeZone: string) => Column<Row>[];

function text<Row>(title: string, width: number, value: (row: Row) => string | null): Column<Row> {
  return { title, width, kind: 'text', value };
}

/** A column of Naira amounts, which are exact because they come from kobo. */
function money<Row>(title: string, value: (row: Row) => number): Column<Row> {
  return { title, width: 16, kind: 'money', value: (row) => BigInt(Math.round(value(row) * 100)) };
}

function time<Row>(title: string, timeZone: string, value: (row: Row) => string | null): Column<Row> {
  const shown = (instant: string | null): string | null =>
    instant === null ? null : wallClock(new Date(instant), timeZone).replace('T', ' ');
  return { title, width: 19, kind: 'time', value: (row) => shown(value(row)) };
}

export const SCREENING_COLUMNS: Columns<ScreeningReportRow> = (timeZone) => [
  { title: 'Hold', width: 12, kind: 'number', value: ({ id }) => id },
  { title: 'Approval', width: 12, kind: 'number', value: ({ approvalId }) => approvalId },
  time('Held at', timeZone, ({ heldAt }) => heldAt),
  text('Reference', 24, ({ referenceNumber }) => referenceNumber),
  text('Initiated by', 24, ({ initiatedBy }) => initiatedBy),
  text('Source account', 20, ({ sourceAccount }) => sourceAccount),
  text('Destination account', 20, ({ destinationAccount }) => destinationAccount),
  money('Amount', ({ amount }) => amount),
  text('Reason', 60, ({ reason }) => reason),
  text('Approval state', 16, ({ approvalState }) => approvalState),
  text('Decided by', 18, ({ decidedBy }) => decidedBy),
  text('Note', 40, ({ note }) => note),
  text('Reason of the decision', 24, ({ reasonCode }) => reasonCode),
  time('Released at', timeZone, ({ releaseTime }) => releaseTime),
  time('Executed at', timeZone, ({ executionTime }) => executionTime),
  text('Current status', 16, ({ currentStatus }) => currentStatus),
];

export const SUSPICIOUS_COLUMNS: Columns<SuspiciousTransactionView> = (timeZone) => [
  { title: 'Record', width: 12, kind: 'number', value: ({ id }) => id },
  { title: 'Approval', width: 12, kind: 'number', value: ({ approvalId }) => approvalId },
  time('Recorded at', timeZone, ({ createdAt }) => createdAt),
  text('Reference', 24, ({ referenceNumber }) => referenceNumber),
  text('Initiated by', 24, ({ initiatedBy }) => initiatedBy),
  text('Account', 14, ({ accountNumber }) => accountNumber),
  text('Direction', 10, ({ direction }) => direction),
  money('Amount', ({ amount }) => amount),
  money('Amount of the 24 hours before', ({ windowAmount }) => windowAmount),
  money('Threshold', ({ threshold }) => threshold),
  text('Rule', 24, ({ ruleName }) => ruleName),
  text('Reason', 60, ({ reason }) => reason),
];
