import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { nairaToKobo } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { nonBlankOr } from '../../common/text/non-blank-or';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ORDINARY } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../../ledger/movements/movement-planners';
import { NamedAccounts } from '../../postings/named-accounts';
import { TRANSFER_KIND } from '../../postings/posting-kinds';
import { OwnInstitution } from '../own-institution';
import { type RowCharges, TransferCharges } from '../transfer-charges';
import { buildTransferLegs } from '../transfer-legs';
import { transfersErrors } from '../transfers.errors';
import { BULK_TRANSFER_LEDGER } from '../transfers.settings';
import { ALL_OR_NONE_ROWS_MAX } from './bulk-bounds';
import { rowAmounts, totalsViolation } from './bulk-rows';
import { BULK_TRANSFER_KIND, bulkTransfer, type PlannedBulkRow } from './bulk-transfer.operation';
import { rowPosting } from './bulk-transfer-row.operation';
import type { BulkTransferBody } from './bulk-transfers.dto';
import { refusedRows } from './refused-rows';

const DEFAULT_NARRATION = 'Bulk transfer';

/** So many beneficiaries stand on a hold; its rows have them all. */
const SHOWN_PARTIES = 100;

/** Postings that have one of these references, to name the rows whose reference was used. */
const USED_REFERENCES = `SELECT p.reference FROM unnest($2::text[]) AS r (reference)
  JOIN posting p ON p.institution_id = $1 AND p.kind = '${TRANSFER_KIND}' AND p.reference = r.reference LIMIT 20`;

/** Plans a file of transfers: its debit, and the postings of its rows. */
@Injectable()
@MemberOf(MovementPlanners)
export class BulkTransferPlanner implements MovementPlanner<BulkTransferBody> {
  readonly operation = bulkTransfer;

