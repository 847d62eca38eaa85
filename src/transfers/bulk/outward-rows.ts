import { Injectable } from '@nestjs/common';
import { Customer } from '../../accounts/customers/customer.entity';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { FieldError } from '../../common/http/field-errors';
import { nairaToKobo } from '../../common/money/naira';
import { Clock } from '../../common/time/clock';
import { Integrations } from '../../institutions/integrations/integrations';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import type { OnwardPosting } from '../../ledger/engine/posting-request';
import { BULK_TRANSFER_KIND } from '../../postings/posting-kinds';
import { instantTransferCeiling } from '../outward/instant-transfer-ceiling';
import { NameEnquiries } from '../outward/name-enquiries';
import type { NameEnquiry } from '../outward/name-enquiry.entity';
import { NAME_ENQUIRY_VALID_MS } from '../outward/name-enquiry-violation';
import { NewOutwardTransfers, type Sender } from '../outward/new-outward-transfers';
import { TransferCharges } from '../transfer-charges';
import type { Charge } from '../transfer-legs';
import { transfersErrors } from '../transfers.errors';
import { INSTANT_TRANSFER_LIMITS } from '../transfers.settings';
import type { OutwardRowPlan } from './bulk-transfer-row.entity';
import type { RowsOfFile } from './bulk-transfer-row.operation';
import type { BulkTransferRowBody } from './bulk-transfers.dto';
import { outwardRowPosting, type PlannedOutwardRow } from './outward-row.operation';
import { outwardRowViolation } from './outward-row-violation';

/** When a waiting file asked first for a row, by the row's reference: its name enquiry must have been valid then. */
const FIRST_ASKED = `SELECT r.reference, min(p.created_at) AS created_at
  FROM posting p
  JOIN bulk_transfer_row r ON r.institution_id = $1 AND r.bulk_transfer_id = p.id
  JOIN unnest($2::text[], $3::text[]) AS asked (reference, enquiry)
    ON asked.reference = r.reference AND asked.enquiry = r.name_enquiry_ref
 WHERE p.institution_id = $1 AND p.kind = '${BULK_TRANSFER_KIND}' AND p.status <> 'Posted'
   AND p.status IN ('Held', 'PendingApproval')
 GROUP BY r.reference`;

/** A row of a request with its place in the file. */
export interface IndexedRow {
  index: number;
  row: BulkTransferRowBody;
}

/** The stored rows that rows to other institutions name. */
export interface OutwardParties {
  sender: Sender;
  enquiries: ReadonlyMap<string, NameEnquiry>;
}

/** The rows of a file to other institutions, judged. */
export interface JudgedOutwardRows {
  errors: FieldError[];
  parties: OutwardParties;
  /** By the index of the row; empty while there are errors. */
  plans: ReadonlyMap<number, { plan: OutwardRowPlan; charges: Charge[] }>;
}

/**
 * Rows of bulk transfers whose accounts are at other institutions. Each obeys the rules of a single outward transfer
 * (docs/api/bulk-transfers.md#other-institutions).
 */
