import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

interface Period {
  StartDate?: string;
  EndDate?: string;
}

function startOf(parameter: string, daysLater: number): string {
  return `(SELECT CAST(CAST(:${parameter} AS date) + ${daysLater} AS timestamp) AT TIME ZONE i.time_zone
             FROM institution i WHERE i.institution_id = :institutionId)`;
}

/** Keeps rows created in a period of the institution's calendar days; `alias` is a table with `created_at`. */
export function inPeriod<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  alias: string,
  { StartDate, EndDate }: Period,
): void {
  if (StartDate !== undefined)
    query.andWhere(`${alias}.created_at >= ${startOf('startDate', 0)}`, { startDate: StartDate });
  if (EndDate !== undefined) query.andWhere(`${alias}.created_at < ${startOf('endDate', 1)}`, { endDate: EndDate });
}
