import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';
import { type ExtraRow, extraRow } from '../common/database/insert-rows';
import type { PayoutTrigger } from './decide-payout';
import type { Payout, PayoutStatus } from './payout.entity';
import type { ProviderVerdict } from './provider-verdict';

/**
 * One call to the provider about a payout: its sending or a query of its status. The row is committed before the call;
 * one without an answer belongs to a call that is under way, or whose process ended
 * (docs/api/enquiries.md#timeline).
 */
@Entity()
export class PayoutAttempt {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  payoutId!: number;

  /** 1 for the first call of the payout; sends and queries are counted together. */
  @PrimaryColumn({ type: 'integer' })
  number!: number;

  @TextColumn(10)
  task!: 'send' | 'query';

  @TextColumn(20)
  trigger!: PayoutTrigger;

  @InstantColumn()
  beganAt!: Date;

  @InstantColumn({ nullable: true })
  answeredAt!: Date | null;

  /** What the answer says about the payment. */
  @TextColumn(20, { nullable: true })
  verdict!: ProviderVerdict['kind'] | null;

  @TextColumn(40, { nullable: true })
  responseCode!: string | null;

  @TextColumn(300, { nullable: true })
  responseMessage!: string | null;

  /** The status of the payout after the answer. */
  @Column({ type: 'character varying', length: '20', nullable: true })
  statusAfter!: PayoutStatus | null;
}

type CountedPayout = Pick<Payout, 'institutionId' | 'id' | 'sends' | 'queries'>;

/** The key of the call that has just been counted on the payout. */
export function attemptKey({
  institutionId,
  id,
  sends,
  queries,
}: CountedPayout): Pick<PayoutAttempt, 'institutionId' | 'payoutId' | 'number'> {
  return { institutionId, payoutId: id, number: sends + queries };
}

/** The row of a call that begins; the payout counts it already. Its times are those of the institution. */
export function attemptRow(payout: CountedPayout, call: Pick<PayoutAttempt, 'task' | 'trigger' | 'beganAt'>): ExtraRow {
  return extraRow(PayoutAttempt, { ...attemptKey(payout), ...call });
}

/** What the answer adds to the row of its call. */
export function endOfAttempt(
  { kind, code, message }: ProviderVerdict,
  statusAfter: PayoutStatus,
  answeredAt: Date,
): Partial<PayoutAttempt> {
  return { answeredAt, verdict: kind, responseCode: code, responseMessage: message, statusAfter };
}
