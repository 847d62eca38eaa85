import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuditLog } from '../../common/audit/audit-log';
import { type InstitutionRound, InstitutionRounds } from '../../common/database/institution-rounds';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import { StaffPermissions } from '../../institutions/staff/staff-rights';
import { Messages } from '../../messaging/messages';
import { TransportSelector } from '../../messaging/transports/transport-selector';
import { approvalsPermissions } from '../approvals.permissions';

const EVERY_MS = 60_000;
/** One mail names so many at most; the next round takes the rest. */
const AT_ONCE = 100;
const ACTOR = 'system:approvals';

/** Locked rows are being decided; the next round looks at them again. */
const ESCALATE = `UPDATE approval a SET escalated_at = institution_now()
   FROM (SELECT id FROM approval
          WHERE institution_id = $1 AND status = 'Pending' AND escalated_at IS NULL AND due_at < (SELECT institution_now())
          ORDER BY due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) late
  WHERE a.institution_id = $1 AND a.id = late.id
  RETURNING a.id, a.title`;

interface EscalatedRow {
  id: string;
  title: string;
}

/** Marks approvals that nobody decided in time, once, and mails who supervises (docs/api/approvals.md#escalation). */
@Injectable()
export class ApprovalEscalations {
  private readonly round: InstitutionRound;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rights: StaffPermissions,
    private readonly messages: Messages,
    private readonly transports: TransportSelector,
    private readonly audit: AuditLog,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(ApprovalEscalations.name), {
      failure: 'Overdue approvals could not be escalated; the next round tries again.',
      run: (institutionId) => this.escalate(institutionId),
    });
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.round.run();
  }

  /** Escalates what is overdue in one institution. @returns the number of approvals that are newly escalated */
  async escalate(institutionId: number): Promise<number> {
    const mails = (await this.transports.find(institutionId, 'email')) !== undefined;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const [rows] = await tx.query<[EscalatedRow[], number]>(ESCALATE, [institutionId]);
      for (const { id } of rows)
        await this.audit.record(
          tx,
          { institutionId, actor: ACTOR },
          { action: 'approval.escalate', subject: `approval:${id}` },
        );
      if (mails && rows.length > 0) await this.mail(tx, institutionId, rows);
      return rows.length;
    });
  }

  /** One mail to each holder of the permission: titles and numbers only, because a mail may be read by others. */
  private async mail(tx: Tx, institutionId: number, rows: EscalatedRow[]): Promise<void> {
    const { name } = await tx.findOneByOrFail(Institution, { institutionId });
    const lines = rows.map(({ id, title }) => `- ${title}, approval ${id}`);
    for (const { email, name: reader } of await this.rights.holdersOf(
      tx,
      institutionId,
      approvalsPermissions.supervise,
    ))
      await this.messages.queue(tx, {
        institutionId,
        channel: 'email',
        recipient: email,
        subject: `${rows.length === 1 ? 'An approval is' : `${rows.length} approvals are`} overdue at ${name}`,
        body: [
          `Dear ${reader},`,
          `nobody has decided these in time:\n${lines.join('\n')}`,
          'Decide them, or assign them to a colleague.',
        ].join('\n\n'),
        requestedBy: ACTOR,
      });
  }
}
