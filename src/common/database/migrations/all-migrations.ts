import type { MigrationInterface } from 'typeorm';
import { Initial1763700000000 } from './1763700000000-initial';
import { AddLiensAndOverdrafts1795263654092 } from './1795263654092-add-liens-and-overdrafts';
import { AddDocumentChunks1795263850499 } from './1795263850499-add-document-chunks';
import { AddTills1795263850500 } from './1795263850500-add-tills';
import { AddAgentsMetadataAndPlacements1795263878034 } from './1795263878034-add-agents-metadata-and-placements';
import { AddAccountStatusChangesAndKycTiers1795263947963 } from './1795263947963-add-account-status-changes-and-kyc-tiers';
import { AddProductTerms1795263972878 } from './1795263972878-add-product-terms';
import { AddMessages1795264145315 } from './1795264145315-add-messages';
import { AddGatewayKeyDirectory1795264290251 } from './1795264290251-add-gateway-key-directory';
import { AddCustomerGroups1795264400000 } from './1795264400000-add-customer-groups';
import { AddPayouts1795264709471 } from './1795264709471-add-payouts';
import { AddNameEnquiries1795266616721 } from './1795266616721-add-name-enquiries';
import { AddForcedPostings1795266680747 } from './1795266680747-add-forced-postings';
import { AddCards1795267201112 } from './1795267201112-add-cards';
import { AddLoans1795273620467 } from './1795273620467-add-loans';
import { AddEndOfDay1795274590958 } from './1795274590958-add-end-of-day';
import { AddInterest1795274752246 } from './1795274752246-add-interest';
import { AddFixedDeposits1795274901240 } from './1795274901240-add-fixed-deposits';
import { AddAuthenticationFailures1795275034152 } from './1795275034152-add-authentication-failures';
import { AddPostingInstrumentIndex1795275560000 } from './1795275560000-add-posting-instrument-index';
import { AddRecoveryCollections1795275600000 } from './1795275600000-add-recovery-collections';
import { RoomForLoanUpdates1795290000000 } from './1795290000000-room-for-loan-updates';
import { EndsOfWaitingMovements1795300000000 } from './1795300000000-ends-of-waiting-movements';
import { CountWhatCallersMove1795310000000 } from './1795310000000-count-what-callers-move';
import { AddOneTimeCodes1795320000000 } from './1795320000000-add-one-time-codes';
import { AddStaffSessions1795330000000 } from './1795330000000-add-staff-sessions';
import { AddClientScopes1795340000000 } from './1795340000000-add-client-scopes';
import { AddAuditChain1795350000000 } from './1795350000000-add-audit-chain';
import { SealIdentityNumbers1795360000000 } from './1795360000000-seal-identity-numbers';
import { AddLegalHolds1795370000000 } from './1795370000000-add-legal-holds';
import { AddClientLimits1795380000000 } from './1795380000000-add-client-limits';
import { AddLoanSuspense1795390000000 } from './1795390000000-add-loan-suspense';
import { AddInstitutionOpening1795400000000 } from './1795400000000-add-institution-opening';
import { AddEvents1795410000000 } from './1795410000000-add-events';
import { AddLoanPositions1795440000000 } from './1795440000000-add-loan-positions';
import { AddInwardTransfers1795470000000 } from './1795470000000-add-inward-transfers';
import { AddInstitutionClock1795500000000 } from './1795500000000-add-institution-clock';
import { AddImports1795520000000 } from './1795520000000-add-imports';
import { AddDailyTotals1795530000000 } from './1795530000000-add-daily-totals';
import { AddLoanEvents1795540000000 } from './1795540000000-add-loan-events';
import { KeepEventsOfPostingsSmall1795550000000 } from './1795550000000-keep-events-of-postings-small';
import { MarkSandboxInstitutions1795555000000 } from './1795555000000-mark-sandbox-institutions';
import { AddRequestLog1795555000001 } from './1795555000001-add-request-log';
import { AddPayoutAttempts1795590000000 } from './1795590000000-add-payout-attempts';
import { AddBulkTransfers1795600000000 } from './1795600000000-add-bulk-transfers';
import { AddBroughtOverBooks1795610000000 } from './1795610000000-add-brought-over-books';
import { AddSettlementReports1795620000000 } from './1795620000000-add-settlement-reports';
import { CorrectAndWidenLoans1795630000000 } from './1795630000000-correct-and-widen-loans';
import { AddStagesAndEffectiveInterest1795640000000 } from './1795640000000-add-stages-and-effective-interest';
import { AddConsoleSessions1795700000000 } from './1795700000000-add-console-sessions';
import { AddSearchAndPaging1795710000000 } from './1795710000000-add-search-and-paging';
import { AddDeskWork1795720000000 } from './1795720000000-add-desk-work';
import { LetInstitutionClocksBeginBehind1795740000000 } from './1795740000000-let-institution-clocks-begin-behind';
import { AddBulkRowsToOtherInstitutions1795750000000 } from './1795750000000-add-bulk-rows-to-other-institutions';
import { IndexMandates1795760000000 } from './1795760000000-index-mandates';
import { AddPortfolioTotals1795780000000 } from './1795780000000-add-portfolio-totals';
import { AddTillCounts1795781000000 } from './1795781000000-add-till-counts';
import { AddAmlScenarios1795810000000 } from './1795810000000-add-aml-scenarios';
import { AddAmlAlerts1795820000000 } from './1795820000000-add-aml-alerts';
import { AddAmlDesk1795820000001 } from './1795820000001-add-aml-desk';
import { AddLedgerSegments1795830000000 } from './1795830000000-add-ledger-segments';
import { AddWatchLists1795840000000 } from './1795840000000-add-watch-lists';
import { LetTriggersRunOnShards1795845000000 } from './1795845000000-let-triggers-run-on-shards';
import { AddHoldDecisionReasons1795850000000 } from './1795850000000-add-hold-decision-reasons';
import { AddWatchListsVersion1795855000000 } from './1795855000000-add-watch-lists-version';
import { AddListExports1795862000000 } from './1795862000000-add-list-exports';
import { AddWatchListSources1795864000000 } from './1795864000000-add-watch-list-sources';
import { AddMatcherRevision1795866000000 } from './1795866000000-add-matcher-revision';
import { AddStrDueTimes1795868000000 } from './1795868000000-add-str-due-times';
import { AddIndexOfHits1795870000000 } from './1795870000000-add-index-of-hits';
import { AddCustomerWindows1795875000000 } from './1795875000000-add-customer-windows';
import { AddIndexOfRecoveries1795880000000 } from './1795880000000-add-index-of-recoveries';
import { AddChangersOfReports1795885000000 } from './1795885000000-add-changers-of-reports';
import { AddIndexOfBackDatedPostings1795890000000 } from './1795890000000-add-index-of-back-dated-postings';
import { PackRecordsBehindAccounts1795895000000 } from './1795895000000-pack-records-behind-accounts';
import { AddReadersOfMessages1795897000000 } from './1795897000000-add-readers-of-messages';
import { NameEndedFreezes1795898000000 } from './1795898000000-name-ended-freezes';
import { NameAccountsOfEvents1795901000000 } from './1795901000000-name-accounts-of-events';
import { TellOfSecurityDeposits1795901100000 } from './1795901100000-tell-of-security-deposits';
import { TellOfAdjustments1795910000000 } from './1795910000000-tell-of-adjustments';
import { CoverDailyTotals1796010000000 } from './1796010000000-cover-daily-totals';
import { AddLastUseOfBroughtAccounts1796014000000 } from './1796014000000-add-last-use-of-brought-accounts';

