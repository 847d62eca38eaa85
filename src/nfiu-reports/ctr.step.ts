import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, Not } from 'typeorm';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../business-day/day-steps';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { nairaToKobo } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { addDays, startOfDay } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { searchedFrom } from '../end-of-day/rolled-at';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { BULK_TRANSFER_KIND } from '../postings/posting-kinds';
import { CashLedgers } from './cash-ledgers';
import { type CtrEntry, type CtrRule, reportedParts } from './ctr-rule';
import { THRESHOLD_INDICATOR } from './goaml/codes';
import { NfiuReport } from './nfiu-report.entity';
import { type NewReport, NfiuReports } from './nfiu-reports';
import {
  CTR_COMPARISON,
  CTR_DUE_DAYS,
  CTR_ENABLED,
  CTR_SCOPE,
  CTR_THRESHOLD_COMPANY,
  CTR_THRESHOLD_INDIVIDUAL,
  type CtrComparison,
  NFIU_LAYOUT,
} from './nfiu-reports.settings';

const AUTHOR = 'system:ctr';
const PAGE_ROWS = 1_000;
const TRANSACTIONS_OF_REPORT_MAX = 200;

/**
 * A payment whose money never left: the provider refused it and the debit went back. One that staff debited again is
 * found by the posting of that debit.
 */
const NOT_MADE = `SELECT 1 FROM payout o WHERE o.institution_id = $1 AND o.posting_id = p.id
  AND (o.status = 'Reversed' OR o.correction_posting_id IS NOT NULL)`;

/**
 * The principal entries of the large postings of a business date: $2 the date, $3 the lowest threshold, $4 and $5 the
 * last row of the page before. Reversals have another role. Balances that were brought over are no transactions, and
 * neither is a file of transfers: each of its rows is one, debited to the account that paid the file.
 * A group without a registration number is no company: its people hold the account.
 */
const LARGE = `SELECT p.id, p.posted_at::text AS posted_at, e.side, e.account_id, e.amount_kobo, d.customer_id,
    CASE WHEN c.customer_type = 'Group' AND c.registration_number IS NULL THEN 'Individual'
         ELSE c.customer_type END AS customer_type
  FROM (SELECT id, posted_at, CASE WHEN additional_metadata ? 'bulk_reference'
               THEN additional_metadata ->> 'account_number_from' END AS payer
          FROM posting p
         WHERE institution_id = $1 AND status = 'Posted' AND posted_at >= ${searchedFrom('($2::date - 1)')}
           AND business_date = $2 AND debit_total_kobo >= $3 AND (posted_at, id) > ($4::timestamptz, $5::bigint)
           AND kind NOT IN ('opening', '${BULK_TRANSFER_KIND}') AND NOT EXISTS (${NOT_MADE})
         ORDER BY posted_at, id LIMIT ${PAGE_ROWS}) p
  LEFT JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = p.id AND e.role = 'principal'
  LEFT JOIN deposit_account d ON d.institution_id = $1 AND d.id = CASE WHEN e.side = 'debit' AND p.payer IS NOT NULL
    THEN (SELECT n.account_id FROM account_number n WHERE n.institution_id = $1 AND n.number = p.payer)
    ELSE e.account_id END
  LEFT JOIN customer c ON c.institution_id = $1 AND c.id = d.customer_id
 ORDER BY p.posted_at, p.id, e.side DESC, e.leg`;

interface LargeRow {
  id: string;
  posted_at: string;
  /** Null with the other fields of the entry where the posting has no principal one. */
  side: 'debit' | 'credit' | null;
  account_id: string;
  amount_kobo: string;
  customer_id: string | null;
  customer_type: string | null;
}

/** A transaction to report, with the customer under whom it is reported and the customer's part of it. */
interface Reported {
  postingId: number;
  customerId: number;
  amountKobo: bigint;
}

/**
 * Finds the transactions of the closed date that need a currency transaction report, and prepares a draft for each
 * customer (docs/api/nfiu-reports.md#ctr).
 */
