import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { dateSpan } from '../../date-span';
import { AGEING_BANDS, bandSql, ratioPercent } from '../ageing-bands';
import { assertDayClosed } from '../closed-days';
import type { RollRatesQuery, RollRatesView } from '../portfolio.dto';

/** How loans rolled between bands of days past due from one closed date to another. */
export class GetRollRates extends Query<RollRatesView> {
  constructor(
    readonly institutionId: number,
    readonly query: RollRatesQuery,
  ) {
    super();
  }
}

/** Loans that were in one band and are in another; band 0 has left the books. */
interface Cell {
  from: number;
  to: number;
  isWrittenOff: boolean;
  loans: number;
  principal: string;
}

const ROLLED = `SELECT ${bandSql('$2', 'o')} AS "from",
    CASE WHEN c.principal_kobo > 0 THEN ${bandSql('$3', 'c')} ELSE 0 END AS "to",
    coalesce(c.principal_kobo, 0) = 0 AND EXISTS (SELECT 1 FROM loan_transaction t
        WHERE t.institution_id = o.institution_id AND t.loan_id = o.loan_id AND t.kind = 'WriteOff'
          AND t.business_date <= $3::date) AS "isWrittenOff",
    count(*)::integer AS loans, sum(o.principal_kobo)::text AS principal
  FROM loan_position o
  LEFT JOIN loan_position c ON c.institution_id = o.institution_id AND c.loan_id = o.loan_id
   AND c.date <= $3::date AND c.until > $3::date
 WHERE o.institution_id = $1 AND o.date <= $2::date AND o.until > $2::date AND o.principal_kobo > 0
 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

@QueryHandler(GetRollRates)
export class GetRollRatesHandler implements IQueryHandler<GetRollRates> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DAY_NOT_CLOSED (422), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: GetRollRates): Promise<RollRatesView> {
    const { from: startDate, to: endDate } = dateSpan(query.StartDate, query.EndDate, ['StartDate', 'EndDate']);
    const cells = await this.unitOfWork.readReport(institutionId, async (tx) => {
      for (const date of [startDate, endDate]) await assertDayClosed(tx, institutionId, date);
      return tx.query<Cell[]>(ROLLED, [institutionId, startDate, endDate]);
    });
    const data = cells.map(({ from, to, isWrittenOff, loans, principal }) => ({
      from: bandName(from),
      to: to > 0 ? bandName(to) : isWrittenOff ? 'WrittenOff' : 'Repaid',
      loans,
      outstandingPrincipal: koboToNaira(BigInt(principal)),
      rate: ratioPercent(
        BigInt(principal),
        cells.filter((cell) => cell.from === from).reduce((sum, cell) => sum + BigInt(cell.principal), 0n),
      ),
    }));
    return { startDate, endDate, data };
  }
}

function bandName(band: number): string {
  return AGEING_BANDS[band - 1]!.name;
}
