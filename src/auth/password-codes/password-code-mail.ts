import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import type { IssuedCode } from '../../institutions/staff/one-time-codes';
import type { Staff } from '../../institutions/staff/staff.entity';
import { Messages } from '../../messaging/messages';
import { TransportSelector } from '../../messaging/transports/transport-selector';

/** Mails one-time codes to their owners. The text is stored sealed, is shown to nobody, and is deleted once sent. */
@Injectable()
export class PasswordCodeMail {
  constructor(
    private readonly messages: Messages,
    private readonly transports: TransportSelector,
  ) {}

  /** True when the institution's e-mails reach their recipients. Call it before your transaction. */
  isOn(institutionId: number): Promise<boolean> {
    return this.transports.reaches(institutionId, 'email');
  }

  /** Queues the mail with the code, in the transaction that issues it. */
  async queue(
    tx: Tx,
    { institutionId, email, name }: Staff,
    { code, expiresAt }: IssuedCode,
    requestedBy: string,
  ): Promise<void> {
    const institution = await tx.findOneByOrFail(Institution, { institutionId });
    await this.messages.queue(tx, {
      institutionId,
      channel: 'email',
      recipient: email,
      subject: `Your one-time code at ${institution.name}`,
      body: [
        `Dear ${name},`,
        `your one-time code is ${code}. Use it to set your password before ${endOf(expiresAt, institution)}.`,
        'It works once. Nobody will ask you for it. If you did not expect it, tell your administrator.',
      ].join('\n\n'),
      requestedBy,
      confidential: true,
    });
  }
}

/** The end of a code in the institution's zone, such as `22 November 2026, 10:15`. */
function endOf(expiresAt: Date, { timeZone }: Institution): string {
  return new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(expiresAt);
}