/**
 * A migration, with the oldest version of the program that can serve a database with it
 * (docs/adr/0008-migrations-go-forward.md).
 */
export type MigrationClass = (new () => MigrationInterface) & { readonly oldestProgram: string };

/** Every migration, oldest first. A landed one is never edited. */
export const migrations: MigrationClass[] = [
  Initial1763700000000,
  AddLiensAndOverdrafts1795263654092,
  AddDocumentChunks1795263850499,
  AddTills1795263850500,
  AddAgentsMetadataAndPlacements1795263878034,
  AddAccountStatusChangesAndKycTiers1795263947963,
  AddProductTerms1795263972878,
  AddMessages1795264145315,
  AddGatewayKeyDirectory1795264290251,
  AddCustomerGroups1795264400000,
  AddPayouts1795264709471,
  AddNameEnquiries1795266616721,
  AddForcedPostings1795266680747,
  AddCards1795267201112,
  AddLoans1795273620467,
  AddEndOfDay1795274590958,
  AddInterest1795274752246,
  AddFixedDeposits1795274901240,
  AddAuthenticationFailures1795275034152,
  AddPostingInstrumentIndex1795275560000,
  AddRecoveryCollections1795275600000,
  RoomForLoanUpdates1795290000000,
  EndsOfWaitingMovements1795300000000,
  CountWhatCallersMove1795310000000,
  AddOneTimeCodes1795320000000,
  AddStaffSessions1795330000000,
  AddClientScopes1795340000000,
  AddAuditChain1795350000000,
  SealIdentityNumbers1795360000000,
  AddLegalHolds1795370000000,
  AddClientLimits1795380000000,
  AddLoanSuspense1795390000000,
  AddInstitutionOpening1795400000000,
  AddEvents1795410000000,
  AddLoanPositions1795440000000,
  AddInwardTransfers1795470000000,
  AddInstitutionClock1795500000000,
  AddImports1795520000000,
  AddDailyTotals1795530000000,
  AddLoanEvents1795540000000,
  KeepEventsOfPostingsSmall1795550000000,
  MarkSandboxInstitutions1795555000000,
  AddRequestLog1795555000001,
  AddPayoutAttempts1795590000000,
  AddBulkTransfers1795600000000,
  AddBroughtOverBooks1795610000000,
  AddSettlementReports1795620000000,
  CorrectAndWidenLoans1795630000000,
  AddStagesAndEffectiveInterest1795640000000,
  AddConsoleSessions1795700000000,
  AddSearchAndPaging1795710000000,
  AddDeskWork1795720000000,
  LetInstitutionClocksBeginBehind1795740000000,
  AddBulkRowsToOtherInstitutions1795750000000,
  IndexMandates1795760000000,
  AddPortfolioTotals1795780000000,
  AddTillCounts1795781000000,
  AddAmlScenarios1795810000000,
  AddAmlAlerts1795820000000,
  AddAmlDesk1795820000001,
  AddLedgerSegments1795830000000,
  AddWatchLists1795840000000,
  LetTriggersRunOnShards1795845000000,
  AddHoldDecisionReasons1795850000000,
  AddWatchListsVersion1795855000000,
  AddListExports1795862000000,
  AddWatchListSources1795864000000,
  AddMatcherRevision1795866000000,
  AddStrDueTimes1795868000000,
  AddIndexOfHits1795870000000,
  AddCustomerWindows1795875000000,
  AddIndexOfRecoveries1795880000000,
  AddChangersOfReports1795885000000,
  AddIndexOfBackDatedPostings1795890000000,
  PackRecordsBehindAccounts1795895000000,
  AddReadersOfMessages1795897000000,
  NameEndedFreezes1795898000000,
  NameAccountsOfEvents1795901000000,
  TellOfSecurityDeposits1795901100000,
  TellOfAdjustments1795910000000,
  CoverDailyTotals1796010000000,
  AddLastUseOfBroughtAccounts1796014000000,
];
