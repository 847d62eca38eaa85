import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../common/audit/audit-log';
import { AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { type CsvRecord, csvViolation, readCsvRecords } from '../common/files/csv-reader';
import { calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { readSettlementLine, type ReportedTransfer } from './read-settlement-line';
import { settlementErrors } from './settlement.errors';
import { SETTLEMENT_REPORT_COLUMNS } from './settlement.settings';
import { columnsOf, mappingOf, type SettlementMapping } from './settlement-mapping';
import { COUNT_RESULTS, INSERT_LINES, MATCH_AGAIN } from './settlement-matching';
import { SettlementReport } from './settlement-report.entity';

/** Lines that one statement loads. */
const LINES_MAX = 5_000;
/** The most lines of one report. */
const REPORT_LINES_MAX = 1_000_000;
/** The most refused lines that an answer names. */
const REFUSED_SHOWN_MAX = 100;

/** Reports of a provider are loaded one after the other, so that each line sees all earlier ones. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('settlement-reports:' || $1::bigint || ':' || $2::text, 0))`;

/** A report to load. */
export interface IncomingReport {
  provider: string;
  fileName: string;
  /** SHA-256 of the file, 64 hexadecimal digits. */
  sha256: string;
  /** The file from its start; called once for each attempt of the transaction. */
  open: () => Readable;
}

/** A line that is not as the mapping says. */
interface RefusedLine {
  line: number;
  reason: string;
}

interface Loading {
  institutionId: number;
  reportId: number;
  today: string;
}

/** Loads settlement reports and compares their lines with our transfers (docs/api/settlement.md). */
@Injectable()
export class SettlementReports {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads a report in the caller's transaction, unless the same file of the provider was loaded before. Of two
   * simultaneous loads of a provider the later one waits and then finds the report of the other.
   * @returns the report, and whether it was there before
   * @throws SETTLEMENT_REPORT_UNREADABLE, SETTLEMENT_REPORT_REFUSED (422); the caller must roll back
   */
  async load(
    tx: Tx,
    author: AuditAuthor,
    incoming: IncomingReport,
  ): Promise<{ report: SettlementReport; importedBefore: boolean }> {
    const { institutionId, actor } = author;
    const { provider, fileName, sha256 } = incoming;
    const id = await this.ids.next();
    await tx.query(LOCK, [institutionId, provider]);
    const inserted = await tx.query<unknown[]>(
      `INSERT INTO settlement_report (institution_id, id, provider, file_name, sha256, imported_by, imported_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (institution_id, provider, sha256) DO NOTHING RETURNING id`,
      [
        institutionId,
        id,
        provider,
        fileName,
        Buffer.from(sha256, 'hex'),
        actor,
        this.clock.institutionNow(institutionId),
      ],
    );
    if (inserted.length === 0)
      return {
        report: await tx.findOneByOrFail(SettlementReport, { institutionId, provider, sha256 }),
        importedBefore: true,
      };
    const mapping = mappingOf(await this.settings.getWithin(tx, institutionId, SETTLEMENT_REPORT_COLUMNS), provider);
    const today = await this.today(tx, institutionId);
    await this.loadLines(tx, { institutionId, reportId: id, today }, incoming, mapping);
    const report = await this.count(tx, institutionId, id);
    const { lines, matched, amountDiffers, unmatched, repeated } = report;
    const details = { provider, fileName, sha256, lines, matched, amountDiffers, unmatched, repeated };
    await this.audit.record(tx, author, {
      action: 'settlement-report.import',
      subject: `settlement-report:${id}`,
      details,
    });
    return { report, importedBefore: false };
  }

  /**
   * Compares the unmatched lines of a report again, for transfers that arrived after it.
   * @throws SETTLEMENT_REPORT_NOT_FOUND (404)
   */
  async matchAgain(tx: Tx, institutionId: number, reportId: number): Promise<SettlementReport> {
    const known = await tx.findOne(SettlementReport, {
      where: { institutionId, id: reportId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!known) throw settlementErrors.SETTLEMENT_REPORT_NOT_FOUND();
    await tx.query(MATCH_AGAIN, [institutionId, reportId, known.provider]);
    return this.count(tx, institutionId, reportId);
  }

  /** The institution's calendar date, from which lines have their age. */
  async today(tx: Tx, institutionId: number): Promise<string> {
    const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
    return calendarDate(this.clock.institutionNow(institutionId), timeZone);
  }

  private async loadLines(
    tx: Tx,
    loading: Loading,
    { open, provider }: IncomingReport,
    mapping: SettlementMapping,
  ): Promise<void> {
    const refused: RefusedLine[] = [];
    let lines: (ReportedTransfer & { line: number })[] = [];
    let count = 0;
    for await (const { line, fields } of recordsOf(open(), mapping)) {
      count += 1;
      if (count > REPORT_LINES_MAX)
        throw settlementErrors.SETTLEMENT_REPORT_UNREADABLE(
          `A report may have at most ${REPORT_LINES_MAX} lines; split the file.`,
        );
      const read = readSettlementLine(fields, mapping);
      if (typeof read === 'string') refused.push({ line, reason: read });
      else lines.push({ ...read, line });
      if (refused.length > REFUSED_SHOWN_MAX) break;
      if (lines.length < LINES_MAX) continue;
      // A report with a refused line is rolled back, so nothing more of it is written.
      if (refused.length === 0) await this.insert(tx, loading, provider, lines);
      lines = [];
    }
    if (refused.length > 0) throw refusalOf(refused);
    if (lines.length > 0) await this.insert(tx, loading, provider, lines);
  }

  private async insert(
    tx: Tx,
    { institutionId, reportId, today }: Loading,
    provider: string,
    lines: readonly (ReportedTransfer & { line: number })[],
  ): Promise<void> {
    const ids = await this.ids.block(lines.length);
    const rows = lines.map(({ line, direction, sessionId, amountKobo, outcome, settledOn = today }) => ({
      id: ids.next(),
      line,
      direction,
      session_id: sessionId,
      amount_kobo: amountKobo.toString(),
      outcome,
      settled_on: settledOn,
    }));
    await tx.query(INSERT_LINES, [institutionId, reportId, provider, JSON.stringify(rows)]);
  }

  private async count(tx: Tx, institutionId: number, reportId: number): Promise<SettlementReport> {
    await tx.query(COUNT_RESULTS, [institutionId, reportId]);
    return tx.findOneByOrFail(SettlementReport, { institutionId, id: reportId });
  }
}

function refusalOf(refused: readonly RefusedLine[]): Error {
  const shown = refused.slice(0, REFUSED_SHOWN_MAX);
  const { line, reason } = shown[0]!;
  const more = refused.length > shown.length ? ` More than ${REFUSED_SHOWN_MAX} lines are wrong.` : '';
  return settlementErrors.SETTLEMENT_REPORT_REFUSED(
    `Line ${line}: ${reason}.${more} Nothing of the report was loaded; correct the lines or the mapping of columns.`,
    { refusedLines: shown },
  );
}

/** @throws SETTLEMENT_REPORT_UNREADABLE (422) */
async function* recordsOf(source: Readable, mapping: SettlementMapping): AsyncGenerator<CsvRecord> {
  const needed = columnsOf(mapping);
  let hasHeader = false;
  const columns = (header: string[]): string[] => {
    hasHeader = true;
    const names = header.map((name) => name.trim());
    for (const column of needed) {
      const found = names.filter((name) => name === column).length;
      if (found !== 1)
        throw settlementErrors.SETTLEMENT_REPORT_UNREADABLE(
          `The first line of the report must name the column ${column} once; it names it ${found} times.`,
        );
    }
    return names;
  };
  try {
    yield* readCsvRecords(source, columns, mapping.delimiter);
  } catch (error) {
    const fault = csvViolation(error);
    if (fault === undefined) throw error;
    throw settlementErrors.SETTLEMENT_REPORT_UNREADABLE(
      `The report is not valid CSV: ${fault}. Correct the file and send it again.`,
    );
  }
  if (!hasHeader)
    throw settlementErrors.SETTLEMENT_REPORT_UNREADABLE(
      `The report is empty; its first line must name the columns ${needed.join(', ')}.`,
    );
}
