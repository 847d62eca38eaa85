import { Injectable } from '@nestjs/common';
import { sha256 } from '../../common/crypto/digest';
import { IdAllocator } from '../../common/database/id-allocator';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import { Outcome } from '../../common/http/outcome';
import { canonicalJson } from '../../common/idempotency/canonical-json';
import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { nonBlankOr } from '../../common/text/non-blank-or';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { ORDINARY, type Posted } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { principalLeg } from '../../postings/movement-leg';
import { LocalTransferNotices } from '../local/local-transfer-notices';
import { OwnInstitution } from '../own-institution';
import { InwardLedgers } from './inward-ledgers';
import { InwardTransfer } from './inward-transfer.entity';
import { INWARD_TRANSFER, inwardTransfer } from './inward-transfer.operation';
import type { InwardCreditBody, InwardCreditView } from './inward-transfers.dto';

/** The name of the middleware in the audit trail. */
const MAKER = 'gateway:inward-transfer';

/** A notice of the middleware about money that has arrived. */
type InwardCredit = Pick<
  InwardTransfer,
  | 'institutionId'
  | 'sessionId'
  | 'accountNumber'
  | 'amountKobo'
  | 'originatorAccountNumber'
  | 'originatorAccountName'
  | 'originatorInstitutionCode'
  | 'narration'
  | 'paymentReference'
  | 'fingerprint'
>;

/** The account that a credit goes to, and the refusal because of which that is the suspense ledger. */
interface Destination {
  account: AccountDirectoryEntry;
  refusal?: AppError;
}

/**
 * Posts transfers that other institutions sent. The money has arrived, so what the account cannot take goes to the
 * suspense ledger with the reason (docs/api/inward-transfers.md).
 */
@Injectable()
export class InwardTransfers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: LedgerService,
    private readonly ledgers: InwardLedgers,
    private readonly directory: AccountDirectory,
    private readonly institutions: OwnInstitution,
    private readonly notices: LocalTransferNotices,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * Credits the account, or the suspense ledger, once for each session id.
   * @throws DUPLICATE_REFERENCE (409), INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED (503)
   */
  async receive(institutionId: number, body: InwardCreditBody): Promise<Outcome<InwardCreditView>> {
    const credit = readCredit(institutionId, body);
    const known = await this.replay(credit);
    if (known) return known;
    const { settlement, suspense } = await this.ledgers.require(institutionId);
    try {
      const credited = await this.tryCredit(credit, settlement);
      if (!(credited instanceof AppError)) return done(credit, credited);
      return done(credit, await this.post(credit, settlement, { account: suspense, refusal: credited }), credited);
    } catch (error) {
      // Of two equal notices that arrive together, the second gets the result of the first.
      const isTaken = error instanceof AppError && error.code === commonErrors.DUPLICATE_REFERENCE.code;
      const first = isTaken ? await this.replay(credit) : undefined;
      if (first) return first;
      throw error;
    }
  }

  /** The posting, or the refusal of the account as a value. */
  private async tryCredit(credit: InwardCredit, settlement: AccountDirectoryEntry): Promise<Posted | AppError> {
    const { institutionId, accountNumber } = credit;
    const account = await this.directory.find(institutionId, accountNumber);
    if (!account || account.kind === 'gl')
      return ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${accountNumber}.`);
    try {
      return await this.post(credit, settlement, { account });
    } catch (error) {
      if (error instanceof AppError && isOfTheAccount(error)) return error;
      throw error;
    }
  }

  private async post(credit: InwardCredit, settlement: AccountDirectoryEntry, to: Destination): Promise<Posted> {
    const { institutionId, sessionId, amountKobo, narration } = credit;
    const { account, refusal } = to;
    const transfer = {
      ...credit,
      id: await this.ids.next(),
      status: refusal ? ('InSuspense' as const) : ('Credited' as const),
      reason: refusal?.code ?? null,
      reasonMessage: refusal?.message.slice(0, 300) ?? null,
      creditedAccountNumber: refusal ? null : account.number,
      settlementPostingId: null,
      returnReference: null,
      settledAt: null,
    };
    const { code, name } = await this.institutions.find(institutionId);
    const decision = await this.ledger.post({
      institutionId,
      kind: INWARD_TRANSFER,
      reference: sessionId,
      origin: 'system',
      maker: MAKER,
      nature: ORDINARY,
      narration,
      amountKobo,
      feeKobo: 0n,
      legs: [
        { ...principalLeg(settlement, 'debit', amountKobo), namedByCaller: false },
        principalLeg(account, 'credit', amountKobo),
      ],
      operation: inwardTransfer.with({
        institution: { code, name },
        transfer,
        credited: refusal ? null : account,
        notices: refusal ? [] : await this.notices.plan(institutionId, { debit: settlement, credit: account }),
      }),
    });
    if (decision.kind !== 'posted') throw new Error(`An inward transfer was decided as ${decision.kind}.`);
    return decision.posted;
  }

  /** @throws DUPLICATE_REFERENCE (409) when the session id belongs to another transfer */
  private async replay(credit: InwardCredit): Promise<Outcome<InwardCreditView> | undefined> {
    const { institutionId, sessionId } = credit;
    const known = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(InwardTransfer, { institutionId, sessionId }),
    );
    if (!known) return undefined;
    if (!known.fingerprint.equals(credit.fingerprint))
      throw commonErrors.DUPLICATE_REFERENCE(
        `The sessionId ${sessionId} belongs to another transfer; send one of your own.`,
      );
    return Outcome.done(viewOf(known), 'Successful', { replayed: true });
  }
}

/** The account refused, and not the program or the database: the money goes to suspense. */
function isOfTheAccount({ code, httpStatus }: AppError): boolean {
  return httpStatus < 500 && code !== commonErrors.DUPLICATE_REFERENCE.code;
}

function readCredit(institutionId: number, body: InwardCreditBody): InwardCredit {
  const { sessionId, originatorAccountNumber, originatorAccountName, originatorInstitutionCode } = body;
  const credit = {
    institutionId,
    sessionId,
    accountNumber: body.beneficiaryAccountNumber,
    amountKobo: nairaToKobo(body.amount)!,
    originatorAccountNumber,
    originatorAccountName,
    originatorInstitutionCode,
    narration: nonBlankOr(body.narration, `Transfer from ${originatorAccountName}`),
    paymentReference: body.paymentReference ?? null,
  };
  return { ...credit, fingerprint: sha256(canonicalJson({ ...credit, amountKobo: String(credit.amountKobo) })) };
}

function done(credit: InwardCredit, { postingId, postedAt }: Posted, refusal?: AppError): Outcome<InwardCreditView> {
  const status = refusal ? 'InSuspense' : 'Credited';
  return Outcome.done(viewOf({ ...credit, postingId, receivedAt: postedAt, status, reason: refusal?.code ?? null }));
}

function viewOf({
  sessionId,
  postingId,
  status,
  reason,
  amountKobo,
  receivedAt,
}: Pick<
  InwardTransfer,
  'sessionId' | 'postingId' | 'status' | 'reason' | 'amountKobo' | 'receivedAt'
>): InwardCreditView {
  return {
    sessionId,
    postingReferenceNumber: postingReferenceNumber(postingId),
    status,
    reason,
    amount: koboToNaira(amountKobo),
    postedAt: receivedAt.toISOString(),
  };
}
