import { In, IsNull, Not } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { AmlHold } from '../aml/aml-hold.entity';
import { attemptedSides, type NamedParty } from '../aml/attempted-sides';
import { Approval } from '../approvals/approval.entity';
import type { Tx } from '../common/database/unit-of-work';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { Posting } from '../ledger/engine/posting.entity';
import type { ExternalAccountFacts } from './report-facts';

/** A side of a movement that was stopped: an account of record of the institution, or an account elsewhere. */
export type AttemptedParty = { kind: 'own'; accountId: number } | ExternalAccountFacts;

/** A movement that was stopped. */
export interface Attempt {
  /** Undefined where neither a hold nor an approval says who it was. */
  from: AttemptedParty | undefined;
  to: AttemptedParty | undefined;
  /** The amount that it would have moved for the customer of the report. */
  amountKobo: bigint;
}

/**
 * Movements that were held, declined or refused, by posting, with one party for each side: before others the customer
 * of the report, because a file or a posting of many entries names customers who have no part in the suspicion.
 *
 * @param subjectID the number of the customer of the report; null for none
 */
export async function readAttempts(
  tx: Tx,
  institutionId: number,
  postings: readonly Posting[],
  subjectID: string | null,
): Promise<Map<number, Attempt>> {
  if (postings.length === 0) return new Map();
  const postingId = In(postings.map(({ id }) => id));
  const holds = await tx.findBy(AmlHold, { institutionId, postingId });
  const approvals = await tx.findBy(Approval, { institutionId, postingId, movement: Not(IsNull()) });
  const named = postings.map((posting) => ({
    posting,
    sides: attemptedSides(
      posting.kind,
      holds.find((hold) => hold.postingId === posting.id),
      approvals.find((approval) => approval.postingId === posting.id)?.movement ?? undefined,
    ),
  }));
  const numbers = named.flatMap(({ sides }) => [...sides.from, ...sides.to].map(({ number }) => number));
  const accountIds = await accountsOfRecord(tx, institutionId, numbers);
  const ownIds = await accountIdsOf(tx, institutionId, subjectID);
  const isOfSubject = ({ number, elsewhere }: NamedParty): boolean =>
    elsewhere === undefined && ownIds.has(accountIds.get(number) ?? 0);
  return new Map(
    named.map(({ posting, sides: { from, to } }) => [
      posting.id,
      {
        from: attemptedParty(from.find(isOfSubject) ?? from[0], accountIds),
        to: attemptedParty(to.find(isOfSubject) ?? to[0], accountIds),
        amountKobo: partKobo(from.filter(isOfSubject)) ?? partKobo(to.filter(isOfSubject)) ?? posting.amountKobo,
      },
    ]),
  );
}

/** A number that the institution does not have is an account of which nothing else is known. */
function attemptedParty(
  party: NamedParty | undefined,
  accountIds: ReadonlyMap<string, number>,
): AttemptedParty | undefined {
  if (party === undefined) return undefined;
  const { number, elsewhere } = party;
  if (elsewhere) return { kind: 'external-account', ...elsewhere };
  const accountId = accountIds.get(number);
  if (accountId !== undefined) return { kind: 'own', accountId };
  return {
    kind: 'external-account',
    accountNumber: number,
    accountName: number,
    institutionCode: 'unknown',
    institutionName: 'unknown',
  };
}

/** The sum of the parts; undefined where the request names no parts, or none of these. */
function partKobo(parties: readonly NamedParty[]): bigint | undefined {
  const parts = parties.flatMap(({ amountKobo }) => (amountKobo === undefined ? [] : [amountKobo]));
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0n);
}

/** The accounts of record behind numbers of the institution, those of ledgers and virtual accounts included. */
async function accountsOfRecord(
  tx: Tx,
  institutionId: number,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const entries = await tx
    .createQueryBuilder(AccountDirectoryEntry, 'entry')
    .where('entry.institution_id = :institutionId AND entry.number = ANY(:numbers)', { institutionId, numbers })
    .getMany();
  return new Map(entries.map(({ number, ledgerAccountId }) => [number, ledgerAccountId]));
}

async function accountIdsOf(tx: Tx, institutionId: number, customerID: string | null): Promise<ReadonlySet<number>> {
  const customer = customerID === null ? null : await tx.findOneBy(Customer, { institutionId, customerID });
  if (!customer) return new Set();
  const accounts = await tx.findBy(DepositAccount, { institutionId, customerId: customer.id });
  return new Set(accounts.map(({ id }) => id));
}
