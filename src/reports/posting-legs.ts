import type { Tx } from '../common/database/unit-of-work';
import type { Side } from '../ledger/engine/ledger-account.entity';
import type { LegRole } from '../ledger/engine/posting-entry.entity';

/** A leg of a posting with the customer's account number: a virtual number in place of its settlement account. */
export interface ReportedLeg {
  side: Side;
  role: LegRole;
  amountKobo: bigint;
  narration: string | null;
  accountNumber: string;
  accountName: string;
  /** Number of the loan or deposit to which a contract account belongs; null for other accounts. */
  contractNumber: string | null;
  /** True when the account is a GL account, and not an account of a customer, loan or deposit. */
  isLedger: boolean;
}

const LEGS = `
    SELECT e.side, e.role, e.amount_kobo, e.narration,
         coalesce(v.account_number, l.number) AS number, coalesce(n.virtual_name, l.name) AS name,
         CASE WHEN l.kind = 'contract' THEN split_part(l.number, '-', 1) END AS contract_number,
         l.kind = 'gl' AS is_ledger
    FROM posting_entry e
    JOIN ledger_account l ON l.institution_id = e.institution_id AND l.id = e.account_id
    LEFT JOIN virtual_account v ON v.institution_id = e.institution_id AND v.id = e.virtual_account_id
    LEFT JOIN account_number n ON n.institution_id = v.institution_id AND n.number = v.account_number
   WHERE e.institution_id = $1 AND e.posting_id = $2 ORDER BY e.leg`;

interface Row {
  side: Side;
  role: LegRole;
  amount_kobo: string;
  narration: string | null;
  number: string;
  name: string;
  contract_number: string | null;
  is_ledger: boolean;
}

/** The legs of a posting, in its order. */
export async function postingLegs(tx: Tx, institutionId: number, postingId: number): Promise<ReportedLeg[]> {
  const rows = await tx.query<Row[]>(LEGS, [institutionId, postingId]);
  return rows.map(({ side, role, amount_kobo, narration, number, name, contract_number, is_ledger }) => ({
    side,
    role,
    amountKobo: BigInt(amount_kobo),
    narration,
    accountNumber: number,
    accountName: name,
    contractNumber: contract_number,
    isLedger: is_ledger,
  }));
}
