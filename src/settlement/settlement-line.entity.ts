import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** The way of the money, as this institution sees it. */
export const SETTLEMENT_DIRECTIONS = ['Outward', 'Inward'] as const;
export type SettlementDirection = (typeof SETTLEMENT_DIRECTIONS)[number];

/** The provider's finding: the beneficiary has the money, or has not and will not. */
export const SETTLEMENT_OUTCOMES = ['Paid', 'NotPaid'] as const;
export type SettlementOutcome = (typeof SETTLEMENT_OUTCOMES)[number];

/**
 * The comparison of a line with our transfers: `Matched` has the session id and the amount of one, `AmountDiffers` only
 * the session id, `Unmatched` neither, and `Repeated` says again what an earlier line said.
 */
export const SETTLEMENT_RESULTS = ['Matched', 'AmountDiffers', 'Unmatched', 'Repeated'] as const;
export type SettlementResult = (typeof SETTLEMENT_RESULTS)[number];

/** A line of a provider's report beside the transfer that it names. Only its comparison ever changes. */
@Entity()
@Index('uq_settlement_line', ['institutionId', 'reportId', 'line'], { unique: true })
@Index('ix_settlement_line_session', ['institutionId', 'sessionId'])
@Index('ix_settlement_line_difference', ['institutionId', 'id'], {
  where: `"result" IN ('AmountDiffers', 'Unmatched')`,
})
@Index('ix_settlement_line_transfer', ['institutionId', 'transferId'], { where: `"transfer_id" IS NOT NULL` })
export class SettlementLine extends TenantEntity {
  @IdColumn()
  reportId!: number;

  /** The line of the file on which the record ends, from 1. */
  @Column({ type: 'integer' })
  line!: number;

  @TextColumn(10)
  direction!: SettlementDirection;

  @TextColumn(60)
  sessionId!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @TextColumn(10)
  outcome!: SettlementOutcome;

  /** The line's own date, or the date of the import where reports have none. */
  @DateColumn()
  settledOn!: string;

  @TextColumn(15)
  result!: SettlementResult;

  /** The payout or, of an inward line, the inward transfer with the session id. */
  @IdColumn({ nullable: true })
  transferId!: number | null;
}
