import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { In } from 'typeorm';
import { AuditLog } from '../common/audit/audit-log';
import { type InstitutionRound, InstitutionRounds } from '../common/database/institution-rounds';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { StaffPermissions } from '../institutions/staff/staff-rights';
import { Messages } from '../messaging/messages';
import { TransportSelector } from '../messaging/transports/transport-selector';
import { AmlCase } from './aml-case.entity';
import { CaseStore } from './case-store';
import { casesPermissions } from './cases.permissions';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const ACTOR = 'system:cases';

/** A deadline that passed after the last escalation: a case that was begun late may be decided late as well. */
const isNewlyMissed = (due: string): string =>
  `(${due} < (SELECT institution_now()) AND (escalated_at IS NULL OR escalated_at < ${due}))`;

const ESCALATE = `UPDATE aml_case c SET escalated_at = institution_now()
   FROM (SELECT id FROM aml_case
          WHERE institution_id = $1 AND status <> 'closed'
            AND (${isNewlyMissed('decision_due_at')} OR touched_at IS NULL AND ${isNewlyMissed('touch_due_at')})
          ORDER BY decision_due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) late
  WHERE c.institution_id = $1 AND c.id = late.id RETURNING c.id`;

/**
 * Marks cases that were not begun or not decided in time, once for each of both, and mails who closes cases
 * (docs/api/cases.md#escalation).
 */
@Injectable()
export class CaseEscalations {
  private readonly round: InstitutionRound;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: CaseStore,
    private readonly rights: StaffPermissions,
    private readonly messages: Messages,
    private readonly transports: TransportSelector,
    private readonly audit: AuditLog,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(CaseEscalations.name), {
      failure: 'Overdue cases could not be escalated; the next round tries again.',
      run: (institutionId) => this.escalate(institutionId),
    });
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.round.run();
  }

  /** @returns the number of cases that are newly escalated */
  async escalate(institutionId: number): Promise<number> {
    const mails = (await this.transports.find(institutionId, 'email')) !== undefined;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const [rows] = await tx.query<[{ id: string }[], number]>(ESCALATE, [institutionId]);
      const cases = await tx.findBy(AmlCase, { institutionId, id: In(rows.map(({ id }) => Number(id))) });
      for (const late of cases) {
        await this.store.record(tx, late, { kind: 'escalated', actor: ACTOR });
        const fact = { action: 'aml-case.escalate', subject: `aml-case:${late.id}` };
        await this.audit.record(tx, { institutionId, actor: ACTOR }, fact);
      }
      if (mails && cases.length > 0) await this.mail(tx, institutionId, cases);
      return cases.length;
    });
  }

  /** Numbers only: a mail may be read by somebody else than its reader. */
  private async mail(tx: Tx, institutionId: number, cases: AmlCase[]): Promise<void> {
    const { name } = await tx.findOneByOrFail(Institution, { institutionId });
    const numbers = cases.map(({ id }) => id).join(', ');
    for (const { email, name: reader } of await this.rights.holdersOf(tx, institutionId, casesPermissions.close))
      await this.messages.queue(tx, {
        institutionId,
        channel: 'email',
        recipient: email,
        subject: `Work is overdue at ${name}`,
        body: [`Dear ${reader},`, `these wait longer than they may: ${numbers}.`, 'Open the desk.'].join('\n\n'),
        requestedBy: ACTOR,
        seenWith: casesPermissions.view,
      });
  }
}
