import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { INDEXED_KINDS, type IndexedKind } from '../../common/identity/identity-kind';
import { IdentityNumbers, type NumberMatch } from '../../common/identity/identity-numbers';
import { accountsErrors } from '../accounts.errors';
import type { SentNumbers } from './person-numbers';

const REFUSAL = { bvn: accountsErrors.DUPLICATE_BVN, nin: accountsErrors.DUPLICATE_NIN } as const;

/**
 * Keeps BVN and NIN unique among an institution's customers while rows have indexes of several keys, or none yet. The
 * unique indexes alone compare only indexes under the same key.
 */
@Injectable()
export class UniqueNumbers {
  constructor(private readonly identity: IdentityNumbers) {}

  /**
   * Until the transaction ends, no other customer can take the numbers that the request sends.
   * @param customerId the row that may have them; undefined for a new customer.
   * @throws DUPLICATE_BVN, DUPLICATE_NIN (409)
   */
  async take(tx: Tx, institutionId: number, sent: SentNumbers, customerId?: number): Promise<void> {
    const wanted = INDEXED_KINDS.flatMap((kind): [IndexedKind, NumberMatch][] => {
      const number = sent[kind];
      return typeof number === 'string' ? [[kind, this.identity.match(institutionId, kind, number)]] : [];
    });
    await lockNumbers(
      tx,
      wanted.flatMap(([, { indexes }]) => indexes),
    );
    for (const [kind, match] of wanted)
      if (await isTaken(tx, institutionId, kind, match, customerId ?? 0)) throw REFUSAL[kind]();
  }
}

/**
 * One lock for each index, in one order, so that requests for several numbers never wait for each other in a circle.
 * Processes whose keyrings differ during a rotation have one key in common, and so one lock.
 */
async function lockNumbers(tx: Tx, indexes: readonly Buffer[]): Promise<void> {
  const keys = indexes.map((index) => index.readBigInt64BE(0)).sort((a, b) => (a < b ? -1 : 1));
  for (const key of keys) await tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [String(key)]);
}

async function isTaken(
  tx: Tx,
  institutionId: number,
  kind: IndexedKind,
  match: NumberMatch,
  exceptId: number,
): Promise<boolean> {
  const values: unknown[] = [institutionId, exceptId];
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM customer c
      WHERE c.institution_id = $1 AND c.id <> $2 AND ${numberCondition(kind, match, values)} LIMIT 1`,
    values,
  );
  return rows.length > 0;
}

/**
 * An SQL condition on customers `c` for the customer with a number; its values are added to `values`. Comparisons with
 * single values use the partial indexes.
 */
export function numberCondition(kind: IndexedKind, { indexes, plain }: NumberMatch, values: unknown[]): string {
  const byIndex = indexes.map((index) => `c.${kind}_index = $${values.push(index)}`);
  return `(${[...byIndex, `c.${kind} = $${values.push(plain)}`].join(' OR ')})`;
}
