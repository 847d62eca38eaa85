import type { Tx } from '../../common/database/unit-of-work';
import type { SearchKind } from './search-kinds';
import type { SearchText } from './search-text';

/** A record that a source has found. */
export interface SearchHit {
  kind: SearchKind;
  /** The identifier that the route of the record takes: a number, a code or a reference. */
  id: string;
  title: string;
  subtitle: string | null;
  status: string | null;
  amountKobo: bigint | null;
  at: Date | null;
  /** True where the query is an identifier of the record. */
  isExact: boolean;
}

/** The values of a statement; `$1` is the institution. */
export class StatementValues {
  readonly list: unknown[];

  constructor(institutionId: number) {
    this.list = [institutionId];
  }

  /** The placeholder of a further value. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** Customers by the query's name, the best first, for the kinds that belong to customers. */
export interface NamedCustomers {
  ids: number[];
  /** False where so many names begin alike that not all of them were compared. */
  isComplete: boolean;
}

/**
 * Where records of one kind are found. Each branch is a `SELECT id FROM …` without LIMIT that reads along one index, so
 * that the work is bounded by the number of results.
 */
export interface SearchSource {
  kind: SearchKind;
  /**
   * Branches of identifiers.
   * @param hidden the operations whose approvals the member of staff does not see
   */
  exact(text: SearchText, values: StatementValues, hidden: readonly string[]): string[];
  /** Branches of names, the best first. */
  named?(text: SearchText, values: StatementValues, customers: NamedCustomers): string[];
  /** The columns `id`, `title`, `subtitle`, `status`, `amount` and `at` of a hit. */
  columns: string;
  /** The tables of the columns, joined to the id `h.id` of the hit. */
  from: string;
}

interface HitRow {
  id: string;
  title: string;
  subtitle: string | null;
  status: string | null;
  amount: string | null;
  at: Date | null;
  exact: boolean;
}

/** Where and for whom a search is made. */
export interface SearchBounds {
  institutionId: number;
  customers: NamedCustomers;
  /** Records of one kind. */
  limit: number;
  /** The operations whose approvals the member of staff does not see. */
  hidden: readonly string[];
}

/** Reads at most `limit` records of a source: those that the query names exactly first. */
export async function readSource(
  tx: Tx,
  source: SearchSource,
  text: SearchText,
  { institutionId, customers, limit, hidden }: SearchBounds,
): Promise<SearchHit[]> {
  const values = new StatementValues(institutionId);
  const exact = source.exact(text, values, hidden);
  const named = text.name === undefined ? [] : (source.named?.(text, values, customers) ?? []);
  const branches = [...exact, ...named];
  if (branches.length === 0) return [];
  const found = branches.map(
    (branch, place) =>
      `SELECT id, ${place < exact.length} AS exact, ${place} AS branch, row_number() OVER () AS place
         FROM (${branch} LIMIT ${limit}) branch_${place}`,
  );
  const rows = await tx.query<HitRow[]>(
    `WITH hits AS MATERIALIZED (
       SELECT id, bool_or(exact) AS exact, min(branch) AS branch, min(place) AS place
         FROM (${found.join(' UNION ALL ')}) found GROUP BY id ORDER BY 3, 4 LIMIT ${limit})
     SELECT ${source.columns}, h.exact FROM hits h ${source.from} ORDER BY h.branch, h.place`,
    values.list,
  );
  return rows.map(({ exact: isExact, amount, ...row }) => ({
    kind: source.kind,
    ...row,
    amountKobo: amount === null ? null : BigInt(amount),
    isExact,
  }));
}
