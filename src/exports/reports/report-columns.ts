import type { Column } from '../../common/files/table';
import { wallClock } from '../../common/time/calendar';

/** A column of text; a missing value is an empty cell. */
export function textColumn<Row>(title: string, width: number, value: (row: Row) => string | null): Column<Row> {
  return { kind: 'text', title, width, value };
}

/** A column of days. */
export function dayColumn<Row>(title: string, value: (row: Row) => string | null): Column<Row> {
  return { kind: 'date', title, width: 12, value };
}

/** A column of amounts, which the list has in Naira. */
export function nairaColumn<Row>(title: string, value: (row: Row) => number | null): Column<Row> {
  const kobo = (row: Row): bigint | null => {
    const naira = value(row);
    return naira === null ? null : BigInt(Math.round(naira * 100));
  };
  return { kind: 'money', title, width: 18, value: kobo };
}

/** A column of whole numbers. */
export function numberColumn<Row>(title: string, value: (row: Row) => number | null): Column<Row> {
  return { kind: 'number', title, width: 10, value };
}

/** A column of yes and no. */
export function yesColumn<Row>(title: string, value: (row: Row) => boolean): Column<Row> {
  return { kind: 'text', title, width: 10, value: (row) => (value(row) ? 'Yes' : 'No') };
}

/** A column of times, in the zone of the institution. */
export function timeColumn<Row>(
  title: string,
  timeZone: string,
  value: (row: Row) => Date | string | null,
): Column<Row> {
  const local = (row: Row): string | null => {
    const at = value(row);
    return at === null ? null : wallClock(new Date(at), timeZone).replace('T', ' ');
  };
  return { kind: 'time', title, width: 20, value: local };
}
