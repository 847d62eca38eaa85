import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../../../common/database/unit-of-work';
import { type ProofCheck, ProofChecks, type ProofResult, runProofCheck } from '../proof-checks';

export interface LedgerProof {
  balanced: boolean;
  checks: ProofResult[];
}

/**
 * Proves the institution's ledger from its rows alone (`docs/api/postings.md#ledger-proof`). Reads every entry: for
 * staff and tests, not for requests.
 */
export class ProveLedger extends Query<LedgerProof> {
  constructor(readonly institutionId: number) {
    super();
  }
}

const SIGNED = `CASE side WHEN 'debit' THEN amount_kobo ELSE -amount_kobo END`;

const CHECKS: ProofCheck[] = [
  {
    name: 'entries-balance',
    description: 'The entries of every posting sum to zero and to its totals.',
    violations: `SELECT p.id::text AS example FROM posting p
      LEFT JOIN (
        SELECT posting_id, sum(${SIGNED}) AS net, sum(amount_kobo) FILTER (WHERE side = 'debit') AS debits
          FROM posting_entry WHERE institution_id = $1 GROUP BY posting_id) e
        ON e.posting_id = p.id
      WHERE p.institution_id = $1 AND p.status = 'Posted'
        AND (e.net IS DISTINCT FROM 0 OR e.debits IS DISTINCT FROM p.debit_total_kobo)`,
  },
  {
    name: 'no-orphans',
    description: 'Every entry belongs to a posting that is posted.',
    violations: `SELECT e.posting_id::text AS example FROM posting_entry e
      LEFT JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
      WHERE e.institution_id = $1 AND p.status IS DISTINCT FROM 'Posted'`,
  },
  {
    name: 'account-totals',
    description: 'The totals and the entry count of every account are those of its entries.',
    violations: `SELECT a.number AS example FROM ledger_account a
      LEFT JOIN (
        SELECT account_id, coalesce(sum(amount_kobo) FILTER (WHERE side = 'debit'), 0) AS debits,
               coalesce(sum(amount_kobo) FILTER (WHERE side = 'credit'), 0) AS credits,
               count(*) AS entries, max(seq) AS last_seq
          FROM posting_entry WHERE institution_id = $1 GROUP BY account_id) e ON e.account_id = a.id
      WHERE a.institution_id = $1 AND (a.debits_posted_kobo, a.credits_posted_kobo, a.entry_seq, a.entry_seq)
        IS DISTINCT FROM (
          coalesce(e.debits, 0), coalesce(e.credits, 0), coalesce(e.entries, 0), coalesce(e.last_seq, 0))`,
  },
  {
    name: 'running-totals',
    description: 'The running totals of every entry follow from the entry before.',
    violations: `SELECT account_id || '/' || seq AS example FROM (
        SELECT account_id, seq, debits_after_kobo, credits_after_kobo, posted_at,
               sum(amount_kobo) FILTER (WHERE side = 'debit') OVER w AS debits,
               sum(amount_kobo) FILTER (WHERE side = 'credit') OVER w AS credits,
               lag(posted_at) OVER (PARTITION BY account_id ORDER BY seq) AS previous_at
          FROM posting_entry WHERE institution_id = $1 WINDOW w AS (PARTITION BY account_id ORDER BY seq)) e
      WHERE debits_after_kobo <> coalesce(debits, 0) OR credits_after_kobo <> coalesce(credits, 0)
        OR posted_at < previous_at`,
  },
  {
    name: 'trial-balance',
    description: 'Over all accounts of record, debits equal credits.',
    violations: `SELECT 'debits ' || sum(debits_posted_kobo) || ', credits ' || sum(credits_posted_kobo) AS example
      FROM ledger_account
      WHERE institution_id = $1 HAVING sum(debits_posted_kobo) <> sum(credits_posted_kobo)`,
  },
  {
    name: 'control-ledgers',
    description:
      'Control ledgers have no entries of their own, and every account of a customer or a contract belongs to one.',
    violations: `SELECT a.number AS example FROM ledger_account a
      LEFT JOIN ledger_account c ON c.institution_id = a.institution_id AND c.id = a.control_account_id
      WHERE a.institution_id = $1 AND ((a.is_control AND a.entry_seq > 0) OR (a.kind IN ('customer', 'contract') AND c.is_control IS DISTINCT FROM true))`,
  },
];

@QueryHandler(ProveLedger)
export class ProveLedgerHandler implements IQueryHandler<ProveLedger> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly registered: ProofChecks,
  ) {}

  async execute({ institutionId }: ProveLedger): Promise<LedgerProof> {
    const checks: ProofResult[] = [];
    // One snapshot a check keeps each short; each check is about rows that one transaction writes together.
    for (const definition of [...CHECKS, ...this.registered.all()])
      checks.push(await this.unitOfWork.read(institutionId, (tx) => runUnlimited(tx, institutionId, definition)));
    return { balanced: checks.every(({ passed }) => passed), checks };
  }
}

/** Runs a check without the time limit of a request: it reads every row of the ledger. */
async function runUnlimited(tx: Tx, institutionId: number, check: ProofCheck): Promise<ProofResult> {
  await withoutTimeLimit(tx);
  return runProofCheck(tx, institutionId, check);
}
