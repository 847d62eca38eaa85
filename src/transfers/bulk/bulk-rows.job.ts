import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { jobRows } from '../../common/jobs/job-queue';
import { MemberOf } from '../../common/registry/registry';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import type { Decision } from '../../ledger/engine/posting-batch';
import { type OnwardPosting, ORDINARY, type PostingRequest } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { OwnInstitution } from '../own-institution';
import { BulkReturns } from './bulk-returns';
import { BulkTransfer } from './bulk-transfer.entity';
import { BULK_ROWS_JOB, MIXED_BULK_ROWS_JOB, type PlannedBulkRow, rowsJobOf } from './bulk-transfer.operation';
import { BulkTransferResult } from './bulk-transfer-result.entity';
import type { OutwardRowPlan } from './bulk-transfer-row.entity';
import { rowPosting, type RowsOfFile } from './bulk-transfer-row.operation';
import { OutwardRows } from './outward-rows';

/** Rows of one transaction. */
const CHUNK_ROWS = 100;

/** Chunks of one run: the next run is another job, so that a long file does not keep other jobs waiting. */
const CHUNKS_OF_RUN = 5;

/** Rows get their results in the order of the file, under the lock of the file. */
const WAITING_ROWS = `SELECT row_number, reference, credit_account_number, amount_kobo, duty_kobo, narration,
       charges_kobo, bank_code, name_enquiry_ref, outward
  FROM bulk_transfer_row
 WHERE institution_id = $1 AND bulk_transfer_id = $2 AND row_number > coalesce((
   SELECT row_number FROM bulk_transfer_result WHERE institution_id = $1 AND bulk_transfer_id = $2
    ORDER BY row_number DESC LIMIT 1), 0)
 ORDER BY row_number LIMIT ${CHUNK_ROWS}`;

interface WaitingRow {
  row_number: string;
  reference: string;
  credit_account_number: string;
  amount_kobo: string;
  duty_kobo: string;
  narration: string;
  charges_kobo: string;
  bank_code: string | null;
  name_enquiry_ref: string | null;
  outward: OutwardRowPlan | null;
}

/**
 * Posts the rows of a file one by one (docs/api/bulk-transfers.md#each-row). The results say which rows are left, so
 * that a run after a crash goes on where the last commit was, and two runs at once wait for each other.
 */
@Injectable()
@MemberOf(JobHandlers)
export class BulkRowsJob implements JobHandler {
  readonly kind = BULK_ROWS_JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: LedgerService,
    private readonly directory: AccountDirectory,
    private readonly outwardRows: OutwardRows,
    private readonly institutions: OwnInstitution,
    private readonly returns: BulkReturns,
    private readonly ids: IdAllocator,
  ) {}

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const bulkTransferId = Number(payload.bulkTransferId);
    const released = payload.released === true;
    for (let chunk = 1; chunk <= CHUNKS_OF_RUN; chunk += 1) {
      const isLast = chunk === CHUNKS_OF_RUN;
      const more = await this.postChunk({ institutionId, bulkTransferId, released, isLast });
      if (!more) return;
    }
  }

  /** Posts the next rows in one transaction. @returns false when the file is complete */
  private async postChunk(of: ChunkOf): Promise<boolean> {
    const { institutionId, bulkTransferId, released, isLast } = of;
    const institution = await this.institutions.find(institutionId);
    const nextJobId = await this.ids.next();
    return this.unitOfWork.run(institutionId, async (tx) => {
      const file = await tx.findOneOrFail(BulkTransfer, {
        where: { institutionId, id: bulkTransferId },
        lock: { mode: 'for_no_key_update' },
      });
      if (file.completedAt !== null) return false;
      const rows = (await tx.query<WaitingRow[]>(WAITING_ROWS, [institutionId, bulkTransferId])).map(plannedRow);
      if (rows.length === 0) {
        await this.returns.complete(tx, file);
        return false;
      }
      const shared = {
        institution: { code: institution.code, name: institution.name },
        file,
        debitName: (await tx.findOneByOrFail(LedgerAccount, { institutionId, id: file.debitAccountId })).name,
        bulkTransferId,
      };
      await this.post(tx, { file, shared, rows, released });
      const payload = { bulkTransferId, released };
      if (isLast) await insertRows(tx, jobRows({ institutionId, id: nextJobId, kind: rowsJobOf(file), payload }));
      return true;
    });
  }

  private async post(tx: Tx, { file, shared, rows, released }: Chunk): Promise<void> {
    const { institutionId, id } = file;
    const posting = await tx.findOneByOrFail(Posting, { institutionId, id });
    const planned = await this.plan(tx, shared, rows, posting.maker);
    const requests = planned.flatMap((plan) => (plan instanceof AppError ? [] : [requestOf(posting, plan, released)]));
    const decisions = await this.ledger.postEachWithin(tx, institutionId, requests);
    const outcomes = planned.map((plan) => (plan instanceof AppError ? plan : refusalOf(decisions.shift()!)));
    const failed = rows.flatMap((row, index) => {
      const refusal = outcomes[index];
      return refusal ? [{ rowNumber: row.rowNumber, refusal }] : [];
    });
    if (failed.length === 0) return;
    await tx.insert(
      BulkTransferResult,
      failed.map(({ rowNumber, refusal }) => ({
        institutionId,
        bulkTransferId: id,
        rowNumber,
        postingId: null,
        failureCode: refusal.code,
        failureMessage: refusal.message.slice(0, 500),
      })),
    );
  }

  /** The postings of the rows, or their refusals. @param maker that of the file */
  private async plan(tx: Tx, shared: RowsOfFile, rows: PlannedBulkRow[], maker: string): Promise<Plan[]> {
    const { institutionId, debitAccountNumber } = shared.file;
    const numbers = rows.flatMap(({ outward, creditAccountNumber }) => (outward ? [] : creditAccountNumber));
    const accounts = await this.directory.findMany(institutionId, numbers);
    const references = rows.flatMap(({ nameEnquiryRef }) => nameEnquiryRef ?? []);
    const parties =
      references.length > 0
        ? await this.outwardRows.parties(tx, institutionId, debitAccountNumber, references)
        : undefined;
    const plans: Plan[] = [];
    for (const row of rows)
      plans.push(
        row.outward
          ? await this.outwardRows.posting(shared, { ...row, outward: row.outward }, parties!, maker)
          : planRow(shared, row, accounts.get(row.creditAccountNumber)),
      );
    return plans;
  }
}

