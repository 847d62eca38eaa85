import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuditLog } from '../common/audit/audit-log';
import { type InstitutionRound, InstitutionRounds } from '../common/database/institution-rounds';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { StaffPermissions } from '../institutions/staff/staff-rights';
import { Messages } from '../messaging/messages';
import { TransportSelector } from '../messaging/transports/transport-selector';
import { nfiuReportsPermissions } from './nfiu-reports.permissions';
import { NFIU_WARNING_HOURS } from './nfiu-reports.settings';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const ACTOR = 'system:nfiu-reports';
const OPEN = `status IN ('draft', 'checked', 'approved', 'exported', 'rejected')`;

/** Marks a report once as near its deadline, and once as overdue: `column` and the hours before the deadline. */
const marking = (
  column: 'warned_at' | 'overdue_since',
): string => `UPDATE nfiu_report r SET ${column} = institution_now()
   FROM (SELECT id FROM nfiu_report
          WHERE institution_id = $1 AND ${OPEN} AND ${column} IS NULL
            AND due_at < (SELECT institution_now() + make_interval(hours => $2))
          ORDER BY due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) late
  WHERE r.institution_id = $1 AND r.id = late.id RETURNING r.id`;

interface MarkedRow {
  id: string;
}

/**
 * Warns before the deadlines of reports to the NFIU, and says when one has passed (docs/api/nfiu-reports.md#deadlines).
 */
@Injectable()
export class ReportDeadlines {
  private readonly round: InstitutionRound;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly rights: StaffPermissions,
    private readonly messages: Messages,
    private readonly transports: TransportSelector,
    private readonly audit: AuditLog,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(ReportDeadlines.name), {
      failure: 'Deadlines of reports could not be looked at; the next round tries again.',
      run: (institutionId) => this.warn(institutionId),
    });
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.round.run();
  }

  /** @returns how many reports are newly near their deadline, and newly overdue */
  async warn(institutionId: number): Promise<{ near: number; overdue: number }> {
    const mails = (await this.transports.find(institutionId, 'email')) !== undefined;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const hours = Number(await this.settings.getWithin(tx, institutionId, NFIU_WARNING_HOURS));
      const near = await this.mark(tx, institutionId, 'warned_at', hours);
      const overdue = await this.mark(tx, institutionId, 'overdue_since', 0);
      if (mails && near.length + overdue.length > 0) await this.mail(tx, institutionId, { near, overdue });
      return { near: near.length, overdue: overdue.length };
    });
  }

  private async mark(
    tx: Tx,
    institutionId: number,
    column: 'warned_at' | 'overdue_since',
    hours: number,
  ): Promise<MarkedRow[]> {
    const [rows] = await tx.query<[MarkedRow[], number]>(marking(column), [institutionId, hours]);
    const action = column === 'warned_at' ? 'nfiu-report.warn' : 'nfiu-report.overdue';
    for (const { id } of rows)
      await this.audit.record(tx, { institutionId, actor: ACTOR }, { action, subject: `nfiu-report:${id}` });
    return rows;
  }

  /** Numbers only: a mail may be read by somebody else than its reader. */
  private async mail(
    tx: Tx,
    institutionId: number,
    { near, overdue }: { near: MarkedRow[]; overdue: MarkedRow[] },
  ): Promise<void> {
    const { name } = await tx.findOneByOrFail(Institution, { institutionId });
    const listed = (rows: MarkedRow[]): string => rows.map(({ id }) => id).join(', ');
    const lines = [
      ...(overdue.length > 0 ? [`The deadline of these has passed: ${listed(overdue)}.`] : []),
      ...(near.length > 0 ? [`The deadline of these is near: ${listed(near)}.`] : []),
    ];
    for (const { email, name: reader } of await this.rights.holdersOf(
      tx,
      institutionId,
      nfiuReportsPermissions.prepare,
    ))
      await this.messages.queue(tx, {
        institutionId,
        channel: 'email',
        recipient: email,
        subject: `Deadlines at ${name}`,
        body: [`Dear ${reader},`, ...lines, 'Open the desk and file them.'].join('\n\n'),
        requestedBy: ACTOR,
        seenWith: nfiuReportsPermissions.view,
      });
  }
}
