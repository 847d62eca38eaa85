import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import type { CaseGraphView, GraphEdgeView, GraphNodeView } from './case-figures.dto';

const NODES_MAX = 100;
const FAN_OUT_MAX = 10;
const ENTRIES_MAX = 200;

const OWN_ACCOUNTS = `SELECT a.id, a.number, a.name, a.kind FROM deposit_account d
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = d.id
 WHERE d.institution_id = $1 AND d.customer_id = $2 ORDER BY a.id LIMIT 20`;

/**
 * The strongest counterparties of each account among its latest entries; of a posting with many legs the five largest
 * count. An entry is shared among the legs of the other side by their amounts. What was reversed is left out.
 */
const NEIGHBOURS = `SELECT from_id, a.id, a.number, a.name, a.kind, near.side, near.count, near.amount_kobo
  FROM unnest($2::bigint[]) AS from_id
 CROSS JOIN LATERAL (
   SELECT other.account_id, latest.side, count(DISTINCT latest.posting_id)::int AS count,
          sum(round(latest.amount_kobo * other.share)) AS amount_kobo
     FROM (SELECT posting_id, side, amount_kobo FROM posting_entry
            WHERE institution_id = $1 AND account_id = from_id AND role = 'principal'
            ORDER BY seq DESC LIMIT ${ENTRIES_MAX}) latest
     JOIN posting p ON p.institution_id = $1 AND p.id = latest.posting_id AND p.reversed_by_id IS NULL
    CROSS JOIN LATERAL (
      SELECT o.account_id, o.amount_kobo::numeric / sum(o.amount_kobo) OVER () AS share FROM posting_entry o
       WHERE o.institution_id = $1 AND o.posting_id = latest.posting_id AND o.side <> latest.side AND o.role = 'principal'
       ORDER BY o.amount_kobo DESC, o.account_id LIMIT 5) other
    WHERE other.account_id <> from_id
    GROUP BY 1, 2 ORDER BY 4 DESC LIMIT ${FAN_OUT_MAX}) near
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = near.account_id
 ORDER BY from_id, near.amount_kobo DESC`;

interface AccountRow {
  id: string;
  number: string;
  name: string;
  kind: string;
}

interface NeighbourRow extends AccountRow {
  from_id: string;
  side: 'debit' | 'credit';
  count: number;
  amount_kobo: string;
}

/**
 * The accounts of a customer with those that money went to and came from, step by step: at most 100 accounts, the ten
 * strongest counterparties of each, among its latest 200 entries. Ledgers of the institution are shown and not
 * followed.
 *
 * @param depth 1 to 3 steps from the customer
 */
export async function caseGraph(
  tx: Tx,
  { institutionId, customerId }: { institutionId: number; customerId: number },
  depth: number,
): Promise<CaseGraphView> {
  const own = await tx.query<AccountRow[]>(OWN_ACCOUNTS, [institutionId, customerId]);
  const nodes = new Map(own.map((row) => [row.id, nodeOf(row, 0)]));
  const edges = new Map<string, GraphEdgeView>();
  let frontier = own.map(({ id }) => id);
  for (let level = 1; level <= depth && frontier.length > 0; level += 1) {
    const rows = await tx.query<NeighbourRow[]>(NEIGHBOURS, [institutionId, frontier]);
    frontier = [];
    for (const row of rows) {
      if (!nodes.has(row.id)) {
        if (nodes.size >= NODES_MAX) continue;
        nodes.set(row.id, nodeOf(row, level));
        if (row.kind === 'customer') frontier.push(row.id);
      }
      const edge = edgeOf(row);
      // Both ends see the same money; the end that was read first has counted it.
      const key = `${edge.from}>${edge.to}`;
      if (!edges.has(key)) edges.set(key, edge);
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], isCut: nodes.size >= NODES_MAX };
}

function nodeOf({ id, number, name, kind }: AccountRow, distance: number): GraphNodeView {
  return { id: Number(id), accountNumber: number, name, isLedger: kind !== 'customer', distance };
}

function edgeOf({ from_id, id, side, count, amount_kobo }: NeighbourRow): GraphEdgeView {
  const [from, to] = side === 'debit' ? [from_id, id] : [id, from_id];
  return { from: Number(from), to: Number(to), count, total: koboToNaira(BigInt(amount_kobo)) };
}
