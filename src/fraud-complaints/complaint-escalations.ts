import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuditLog } from '../common/audit/audit-log';
import { type InstitutionRound, InstitutionRounds } from '../common/database/institution-rounds';
import { UnitOfWork } from '../common/database/unit-of-work';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const ACTOR = 'system:fraud-complaints';

/**
 * A step that was missed after the last escalation. The conclusion answers the customer and ends the inquiry, so
 * nothing before it is due any more.
 */
const isNewlyMissed = (done: string, due: string): string =>
  `(${done} IS NULL AND ${due} < (SELECT institution_now()) AND (escalated_at IS NULL OR escalated_at < ${due}))`;

const ESCALATE = `UPDATE fraud_complaint c SET escalated_at = institution_now()
   FROM (SELECT id FROM fraud_complaint
          WHERE institution_id = $1 AND status NOT IN ('rejected', 'refunded')
            AND (concluded_at IS NULL AND (${isNewlyMissed('acknowledged_at', 'acknowledge_due_at')}
                OR ${isNewlyMissed('notified_at', 'notify_due_at')}
                OR ${isNewlyMissed('concluded_at', 'conclude_due_at')})
              OR ${isNewlyMissed('refunded_at', 'refund_due_at')})
          ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) late
  WHERE c.institution_id = $1 AND c.id = late.id RETURNING c.id`;

/** Marks complaints with a missed deadline, once for each deadline (docs/api/fraud-complaints.md#timers). */
@Injectable()
export class ComplaintEscalations {
  private readonly round: InstitutionRound;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(ComplaintEscalations.name), {
      failure: 'Overdue complaints could not be escalated; the next round tries again.',
      run: (institutionId) => this.escalate(institutionId),
    });
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.round.run();
  }

  /** @returns the number of complaints that are newly escalated */
  async escalate(institutionId: number): Promise<number> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const [rows] = await tx.query<[{ id: string }[], number]>(ESCALATE, [institutionId]);
      for (const { id } of rows) {
        const fact = { action: 'fraud-complaint.escalate', subject: `fraud-complaint:${id}` };
        await this.audit.record(tx, { institutionId, actor: ACTOR }, fact);
      }
      return rows.length;
    });
  }
}
