import { Writable } from 'node:stream';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { writeExcel } from '../../common/files/excel-writer';
import { dataUrl, formatDetails } from '../../common/files/file-format';
import { wallClock } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { printedTime } from '../../common/time/printed-date';
import { Branch } from '../../institutions/branches/branch.entity';
import { Letterheads } from '../../institutions/settings/letterheads';
import { Product } from '../../products/product.entity';
import type { CertificateType, FixedDepositCertificateView } from '../certificate/certificate.dto';
import { certificatePdf, certificateSheet, type CertifiedDeposit } from '../certificate/deposit-certificate';
import { FixedDeposit } from '../fixed-deposit.entity';
import { FixedDeposits } from '../fixed-deposits';
import { fixedDepositsErrors } from '../fixed-deposits.errors';

/** The certificate of a term of a fixed deposit, as a file. */
export class ViewFixedDepositCertificate extends Query<FixedDepositCertificateView> {
  constructor(
    readonly institutionId: number,
    readonly depositId: number,
    readonly type: CertificateType,
  ) {
    super();
  }
}

@QueryHandler(ViewFixedDepositCertificate)
export class ViewFixedDepositCertificateHandler implements IQueryHandler<ViewFixedDepositCertificate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deposits: FixedDeposits,
    private readonly letterheads: Letterheads,
    private readonly clock: Clock,
  ) {}

  /** @throws FIXED_DEPOSIT_NOT_FOUND (404); FIXED_DEPOSIT_NOT_ACTIVE (409) for a deposit that never began */
  async execute({ institutionId, depositId, type }: ViewFixedDepositCertificate): Promise<FixedDepositCertificateView> {
    const certified = await this.certified(institutionId, depositId);
    const { id, contractNo, accountName } = certified.deposit;
    const document =
      type === 'PDF' ? await this.pdf(institutionId, certified) : await this.excel(institutionId, certified);
    const { mimeType, extension } = formatDetails(type);
    return {
      id,
      contractNo,
      accountName,
      type,
      mimeType,
      fileName: `fixed-deposit-${contractNo}.${extension}`,
      document: dataUrl(mimeType, document),
    };
  }

  private certified(institutionId: number, id: number): Promise<CertifiedDeposit> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const deposit = await tx.findOneBy(FixedDeposit, { institutionId, id });
      if (!deposit) throw fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND();
      if (deposit.status === 'PendingApproval' || deposit.status === 'Declined')
        throw fixedDepositsErrors.FIXED_DEPOSIT_NOT_ACTIVE(
          `The deposit is ${deposit.status}, so it has no certificate; name another deposit.`,
        );
      const { name: productName } = await tx.findOneByOrFail(Product, { institutionId, id: deposit.productId });
      const { branchName } = await tx.findOneByOrFail(Branch, { institutionId, id: deposit.branchId });
      return { deposit, parts: await this.deposits.partsOfOne(tx, deposit), productName, branchName };
    });
  }

  private async pdf(institutionId: number, certified: CertifiedDeposit): Promise<Buffer> {
    const letterhead = await this.letterheads.of(institutionId);
    const createdAt = this.clock.institutionNow(institutionId);
    const madeAt = printedTime(wallClock(createdAt, letterhead.timeZone).slice(0, 16));
    return certificatePdf(certified, {
      letterhead,
      createdAt,
      footnote: `Fixed deposit ${certified.deposit.contractNo}, made ${madeAt}`,
    });
  }

  private async excel(institutionId: number, certified: CertifiedDeposit): Promise<Buffer> {
    const { name } = await this.letterheads.of(institutionId);
    const sheet = certificateSheet(certified);
    const chunks: Buffer[] = [];
    const out = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    });
    await writeExcel(
      { ...sheet, facts: [['Institution', name], ...sheet.facts!] },
      out,
      this.clock.institutionNow(institutionId),
    );
    return Buffer.concat(chunks);
  }
}
