import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Tx } from '../../../common/database/unit-of-work';
import { duplicateReference } from '../../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { IdentityNumbers } from '../../../common/identity/identity-numbers';
import { Clock } from '../../../common/time/clock';
import { Institution } from '../../../institutions/institution.entity';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { AccountOpening, type ReservedAccount } from '../../account-opening';
import { virtualAccountDisplayName } from '../../account-record';
import { accountsErrors } from '../../accounts.errors';
import { assertBirthDateNotInFuture } from '../../customers/birth-date';
import { PersonNumbers } from '../../customers/person-numbers';
import { DepositAccounts } from '../../deposit-accounts';
import { newVirtualAccount, type SealedVirtualAccountColumns } from '../new-virtual-account';
import { VirtualAccount } from '../virtual-account.entity';
import { virtualAccountDetails } from '../virtual-account-view';
import { VirtualAccountWatchers } from '../virtual-account-watchers';
import type { CreateVirtualAccountBody } from '../virtual-accounts.dto';

/** The only supported `accountType` (`docs/api/accounts.md#virtual-accounts`). */
const BASE_COLLECTION_TYPE = 0;

/** Creates a virtual account of a company's account. */
export class CreateVirtualAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateVirtualAccountBody,
    /** The parent account that the API key is bound to; undefined when it is bound to none. */
    readonly boundParentNumber: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(CreateVirtualAccount)
export class CreateVirtualAccountHandler implements ICommandHandler<CreateVirtualAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly opening: AccountOpening,
    private readonly accounts: DepositAccounts,
    private readonly directory: AccountDirectory,
    private readonly persons: PersonNumbers,
    private readonly identity: IdentityNumbers,
    private readonly clock: Clock,
    private readonly watchers: VirtualAccountWatchers,
  ) {}

  async execute({ write, body, boundParentNumber }: CreateVirtualAccount): Promise<Outcome> {
    assertBirthDateNotInFuture(body, this.clock.institutionNow(write.institutionId));
    const reserved = await this.opening.reserve(write.institutionId);
    return this.writes.run(write, body, (tx) => {
      if ((body.accountType ?? BASE_COLLECTION_TYPE) !== BASE_COLLECTION_TYPE)
        throw accountsErrors.ACCOUNT_TYPE_NOT_SUPPORTED();
      return this.create(tx, write, body, resolveParentNumber(body.parentAccountNumber, boundParentNumber), reserved);
    });
  }

  private async create(
    tx: Tx,
    write: WriteRequest,
    body: CreateVirtualAccountBody,
    parentAccountNumber: string,
    reserved: ReservedAccount,
  ): Promise<Outcome> {
    const { institutionId, actor } = write;
    // The shared locks allow other virtual accounts meanwhile, but no closure of the parent and no new company name.
    const parent = await this.accounts.requireCorporate(tx, institutionId, parentAccountNumber, 'share');
    const { status } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: parent.account.id });
    if (status === 'Closed') throw ledgerErrors.ACCOUNT_CLOSED(`The parent account ${parentAccountNumber} is closed.`);
    if (status === 'PendingApproval') {
      throw ledgerErrors.ACCOUNT_PENDING_APPROVAL(
        `The parent account ${parentAccountNumber} waits for approval; have it approved first.`,
      );
    }
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const virtual = newVirtualAccount(
      {
        institutionId,
        ...reserved,
        dateOpened: businessDate,
        createdBy: actor,
        createdAt: this.clock.institutionNow(institutionId),
      },
      body,
      parent.account,
      this.sealedColumns(institutionId, body),
    );
    await refusingDuplicates(tx.insert(VirtualAccount, virtual), {
      uq_virtual_account_reference: duplicateReference('referenceNumber'),
    });
    const virtualName = virtualAccountDisplayName(virtual.accountName, parent.customer.name);
    await this.directory.register(tx, {
      institutionId,
      number: virtual.accountNumber,
      kind: 'virtual',
      accountId: virtual.id,
      ledgerAccountId: parent.account.id,
      virtualName,
    });
    await this.watchers.opened(tx, virtual, parent.account);
    return Outcome.done({
      id: virtual.id,
      accountNumber: virtual.accountNumber,
      accountName: virtualName,
      settlementAccountNumber: parent.account.accountNumber,
      referenceNumber: virtual.referenceNumber,
      accountType: BASE_COLLECTION_TYPE,
      ...virtualAccountDetails(virtual, this.persons.shown(write.seesIdentity === true)),
    });
  }

  private sealedColumns(institutionId: number, body: CreateVirtualAccountBody): SealedVirtualAccountColumns {
    const { enhancedVirutalProxyPaymentDetails: proxy } = body;
    return {
      ...this.persons.newColumns(institutionId, body),
      proxyPaymentDetails: proxy ? this.identity.sealDocument(institutionId, proxy) : null,
    };
  }
}

/** @throws PARENT_ACCOUNT_REQUIRED, PARENT_ACCOUNT_MISMATCH (422) */
function resolveParentNumber(given: string | null | undefined, bound: string | undefined): string {
  const number = given ?? bound;
  if (number === undefined) throw accountsErrors.PARENT_ACCOUNT_REQUIRED();
  // A key that is bound to one company must not open accounts under another.
  if (bound !== undefined && number !== bound) throw accountsErrors.PARENT_ACCOUNT_MISMATCH();
  return number;
}
