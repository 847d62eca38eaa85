import { Customer } from './accounts/customers/customer.entity';
import { DepositAccount } from './accounts/deposit-account.entity';
import { NumberSeries } from './accounts/number-series.entity';
import { VirtualAccount } from './accounts/virtual-accounts/virtual-account.entity';
import { AmlHold } from './aml/aml-hold.entity';
import { AmlRule } from './aml/aml-rule.entity';
import { SuspiciousTransaction } from './aml/suspicious-transaction.entity';
import { ApprovalDecision } from './approvals/approval-decision.entity';
import { ApprovalPolicy } from './approvals/approval-policy.entity';
import { Approval } from './approvals/approval.entity';
import { ApiClient } from './auth/api-client.entity';
import { ClientDirectory } from './auth/client-directory.entity';
import { AuditLogEntry } from './common/audit/audit-log-entry.entity';
import { RequestClaim } from './common/idempotency/request-claim.entity';
import { JobDue } from './common/jobs/job-due.entity';
import { Job } from './common/jobs/job.entity';
import { Document } from './documents/document.entity';
import { Branch } from './institutions/branch.entity';
import { InstitutionDirectory } from './institutions/institution-directory.entity';
import { InstitutionSetting } from './institutions/institution-setting.entity';
import { Institution } from './institutions/institution.entity';
import { Role } from './institutions/role.entity';
import { Staff } from './institutions/staff.entity';
import { StaffDirectory } from './institutions/staff-directory.entity';
import { StaffRole } from './institutions/staff-role.entity';
import { AccountNumber } from './ledger/account-number.entity';
import { GlAccount } from './ledger/gl-account.entity';
import { LedgerAccount } from './ledger/ledger-account.entity';
import { PostingEntry } from './ledger/posting-entry.entity';
import { Posting } from './ledger/posting.entity';
import { Product } from './products/product.entity';

/** Every table of the system. */
export const entities = [
  // common
  AuditLogEntry,
  RequestClaim,
  Job,
  JobDue,
  // institutions
  Institution,
  InstitutionDirectory,
  InstitutionSetting,
  Branch,
  Role,
  Staff,
  StaffDirectory,
  StaffRole,
  // auth
  ApiClient,
  ClientDirectory,
  // ledger
  AccountNumber,
  GlAccount,
  LedgerAccount,
  Posting,
  PostingEntry,
  // products
  Product,
  // documents
  Document,
  // accounts
  Customer,
  DepositAccount,
  NumberSeries,
  VirtualAccount,
  // approvals
  Approval,
  ApprovalDecision,
  ApprovalPolicy,
  // aml
  AmlHold,
  AmlRule,
  SuspiciousTransaction,
];

/**
 * The closed list of tables without row-level security: they hold only a key and its institution, and are what may be
 * read before the institution is known (design §3, Tenancy).
 */
export const routingTables = ['client_directory', 'institution_directory', 'staff_directory', 'job_due'];

/** Tables whose rows the serving role may add and read but never change or delete. */
export const appendOnlyTables = ['audit_log', 'posting_entry', 'approval_decision', 'suspicious_transaction'];
