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
import { DecidableOperations } from '../decidable-operations';

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
  RETURNING a.id, a.operation, a.title`;

interface EscalatedRow {
  id: string;
  operation: string;
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
    private readonly operations: DecidableOperations,
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

  /** Mails each holder of the permission about the approvals that the holder sees. */
  private async mail(tx: Tx, institutionId: number, rows: EscalatedRow[]): Promise<void> {
    const { name: bank } = await tx.findOneByOrFail(Institution, { institutionId });
    for (const reader of await this.rights.holdersOf(tx, institutionId, approvalsPermissions.supervise)) {
      const hidden = this.operations.hiddenFrom(new Set(reader.permissions));
      const seen = rows.filter(({ operation }) => !hidden.includes(operation));
      for (const [seenWith, group] of this.bySecrecy(seen))
        await this.messages.queue(tx, {
          ...{ institutionId, channel: 'email', recipient: reader.email, requestedBy: ACTOR },
          ...mailAbout(group, { bank, reader: reader.name }),
          ...(seenWith === null ? {} : { seenWith }),
        });
    }
  }

  /** Approvals that only the AML desk sees go in mails of their own, which are hidden from other staff too. */
  private bySecrecy(rows: EscalatedRow[]): Map<string | null, EscalatedRow[]> {
    const groups = new Map<string | null, EscalatedRow[]>();
    for (const row of rows) {
      const seenWith = this.operations.seenWithOf(row.operation);
      groups.set(seenWith, [...(groups.get(seenWith) ?? []), row]);
    }
    return groups;
  }
}

/** Titles and numbers only, because a mail may be read by others. */
function mailAbout(
  rows: EscalatedRow[],
  { bank, reader }: { bank: string; reader: string },
): { subject: string; body: string } {
  const lines = rows.map(({ id, title }) => `- ${title}, approval ${id}`);
  return {
    subject: `${rows.length === 1 ? 'An approval is' : `${rows.length} approvals are`} overdue at ${bank}`,
    body: [
      `Dear ${reader},`,
      `nobody has decided these in time:\n${lines.join('\n')}`,
      'Decide them, or assign them to a colleague.',
    ].join('\n\n'),
  };
}
