import { BroughtEntry } from './accounts/brought-over/brought-entry.entity';
import { BroughtNumber } from './accounts/brought-over/brought-number.entity';
import { Customer } from './accounts/customers/customer.entity';
import { CustomerWord } from './accounts/customers/customer-word.entity';
import { GroupMember } from './accounts/customers/group-member.entity';
import { CustomerNote } from './accounts/customers/notes/customer-note.entity';
import { DepositAccount } from './accounts/deposit-account.entity';
import { DormancyReview } from './accounts/dormancy/dormancy-review.entity';
import { OverdraftAccrual } from './accounts/interest/accrual/overdraft-accrual.entity';
import { SavingsAccrual } from './accounts/interest/accrual/savings-accrual.entity';
import { InterestTotal } from './accounts/interest/booking/interest-total.entity';
import { OverdraftInterest } from './accounts/interest/overdraft-interest.entity';
import { InterestPosting } from './accounts/interest/posting/interest-posting.entity';
import { SavingsInterest } from './accounts/interest/savings-interest.entity';
import { LegalHold } from './accounts/legal-holds/legal-hold.entity';
import { Lien } from './accounts/liens/lien.entity';
import { NumberSeries } from './accounts/number-series.entity';
import { Overdraft } from './accounts/overdrafts/overdraft.entity';
import { AccountStatusChange } from './accounts/status/account-status-change.entity';
import { VirtualAccount } from './accounts/virtual-accounts/virtual-account.entity';
import { AuditSeal } from './admin/audit-seal.entity';
import { Agent } from './agents/agent.entity';
import { Approval } from './approvals/approval.entity';
import { ApprovalDecision } from './approvals/approval-decision.entity';
import { ApprovalPolicy } from './approvals/approval-policy.entity';
import { ApprovalNote } from './approvals/work/approval-note.entity';
import { ApiClient } from './auth/api-client.entity';
import { AuthenticationFailure } from './auth/authentication-failure.entity';
import { ClientDirectory } from './auth/client-directory.entity';
import { PasskeyChallenge } from './auth/passkeys/passkey-challenge.entity';
import { StaffPasskey } from './auth/passkeys/staff-passkey.entity';
import { StaffRecoveryCode } from './auth/second-factor/staff-recovery-code.entity';
import { StaffSecondFactor } from './auth/second-factor/staff-second-factor.entity';
import { UnknownSignIn } from './auth/unknown-sign-in.entity';
import { AccountDailyTotal } from './books/daily-totals/account-daily-total.entity';
import { DailyTotalsProgress } from './books/daily-totals/daily-totals-progress.entity';
import { LedgerDailyTotal } from './books/daily-totals/ledger-daily-total.entity';
import { Card } from './cards/card.entity';
import { CardEvent } from './cards/card-event.entity';
import { CardTransaction } from './cards/card-transaction.entity';
import { AuditChainLink } from './common/audit/audit-chain-link.entity';
import { AuditLogEntry } from './common/audit/audit-log-entry.entity';
import { InstallationCheck } from './common/crypto/installation-check.entity';
import { InstitutionDirectory } from './common/database/institution-directory.entity';
import { SchemaTolerance } from './common/database/schema-tolerance.entity';
import { RequestClaim } from './common/idempotency/request-claim.entity';
import { IdentitySealing } from './common/identity/identity-sealing.entity';
import { Job } from './common/jobs/job.entity';
import { JobDue } from './common/jobs/job-due.entity';
import { SequencerHead } from './common/sequencer/sequencer-head.entity';
import { deskEntities } from './desk-entities';
import { Document } from './documents/document.entity';
import { DocumentChunk } from './documents/storage/document-chunk.entity';
import { EndOfDayException } from './end-of-day/end-of-day-exception.entity';
import { EndOfDayRun } from './end-of-day/end-of-day-run.entity';
import { EndOfDayStep } from './end-of-day/end-of-day-step.entity';
import { AccountingPeriod } from './end-of-day/periods/accounting-period.entity';
import { EventRecord } from './events/event-record.entity';
import { QueuedEvent } from './events/queued-event.entity';
import { ListExport } from './exports/list-export.entity';
import { FixedDeposit } from './fixed-deposits/fixed-deposit.entity';
import { FixedDepositOrder } from './fixed-deposits/fixed-deposit-order.entity';
import { FixedDepositPart } from './fixed-deposits/fixed-deposit-part.entity';
import { DataImport } from './imports/data-import.entity';
import { ImportRow } from './imports/import-row.entity';
import { Branch } from './institutions/branches/branch.entity';
import { Institution } from './institutions/institution.entity';
import { GatewayKeyDirectory } from './institutions/integrations/gateway-key-directory.entity';
import { RetentionRun } from './institutions/retention/retention-run.entity';
import { InstitutionSetting } from './institutions/settings/institution-setting.entity';
import { SavedView } from './institutions/staff/preferences/saved-view.entity';
import { StaffPreferences } from './institutions/staff/preferences/staff-preferences.entity';
import { Role } from './institutions/staff/role.entity';
import { SignInFailure } from './institutions/staff/sessions/sign-in-failure.entity';
import { StaffSession } from './institutions/staff/sessions/staff-session.entity';
import { Staff } from './institutions/staff/staff.entity';
import { StaffDirectory } from './institutions/staff/staff-directory.entity';
import { StaffOneTimeCode } from './institutions/staff/staff-one-time-code.entity';
import { StaffRole } from './institutions/staff/staff-role.entity';
import { ApiClientLimit } from './ledger/engine/api-client-limit.entity';
import { LEDGER_TABLES } from './ledger/ledger-tables';
import { Loan } from './loans/contract/loan.entity';
import { LoanContract } from './loans/contract/loan-contract.entity';
import { LoanEvent } from './loans/contract/loan-event.entity';
import { LoanInstalment } from './loans/contract/loan-instalment.entity';
import { LoanTransaction } from './loans/contract/loan-transaction.entity';
import { LoanEffectivePlan } from './loans/effective-interest/loan-effective-plan.entity';
import { LoanEffectiveRate } from './loans/effective-interest/loan-effective-rate.entity';
import { LoanInterestAccount } from './loans/effective-interest/loan-interest-account.entity';
import { LoanInterestAdjustment } from './loans/effective-interest/loan-interest-adjustment.entity';
import { GroupLoan } from './loans/groups/group-loan.entity';
import { LoanPortfolioTotal } from './loans/provisions/loan-portfolio-total.entity';
import { LoanPosition } from './loans/provisions/loan-position.entity';
import { LoanProvisionAccount } from './loans/provisions/loan-provision-account.entity';
import { LoanReview } from './loans/reviews/loan-review.entity';
import { LoanStageMark } from './loans/stage-marks/loan-stage-mark.entity';
import { LoanSuspense } from './loans/suspense/loan-suspense.entity';
import { Message } from './messaging/message.entity';
import { NotificationTemplate } from './messaging/notifications/notification-template.entity';
import { EntityMetadata } from './metadata/entity-metadata.entity';
import { Till, TillCount } from './operations/till-entities';
import { Payout } from './payouts/payout.entity';
import { PayoutAttempt } from './payouts/payout-attempt.entity';
import { Placement } from './placements/placement.entity';
import { ProductFee } from './products/fees/product-fee.entity';
import { Product } from './products/product.entity';
import { ProductRate } from './products/rates/product-rate.entity';
import { FixedDepositProductTerms } from './products/terms/fixed-deposit-product-terms.entity';
import { LoanProductTerms } from './products/terms/loan-product-terms.entity';
import { SavingsProductTerms } from './products/terms/savings-product-terms.entity';
import { RecoveryCollection } from './recovery/recovery-collection.entity';
import { ApiRequest } from './request-log/api-request.entity';
import { InstitutionOpening } from './seed/institution-opening.entity';
import { SettlementLine } from './settlement/settlement-line.entity';
import { SettlementReport } from './settlement/settlement-report.entity';
import { BulkTransfer } from './transfers/bulk/bulk-transfer.entity';
import { BulkTransferResult } from './transfers/bulk/bulk-transfer-result.entity';
import { BulkTransferRow } from './transfers/bulk/bulk-transfer-row.entity';
import { InwardTransfer } from './transfers/inward/inward-transfer.entity';
import { NameEnquiry } from './transfers/outward/name-enquiry.entity';
import { WebhookAttempt } from './webhooks/webhook-attempt.entity';
import { WebhookDelivery } from './webhooks/webhook-delivery.entity';
import { WebhookEndpoint } from './webhooks/webhook-endpoint.entity';
import { WorkChange } from './work/work-change.entity';
import { WorkEvent } from './work/work-event.entity';