  constructor(
    private readonly accounts: NamedAccounts,
    private readonly directory: AccountDirectory,
    private readonly charges: TransferCharges,
    private readonly institutions: OwnInstitution,
    private readonly settings: InstitutionSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * @throws BULK_TOTALS_MISMATCH, BULK_ROWS_REFUSED, BULK_ROW_NOT_LOCAL, VIRTUAL_ACCOUNT_NOT_ALLOWED (422),
   *   ACCOUNT_NOT_FOUND (404), DUPLICATE_REFERENCE (409), BULK_TRANSFERS_NOT_CONFIGURED, CHARGES_NOT_CONFIGURED (503)
   */
  async plan({ institutionId, source }: Movement<BulkTransferBody>): Promise<PostingPlan> {
    const { payload: body, requestReference: reference } = source;
    if (reference === undefined) throw new Error('A bulk transfer needs a request reference.');
    const mismatch = totalsViolation(body);
    if (mismatch) throw mismatch;
    const transit = await this.transitLedger(institutionId);
    const debit = await this.debit(institutionId, body.debitAccount);
    if (transit.ledgerAccountId === debit.ledgerAccountId) throw transfersErrors.BULK_TRANSFERS_NOT_CONFIGURED();
    const credits = await this.credits(institutionId, body, [debit, transit]);
    await this.assertNewReferences(institutionId, body);
    const charges = await this.charges.ofRows(institutionId, debit, rowAmounts(body.rows));
    const narration = nonBlankOr(body.narration, DEFAULT_NARRATION);
    const rows = plannedRows(body, narration, charges);
    const totalKobo = nairaToKobo(body.totalAmount)!;
    const file = {
      institutionId,
      reference,
      debitAccountNumber: debit.number,
      debitAccountId: debit.ledgerAccountId,
      transitAccountId: transit.ledgerAccountId,
      narration,
      rowCount: rows.length,
      totalKobo,
      dutyKobo: charges.dutyKobo.reduce((sum, dutyKobo) => sum + dutyKobo, 0n),
      dutyAccountId: charges.charges[0]?.ledger.ledgerAccountId ?? null,
      together: rows.length <= ALL_OR_NONE_ROWS_MAX,
    };
    const institution = await this.institutions.find(institutionId);
    const debitName = await this.nameOf(institutionId, debit.ledgerAccountId);
    const shared = { institution: { code: institution.code, name: institution.name }, file, debitName };
    const through = { namedByCaller: false, transit: true } as const;
    return {
      kind: BULK_TRANSFER_KIND,
      reference,
      operation: bulkTransfer.with({ file, debit, rows, jobId: await this.ids.next() }),
      nature: ORDINARY,
      narration,
      legs: buildTransferLegs(debit, transit, totalKobo, charges.charges, through),
      amountKobo: totalKobo,
      feeKobo: 0n,
      parties: {
        sourceAccounts: [debit.number],
        destinationAccounts: credits.slice(0, SHOWN_PARTIES).map(({ number }) => number),
      },
      onward: {
        together: file.together,
        postings: rows.map((row, index) => rowPosting({ ...shared, bulkTransferId: undefined }, row, credits[index]!)),
      },
    };
  }

  /** The ledger that carries the money from the debit to the rows. */
  private async transitLedger(institutionId: number): Promise<AccountDirectoryEntry> {
    const code = await this.settings.get(institutionId, BULK_TRANSFER_LEDGER);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl') throw transfersErrors.BULK_TRANSFERS_NOT_CONFIGURED();
    return ledger;
  }

  private async debit(institutionId: number, number: string): Promise<AccountDirectoryEntry> {
    const { debitAccount } = await this.accounts.find(institutionId, { debitAccount: number });
    if (debitAccount.kind !== 'virtual') return debitAccount;
    const message = 'debitAccount is a virtual account, which cannot be debited.';
    throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(message, { field: 'debitAccount' });
  }

  /** The accounts of the rows, in their order. */
  private async credits(
    institutionId: number,
    { rows }: BulkTransferBody,
    taken: AccountDirectoryEntry[],
  ): Promise<AccountDirectoryEntry[]> {
    const own = new Set<string>();
    for (const code of new Set(rows.flatMap(({ bankCode }) => bankCode ?? [])))
      if (await this.institutions.isOwn(institutionId, code)) own.add(code);
    const foreign = rows.findIndex(({ bankCode }) => (bankCode ?? undefined) !== undefined && !own.has(bankCode!));
    if (foreign >= 0) {
      const field = `rows[${foreign}].bankCode`;
      throw transfersErrors.BULK_ROW_NOT_LOCAL(
        `${field} names another institution; send that row to outwardtransfer.`,
        {
          field,
        },
      );
    }
    const numbers = rows.map(({ creditAccount }) => creditAccount);
    const found = await this.directory.findMany(institutionId, numbers);
    const takenIds = new Set(taken.map(({ ledgerAccountId }) => ledgerAccountId));
    const refusal = refusedRows(numbers, (number) => {
      const account = found.get(number);
      if (!account) return 'names no account of the institution';
      if (account.closed) return 'is a closed virtual account';
      return takenIds.has(account.ledgerAccountId)
        ? 'is the debited account or the ledger of bulk transfers'
        : undefined;
    });
    if (refusal) throw refusal;
    return numbers.map((number) => found.get(number)!);
  }

  /** Refuses a file with references of earlier transfers; the posting of a row decides again under the unique index. */
  private async assertNewReferences(institutionId: number, { rows }: BulkTransferBody): Promise<void> {
    const used = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ reference: string }[]>(USED_REFERENCES, [institutionId, rows.map(({ reference }) => reference)]),
    );
    if (used.length === 0) return;
    const known = new Set(used.map(({ reference }) => reference));
    const fields = rows.flatMap(({ reference }, index) => (known.has(reference) ? [`rows[${index}].reference`] : []));
    throw commonErrors.DUPLICATE_REFERENCE(
      `${fields[0]} was used before, like those of ${fields.length - 1} other rows; send new ones.`,
      { field: fields[0], errors: fields.map((field) => ({ field, message: 'was used before' })) },
    );
  }

  private async nameOf(institutionId: number, id: number): Promise<string> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { name } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id });
      return name;
    });
  }
}

function plannedRows({ rows }: BulkTransferBody, narration: string, { dutyKobo }: RowCharges): PlannedBulkRow[] {
  const amounts = rowAmounts(rows);
  return rows.map((row, index) => ({
    rowNumber: index + 1,
    reference: row.reference,
    creditAccountNumber: row.creditAccount,
    amountKobo: amounts[index]!,
    dutyKobo: dutyKobo[index]!,
    narration: nonBlankOr(row.narration, narration),
  }));
}
