import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import { AmlHold } from './aml-hold.entity';
import { attemptedSides, numbersElsewhere } from './attempted-sides';
import type { HoldContextView, HoldPartyView, OtherHoldView, WindowMovementView } from './hold-context.dto';

const PARTIES_MAX = 10;
const OTHER_HOLDS_MAX = 20;
const WINDOW_MOVEMENTS_MAX = 50;
/** Holds that are searched for the counterparty: the index finds them by time, not by what their JSON holds. */
const HOLDS_SEARCHED_MAX = 1_000;

const naira = (kobo: string | null): number | null => (kobo === null ? null : koboToNaira(BigInt(kobo)));

/**
 * The parties' accounts. What came in and went out is the difference of the running totals now and 30 days ago, so that
 * no entries are added up.
 */
const PARTIES = `SELECT d.account_number, c.customer_number, d.account_name, d.date_opened::text AS opened, d.kyc_tier, a.id,
    a.credits_posted_kobo - a.debits_posted_kobo AS balance_kobo,
    a.credits_posted_kobo - coalesce(e.credits_after_kobo, 0) AS in_kobo,
    a.debits_posted_kobo - coalesce(e.debits_after_kobo, 0) AS out_kobo
  FROM deposit_account d
  JOIN customer c ON c.institution_id = d.institution_id AND c.id = d.customer_id
  JOIN ledger_account a ON a.institution_id = d.institution_id AND a.id = d.id
  LEFT JOIN LATERAL (
    SELECT credits_after_kobo, debits_after_kobo FROM posting_entry
     WHERE institution_id = $1 AND account_id = a.id AND posted_at <= (SELECT institution_now() - interval '30 days')
     ORDER BY posted_at DESC, seq DESC LIMIT 1) e ON true
 WHERE d.institution_id = $1 AND d.account_number = ANY($2)`;

/** The other sides of the account's latest 200 entries; of a posting with many legs at most five. */
const COUNTERPARTIES = `SELECT a.number, a.name, count(*) AS count, max(latest.posted_at) AS last_at
  FROM (SELECT posting_id, side, posted_at FROM posting_entry
         WHERE institution_id = $1 AND account_id = $2 ORDER BY seq DESC LIMIT 200) latest
  CROSS JOIN LATERAL (
    SELECT o.account_id FROM posting_entry o
     WHERE o.institution_id = $1 AND o.posting_id = latest.posting_id AND o.account_id <> $2 AND o.side <> latest.side
     LIMIT 5) other
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = other.account_id
 GROUP BY a.number, a.name ORDER BY count(*) DESC, max(latest.posted_at) DESC LIMIT 5`;

const SAME_COUNTERPARTY = `SELECT id FROM (
    SELECT id, source_accounts, destination_accounts, created_at FROM aml_hold
     WHERE institution_id = $1 AND created_at > (SELECT institution_now() - interval '90 days')
     ORDER BY created_at DESC LIMIT ${HOLDS_SEARCHED_MAX}) recent
  WHERE id <> $2 AND (source_accounts ?| $3 OR destination_accounts ?| $3)
  ORDER BY created_at DESC LIMIT ${OTHER_HOLDS_MAX}`;

const WINDOW_MOVEMENTS = `SELECT e.posted_at, e.posting_id, p.reference, coalesce(e.narration, p.narration) AS narration,
    e.amount_kobo
  FROM ledger_account a
  JOIN posting_entry e ON e.institution_id = a.institution_id AND e.account_id = a.id
  JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
 WHERE a.institution_id = $1 AND a.number = $2 AND e.side = $3
   AND e.posted_at > $4::timestamptz - interval '24 hours' AND e.posted_at <= $4::timestamptz
 ORDER BY e.posted_at DESC, e.seq DESC LIMIT ${WINDOW_MOVEMENTS_MAX}`;

interface PartyRow {
  account_number: string;
  customer_number: string;
  account_name: string;
  opened: string;
  kyc_tier: number;
  id: string;
  balance_kobo: string;
  in_kobo: string;
  out_kobo: string;
}

/** The facts beside a hold, for its officer (docs/api/aml-holds.md#case). Every list has a bound. */
export async function holdContext(tx: Tx, hold: AmlHold): Promise<HoldContextView> {
  const { institutionId, ruleId, ruleName, thresholdKobo, amountKobo, windowKobo } = hold;
  const counterparties = hold.direction === 'outflow' ? hold.destinationAccounts : hold.sourceAccounts;
  const same = await tx.query<{ id: string }[]>(SAME_COUNTERPARTY, [
    institutionId,
    hold.id,
    counterparties.slice(0, PARTIES_MAX),
  ]);
  return {
    parties: await partiesOf(tx, hold),
    relatedHolds: await relatedHolds(tx, hold),
    sameCounterparty: await holdsByIds(
      tx,
      institutionId,
      same.map(({ id }) => Number(id)),
    ),
    rule: {
      ruleID: ruleId,
      name: ruleName,
      threshold: koboToNaira(thresholdKobo),
      amount: koboToNaira(amountKobo),
      windowSum: koboToNaira(windowKobo),
    },
    windowMovements: await windowMovements(tx, hold),
  };
}