/** Every table of the system. */
export const entities = [
  // common
  AuditChainLink,
  AuditLogEntry,
  RequestClaim,
  Job,
  JobDue,
  SequencerHead,
  InstallationCheck,
  SchemaTolerance,
  IdentitySealing,
  // institutions
  Institution,
  InstitutionDirectory,
  GatewayKeyDirectory,
  InstitutionSetting,
  RetentionRun,
  Branch,
  Role,
  Staff,
  StaffPreferences,
  SavedView,
  StaffDirectory,
  StaffOneTimeCode,
  StaffRole,
  SignInFailure,
  StaffSession,
  // auth
  ApiClient,
  ApiClientLimit,
  AuthenticationFailure,
  ClientDirectory,
  UnknownSignIn,
  StaffPasskey,
  PasskeyChallenge,
  StaffRecoveryCode,
  StaffSecondFactor,
  ...LEDGER_TABLES,
  // products
  Product,
  ProductFee,
  ProductRate,
  FixedDepositProductTerms,
  LoanProductTerms,
  SavingsProductTerms,
  // documents
  Document,
  DocumentChunk,
  // messaging
  Message,
  NotificationTemplate,
  // accounts
  AccountStatusChange,
  BroughtEntry,
  BroughtNumber,
  Customer,
  CustomerWord,
  CustomerNote,
  GroupMember,
  DepositAccount,
  DormancyReview,
  InterestPosting,
  InterestTotal,
  LegalHold,
  Lien,
  NumberSeries,
  Overdraft,
  OverdraftAccrual,
  OverdraftInterest,
  SavingsAccrual,
  SavingsInterest,
  VirtualAccount,
  // agents
  Agent,
  // metadata
  EntityMetadata,
  // placements
  Placement,
  // payouts
  Payout,
  PayoutAttempt,
  // transfers
  BulkTransfer,
  BulkTransferResult,
  BulkTransferRow,
  InwardTransfer,
  NameEnquiry,
  // settlement
  SettlementLine,
  SettlementReport,
  // cards
  Card,
  CardEvent,
  CardTransaction,
  // loans
  Loan,
  LoanContract,
  LoanEvent,
  LoanInstalment,
  LoanPortfolioTotal,
  LoanPosition,
  LoanEffectivePlan,
  LoanEffectiveRate,
  LoanInterestAccount,
  LoanInterestAdjustment,
  LoanStageMark,
  LoanProvisionAccount,
  LoanReview,
  LoanSuspense,
  LoanTransaction,
  GroupLoan,
  // fixed deposits
  FixedDeposit,
  FixedDepositOrder,
  FixedDepositPart,
  // events
  QueuedEvent,
  EventRecord,
  // webhooks
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  ApiRequest,
  // approvals
  Approval,
  ApprovalDecision,
  ApprovalNote,
  ApprovalPolicy,
  // aml and its desk
  ...deskEntities,
  // recovery
  RecoveryCollection,
  // operations
  Till,
  TillCount,
  // end of day
  AccountingPeriod,
  EndOfDayException,
  EndOfDayRun,
  EndOfDayStep,
  // books
  AccountDailyTotal,
  DailyTotalsProgress,
  LedgerDailyTotal,
  // admin
  AuditSeal,
  // seed
  InstitutionOpening,
  // imports
  DataImport,
  ImportRow,
  // exports
  ListExport,
  // work
  WorkChange,
  WorkEvent,
];

/**
 * The closed list of tables without row-level security. They hold only a key and its institution, and are read before
 * the institution is known (`docs/ARCHITECTURE.md#tenancy`); `authentication_failure`, `unknown_sign_in`,
 * `installation_check` and `schema_tolerance` have no institution at all.
 */
export const routingTables = [
  'authentication_failure',
  'client_directory',
  'gateway_key_directory',
  'institution_directory',
  'institution_opening',
  'staff_directory',
  'passkey_challenge',
  'installation_check',
  'job_due',
  'schema_tolerance',
  'unknown_sign_in',
];

/** Tables to which the serving role may only add rows. */
export const appendOnlyTables = [
  'bulk_transfer_result',
  'bulk_transfer_row',
  'account_status_change',
  'audit_chain',
  'audit_log',
  'audit_seal',
  'brought_entry',
  'brought_number',
  'card_event',
  'ledger_segment',
  'loan_event',
  'loan_suspense',
  'loan_transaction',
  'interest_posting',
  'overdraft_accrual',
  'posting_entry',
  'recovery_collection',
  'savings_accrual',
  'approval_decision',
  'approval_note',
  'suspicious_transaction',
  'aml_case_event',
];
