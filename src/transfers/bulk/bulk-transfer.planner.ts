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
import { type OnwardPosting, ORDINARY } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../../ledger/movements/movement-planners';
import { NamedAccounts } from '../../postings/named-accounts';
import { BULK_TRANSFER_KIND, TRANSFER_KIND } from '../../postings/posting-kinds';
import { OUTWARD_TRANSFER } from '../outward/outward-transfer-kind';
import { OwnInstitution } from '../own-institution';
import { type ChargeableRow, type RowCharges, TransferCharges } from '../transfer-charges';
import { buildTransferLegs, type Charge, chargedKobo, FEE, STAMP_DUTY, VAT } from '../transfer-legs';
import { transfersErrors } from '../transfers.errors';
import { BULK_TRANSFER_LEDGER } from '../transfers.settings';
import { ALL_OR_NONE_ROWS_MAX } from './bulk-bounds';
import { rowAmounts, totalsViolation } from './bulk-rows';
import { bulkTransfer, type PlannedBulkRow } from './bulk-transfer.operation';
import { rowPosting, type RowsOfFile } from './bulk-transfer-row.operation';
import type { BulkTransferBody } from './bulk-transfers.dto';
import { localRowViolation } from './outward-row-violation';
import { type JudgedOutwardRows, OutwardRows } from './outward-rows';
import { refusedRows } from './refused-rows';
import { WaitingFiles } from './waiting-files';

const DEFAULT_NARRATION = 'Bulk transfer';

/** So many beneficiaries stand on a hold; its rows have them all. */
const SHOWN_PARTIES = 100;

/**
 * The rows whose reference an earlier transfer of their kind has, or, of a row to another institution, any payment
 * (docs/api/transfers.md#one-reference-one-payment).
 */
const USED_REFERENCES = `SELECT r.index FROM unnest($2::text[], $3::boolean[]) WITH ORDINALITY AS r (reference, outward, index)
  WHERE EXISTS (SELECT 1 FROM posting p WHERE p.institution_id = $1 AND p.reference = r.reference
      AND p.kind = CASE WHEN r.outward THEN '${OUTWARD_TRANSFER}' ELSE '${TRANSFER_KIND}' END)
     OR (r.outward AND EXISTS (
      SELECT 1 FROM posting p WHERE p.institution_id = $1 AND p.transaction_reference = r.reference))
  ORDER BY r.index LIMIT 20`;

/** Plans a file of transfers: its debit, and the postings of its rows. */
@Injectable()
@MemberOf(MovementPlanners)
export class BulkTransferPlanner implements MovementPlanner<BulkTransferBody> {
  readonly operation = bulkTransfer;