/**
 * The same for files with rows to other institutions. The kind is another one, so that a program from before such rows
 * leaves these jobs to a newer one (docs/adr/0008-migrations-go-forward.md).
 */
@Injectable()
@MemberOf(JobHandlers)
export class MixedBulkRowsJob implements JobHandler {
  readonly kind = MIXED_BULK_ROWS_JOB;

  constructor(private readonly rows: BulkRowsJob) {}

  run(job: RunningJob): Promise<void> {
    return this.rows.run(job);
  }
}

interface ChunkOf {
  institutionId: number;
  bulkTransferId: number;
  /** True when AML released the file. */
  released: boolean;
  /** True for the last chunk of a run. */
  isLast: boolean;
}

interface Chunk {
  file: BulkTransfer;
  shared: RowsOfFile;
  rows: PlannedBulkRow[];
  released: boolean;
}

function plannedRow(row: WaitingRow): PlannedBulkRow {
  return {
    rowNumber: Number(row.row_number),
    reference: row.reference,
    creditAccountNumber: row.credit_account_number,
    amountKobo: BigInt(row.amount_kobo),
    dutyKobo: BigInt(row.duty_kobo),
    narration: row.narration,
    chargesKobo: BigInt(row.charges_kobo),
    bankCode: row.bank_code,
    nameEnquiryRef: row.name_enquiry_ref,
    outward: row.outward,
  };
}

type Plan = OnwardPosting | AppError;

function planRow(shared: RowsOfFile, row: PlannedBulkRow, credit: Parameters<typeof rowPosting>[2] | undefined): Plan {
  if (!credit) return ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${row.creditAccountNumber}.`);
  try {
    return rowPosting(shared, row, credit);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The request of a row, in the name of the file's maker. */
function requestOf(
  posting: Posting,
  { place: _, alone: __, ...row }: OnwardPosting,
  released: boolean,
): PostingRequest {
  const { institutionId, origin, maker, reference: wholeReference } = posting;
  const whole = { institutionId, origin, maker, wholeReference, source: sourceOf(posting) };
  return { feeKobo: 0n, ...row, ...whole, nature: ORDINARY, carriesOut: { released } };
}

/** The source by which AML screens a row; its hold is never written (`carriesOut`). */
function sourceOf({ maker, reference }: Posting): NonNullable<PostingRequest['source']> {
  return { endpoint: BULK_ROWS_JOB, actor: maker, payload: {}, fingerprint: '', requestReference: reference };
}

/** The refusal of a row; undefined for one that was posted. */
function refusalOf(decision: Decision): AppError | undefined {
  switch (decision.kind) {
    case 'posted':
      return undefined;
    case 'refused':
      return decision.error;
    case 'held-before':
      return commonErrors.DUPLICATE_REFERENCE('The reference was used by a transfer that waits; send a new one.');
    case 'intercepted':
    case 'replayed':
    case 'lock-unavailable':
    case 'examination-outdated':
      throw new Error(`A row of a bulk transfer must be posted or refused, but was decided as ${decision.kind}.`);
  }
}