@Injectable()
@MemberOf(DaySteps)
export class CtrStep implements DayStep {
  readonly name = 'ctr-reports';
  readonly title = 'Currency transaction reports';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly cash: CashLedgers,
    private readonly reports: NfiuReports,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async isDone(tx: Tx, { institutionId }: ClosingDay): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, CTR_ENABLED)) !== 'true';
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const { institutionId } = day;
    if (!(await this.settings.getBoolean(institutionId, CTR_ENABLED))) return;
    const found = await this.unitOfWork.read(institutionId, async (tx) => this.find(tx, day));
    const byCustomer = new Map<number, Reported[]>();
    for (const one of found) byCustomer.set(one.customerId, [...(byCustomer.get(one.customerId) ?? []), one]);
    for (const reported of byCustomer.values()) {
      if (progress.signal.aborted) return;
      await progress.advance(await this.unitOfWork.run(institutionId, (tx) => this.prepare(tx, day, reported)));
    }
  }

  private async find(tx: Tx, { institutionId, date }: ClosingDay): Promise<Reported[]> {
    const rule = await this.rule(tx, institutionId);
    const cash = await this.cash.ids(tx, institutionId);
    const done = await reportedBefore(tx, institutionId, date);
    const lowestKobo = rule.individualKobo < rule.companyKobo ? rule.individualKobo : rule.companyKobo;
    const found: Reported[] = [];
    let after: [string, string] = ['-infinity', '0'];
    for (;;) {
      const rows = await tx.query<LargeRow[]>(LARGE, [institutionId, date, lowestKobo.toString(), ...after]);
      for (const [postingId, entries] of entriesOf(rows))
        for (const part of reportedParts(rule, entries, cash, done.get(postingId))) found.push({ postingId, ...part });
      const last = rows.at(-1);
      if (!last) return found;
      after = [last.posted_at, last.id];
    }
  }

  /** Writes the drafts of one customer, beside those of a run before. @returns the number of new drafts */
  private async prepare(tx: Tx, { institutionId, date }: ClosingDay, reported: Reported[]): Promise<number> {
    const sorted = reported.sort((a, b) => a.postingId - b.postingId);
    const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
    const dueDays = Number(await this.settings.getWithin(tx, institutionId, CTR_DUE_DAYS));
    const startsAt = startOfDay(date, timeZone);
    const now = this.clock.institutionNow(institutionId);
    const { customerId } = sorted[0]!;
    const before = await tx.countBy(NfiuReport, { ...foundOn(institutionId, date), customerId });
    let written = 0;
    for (; written * TRANSACTIONS_OF_REPORT_MAX < sorted.length; written += 1) {
      const piece = sorted.slice(written * TRANSACTIONS_OF_REPORT_MAX, (written + 1) * TRANSACTIONS_OF_REPORT_MAX);
      const id = await this.ids.next();
      const report: NewReport = {
        institutionId,
        id,
        number: `CTR-${date.replaceAll('-', '')}-${id}`,
        kind: 'CTR',
        layout: (await this.settings.getWithin(tx, institutionId, NFIU_LAYOUT))!,
        customerId,
        caseId: null,
        dedupeKey: `ctr:${date}:${customerId}:${before + written + 1}`,
        businessDate: date,
        postingIds: piece.map(({ postingId }) => postingId),
        totalKobo: piece.reduce((sum, { amountKobo }) => sum + amountKobo, 0n),
        reason: null,
        action: null,
        indicators: [THRESHOLD_INDICATOR],
        startsAt,
        dueAt: startOfDay(addDays(date, dueDays), timeZone),
        preparedBy: AUTHOR,
        createdAt: now,
      };
      await this.reports.insert(tx, report);
    }
    return written;
  }

  private async rule(tx: Tx, institutionId: number): Promise<CtrRule> {
    const kobo = async (key: string): Promise<bigint> =>
      nairaToKobo(Number(await this.settings.getWithin(tx, institutionId, key)))!;
    return {
      individualKobo: await kobo(CTR_THRESHOLD_INDIVIDUAL),
      companyKobo: await kobo(CTR_THRESHOLD_COMPANY),
      comparison: (await this.settings.getWithin(tx, institutionId, CTR_COMPARISON)) as CtrComparison,
      onlyCash: (await this.settings.getWithin(tx, institutionId, CTR_SCOPE)) === 'cash',
    };
  }
}

/** The reports that runs for this date have written. */
const foundOn = (institutionId: number, businessDate: string): FindOptionsWhere<NfiuReport> => ({
  institutionId,
  businessDate,
  kind: 'CTR',
  dedupeKey: Not(IsNull()),
});

/** The customers under whom transactions of the date are reported already, withdrawn reports included, by posting. */
async function reportedBefore(tx: Tx, institutionId: number, date: string): Promise<Map<number, Set<number>>> {
  const customers = new Map<number, Set<number>>();
  for (const { customerId, postingIds } of await tx.findBy(NfiuReport, foundOn(institutionId, date)))
    for (const id of postingIds) customers.set(id, (customers.get(id) ?? new Set()).add(customerId!));
  return customers;
}

/** The entries of each posting of a page; a page never ends within a posting. */
function entriesOf(rows: readonly LargeRow[]): Map<number, CtrEntry[]> {
  const postings = new Map<number, CtrEntry[]>();
  for (const { id, side, account_id, amount_kobo, customer_id, customer_type: customerType } of rows) {
    if (side === null) continue;
    const entries = postings.get(Number(id)) ?? [];
    const customerId = customer_id === null ? null : Number(customer_id);
    entries.push({ side, accountId: Number(account_id), amountKobo: BigInt(amount_kobo), customerId, customerType });
    postings.set(Number(id), entries);
  }
  return postings;
}
