import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InstitutionDirectory } from '../database/institution-directory.entity';
import { type Tx, UnitOfWork } from '../database/unit-of-work';
import { type SequencedBatch, type SequencedStream, Sequencer } from '../sequencer/sequencer';
import { AuditChainLink } from './audit-chain-link.entity';
import { auditChainHash, auditRowHash, STORED_AUDIT_COLUMNS, type StoredAuditRow } from './audit-hash';

const EVERY_MS = 2_000;
/** Batches of one institution in one round, so that a long backlog of one does not delay the others. */
const BATCHES_IN_ROUND_MAX = 20;

/** The stream of the audit log, whose head holds the last number and hash. */
export const AUDIT_STREAM = 'audit';

/**
 * Numbers the rows of the audit log in the order of their commits and chains them by hash, a few seconds after they
 * were written (docs/api/audit-and-operations.md#the-chain).
 */
@Injectable()
export class AuditChain implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AuditChain.name);
  private running: Promise<void> | undefined;
  private stopped = false;
  private readonly stream: SequencedStream = {
    name: AUDIT_STREAM,
    table: 'audit_log',
    numbers: 'audit_chain',
    numberedId: 'audit_log_id',
    number: (tx, batch) => this.number(tx, batch),
  };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sequencer: Sequencer,
  ) {}

  /** Extends the chain of every institution; a round that is still running is not joined by another. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.running || this.stopped) return;
    this.running = this.extendAll().finally(() => (this.running = undefined));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /**
   * Extends the chain of one institution.
   *
   * @returns true when there may be more rows to number
   */
  async extend(institutionId: number): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_IN_ROUND_MAX; batch += 1)
      if (this.stopped || !(await this.sequencer.advance(institutionId, this.stream))) return false;
    return true;
  }

  private async extendAll(): Promise<void> {
    try {
      const institutions = await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory));
      for (const { institutionId } of institutions) await this.extendOne(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The audit chains could not be extended; the next round tries again.');
    }
  }

  private async extendOne(institutionId: number): Promise<void> {
    try {
      await this.extend(institutionId);
    } catch (error) {
      this.logger.warn(
        { err: error as Error, institutionId },
        'The audit chain of an institution could not be extended; the next round tries again.',
      );
    }
  }

  private async number(tx: Tx, { institutionId, ids, firstSeq, lastHash }: SequencedBatch): Promise<Buffer | null> {
    const rows = await tx.query<StoredAuditRow[]>(
      `SELECT ${STORED_AUDIT_COLUMNS} FROM audit_log a WHERE a.institution_id = $1 AND a.id = ANY($2)`,
      [institutionId, ids],
    );
    const rowHashes = new Map(rows.map((row) => [Number(row.id), auditRowHash({ ...row, institutionId })]));
    let previousHash = lastHash;
    const links = ids.map((auditLogId, index) => {
      const seq = firstSeq + index;
      const rowHash = rowHashes.get(auditLogId)!;
      previousHash = auditChainHash({ institutionId, seq, auditLogId, rowHash, previousHash });
      return { institutionId, seq, auditLogId, rowHash, chainHash: previousHash };
    });
    await tx.insert(AuditChainLink, links);
    return previousHash;
  }
}
