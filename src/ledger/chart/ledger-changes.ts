import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import { MemberOf } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { LedgerAccount } from '../engine/ledger-account.entity';
import { ledgerErrors } from '../ledger.errors';
import { ledgerPermissions } from '../ledger.permissions';
import { GlAccount } from './gl-account.entity';
import { GlAccounts } from './gl-accounts';
import type { CreateLedgerBody, LedgerView, UpdateLedgerBody } from './gl-accounts.dto';
import { LedgerAccounts } from './ledger-accounts';
import { ledgerViews } from './ledger-views';

export const CHANGE_LEDGER = 'change-ledger';

/** A ledger on which callers may put fees: callers then move a customer's money to it as a fee. */
@Injectable()
@MemberOf(ChangeKinds)
export class LedgerChanges implements ChangeKind {
  readonly operation = CHANGE_LEDGER;
  readonly title = 'Ledger';
  readonly covers = 'a ledger, old or new, that begins to take fees which callers name';
  readonly permission = ledgerPermissions.manageLedgers;

  constructor(
    private readonly ledgers: GlAccounts,
    private readonly accounts: LedgerAccounts,
    private readonly ids: IdAllocator,
  ) {}

  async present(tx: Tx, institutionId: number, code: string): Promise<ChangeFields> {
    const { id } = await this.require(tx, institutionId, code);
    const { takesFees } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id });
    return { takesFees };
  }

  /**
   * @throws VALIDATION_FAILED (400) for fees on a ledger that is no income; LEDGER_CODE_TAKEN (409), also when the code
   *   is the number of another account
   */
  async apply(tx: Tx, institutionId: number, change: ConfigurationChange): Promise<LedgerView> {
    const { target: code, before, after } = change;
    const ledger =
      before === null
        ? await this.open(tx, institutionId, after as unknown as CreateLedgerBody)
        : await this.require(tx, institutionId, code);
    if (before !== null) await this.change(tx, ledger, after);
    const [view] = await ledgerViews(tx, institutionId, [ledger]);
    return view!;
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    return [{ action: before === null ? 'ledger.create' : 'ledger.update', subject: `ledger:${target}` }];
  }

  /** To stop taking fees contains a danger, so one person may do it. */
  isImmediate(_tx: Tx, _institutionId: number, { after }: ConfigurationChange): Promise<boolean> {
    return Promise.resolve(after.takesFees !== true);
  }

  private async open(tx: Tx, institutionId: number, body: CreateLedgerBody): Promise<GlAccount> {
    const { code, name, category, isControl = false, takesFees = false, cash = false } = body;
    if (takesFees) assertTakesFees(category, isControl);
    return this.ledgers.open(tx, {
      institutionId,
      id: await this.ids.next(),
      code,
      name,
      category,
      isControl,
      allowApi: body.allowApi ?? true,
      takesFees,
      cash,
      allowNegative: body.allowNegative ?? !cash,
    });
  }

  private async change(tx: Tx, ledger: GlAccount, { takesFees }: Partial<UpdateLedgerBody>): Promise<void> {
    const { institutionId, id, category } = ledger;
    const account = (await this.accounts.lockAll(tx, institutionId, [id])).get(id)!;
    if (takesFees === undefined) return;
    if (takesFees) assertTakesFees(category, account.isControl);
    await this.accounts.change(tx, account, { takesFees });
  }

  /** @throws LEDGER_NOT_FOUND (404) */
  private async require(tx: Tx, institutionId: number, code: string): Promise<GlAccount> {
    const ledger = await tx.findOneBy(GlAccount, { institutionId, code });
    if (!ledger) throw ledgerErrors.LEDGER_NOT_FOUND(`There is no ledger ${code}.`);
    return ledger;
  }
}

/** @throws VALIDATION_FAILED (400) */
function assertTakesFees(category: GlAccount['category'], isControl: boolean): void {
  if (category === 'Income' && !isControl) return;
  throw validationFailed([{ field: 'takesFees', message: 'needs a ledger of the category Income, no control ledger' }]);
}