  constructor(
    private readonly accounts: NamedAccounts,
    private readonly directory: AccountDirectory,
    private readonly charges: TransferCharges,
    private readonly outwardRows: OutwardRows,
    private readonly waiting: WaitingFiles,
    private readonly institutions: OwnInstitution,
    private readonly settings: InstitutionSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * @throws BULK_TOTALS_MISMATCH, BULK_ROWS_REFUSED, BULK_ROW_NOT_LOCAL, VIRTUAL_ACCOUNT_NOT_ALLOWED (422),
   *   ACCOUNT_NOT_FOUND (404), DUPLICATE_REFERENCE (409), BULK_TRANSFERS_NOT_CONFIGURED, CHARGES_NOT_CONFIGURED,
   *   INTEGRATION_NOT_ENABLED (503)
   */
  async plan({ institutionId, source }: Movement<BulkTransferBody>): Promise<PostingPlan> {
    const { payload: body, requestReference: reference } = source;
    if (reference === undefined) throw new Error('A bulk transfer needs a request reference.');
    const mismatch = totalsViolation(body);
    if (mismatch) throw mismatch;
    const configured = await this.transitLedger(institutionId);
    const debit = await this.debit(institutionId, body.debitAccount);
    if (configured.ledgerAccountId === debit.ledgerAccountId) throw transfersErrors.BULK_TRANSFERS_NOT_CONFIGURED();
    const { outward, credits, judged } = await this.judge(institutionId, body, debit, configured);
    await this.assertNewReferences(institutionId, body, outward);
    const charges = await this.charges.ofRows(institutionId, debit, localRows(body, outward, credits));
    const narration = nonBlankOr(body.narration, DEFAULT_NARRATION);
    const totalKobo = nairaToKobo(body.totalAmount)!;
    const key = { institutionId, reference, debitAccountNumber: debit.number, totalKobo };
    const asked = plannedRows(body, narration, charges, judged);
    const waiting = await this.waiting.find(key, asked);
    const { rows, duty } = waiting ?? { rows: asked, duty: charges.charges };
    const transit = waiting ? await this.directory.require(institutionId, waiting.transitLedgerCode) : configured;
    const outwardCharges = sumsByKind(rows, transit);
    const file = {
      ...key,
      debitAccountId: debit.ledgerAccountId,
      transitAccountId: transit.ledgerAccountId,
      narration,
      rowCount: rows.length,
      dutyKobo: rows.reduce((sum, { dutyKobo }) => sum + dutyKobo, 0n),
      dutyAccountId: duty[0]?.ledger.ledgerAccountId ?? null,
      outwardRowCount: outward.size,
      outwardChargesKobo: outwardCharges.reduce((sum, { amountKobo }) => sum + amountKobo, 0n),
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
      legs: buildTransferLegs(debit, transit, totalKobo, [...duty, ...outwardCharges], through),
      amountKobo: totalKobo,
      feeKobo: 0n,
      parties: {
        sourceAccounts: [debit.number],
        destinationAccounts: rows.slice(0, SHOWN_PARTIES).map(({ creditAccountNumber }) => creditAccountNumber),
      },
      onward: {
        together: file.together,
        postings: await this.postings({ ...shared, bulkTransferId: undefined }, rows, {
          credits,
          judged,
          createdBy: source.actor,
        }),
      },
    };
  }

  /** The accounts and plans of the rows, local and outward. @throws BULK_ROWS_REFUSED (422) for both together */
  private async judge(
    institutionId: number,
    body: BulkTransferBody,
    debit: AccountDirectoryEntry,
    transit: AccountDirectoryEntry,
  ): Promise<{
    outward: ReadonlySet<number>;
    credits: ReadonlyMap<string, AccountDirectoryEntry>;
    judged: JudgedOutwardRows | undefined;
  }> {
    const outward = await this.outwardIndexes(institutionId, body);
    const indexed = body.rows.map((row, index) => ({ index, row }));
    const foreign = indexed.filter(({ index }) => outward.has(index));
    const judged = foreign.length > 0 ? await this.outwardRows.judge(institutionId, debit, foreign) : undefined;
    const local = indexed.filter(({ index }) => !outward.has(index));
    const credits = await this.directory.findMany(
      institutionId,
      local.map(({ row }) => row.creditAccount),
    );
    const taken = new Set([debit.ledgerAccountId, transit.ledgerAccountId]);
    const errors = local.flatMap(({ index, row }) => {
      const problem = creditProblem(credits.get(row.creditAccount), taken);
      if (problem !== undefined) return { field: `rows[${index}].creditAccount`, message: problem };
      return localRowViolation(row, `rows[${index}]`) ?? [];
    });
    const refusal = refusedRows([...errors, ...(judged?.errors ?? [])]);
    if (refusal) throw refusal;
    return { outward, credits, judged };
  }

  /** The indexes of the rows that name another institution. */
  private async outwardIndexes(institutionId: number, { rows }: BulkTransferBody): Promise<ReadonlySet<number>> {
    const foreign = new Set<string>();
    for (const code of new Set(rows.flatMap(({ bankCode }) => bankCode ?? [])))
      if (!(await this.institutions.isOwn(institutionId, code))) foreign.add(code);
    return new Set(rows.flatMap(({ bankCode }, index) => (foreign.has(bankCode ?? '') ? index : [])));
  }

  /** The postings of the rows, in their order. */
  private async postings(
    shared: RowsOfFile,
    rows: PlannedBulkRow[],
    { credits, judged, createdBy }: PostingFacts,
  ): Promise<OnwardPosting[]> {
    const postings: OnwardPosting[] = [];
    for (const row of rows)
      postings.push(
        row.outward === null
          ? rowPosting(shared, row, credits.get(row.creditAccountNumber)!)
          : await this.outwardRows.posting(shared, { ...row, outward: row.outward }, judged!.parties, createdBy),
      );
    return postings;
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

  /** Refuses a file with references of earlier transfers; the posting of a row decides again under the unique index. */
  private async assertNewReferences(
    institutionId: number,
    { rows }: BulkTransferBody,
    outward: ReadonlySet<number>,
  ): Promise<void> {
    const used = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ index: string }[]>(USED_REFERENCES, [
        institutionId,
        rows.map(({ reference }) => reference),
        rows.map((_, index) => outward.has(index)),
      ]),
    );
    if (used.length === 0) return;
    const fields = used.map(({ index }) => `rows[${Number(index) - 1}].reference`);
    throw commonErrors.DUPLICATE_REFERENCE(
      fields.length === 1
        ? `${fields[0]} was used before; send a new one.`
        : `${fields[0]} was used before, and ${fields.length - 1} more; send new ones.`,
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

/** What the postings of rows need beside their plan. */
interface PostingFacts {
  credits: ReadonlyMap<string, AccountDirectoryEntry>;
  judged: JudgedOutwardRows | undefined;
  createdBy: string;
}

/** The end of the sentence "rows[0].creditAccount …"; undefined for an account that can be credited. */
function creditProblem(account: AccountDirectoryEntry | undefined, taken: ReadonlySet<number>): string | undefined {
  if (!account) return 'names no account of the institution';
  if (account.closed) return 'is a closed virtual account';
  return taken.has(account.ledgerAccountId) ? 'is the debited account or the ledger of bulk transfers' : undefined;
}

/** The sum of each kind of charge of rows to other institutions, which the ledger of bulk transfers carries to them. */
function sumsByKind(rows: readonly PlannedBulkRow[], ledger: AccountDirectoryEntry): Charge[] {
  const charges = rows
    .flatMap(({ outward }) => outward?.charges ?? [])
    .map(({ narration, amountKobo }) => ({ narration, amountKobo: BigInt(amountKobo) }));
  return [FEE, VAT, STAMP_DUTY].flatMap((kind) => {
    const amountKobo = chargedKobo(charges, kind);
    return amountKobo === 0n ? [] : [{ ...kind, amountKobo, ledger, namedByCaller: false }];
  });
}

/** The local rows with the accounts that they credit, for their charges. */
function localRows(
  { rows }: BulkTransferBody,
  outward: ReadonlySet<number>,
  credits: ReadonlyMap<string, AccountDirectoryEntry>,
): ChargeableRow[] {
  return rows.flatMap(({ creditAccount, amount }, index) =>
    outward.has(index) ? [] : { amountKobo: nairaToKobo(amount)!, credit: credits.get(creditAccount)! },
  );
}

function plannedRows(
  { rows }: BulkTransferBody,
  narration: string,
  { dutyKobo }: RowCharges,
  judged: JudgedOutwardRows | undefined,
): PlannedBulkRow[] {
  const amounts = rowAmounts(rows);
  const duties = [...dutyKobo];
  return rows.map((row, index) => {
    const planned = judged?.plans.get(index);
    return {
      rowNumber: index + 1,
      reference: row.reference,
      creditAccountNumber: row.creditAccount,
      amountKobo: amounts[index]!,
      dutyKobo: planned ? 0n : duties.shift()!,
      chargesKobo: planned?.charges.reduce((sum, { amountKobo }) => sum + amountKobo, 0n) ?? 0n,
      bankCode: planned ? row.bankCode! : null,
      nameEnquiryRef: planned ? row.nameEnquiryRef! : null,
      outward: planned?.plan ?? null,
      narration: nonBlankOr(row.narration, narration),
    };
  });
}
