import { Injectable, type StreamableFile } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Files } from '../../common/files/files';
import type { SheetFormat } from '../../common/files/sheet-format';
import type { Column } from '../../common/files/table';
import { addMonths } from '../../common/time/calendar';
import { Letterheads } from '../../institutions/settings/letterheads';
import { CONFIRMING_OUTCOMES_SQL } from '../aml-case.entity';
import type { KycGapView, ValidationRowView } from './effectiveness.dto';

/** The thresholds at which the report says how many alerts would have been left. */
const SENSITIVITY_SCORES = [40, 50, 60, 70, 80, 90] as const;

/**
 * One row for each source and version with alerts in a month or the month before: $2, $3 and $4 are the first days of
 * the month before, of the month and of the next one. An alert is decided while it
 * is closed, with its case or without one, and a true positive where its case was closed as more than a look.
 */
const VALIDATION = `WITH zone AS (SELECT time_zone FROM institution WHERE institution_id = $1),
  bounds AS (SELECT ($2::date)::timestamp AT TIME ZONE time_zone AS before, ($3::date)::timestamp AT TIME ZONE time_zone AS begins,
                    ($4::date)::timestamp AT TIME ZONE time_zone AS ends FROM zone),
  seen AS (
    SELECT a.source, a.source_id, a.source_version, a.public_name, a.score, a.created_at >= b.begins AS is_now,
           a.review_agrees, CASE WHEN a.status = 'closed' THEN c.outcome END AS outcome,
           CASE WHEN a.status = 'closed' THEN coalesce(a.closed_at, c.closed_at) END AS decided_at, a.created_at
      FROM bounds b JOIN aml_alert a ON a.institution_id = $1 AND a.created_at >= b.before AND a.created_at < b.ends
      LEFT JOIN aml_case c ON c.institution_id = $1 AND c.id = a.case_id)
  SELECT source, source_id AS "sourceId", source_version AS "sourceVersion", max(public_name) AS "publicName",
         count(*) FILTER (WHERE is_now)::int AS alerts,
         count(*) FILTER (WHERE NOT is_now)::int AS "alertsBefore",
         count(*) FILTER (WHERE is_now AND decided_at IS NOT NULL)::int AS decided,
         count(*) FILTER (WHERE is_now AND outcome IN ${CONFIRMING_OUTCOMES_SQL})::int AS "truePositives",
         count(*) FILTER (WHERE is_now AND outcome = 'str-filed')::int AS reported,
         count(*) FILTER (WHERE is_now AND NOT review_agrees)::int AS "closedWrongly",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - created_at) / 3600)
           FILTER (WHERE is_now) AS "medianHours",
         percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - created_at) / 3600)
           FILTER (WHERE is_now) AS "p95Hours",
         array_agg(score) FILTER (WHERE is_now) AS scores,
         array_agg(score) FILTER (WHERE is_now AND outcome IN ${CONFIRMING_OUTCOMES_SQL}) AS "trueScores"
    FROM seen GROUP BY source, source_id, source_version ORDER BY 5 DESC, 1, 2, 3`;

/** A text that says nothing is none. */
const lacks = (column: string): string => `coalesce(btrim(${column}), '') = ''`;

/** The missing fields of customers' records, by type of customer. A document expires by the institution's calendar. */
const KYC_GAPS = `SELECT c.customer_type AS "customerType", g.field, count(*)::int AS customers,
    count(*) FILTER (WHERE g.missing)::int AS missing
  FROM (SELECT ((SELECT institution_now()) AT TIME ZONE time_zone)::date AS today FROM institution
         WHERE institution_id = $1) i
 CROSS JOIN customer c
  LEFT JOIN due_diligence d ON d.institution_id = $1 AND d.id = c.id
 CROSS JOIN LATERAL (VALUES
   ('bvn', c.bvn IS NULL AND c.sealed_bvn IS NULL, c.customer_type = 'Individual'),
   ('nin', c.nin IS NULL AND c.sealed_nin IS NULL, c.customer_type = 'Individual'),
   ('dateOfBirth', c.date_of_birth IS NULL, c.customer_type = 'Individual'),
   ('nationality', ${lacks('c.nationality')}, c.customer_type = 'Individual'),
   ('gender', ${lacks('c.gender')}, c.customer_type = 'Individual'),
   ('identification', ${lacks('c.identification_number')} AND c.sealed_identification_number IS NULL, c.customer_type = 'Individual'),
   ('occupation', ${lacks('d.occupation')}, c.customer_type = 'Individual'),
   ('sourceOfWealth', ${lacks('d.source_of_wealth')}, c.customer_type = 'Individual'),
   ('declaredMonthlyIncome', d.declared_monthly_income_kobo IS NULL, c.customer_type = 'Individual'),
   ('residenceCountry', d.residence_country IS NULL, c.customer_type = 'Individual'),
   ('identificationIssuedOn', d.identification_issued_on IS NULL, c.customer_type = 'Individual'),
   ('identificationExpired', d.identification_expires_on < i.today, c.customer_type = 'Individual'),
   ('phoneNumber', ${lacks('c.phone_number')}, true),
   ('address', ${lacks('c.address')}, true),
   ('state', ${lacks('c.state')}, true),
   ('registrationNumber', ${lacks('c.registration_number')}, c.customer_type <> 'Individual'),
   ('business', ${lacks('d.business')}, c.customer_type <> 'Individual'),
   ('incorporatedOn', d.incorporated_on IS NULL, c.customer_type <> 'Individual'),
   ('directors', d.directors IS NULL, c.customer_type <> 'Individual')) g (field, missing, applies)
 WHERE c.institution_id = $1 AND c.erased_at IS NULL AND g.applies
 GROUP BY 1, 2 ORDER BY 1, 4 DESC, 2`;

