import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { DocumentContents } from '../document-contents';
import { Documents } from '../documents';
import { documentsErrors } from '../documents.errors';
import { LetterheadLogo } from '../letterhead-logo';
import type { SetLogoBody } from '../letterhead-logo.dto';
import { logoViolation } from '../logo-image';

/** Replaces the logo of the letterhead. */
export class SetLogo extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: SetLogoBody,
  ) {
    super();
  }
}

@CommandHandler(SetLogo)
export class SetLogoHandler implements ICommandHandler<SetLogo> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly contents: DocumentContents,
    private readonly documents: Documents,
    private readonly logo: LetterheadLogo,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws LOGO_REFUSED, DOCUMENT_FORMAT_NOT_SUPPORTED (422), DOCUMENT_STORAGE_UNAVAILABLE (503) */
  async execute({ write, body }: SetLogo): Promise<Outcome> {
    const { institutionId, actor } = write;
    const file = Buffer.from(body.content, 'base64url');
    const violation = logoViolation(file);
    if (violation !== undefined) throw documentsErrors.LOGO_REFUSED(`The logo ${violation}.`);
    const saved = await this.contents.saveAll(institutionId, [file]);
    return this.contents.usedBy(saved, () =>
      this.writes.run(write, body, async (tx) => {
        await this.logo.remove(tx, institutionId, { actor, at: this.clock.now(), reason: 'Replaced by another logo' });
        const { id, size, sha256 } = await this.documents.add(tx, {
          entityType: 'institution',
          entityId: institutionId,
          documentType: 'Logo of the letterhead',
          fileName: body.fileName,
          content: saved[0]!,
          uploadedBy: actor,
        });
        await this.audit.record(tx, write, {
          action: 'letterhead.logo.set',
          subject: `document:${id}`,
          details: { fileName: body.fileName, sha256 },
        });
        return Outcome.done({ documentID: id, size, sha256 });
      }),
    );
  }
}
