import { Module } from '@nestjs/common';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { DocumentsModule } from '../../documents/documents.module';
import { LedgerChainController } from './ledger-chain.controller';
import { LedgerChainStep } from './ledger-chain.step';
import { LedgerSeals } from './ledger-seals';
import { DownloadLedgerSealHandler } from './queries/download-ledger-seal';
import { GetLedgerSegmentHandler } from './queries/get-ledger-segment';
import { ListLedgerSegmentsHandler } from './queries/list-ledger-segments';

/** The hash chain of the ledger: a sealed segment for each closed business date (docs/ledger-proof.md). */
@Module({
  imports: [BusinessDayModule, DocumentsModule],
  controllers: [LedgerChainController],
  providers: [
    LedgerChainStep,
    LedgerSeals,
    DownloadLedgerSealHandler,
    GetLedgerSegmentHandler,
    ListLedgerSegmentsHandler,
  ],
})
export class LedgerChainModule {}
