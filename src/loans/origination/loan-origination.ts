import { Injectable } from '@nestjs/common';
import { AccountNumbers } from '../../accounts/account-numbers';
import type { Customer } from '../../accounts/customers/customer.entity';
import type { DepositAccount } from '../../accounts/deposit-account.entity';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Clock } from '../../common/time/clock';
import { DocumentContents, type SavedContent } from '../../documents/document-contents';
import { Documents } from '../../documents/documents';
import type { ReceivedFiles } from '../../documents/received-files';
import type { Product } from '../../products/product.entity';
import { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { LoanCreditLimits } from '../limits/loan-credit-limits';
import { type ContractTerms, termsFacts } from './contract-terms';
import { LoanOffers } from './loan-offers';
import { LoanParties } from './loan-parties';
import type { LoanDocumentBody, LoanRequestIds } from './loan-request.dto';
import type { RequestedLoanTerms } from './resolve-loan-terms';

/**
 * Ids, account number and files that are reserved before the transaction, because it must not use another connection.
 */
export interface ReservedLoan {
  id: number;
  contractId: number;
  loanAccountNumber: string;
  /** Stored files of its documents, in their order. */
  contents: SavedContent[];
}

/** A new loan, requested alone or in a group. */
export interface NewLoan {
  reserved: ReservedLoan;
  account: DepositAccount;
  product: Product;
  businessDate: string;
  referenceNumber: string;
  request: LoanRequestIds &
    RequestedLoanTerms & { customerID?: string | null | undefined; accountOfficerCode?: string | null | undefined };
  group?: { id: number; preferredPartnerReference: string | null };
}

/** A valid loan that is not stored yet. */
export interface PreparedLoan {
  loan: Loan;
  contract: LoanContract;
  customer: Customer;
  documents: LoanDocumentBody[];
  contents: SavedContent[];
}

/** Creates loans: checks parties and terms, then stores loan, contract and documents, all or nothing. */
@Injectable()
export class LoanOrigination {
  constructor(
    private readonly ids: IdAllocator,
    private readonly numbers: AccountNumbers,
    private readonly contents: DocumentContents,
    private readonly documents: Documents,
    private readonly parties: LoanParties,
    private readonly offers: LoanOffers,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly limits: LoanCreditLimits,
  ) {}

  /**
   * Call it before the transaction.
   * @throws DOCUMENT_STORAGE_UNAVAILABLE (503)
   */
  async reserve(
    institutionId: number,
    { loanDocuments }: Pick<LoanRequestIds, 'loanDocuments'>,
    received: ReceivedFiles,
  ): Promise<ReservedLoan> {
    const files = received.of(loanDocuments);
    const loanAccountNumber = await this.numbers.nextAccountNumber(institutionId);
    // Storing files takes too long for a transaction.
    return {
      id: await this.ids.next(),
      contractId: await this.ids.next(),
      loanAccountNumber,
      contents: await this.contents.saveAll(institutionId, files),
    };
  }

  /**
   * Checks a loan against its parties and its product.
   * @throws the errors of `LoanParties` and `LoanOffers`
   */
  async prepare(tx: Tx, { institutionId, actor }: AuditAuthor, newLoan: NewLoan): Promise<PreparedLoan> {
    const { account, product, request, reserved, businessDate } = newLoan;
    const customer = await this.parties.borrower(tx, account, request.customerID);
    const officer = await this.parties.officer(tx, institutionId, request);
    const agentId = await this.parties.agent(tx, institutionId, request);
    await this.parties.assertGuarantors(tx, institutionId, customer.id, request.loanGuarantors);
    const terms = await this.offers.termsOfNewLoan(tx, product, request, businessDate);
    const now = this.clock.institutionNow(institutionId);
    const contract: LoanContract = {
      ...terms,
      institutionId,
      id: reserved.contractId,
      loanId: reserved.id,
      version: 1,
      createdAt: now,
    };
    const people = { accountOfficerStaffID: officer ?? account.accountOfficerStaffID, agentId: agentId ?? null };
    const loan = {
      ...identityOf(newLoan),
      ...people,
      ...termsOfLoan(terms),
      startDate: request.startDate ?? businessDate,
      createdBy: actor,
      createdAt: now,
      updatedAt: now,
    };
    return {
      loan: loan as Loan,
      contract,
      customer,
      documents: request.loanDocuments ?? [],
      contents: reserved.contents,
    };
  }

  /**
   * Stores a prepared loan, approved or pending approval.
   * @throws DUPLICATE_REFERENCE (409), DOCUMENT_FORMAT_NOT_SUPPORTED, CREDIT_LIMIT_EXCEEDED (422)
   */
  async store(
    tx: Tx,
    by: AuditAuthor,
    { loan, contract, documents, contents }: PreparedLoan,
    approvalId: number | undefined,
  ): Promise<void> {
    loan.status = approvalId === undefined ? 'Approved' : 'PendingApproval';
    loan.approvalId = approvalId ?? null;
    await refusingDuplicates(tx.insert(Loan, { ...loan }), {
      uq_loan_reference: duplicateReference('referenceNumber'),
    });
    await tx.insert(LoanContract, { ...contract });
    if (approvalId === undefined) await this.limits.assertWithin(tx, loan);
    for (const [index, { documentType, fileName }] of documents.entries()) {
      await this.documents.add(tx, {
        entityType: 'loan',
        entityId: loan.id,
        documentType,
        fileName,
        content: contents[index]!,
        uploadedBy: by.actor,
      });
    }
    const { loanAccountNumber, referenceNumber, linkedNumber, status } = loan;
    await this.audit.record(tx, by, {
      action: 'loan.add',
      subject: `loan:${loan.id}`,
      details: { loanAccountNumber, referenceNumber, linkedNumber, status, ...termsFacts(contract) },
    });
  }
}

/** The contract terms that a loan stores for lists and reports. */
export function termsOfLoan({
  principalKobo,
  interestRate,
  tenure,
}: ContractTerms): Pick<Loan, 'principalKobo' | 'interestRate' | 'tenure'> {
  return { principalKobo, interestRate, tenure };
}

function identityOf({ reserved, account, product, referenceNumber, request, group }: NewLoan): Partial<Loan> {
  return {
    institutionId: account.institutionId,
    id: reserved.id,
    contractId: reserved.contractId,
    loanAccountNumber: reserved.loanAccountNumber,
    referenceNumber,
    customerId: account.customerId,
    linkedAccountId: account.id,
    linkedNumber: account.accountNumber,
    productId: product.id,
    branchId: account.branchId,
    groupLoanId: group?.id ?? null,
    preferredPartnerReference: group?.preferredPartnerReference ?? null,
    notes: request.notes ?? null,
  };
}
