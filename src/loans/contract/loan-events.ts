import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { addRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { Loan } from './loan.entity';
import type { LoanChange } from './loan-change';
import type { LoanContract } from './loan-contract.entity';
import { type EventLeg, LoanEvent } from './loan-event.entity';

/** The facts of an act besides the loan. */
type ActFacts = Pick<
  LoanEvent,
  'institutionId' | 'kind' | 'postingId' | 'reference' | 'valueDate' | 'businessDate' | 'amountKobo' | 'createdBy'
>;
type NewEvent = Omit<LoanEvent, 'id' | 'createdAt'>;

/** Writes one row for each act on a loan, in the database transaction of the act. */
@Injectable()
export class LoanEvents {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, events: readonly NewEvent[]): Promise<void> {
    const ids = await this.ids.block(events.length);
    await addRows(
      tx,
      LoanEvent,
      events.map((event) => ({
        ...event,
        id: ids.next(),
        createdAt: this.clock.institutionNow(event.institutionId),
      })),
    );
  }
}

/** The event of a disbursement, with which the history of a loan begins. */
export function disbursementEvent(
  loan: Pick<Loan, 'id'>,
  contract: Pick<LoanContract, 'id' | 'version'>,
  facts: Omit<ActFacts, 'kind'>,
): NewEvent {
  return {
    ...facts,
    kind: 'Disbursement',
    loanId: loan.id,
    contractId: contract.id,
    contractVersion: contract.version,
    inputs: { amountKobo: facts.amountKobo.toString() },
    sourceLegs: null,
    before: null,
    reversesId: null,
  };
}

/**
 * The event of a change with a transaction.
 * @param sourceLegs null where one posting serves several loans
 */
export function changeEvent(
  change: LoanChange,
  facts: Omit<ActFacts, 'kind' | 'amountKobo'>,
  sourceLegs: readonly PostingLeg[] | null,
): NewEvent {
  const { transaction, before, contract, inputs, reversesId, locked } = change;
  if (transaction === null) throw new Error('A change without a transaction is no act.');
  const { replaced: _, ...details } = transaction.details ?? {};
  return {
    ...facts,
    kind: transaction.kind,
    amountKobo: transaction.amountKobo,
    loanId: locked.loan.id,
    contractId: contract.id,
    contractVersion: contract.version,
    inputs: inputs ?? details,
    sourceLegs: sourceLegs === null ? null : sourceLegs.map(eventLeg),
    before,
    reversesId,
  };
}

function eventLeg({ accountId, side, amountKobo, role }: PostingLeg): EventLeg {
  return { accountId, side, amountKobo: amountKobo.toString(), role };
}
