import type { StreamableFile } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { accountsErrors } from '../../../accounts/accounts.errors';
import { Customer } from '../../../accounts/customers/customer.entity';
import { type AuditAuthor, AuditLog } from '../../../common/audit/audit-log';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Files } from '../../../common/files/files';
import { PersonExport } from '../person-export';

/** Exports everything that is stored about one person, for the person. */
export class ExportPersonalData extends Command<StreamableFile> {
  constructor(
    readonly author: AuditAuthor,
    readonly customerID: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ExportPersonalData)
export class ExportPersonalDataHandler implements ICommandHandler<ExportPersonalData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly exports: PersonExport,
    private readonly files: Files,
  ) {}

  /**
   * The audit log has the export before its file is written, so none is without its row.
   * @throws CUSTOMER_NOT_FOUND (404), CUSTOMER_NOT_INDIVIDUAL, EXPORT_TOO_LARGE (422)
   */
  async execute({ author, customerID, reason }: ExportPersonalData): Promise<StreamableFile> {
    const { institutionId } = author;
    const customer = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Customer, { institutionId, customerID }),
    );
    if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND();
    if (customer.customerType !== 'Individual')
      throw accountsErrors.CUSTOMER_NOT_INDIVIDUAL('Only the data of a person can be exported, not of a company.');
    const pieces = await this.exports.write(customer);
    await this.unitOfWork.run(institutionId, (tx) =>
      this.audit.record(tx, author, {
        action: 'customer.export',
        subject: `customer:${customerID}`,
        details: { reason },
      }),
    );
    return this.files.json(`customer-${customerID}`, pieces);
  }
}
