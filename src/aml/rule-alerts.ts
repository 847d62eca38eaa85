import { Injectable } from '@nestjs/common';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { AlertRaiser, type NewAlert } from '../cases/alerts/alert-raiser';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { type AmlHold, frozenBy } from './aml-hold.entity';
import type { SuspiciousTransaction } from './suspicious-transaction.entity';

/** Scores of alerts of a rule: what was frozen comes before what was held, and that before what was posted. */
const FROZEN_SCORE = 75;
const HELD_SCORE = 60;
const POSTED_SCORE = 40;

/** The facts of a rule's match that both a hold and a record have. */
type Match = Pick<
  SuspiciousTransaction,
  | 'institutionId'
  | 'ruleName'
  | 'direction'
  | 'accountNumber'
  | 'amountKobo'
  | 'windowKobo'
  | 'thresholdKobo'
  | 'reason'
>;

/** Alerts about movements that met a rule (docs/api/cases.md#alerts). */
@Injectable()
export class RuleAlerts {
  constructor(private readonly raiser: AlertRaiser) {}

  /** The alert of a hold, once however often it is raised. */
  async raiseOfHold(tx: Tx, hold: AmlHold): Promise<void> {
    const { id, approvalId, ruleId, postingId, reference } = hold;
    const { sourceAccounts, destinationAccounts } = hold;
    await this.raise(tx, hold, {
      source: 'hold',
      sourceId: String(ruleId),
      score: frozenBy(hold).length > 0 ? FROZEN_SCORE : HELD_SCORE,
      facts: { holdId: id, approvalId, reference, sourceAccounts, destinationAccounts },
      postingIds: [postingId],
      dedupeKey: `hold:${id}`,
    });
  }

  /** The alert of a movement that was posted although it met a rule. */
  async raiseOfPosting(tx: Tx, record: SuspiciousTransaction, postingId: number): Promise<void> {
    const { id, ruleId, ruleName, reference } = record;
    await this.raise(tx, record, {
      source: 'rule',
      sourceId: ruleId === null ? ruleName : String(ruleId),
      score: POSTED_SCORE,
      facts: { suspiciousTransactionId: id, reference },
      postingIds: [postingId],
      dedupeKey: `suspicious-transaction:${id}`,
    });
  }

  private async raise(
    tx: Tx,
    match: Match,
    alert: Pick<NewAlert, 'source' | 'sourceId' | 'score' | 'facts' | 'postingIds' | 'dedupeKey'>,
  ): Promise<void> {
    const { institutionId, accountNumber, amountKobo, windowKobo, thresholdKobo } = match;
    const { id } = await tx.findOneByOrFail(LedgerAccount, { institutionId, number: accountNumber });
    const account = await tx.findOneBy(DepositAccount, { institutionId, id });
    await this.raiser.raise(tx, {
      ...alert,
      institutionId,
      subjectType: 'account',
      customerId: account?.customerId ?? null,
      accountId: id,
      publicName: match.ruleName,
      reasons: [{ text: match.reason, contribution: alert.score }],
      facts: {
        ...alert.facts,
        accountNumber,
        direction: match.direction,
        amountKobo: amountKobo.toString(),
        windowKobo: windowKobo.toString(),
        thresholdKobo: thresholdKobo.toString(),
      },
    });
  }
}
