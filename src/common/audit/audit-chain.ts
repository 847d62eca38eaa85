import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type InstitutionRound, InstitutionRounds } from '../database/institution-rounds';
import type { Tx } from '../database/unit-of-work';
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
export class AuditChain {
  private readonly round: InstitutionRound;
  private readonly stream: SequencedStream = {
    name: AUDIT_STREAM,
    table: 'audit_log',
    numbers: 'audit_chain',
    numberedId: 'audit_log_id',
    number: (tx, batch) => this.number(tx, batch),
  };

  constructor(
    private readonly sequencer: Sequencer,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(AuditChain.name), {
      failure: 'An audit chain could not be extended; the next round tries again.',
      alsoRetired: true,
      run: (institutionId) => this.extend(institutionId),
    });
  }

  /** Extends the chain of every institution. */
  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.round.run();
  }

  /**
   * Extends the chain of one institution.
   *
   * @returns true when there may be more rows to number
   */
  async extend(institutionId: number): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_IN_ROUND_MAX; batch += 1)
      if (this.round.isStopped || !(await this.sequencer.advance(institutionId, this.stream))) return false;
    return true;
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
