import { BEHIND_CAPS, type BehindAccount, type ChainLabel } from './behind-records';

const HOUR = 3_600_000;
/** Money is followed for three days and over at most four hops. */
export const CHAIN_MS = 72 * HOUR;
export const CHAIN_HOPS = 4;

/** Money that came back to the account from which it had left. */
export interface Cycle {
  hops: number;
  percent: number;
}

/**
 * Follows one transfer inside the institution: the labels of the payer's money go with it, at most as much as was paid,
 * and the payer becomes a source itself. What goes on is taken from the payer's labels, so that money is not followed
 * twice. Work is bounded by the sixteen labels of an account.
 * @returns the longest-lasting cycle that this transfer closed, where there is one
 */
export function followMoney(
  payer: { id: number; record: BehindAccount },
  payee: { id: number; record: BehindAccount },
  kobo: number,
  at: number,
): Cycle | undefined {
  const { record } = payer;
  record.labels = record.labels.filter(({ expiresAt }) => expiresAt > at);
  let left = kobo;
  let cycle: Cycle | undefined;
  const carried: ChainLabel[] = [];
  for (const label of record.labels) {
    if (left === 0 || label.hops >= CHAIN_HOPS) continue;
    const part = Math.min(label.kobo, left);
    left -= part;
    label.kobo -= part;
    if (label.sourceId !== payee.id) {
      carried.push({ ...label, hops: label.hops + 1, kobo: part, viaId: payer.id });
      continue;
    }
    const percent = Math.floor((part / label.originKobo) * 100);
    if (!cycle || percent > cycle.percent) cycle = { hops: label.hops + 1, percent };
  }
  record.labels = record.labels.filter((label) => label.kobo > 0);
  carried.push({ sourceId: payer.id, hops: 1, kobo, originKobo: kobo, viaId: payer.id, expiresAt: at + CHAIN_MS });
  payee.record.labels = payee.record.labels.filter(({ expiresAt }) => expiresAt > at);
  for (const label of carried) addLabel(payee.record.labels, label);
  return cycle;
}

/** Labels of one source over one way add up; of too many, the smallest goes. */
function addLabel(labels: ChainLabel[], label: ChainLabel): void {
  const same = labels.find(
    ({ sourceId, hops, viaId }) => sourceId === label.sourceId && hops === label.hops && viaId === label.viaId,
  );
  if (same) {
    same.kobo += label.kobo;
    same.originKobo += label.originKobo;
    same.expiresAt = Math.max(same.expiresAt, label.expiresAt);
    return;
  }
  labels.push(label);
  if (labels.length <= BEHIND_CAPS.labels) return;
  const smallest = labels.reduce((least, other) => (other.kobo < least.kobo ? other : least));
  labels.splice(labels.indexOf(smallest), 1);
}

/** The most middle accounts through which the money of one source reached this account. */
export function middleAccounts(labels: readonly ChainLabel[], at: number): number {
  const middles = new Map<number, Set<number>>();
  for (const { sourceId, hops, viaId, expiresAt } of labels) {
    if (hops < 2 || expiresAt <= at) continue;
    const found = middles.get(sourceId) ?? new Set<number>();
    middles.set(sourceId, found.add(viaId));
  }
  return Math.max(0, ...[...middles.values()].map(({ size }) => size));
}
