import { ApiProperty } from '@nestjs/swagger';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../payouts/payout.entity';
import { NEXT_STEPS, type NextStepKind, WAITING_FOR, type WaitingFor } from './payment-state';
import { PAYMENT_EVENTS, type PaymentEventKind } from './payment-timeline';

/** One event in the life of a payment. */
export class PaymentEventView {
  /** @example "2026-11-21T09:30:12.345Z" */
  at!: string;

  /** @example "queried" */
  @ApiProperty({ enum: PAYMENT_EVENTS })
  event!: PaymentEventKind;

  /**
   * Who caused it: `api-client:ID`, `staff:ID`, or for calls to the provider `request` or `status-query` of a client;
   * null where the program acted by itself.
   * @example null
   */
  actor!: string | null;

  /**
   * What it led to: of a call to the provider, the meaning of the answer and the status after it, or `no-answer`; of an
   * approval by several, how many have approved; of a failure, its error code.
   * @example "pending → PendingTSQ"
   */
  outcome!: string | null;

  /** @example "The provider gave no answer (timeout)." */
  message!: string | null;

  /** @example "09" */
  responseCode!: string | null;

  /**
   * The posting that the event made.
   * @example null
   */
  postingReferenceNumber!: string | null;

  /**
   * The approval that the event belongs to.
   * @example null
   */
  approvalId!: number | null;

  /**
   * When the provider answered.
   * @example "2026-11-21T09:30:13.001Z"
   */
  answeredAt!: string | null;
}

/** What the program will do next without anybody. */
export class NextStepView {
  /** @example "query" */
  @ApiProperty({ enum: NEXT_STEPS })
  step!: NextStepKind;

  /** @example "2026-11-21T09:31:13.001Z" */
  at!: string;
}

/** A transfer or bill payment with everything that has happened to it. */
export class PaymentView {
  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /** @example "REF-20261121-0001" */
  reference!: string;

  /**
   * The kind of the posting: `transfer` within the institution, `outward-transfer`, or `bill-vend`.
   * @example "outward-transfer"
   */
  kind!: string;

  /**
   * `Posted`, `Held`, `PendingApproval`, `Declined` or `Failed`.
   * @example "Posted"
   */
  postingStatus!: string;

  /**
   * The state at the provider; null within the institution, and while no money has moved.
   * @example "PendingTSQ"
   */
  @ApiProperty({ enum: PAYOUT_STATUSES, nullable: true })
  payoutStatus!: PayoutStatus | null;

  /**
   * Whom or what the payment waits for now; null when it has ended.
   * @example "provider"
   */
  @ApiProperty({ enum: WAITING_FOR, nullable: true })
  waitingFor!: WaitingFor | null;

  /** Whole seconds since the payment was asked for.
   * @example 3605 */
  ageSec!: number;

  /** Naira.
   * @example 5000.5 */
  amount!: number;

  /** Naira.
   * @example 10 */
  fee!: number;

  /** Naira; 0 while no money has moved.
   * @example 1.88 */
  taxes!: number;

  /** @example "Rent November" */
  narration!: string;

  /** @example "0000010021" */
  debitAccount!: string | null;

  /** @example "Adaeze Okafor" */
  debitAccountName!: string | null;

  /**
   * The credited account, here or at the other institution; for a bill, the customer at the biller.
   * @example "0987654321"
   */
  creditAccount!: string | null;

  /** @example "Musa Bello" */
  creditAccountName!: string | null;

  /**
   * The other institution or the biller.
   * @example "GTBANK PLC"
   */
  creditInstitution!: string | null;

  /** @example "nibss" */
  provider!: string | null;

  /** @example "059999261121101500123456789012" */
  sessionID!: string | null;

  /** @example "09" */
  responseCode!: string | null;

  /** @example "Request processing in progress" */
  responseMessage!: string | null;

  /** True when the provider contradicts a final state.
   * @example false */
  disputed!: boolean;

  /** True after a definite failure whose money has not gone back yet.
   * @example false */
  requireReversal!: boolean;

  /** Calls that sent the payment.
   * @example 1 */
  sends!: number;

  /** Calls that asked for its state.
   * @example 2 */
  queries!: number;

  /** @example "api-client:demo-client" */
  initiatedBy!: string;

  /** The next step that needs nobody; null when there is none. */
  next!: NextStepView | null;

  /** Everything that has happened, oldest first. */
  timeline!: PaymentEventView[];
}
