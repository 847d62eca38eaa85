import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { OneTimeCodes } from '../../institutions/staff/one-time-codes';
import { assertNotOwnRecord } from '../../institutions/staff/own-record';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { ISSUE_PASSWORD_CODE } from './password-code-changes';
import { PasswordCodeMail } from './password-code-mail';
import type { IssuePasswordCodeBody, PasswordCodeView } from './password-codes.dto';

/** Mails a one-time code to another member of staff; where e-mail is off, asks a second person to hand it over. */
export class IssuePasswordCode extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
    readonly body: IssuePasswordCodeBody,
  ) {
    super();
  }
}

@CommandHandler(IssuePasswordCode)
export class IssuePasswordCodeHandler implements ICommandHandler<IssuePasswordCode> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly codes: OneTimeCodes,
    private readonly mail: PasswordCodeMail,
    private readonly changes: ConfigurationChanges,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staffID, body }: IssuePasswordCode): Promise<Outcome> {
    assertNotOwnRecord(write.actor, staffID);
    const isMailed = await this.mail.isOn(write.institutionId);
    return this.writes.run(write, { staffID, ...body }, async (tx) =>
      isMailed
        ? Outcome.done(await this.send(tx, write, staffID, body))
        : this.changes.ask(tx, write, {
            operation: ISSUE_PASSWORD_CODE,
            target: staffID,
            after: { oneTimeCode: 'issued', ...(body.note === undefined ? {} : { note: body.note }) },
          }),
    );
  }

  private async send(
    tx: Tx,
    write: WriteRequest,
    staffID: string,
    { note }: IssuePasswordCodeBody,
  ): Promise<PasswordCodeView> {
    const member = await this.members.require(tx, write.institutionId, staffID);
    const issued = await this.codes.issue(tx, member, 'issued-by-staff');
    await this.mail.queue(tx, member, issued, write.actor);
    const details = { sentTo: member.email, note };
    await this.audit.record(tx, write, { action: 'staff.issue-code', subject: `staff:${staffID}`, details });
    return { staffID, sentTo: member.email, expiresAt: issued.expiresAt.toISOString() };
  }
}
