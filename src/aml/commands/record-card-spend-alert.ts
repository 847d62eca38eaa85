import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CardTransaction } from '../../cards/card-transaction.entity';
import { CARD_SPEND_ALERT } from '../../cards/cards.settings';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { formatNaira } from '../../common/money/naira';
import { Posting } from '../../ledger/engine/posting.entity';
import { RuleAlerts } from '../rule-alerts';
import { SuspiciousTransaction } from '../suspicious-transaction.entity';

/**
 * Records card spending that reached the alert amount as a suspicious transaction with an alert, once however often it
 * runs.
 */
export class RecordCardSpendAlert extends Command<void> {
  constructor(
    readonly institutionId: number,
    readonly transactionId: number,
    readonly suspiciousTransactionId: number,
    readonly thresholdKobo: bigint,
  ) {
    super();
  }
}

@CommandHandler(RecordCardSpendAlert)
export class RecordCardSpendAlertHandler implements ICommandHandler<RecordCardSpendAlert> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly alerts: RuleAlerts,
  ) {}

  async execute(command: RecordCardSpendAlert): Promise<void> {
    const { institutionId, transactionId, suspiciousTransactionId, thresholdKobo } = command;
    await this.unitOfWork.run(institutionId, async (tx) => {
      const spend = await tx.findOneByOrFail(CardTransaction, { institutionId, id: transactionId });
      const { transactionReference, accountNumber, amountKobo, postingId } = spend;
      const posting = await tx.findOneByOrFail(Posting, { institutionId, id: postingId });
      await tx
        .createQueryBuilder()
        .insert()
        .into(SuspiciousTransaction)
        .values({
          institutionId,
          id: suspiciousTransactionId,
          holdId: null,
          approvalId: null,
          reference: transactionReference,
          actor: posting.maker,
          ruleId: null,
          ruleName: CARD_SPEND_ALERT,
          direction: 'outflow',
          accountNumber,
          amountKobo,
          windowKobo: 0n,
          thresholdKobo,
          reason:
            `${CARD_SPEND_ALERT}: card spending of ${formatNaira(amountKobo)} reaches the alert amount of ` +
            `${formatNaira(thresholdKobo)}.`,
          createdAt: posting.createdAt,
        })
        .orIgnore()
        .execute();
      const record = await tx.findOneByOrFail(SuspiciousTransaction, { institutionId, id: suspiciousTransactionId });
      await this.alerts.raiseOfPosting(tx, record, postingId);
    });
  }
}
