import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../documents/documents.module';
import { ProductsModule } from '../../products/products.module';
import { LoansModule } from '../loans.module';
import { AddGroupLoanHandler } from './commands/add-group-loan';
import { DecideGroupLoanHandler } from './commands/decide-group-loan';
import { DisburseGroupLoanHandler } from './commands/disburse-group-loan';
import { GroupDisbursementSubject } from './group-disbursement-subject';
import { GroupDisbursements } from './group-disbursements';
import { GroupLoanSubject } from './group-loan-subject';
import { GroupLoans } from './group-loans';
import { GroupLoansController } from './group-loans.controller';
import { GroupLoansAdminController } from './group-loans-admin.controller';
import { GetGroupLoanHandler } from './queries/get-group-loan';
import { SearchGroupLoansHandler } from './queries/search-group-loans';

/** Group loans. */
@Module({
  imports: [DocumentsModule, LoansModule, ProductsModule],
  controllers: [GroupLoansController, GroupLoansAdminController],
  providers: [
    GroupDisbursementSubject,
    GroupLoans,
    GroupLoanSubject,
    GroupDisbursements,
    AddGroupLoanHandler,
    DecideGroupLoanHandler,
    DisburseGroupLoanHandler,
    GetGroupLoanHandler,
    SearchGroupLoansHandler,
  ],
  exports: [GroupLoans],
})
export class GroupLoansModule {}