interface ValidationRow extends Omit<
  ValidationRowView,
  'precision' | 'drift' | 'sensitivity' | 'medianHours' | 'p95Hours'
> {
  medianHours: number | null;
  p95Hours: number | null;
  scores: number[] | null;
  trueScores: number[] | null;
}

/** The reports on how well monitoring works (docs/api/cases.md#effectiveness). */
@Injectable()
export class Effectiveness {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly letterheads: Letterheads,
    private readonly files: Files,
  ) {}

  /** @param month `YYYY-MM` */
  validation(institutionId: number, month: string): Promise<ValidationRowView[]> {
    return this.unitOfWork.readReport(institutionId, (tx) => validationRows(tx, institutionId, month));
  }

  async validationFile(institutionId: number, month: string, format: SheetFormat): Promise<StreamableFile> {
    const rows = await this.validation(institutionId, month);
    return this.sheet(institutionId, 'aml-model-validation', `AML model validation of ${month}`, format, {
      columns: VALIDATION_COLUMNS,
      rows,
    });
  }

  kycGaps(institutionId: number): Promise<KycGapView[]> {
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const rows = await tx.query<Omit<KycGapView, 'share'>[]>(KYC_GAPS, [institutionId]);
      return rows.map((row) => ({ ...row, share: rounded(row.missing / row.customers) }));
    });
  }

  async kycGapsFile(institutionId: number, format: SheetFormat): Promise<StreamableFile> {
    const rows = await this.kycGaps(institutionId);
    return this.sheet(institutionId, 'kyc-data-quality', 'Quality of KYC data', format, { columns: KYC_COLUMNS, rows });
  }

  private async sheet<Row>(
    institutionId: number,
    name: string,
    title: string,
    format: SheetFormat,
    { columns, rows }: { columns: Column<Row>[]; rows: Row[] },
  ): Promise<StreamableFile> {
    const { name: institution } = await this.letterheads.of(institutionId);
    const facts: [string, string][] = [['Institution', institution]];
    return this.files.sheet(name, format, { title, facts, columns, rows: batchesOf(rows) });
  }
}

async function* batchesOf<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(rows);
}

async function validationRows(tx: Tx, institutionId: number, month: string): Promise<ValidationRowView[]> {
  const first = `${month}-01`;
  const rows = await tx.query<ValidationRow[]>(VALIDATION, [
    institutionId,
    addMonths(first, -1),
    first,
    addMonths(first, 1),
  ]);
  return rows.map(validationRow);
}

/** The share of true ones, the change against the month before, and what each threshold would have left. */
function validationRow({ scores, trueScores, ...row }: ValidationRow): ValidationRowView {
  const { alerts, alertsBefore, decided, truePositives, medianHours, p95Hours } = row;
  const from = (list: number[] | null, bound: number): number => (list ?? []).filter((score) => score >= bound).length;
  return {
    source: row.source,
    sourceId: row.sourceId,
    sourceVersion: row.sourceVersion,
    publicName: row.publicName,
    alerts,
    alertsBefore,
    decided,
    truePositives,
    reported: row.reported,
    closedWrongly: row.closedWrongly,
    precision: decided === 0 ? null : rounded(truePositives / decided),
    drift: alertsBefore === 0 ? null : rounded((alerts - alertsBefore) / alertsBefore),
    medianHours: medianHours === null ? null : rounded(medianHours),
    p95Hours: p95Hours === null ? null : rounded(p95Hours),
    sensitivity: SENSITIVITY_SCORES.map((bound) => ({
      score: bound,
      alerts: from(scores, bound),
      truePositives: from(trueScores, bound),
    })),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

const text = <Row>(title: string, width: number, value: (row: Row) => string | null): Column<Row> => ({
  title,
  width,
  kind: 'text',
  value,
});
const number = <Row>(title: string, value: (row: Row) => number | null): Column<Row> => ({
  title,
  width: 14,
  kind: 'number',
  value,
});

const VALIDATION_COLUMNS: Column<ValidationRowView>[] = [
  text('Source', 16, ({ source }) => source),
  text('Rule or scenario', 24, ({ sourceId }) => sourceId),
  text('Version', 10, ({ sourceVersion }) => sourceVersion),
  text('Name', 30, ({ publicName }) => publicName),
  number('Alerts', ({ alerts }) => alerts),
  number('Month before', ({ alertsBefore }) => alertsBefore),
  number('Drift', ({ drift }) => drift),
  number('Decided', ({ decided }) => decided),
  number('True positives', ({ truePositives }) => truePositives),
  number('Precision', ({ precision }) => precision),
  number('Reported', ({ reported }) => reported),
  number('Closed wrongly', ({ closedWrongly }) => closedWrongly),
  number('Median hours', ({ medianHours }) => medianHours),
  number('95 % within hours', ({ p95Hours }) => p95Hours),
  text('Alerts from a score', 40, ({ sensitivity }) =>
    sensitivity.map(({ score, alerts, truePositives }) => `${score}: ${alerts} (${truePositives} true)`).join('; '),
  ),
];

const KYC_COLUMNS: Column<KycGapView>[] = [
  text('Type of customer', 16, ({ customerType }) => customerType),
  text('Field', 26, ({ field }) => field),
  number('Customers', ({ customers }) => customers),
  number('Missing', ({ missing }) => missing),
  number('Share', ({ share }) => share),
];
