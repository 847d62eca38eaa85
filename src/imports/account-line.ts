import { randomUUID } from 'node:crypto';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { ACCRUAL_DECIMALS } from '../accounts/interest/interest-kinds';
import { isValidNuban } from '../accounts/nuban';
import { extraRow } from '../common/database/insert-rows';
import { searchName } from '../common/text/search-name';
import { addDays } from '../common/time/calendar';
import type { NewLedgerAccount } from '../ledger/chart/ledger-accounts';
import type { AccountStatus } from '../ledger/engine/account-status';
import { statedFreezes } from './brought-freezes';
import type { ImportedLine, LineContent, LineContext } from './imported-line';
import type { RecordFields } from './record-fields';

/** The statuses in which an account can arrive; closed accounts stay in the old system. */
const ARRIVING: readonly AccountStatus[] = ['Active', 'Inactive', 'Dormant', 'Frozen'];
const KYC_TIERS = ['1', '2', '3'] as const;

/** A deposit account of the old system, under its old number. Its balance is positive when the bank owes it. */
export function accountLine(fields: RecordFields, { references, targetId, actor, now }: LineContext): ImportedLine {
  const { institutionId, code, businessDate } = references.institution;
  const number = fields.text('account_number', 10);
  if (number !== '' && !isValidNuban(code, number))
    fields.refuse(`account_number ${number} is no NUBAN of the institution code ${code}`);
  const { branch, product, officer } = termsOf(fields, references);
  const name = fields.text('account_name', 250);
  const status = fields.oneOf('status', ARRIVING);
  const kycTier = Number(fields.oneOf('kyc_tier', KYC_TIERS));
  const openedOn = fields.date('opened_on', businessDate, true) ?? businessDate;
  const ownerKey = fields.text('customer_number', 50);
  const deposit = {
    institutionId,
    id: targetId,
    recordId: randomUUID(),
    accountNumber: number,
    accountName: name,
    searchName: searchName(name),
    productId: product?.id ?? 0,
    branchId: branch?.id ?? 0,
    accountOfficerStaffID: officer,
    kycTier,
    dateOpened: openedOn,
    // The night of the business date is the first one here, so an account of which nothing is said counts from it.
    broughtUsedOn: fields.date('last_used_on', businessDate, false) ?? businessDate,
    createdBy: actor,
    createdAt: now,
  };
  const record: NewLedgerAccount = {
    institutionId,
    id: targetId,
    number,
    name,
    kind: 'customer',
    status,
    normalSide: 'credit',
    controlAccountId: product?.controlGlAccountId ?? null,
    productId: deposit.productId,
    branchId: deposit.branchId,
    kycTier,
    openedOn,
  };
  const interest = interestOf(fields, references, deposit);
  const freezes = statedFreezes(fields, status);
  return {
    key: number,
    ownerKey,
    balanceKobo: fields.kobo('balance', { signed: true }),
    branchCode: branch?.branchCode ?? null,
    productCode: product?.code ?? null,
    content: {
      rows: [extraRow(DepositAccount, deposit)],
      record,
      ...(interest && { interest }),
      ...(freezes && { freezes }),
    },
  };
}

/** Naira with the decimals that accruals keep of a kobo. */
const INTEREST_DECIMALS = ACCRUAL_DECIMALS + 2;

/** Savings interest that the account has earned and not been paid; undefined where the line states none. */
function interestOf(
  fields: RecordFields,
  { interestLedgerIds, institution: { businessDate } }: LineContext['references'],
  { productId, branchId }: { productId: number; branchId: number },
): LineContent['interest'] {
  const accruedKobo = fields.unrounded('interest_accrued', INTEREST_DECIMALS);
  const through = fields.date('interest_accrued_through', businessDate, false);
  const postedThrough = fields.date('interest_paid_through', businessDate, false);
  if (accruedKobo === null) {
    if (through !== null || postedThrough !== null)
      fields.refuse(
        'interest_accrued must be given, 0 included, with interest_accrued_through or interest_paid_through',
      );
    return undefined;
  }
  // The night of the business date is the first one here.
  const accruedThrough = through ?? addDays(businessDate, -1);
  if (postedThrough !== null && postedThrough > accruedThrough)
    fields.refuse('interest_paid_through must not be after interest_accrued_through');
  const ledgerId = interestLedgerIds.get(productId) ?? null;
  if (ledgerId === null && productId !== 0 && Number(accruedKobo) > 0)
    fields.refuse('interest_accrued must be empty: the product pays no interest');
  return { productId, branchId, accruedKobo, accruedThrough, postedThrough, ledgerId };
}

function termsOf(
  fields: RecordFields,
  { branches, products, officers }: LineContext['references'],
): {
  branch: ReturnType<typeof branches.get>;
  product: ReturnType<typeof products.get>;
  officer: string;
} {
  const branchCode = fields.text('branch_code', 20);
  const productCode = fields.text('product_code', 20);
  const officer = fields.text('account_officer', 20);
  const [branch, product] = [branches.get(branchCode), products.get(productCode)];
  if (branchCode !== '' && !branch) fields.refuse(`branch_code ${branchCode} is no branch; create it first`);
  if (productCode !== '' && !product)
    fields.refuse(`product_code ${productCode} is no savings or current product; create it first`);
  if (officer !== '' && !officers.has(officer))
    fields.refuse(`account_officer ${officer} is no member of staff; create it first`);
  return { branch, product, officer };
}
