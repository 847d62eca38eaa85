import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { AGEING_BANDS, bandSql, ratioPercent } from '../ageing-bands';
import { assertDayClosed } from '../closed-days';
import type { PortfolioAtRiskQuery, PortfolioAtRiskRowView, PortfolioAtRiskView } from '../portfolio.dto';
import { GROUP_SQL, type PortfolioGroup } from '../portfolio-groups';

/** Portfolio at risk and ageing as of a closed date. */
export class GetPortfolioAtRisk extends Query<PortfolioAtRiskView> {
  constructor(
    readonly institutionId: number,
    readonly query: PortfolioAtRiskQuery,
  ) {
    super();
  }
}

/** The loans of one group in one band. */
interface Cell {
  code: string | null;
  name: string | null;
  /** From 1, as `AGEING_BANDS`. */
  band: number;
  loans: number;
  principal: string;
}

const cells = (group: PortfolioGroup): string => {
  const { code, name, join } = GROUP_SQL[group];
  return `SELECT ${code} AS code, ${name} AS name, ${bandSql('$2')} AS band, count(*)::integer AS loans,
      sum(p.principal_kobo)::text AS principal
    FROM loan_position p ${join}
   WHERE p.institution_id = $1 AND p.date <= $2::date AND p.until > $2::date AND p.principal_kobo > 0
   GROUP BY 1, 2, 3 ORDER BY 1, 3`;
};

@QueryHandler(GetPortfolioAtRisk)
export class GetPortfolioAtRiskHandler implements IQueryHandler<GetPortfolioAtRisk> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DAY_NOT_CLOSED (422) */
  async execute({ institutionId, query }: GetPortfolioAtRisk): Promise<PortfolioAtRiskView> {
    const { Date: date, GroupBy } = query;
    const found = await this.unitOfWork.readReport(institutionId, async (tx) => {
      await assertDayClosed(tx, institutionId, date);
      return tx.query<Cell[]>(cells(GroupBy), [institutionId, date]);
    });
    const codes = [...new Set(found.map(({ code }) => code))];
    return {
      date,
      data: codes.map((code) => riskRow(found.filter((cell) => cell.code === code))),
      totals: { ...riskRow(found), code: null, name: null },
    };
  }
}

function riskRow(cells: readonly Cell[]): PortfolioAtRiskRowView {
  const from = (days: number): bigint =>
    cells
      .filter(({ band }) => AGEING_BANDS[band - 1]!.fromDays >= days)
      .reduce((sum, { principal }) => sum + BigInt(principal), 0n);
  const ageing = AGEING_BANDS.map(({ name }, index) => {
    const own = cells.filter(({ band }) => band === index + 1);
    return {
      band: name,
      loans: own.reduce((sum, { loans }) => sum + loans, 0),
      outstandingPrincipal: koboToNaira(own.reduce((sum, { principal }) => sum + BigInt(principal), 0n)),
    };
  });
  return {
    code: cells[0]?.code ?? null,
    name: cells[0]?.name ?? null,
    loans: ageing.reduce((sum, { loans }) => sum + loans, 0),
    outstandingPrincipal: koboToNaira(from(0)),
    atRisk1: koboToNaira(from(1)),
    atRisk30: koboToNaira(from(31)),
    atRisk60: koboToNaira(from(61)),
    atRisk90: koboToNaira(from(91)),
    ratio30: ratioPercent(from(31), from(0)),
    ratio90: ratioPercent(from(91), from(0)),
    ageing,
  };
}