/** Numbers of accounts at other institutions, which name no customer here although one may have the same number. */
const elsewhereOf = (hold: AmlHold): Set<string> => numbersElsewhere(attemptedSides(hold.kind, hold, undefined));

/** The numbers on both sides, each once, with its side. */
function numbersOf({ sourceAccounts, destinationAccounts }: AmlHold): Map<string, HoldPartyView['role']> {
  const roles = new Map<string, HoldPartyView['role']>();
  for (const number of sourceAccounts) roles.set(number, 'source');
  for (const number of destinationAccounts) if (!roles.has(number)) roles.set(number, 'destination');
  return new Map([...roles].slice(0, PARTIES_MAX));
}

async function partiesOf(tx: Tx, hold: AmlHold): Promise<HoldPartyView[]> {
  const { institutionId } = hold;
  const roles = numbersOf(hold);
  const elsewhere = elsewhereOf(hold);
  const here = [...roles.keys()].filter((number) => !elsewhere.has(number));
  const rows = await tx.query<PartyRow[]>(PARTIES, [institutionId, here]);
  const byNumber = new Map(rows.map((row) => [row.account_number, row]));
  const parties: HoldPartyView[] = [];
  for (const [accountNumber, role] of roles) {
    const row = byNumber.get(accountNumber);
    parties.push({
      accountNumber,
      role,
      customerID: row?.customer_number ?? null,
      name: row?.account_name ?? null,
      openedAt: row?.opened ?? null,
      kycTier: row?.kyc_tier ?? null,
      balance: naira(row?.balance_kobo ?? null),
      in30d: naira(row?.in_kobo ?? null),
      out30d: naira(row?.out_kobo ?? null),
      usualCounterparties: row ? await counterpartiesOf(tx, institutionId, row.id) : [],
    });
  }
  return parties;
}

async function counterpartiesOf(
  tx: Tx,
  institutionId: number,
  accountId: string,
): Promise<HoldPartyView['usualCounterparties']> {
  const rows = await tx.query<{ number: string; name: string; count: string; last_at: Date }[]>(COUNTERPARTIES, [
    institutionId,
    accountId,
  ]);
  return rows.map(({ number, name, count, last_at }) => ({
    accountNumber: number,
    name,
    count: Number(count),
    lastAt: last_at.toISOString(),
  }));
}

async function relatedHolds(tx: Tx, hold: AmlHold): Promise<OtherHoldView[]> {
  const elsewhere = elsewhereOf(hold);
  const here = [...numbersOf(hold).keys()].filter((number) => !elsewhere.has(number));
  const holds = await tx
    .createQueryBuilder(AmlHold, 'hold')
    .where('hold.institution_id = :institutionId', { institutionId: hold.institutionId })
    .andWhere('hold.account_number IN (:...numbers)', { numbers: [...here, hold.accountNumber] })
    .andWhere('hold.id <> :id', { id: hold.id })
    .orderBy('hold.created_at', 'DESC')
    .addOrderBy('hold.id', 'DESC')
    .limit(OTHER_HOLDS_MAX)
    .getMany();
  return holds.map(otherHold);
}

async function holdsByIds(tx: Tx, institutionId: number, ids: number[]): Promise<OtherHoldView[]> {
  if (ids.length === 0) return [];
  const holds = await tx
    .createQueryBuilder(AmlHold, 'hold')
    .where('hold.institution_id = :institutionId AND hold.id IN (:...ids)', { institutionId, ids })
    .orderBy('hold.created_at', 'DESC')
    .addOrderBy('hold.id', 'DESC')
    .getMany();
  return holds.map(otherHold);
}

function otherHold(hold: AmlHold): OtherHoldView {
  const { approvalId, status, ruleName, direction, accountNumber, amountKobo, createdAt, decidedBy, note } = hold;
  return {
    approvalId,
    status,
    ruleName,
    direction,
    accountNumber,
    amount: koboToNaira(amountKobo),
    heldAt: createdAt.toISOString(),
    decidedBy,
    note,
  };
}

interface MovementRow {
  posted_at: Date;
  posting_id: string;
  reference: string;
  narration: string;
  amount_kobo: string;
}

async function windowMovements(tx: Tx, hold: AmlHold): Promise<WindowMovementView[]> {
  const rows = await tx.query<MovementRow[]>(WINDOW_MOVEMENTS, [
    hold.institutionId,
    hold.accountNumber,
    hold.direction === 'outflow' ? 'debit' : 'credit',
    hold.createdAt,
  ]);
  return rows.map(({ posted_at, posting_id, reference, narration, amount_kobo }) => ({
    postedAt: posted_at.toISOString(),
    postingReferenceNumber: postingReferenceNumber(Number(posting_id)),
    reference,
    narration,
    amount: koboToNaira(BigInt(amount_kobo)),
  }));
}
