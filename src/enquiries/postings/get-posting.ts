import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AmlHold } from '../../aml/aml-hold.entity';
import { RELEASE_OPERATION } from '../../aml/hold-rows';
import { Approval } from '../../approvals/approval.entity';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import type { LedgerAccountKind, Side } from '../../ledger/engine/ledger-account.entity';
import { Posting, postingIdFrom, postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { LegRole } from '../../ledger/engine/posting-entry.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { PostingDetailView, PostingEntryView } from './postings-enquiry.dto';

/** One posting with its entries, its reversal, its approval and its hold. */
export class GetPosting extends Query<PostingDetailView> {
  constructor(
    readonly institutionId: number,
    readonly postingReferenceNumber: string,
  ) {
    super();
  }
}

interface EntryRow {
  number: string;
  name: string;
  kind: LedgerAccountKind;
  side: Side;
  role: LegRole;
  amount: string;
  balance: string;
  narration: string;
  branch: string | null;
  virtual: string | null;
}

/** The largest number of legs of a posting is 500, so the entries are read whole. */
const ENTRIES = `SELECT a.number, a.name, a.kind, e.side, e.role,
    e.amount_kobo AS amount, e.balance_after_kobo AS balance, coalesce(e.narration, p.narration) AS narration,
    b.branch_code AS branch, v.account_number AS virtual
  FROM posting_entry e
  JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
  JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
  LEFT JOIN branch b ON b.institution_id = e.institution_id AND b.id = e.branch_id
  LEFT JOIN virtual_account v ON v.institution_id = e.institution_id AND v.id = e.virtual_account_id
 WHERE e.institution_id = $1 AND e.posting_id = $2 ORDER BY e.leg`;

@QueryHandler(GetPosting)
export class GetPostingHandler implements IQueryHandler<GetPosting> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws POSTING_NOT_FOUND (404) */
  async execute({ institutionId, postingReferenceNumber: reference }: GetPosting): Promise<PostingDetailView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const id = postingIdFrom(reference);
      const posting = id === undefined ? null : await tx.findOneBy(Posting, { institutionId, id });
      if (!posting) throw ledgerErrors.POSTING_NOT_FOUND();
      const rows = await tx.query<EntryRow[]>(ENTRIES, [institutionId, posting.id]);
      return viewOf(posting, rows.map(entryView), await decisionsOf(tx, posting));
    });
  }
}

type Decisions = Pick<PostingDetailView, 'approvalId' | 'holdApprovalId'>;

async function decisionsOf(tx: Tx, { institutionId, id }: Posting): Promise<Decisions> {
  const approvals = await tx.find(Approval, { where: { institutionId, postingId: id }, order: { id: 'DESC' } });
  const hold = await tx.findOneBy(AmlHold, { institutionId, postingId: id });
  return {
    approvalId: approvals.find(({ operation }) => operation !== RELEASE_OPERATION)?.id ?? null,
    holdApprovalId: hold?.approvalId ?? null,
  };
}

function viewOf(posting: Posting, entries: PostingEntryView[], decisions: Decisions): PostingDetailView {
  const { kind, reference, status, origin, narration, businessDate, valueDate, forced } = posting;
  const numberOf = (id: number | null): string | null => (id === null ? null : postingReferenceNumber(id));
  return {
    postingReferenceNumber: postingReferenceNumber(posting.id),
    kind,
    reference,
    status,
    origin,
    narration,
    amount: koboToNaira(posting.amountKobo),
    fee: koboToNaira(posting.feeKobo),
    businessDate,
    valueDate,
    createdAt: posting.createdAt.toISOString(),
    postedAt: posting.postedAt?.toISOString() ?? null,
    initiatedBy: posting.maker,
    approvedBy: posting.checker,
    instrumentNumber: posting.instrumentNumber,
    forced,
    reversalOf: numberOf(posting.reversesId),
    reversedBy: numberOf(posting.reversedById),
    ...decisions,
    failureCode: posting.failureCode,
    failureMessage: posting.failureMessage,
    entries,
  };
}

function entryView(row: EntryRow): PostingEntryView {
  return {
    accountNumber: row.number,
    accountName: row.name,
    accountKind: row.kind,
    side: row.side,
    role: row.role,
    amount: koboToNaira(BigInt(row.amount)),
    balanceAfter: koboToNaira(BigInt(row.balance)),
    narration: row.narration,
    branchCode: row.branch,
    virtualAccountNumber: row.virtual,
  };
}
