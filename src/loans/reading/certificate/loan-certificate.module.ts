import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../../../institutions/institutions.module';
import { LoansModule } from '../../loans.module';
import { LoanCertificateController } from './loan-certificate.controller';
import { ViewLoanCertificateHandler } from './queries/view-loan-certificate';

/** Offer and restructure letters of loans. */
@Module({
  imports: [InstitutionsModule, LoansModule],
  controllers: [LoanCertificateController],
  providers: [ViewLoanCertificateHandler],
})
export class LoanCertificateModule {}