@Injectable()
export class OutwardRows {
  constructor(
    private readonly integrations: Integrations,
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
    private readonly charges: TransferCharges,
    private readonly enquiries: NameEnquiries,
    private readonly transfers: NewOutwardTransfers,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Judges rows, and fixes their provider and charges.
   * @throws BULK_ROW_NOT_LOCAL (422) when a ledger pays; INTEGRATION_NOT_ENABLED, CHARGES_NOT_CONFIGURED (503)
   */
  async judge(institutionId: number, debit: AccountDirectoryEntry, rows: IndexedRow[]): Promise<JudgedOutwardRows> {
    const { provider, ledgerCode } = await this.integrations.require(institutionId, 'transfer');
    const references = rows.flatMap(({ row }) => row.nameEnquiryRef ?? []);
    const parties = await this.unitOfWork.read(institutionId, (tx) =>
      this.parties(tx, institutionId, debit.number, references),
    );
    if (!parties) {
      const field = `rows[${rows[0]!.index}].bankCode`;
      throw transfersErrors.BULK_ROW_NOT_LOCAL(
        `${field} names another institution, which only the account of a customer can pay; debitAccount is none.`,
        { field },
      );
    }
    const errors = await this.violations(institutionId, parties, rows);
    if (errors.length > 0) return { errors, parties, plans: new Map() };
    const settlement = await this.directory.find(institutionId, ledgerCode);
    if (settlement?.kind !== 'gl')
      throw transfersErrors.CHARGES_NOT_CONFIGURED('The ledger that outward transfers settle through does not exist.');
    const amounts = rows.map(({ row }) => nairaToKobo(row.amount)!);
    const charges = await this.charges.ofOutwardRows(institutionId, debit, amounts);
    const planOf = ({ row }: IndexedRow, at: number): { plan: OutwardRowPlan; charges: Charge[] } => ({
      plan: planned(provider, settlement, parties.enquiries.get(row.nameEnquiryRef!)!, charges[at]!),
      charges: charges[at]!,
    });
    return { errors, parties, plans: new Map(rows.map((row, at) => [row.index, planOf(row, at)])) };
  }

  /** The sender and the name enquiries; undefined when the debited account is no customer's. */
  async parties(
    tx: Tx,
    institutionId: number,
    accountNumber: string,
    references: string[],
  ): Promise<OutwardParties | undefined> {
    const account = await tx.findOneBy(DepositAccount, { institutionId, accountNumber });
    if (!account) return undefined;
    const customer = await tx.findOneByOrFail(Customer, { institutionId, id: account.customerId });
    return { sender: { account, customer }, enquiries: await this.enquiries.findMany(tx, institutionId, references) };
  }

  /** The posting of a planned row, with the payout that sends it. @param createdBy the maker of the file */
  async posting(
    shared: RowsOfFile,
    row: PlannedOutwardRow,
    { sender, enquiries }: OutwardParties,
    createdBy: string,
  ): Promise<OnwardPosting> {
    const { provider, bankName, accountName } = row.outward;
    const charges = row.outward.charges.map((charge) => ({ ...charge, amountKobo: BigInt(charge.amountKobo) }));
    const transfer = await this.transfers.make(
      shared.file.institutionId,
      {
        reference: row.reference,
        amountKobo: row.amountKobo,
        charges,
        provider,
        nameEnquiryRef: row.nameEnquiryRef!,
        destinationInstitutionCode: row.bankCode!,
        beneficiaryAccountNumber: row.creditAccountNumber,
        beneficiaryAccountName: accountName,
        beneficiaryBankName: bankName,
        originatorNarration: row.narration,
        beneficiaryNarration: row.narration,
        createdBy,
      },
      sender,
      enquiries.get(row.nameEnquiryRef!) ?? null,
    );
    return outwardRowPosting(shared, row, transfer);
  }

  private async violations(
    institutionId: number,
    { sender, enquiries }: OutwardParties,
    rows: IndexedRow[],
  ): Promise<FieldError[]> {
    const now = this.clock.institutionNow(institutionId);
    const firstAsked = await this.firstAsked(institutionId, enquiries, rows, now);
    const limits = await this.settings.getMany(institutionId, INSTANT_TRANSFER_LIMITS);
    const ceilingKobo = instantTransferCeiling(limits, sender.customer.customerType)?.kobo;
    return rows.flatMap(({ index, row }) => {
      const enquiry = enquiries.get(row.nameEnquiryRef ?? '') ?? null;
      const at = firstAsked.get(row.reference) ?? now;
      return outwardRowViolation(row, `rows[${index}]`, { enquiry, at, ceilingKobo }) ?? [];
    });
  }

  /** Looked up only where an enquiry has expired, as that of a file that waited may have. */
  private async firstAsked(
    institutionId: number,
    enquiries: ReadonlyMap<string, NameEnquiry>,
    rows: IndexedRow[],
    now: Date,
  ): Promise<ReadonlyMap<string, Date>> {
    const expired = rows.filter(({ row }) => {
      const enquiry = enquiries.get(row.nameEnquiryRef ?? '');
      return enquiry !== undefined && now.getTime() - enquiry.createdAt.getTime() > NAME_ENQUIRY_VALID_MS;
    });
    if (expired.length === 0) return new Map();
    const found = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ reference: string; created_at: Date }[]>(FIRST_ASKED, [
        institutionId,
        expired.map(({ row }) => row.reference),
        expired.map(({ row }) => row.nameEnquiryRef),
      ]),
    );
    return new Map(found.map(({ reference, created_at }) => [reference, created_at]));
  }
}

function planned(
  provider: string,
  settlement: AccountDirectoryEntry,
  { bankName, accountName }: NameEnquiry,
  charges: readonly Charge[],
): OutwardRowPlan {
  return {
    provider,
    settlementAccountId: settlement.ledgerAccountId,
    bankName,
    accountName,
    charges: charges.map(({ role, narration, amountKobo, ledger }) => ({
      role,
      narration,
      amountKobo: Number(amountKobo),
      ledgerAccountId: ledger.ledgerAccountId,
    })),
  };
}
