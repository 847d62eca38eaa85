import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import { HAS_MANDATE } from '../personal-data/signatories';

/** Names of one account; more than any instruction to sign needs. */
const SIGNATORIES_MAX = 100;

/** Additional metadata with signatories of accounts in use; with identity numbers in it, it is sealed as a text. */
const MANDATES = `SELECT d.customer_id, m.content FROM deposit_account d
    JOIN entity_metadata m ON m.institution_id = $1 AND m.id = d.id
     AND (${HAS_MANDATE} OR json_typeof(m.content) = 'string')
   WHERE d.institution_id = $1 AND d.customer_id = ANY($2::bigint[]) AND d.date_closed IS NULL
   ORDER BY d.id`;

interface MandateRow {
  customer_id: string;
  content: object | string;
}

/** The names of who may sign for accounts, as they stand in additional metadata (docs/import.md#mandates). */
@Injectable()
export class AccountSignatories {
  constructor(private readonly identity: IdentityNumbers) {}

  /** The names by the customer who owns the accounts, each once. */
  async of(tx: Tx, institutionId: number, customerIds: readonly number[]): Promise<Map<number, Set<string>>> {
    const names = new Map<number, Set<string>>();
    if (customerIds.length === 0) return names;
    const rows = await tx.query<MandateRow[]>(MANDATES, [institutionId, customerIds]);
    for (const { customer_id, content } of rows) {
      const customerId = Number(customer_id);
      const known = names.get(customerId) ?? new Set();
      for (const name of signatoryNames(this.identity.openDocument(institutionId, content, true))) known.add(name);
      names.set(customerId, known);
    }
    return names;
  }
}

/** The names in a list of signatories. Callers write it as they like, so what is no name is left out. */
export function signatoryNames(content: unknown): string[] {
  const { mandate } = (content ?? {}) as { mandate?: unknown };
  if (!Array.isArray(mandate)) return [];
  const names = mandate.map((item: unknown) => (item as { name?: unknown } | null)?.name);
  return names
    .filter((name): name is string => typeof name === 'string' && /\p{L}/u.test(name))
    .slice(0, SIGNATORIES_MAX);
}
