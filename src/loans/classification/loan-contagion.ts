import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../../common/database/unit-of-work';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { LoanRules } from './loan-rules';

/**
 * Running loans whose class by their customer's other loans changes: $2 the date that begins, $3 running statuses, $4
 * and $5 the scale from best to worst, $6 whether classes spread, $7 whether restructured loans keep their class until
 * they are cured.
 */
const CHANGED = `WITH own AS (
    SELECT l.id, l.overdue_since, l.inherited_classification, own.position,
           max(own.position) OVER (PARTITION BY l.customer_id) AS worst
      FROM loan l CROSS JOIN LATERAL (
        SELECT max(s.position) AS position FROM unnest($4::integer[], $5::text[]) WITH ORDINALITY s(days, class, position)
         WHERE s.days <= coalesce(greatest($2::date - l.overdue_since, 0), 0)
            OR ($7 AND l.restructured_date >= l.suspended_since AND s.class = l.classification)) own
     WHERE l.institution_id = $1 AND l.status = ANY($3) AND ($6 OR l.inherited_classification IS NOT NULL)),
  target AS (
    SELECT id, overdue_since, inherited_classification, position,
           CASE WHEN $6 AND worst > position THEN worst END AS inherited FROM own)
  SELECT id, overdue_since::text AS "overdueSince", ($5::text[])[inherited] AS inherited,
         ($5::text[])[greatest(position, inherited)] AS class
    FROM target WHERE ($5::text[])[inherited] IS DISTINCT FROM inherited_classification`;

/** Locks in the order of ids, as every change of loans does. */
const LOCK = 'SELECT id FROM loan WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE';

/**
 * The classes were found before the locks: a loan that has ended or was paid since keeps the class that it has now, and
 * gets another one in the next night.
 */
const CHANGE = `UPDATE loan l SET inherited_classification = c.inherited, classification = c.class
  FROM unnest($2::bigint[], $3::text[], $4::text[], $6::date[]) c(id, inherited, class, overdue_since)
 WHERE l.institution_id = $1 AND l.id = c.id AND l.status = ANY($5)
   AND l.overdue_since IS NOT DISTINCT FROM c.overdue_since
RETURNING l.id`;

/** The class of a loan, found before it was locked. */
interface FoundClass {
  id: string;
  /** `YYYY-MM-DD` */
  overdueSince: string | null;
  inherited: string | null;
  class: string;
}

/**
 * Gives all running loans of a customer the class of the worst one, where the institution's setting says so, and takes
 * it back when that loan is better or the setting is off (docs/domain/loans.md#contagion).
 */
@Injectable()
export class LoanContagion {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: LoanRules,
  ) {}

  /** @param date the business date that begins. @returns the number of loans whose inherited class changed */
  spread(institutionId: number, date: string): Promise<number> {
    return this.unitOfWork.run(institutionId, (tx) => this.spreadWithin(tx, institutionId, date));
  }

  private async spreadWithin(tx: Tx, institutionId: number, date: string): Promise<number> {
    const { steps } = await this.rules.scaleOn(tx, institutionId, date);
    const isOn = await this.rules.isContagious(tx, institutionId);
    // One statement over all loans of the largest institutions takes longer than a request may.
    await withoutTimeLimit(tx);
    const found = await tx.query<FoundClass[]>(CHANGED, [
      institutionId,
      date,
      RUNNING_STATUSES,
      steps.map(({ fromDays }) => fromDays),
      steps.map((step) => step.class),
      isOn,
      await this.rules.keepsRestructuredClass(tx, institutionId),
    ]);
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => id);
    await tx.query(LOCK, [institutionId, ids]);
    const [, changed] = await tx.query<[unknown, number]>(CHANGE, [
      institutionId,
      ids,
      found.map(({ inherited }) => inherited),
      found.map((row) => row.class),
      RUNNING_STATUSES,
      found.map(({ overdueSince }) => overdueSince),
    ]);
    return changed;
  }
}
