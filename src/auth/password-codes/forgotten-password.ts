import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MoreThan } from 'typeorm';
import { AuditLog } from '../../common/audit/audit-log';
import { AuditLogEntry } from '../../common/audit/audit-log-entry.entity';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { attemptSource } from '../../common/http/client-address';
import { Outcome } from '../../common/http/outcome';
import { RateLimiter } from '../../common/http/rate-limiter';
import { Clock } from '../../common/time/clock';
import { OneTimeCodes } from '../../institutions/staff/one-time-codes';
import { Staff } from '../../institutions/staff/staff.entity';
import { StaffMembers } from '../../institutions/staff/staff-members';
import type { SignInOrigin } from '../sign-in-origin';
import { PasswordCodeMail } from './password-code-mail';
import type { ForgottenPasswordBody, ForgottenPasswordView } from './password-codes.dto';

const HOUR_MS = 3_600_000;

/** A code that anybody can ask for ends sooner than one that a colleague issues. */
const VALIDITY_MS = HOUR_MS;

/** Codes for one member in an hour, counted in the database for all processes. */
const CODES_PER_HOUR = 3;
/** Requests of one address in an hour, in this process, so that nobody mails a whole bank. */
const REQUESTS_PER_HOUR = 20;

const FORGOTTEN_PASSWORD = 'staff.forgotten-password';

/** Every answer takes this long, so that timing does not reveal whether an address exists. */
const ANSWER_MS = 500;

/** Mails a one-time code to a member of staff who has forgotten the password. */
export class ForgottenPassword extends Command<Outcome> {
  constructor(
    readonly body: ForgottenPasswordBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(ForgottenPassword)
export class ForgottenPasswordHandler implements ICommandHandler<ForgottenPassword> {
  private readonly bySource = new RateLimiter(REQUESTS_PER_HOUR, HOUR_MS);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly members: StaffMembers,
    private readonly codes: OneTimeCodes,
    private readonly mail: PasswordCodeMail,
    private readonly audit: AuditLog,
  ) {}

  /** Answers the same whether the address exists or not, and whether a code was sent or not. */
  async execute({ body, origin }: ForgottenPassword): Promise<Outcome> {
    const source = attemptSource(origin.source);
    const startedAt = performance.now();
    if (this.bySource.take(source) === 0) await this.send(body.email, origin);
    await sleep(ANSWER_MS - (performance.now() - startedAt));
    const view: ForgottenPasswordView = { validityMinutes: VALIDITY_MS / 60_000 };
    return Outcome.done(view, 'If the address belongs to a member of staff, a code is on its way to it.');
  }

  private async send(email: string, { source, correlationId }: SignInOrigin): Promise<void> {
    const found = await this.members.findByEmail(email);
    if (!found || !(await this.mail.isOn(found.institutionId))) return;
    const { institutionId, id, staffID } = found;
    await this.unitOfWork.run(institutionId, async (tx) => {
      // The lock makes parallel requests count each other's codes.
      const member = await tx.findOneOrFail(Staff, {
        where: { institutionId, id },
        lock: { mode: 'pessimistic_write' },
      });
      const isServed = member.status === 'Active' && (await this.sentLately(tx, member)) < CODES_PER_HOUR;
      if (!isServed) return;
      const issued = await this.codes.issue(tx, member, 'forgotten-password', VALIDITY_MS);
      const author = { institutionId, actor: `staff:${staffID}`, correlationId, address: source };
      await this.mail.queue(tx, member, issued, author.actor);
      await this.audit.record(tx, author, { action: FORGOTTEN_PASSWORD, subject: author.actor });
    });
  }

  /** The number of codes that the member was sent in the last hour, as the audit log has it. */
  private async sentLately(tx: Tx, { institutionId, staffID }: Staff): Promise<number> {
    const since = new Date(this.clock.now().getTime() - HOUR_MS);
    return tx.countBy(AuditLogEntry, {
      institutionId,
      subject: `staff:${staffID}`,
      action: FORGOTTEN_PASSWORD,
      at: MoreThan(since),
    });
  }
}
