import { CHAIN_MS, type Cycle, followMoney } from './behind-chains';
import type { BehindFacts } from './behind-figures';
import {
  BEHIND_CAPS,
  BEHIND_VERSION,
  type BehindAccount,
  type BehindStore,
  type DayTotals,
  emptyBehindAccount,
  keepLatest,
  type RecentMovement,
} from './behind-records';
import { BehindView, type ViewedMovement } from './behind-view';
import { isNight, localTimeOf, type ScenarioMovement } from './scenario-movement';
import { partyHash } from './window-parties';
import { saturated } from './window-rings';
import { isNearThreshold, type WindowSettings } from './window-state';

const DAY = 86_400_000;
const MOST_DEVICE_CUSTOMERS = 16;
const DEPOSITOR_CASH_INS = 32;

const hashOf = (text: string | undefined): number => (text === undefined ? 0 : partyHash(text));

/** Words of a narration without case, digits and signs, so that a counter in it does not make it another one. */
export function narrationHash(narration: string | undefined): number {
  const words = narration
    ?.toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  return words ? partyHash(words) : 0;
}

/**
 * Folds one movement into the state behind and gives its facts. A held movement changes nothing and is judged by the
 * state of before; a declined one counts as a failed attempt only. The facts are read from the records when they are
 * asked for, so they are to be used before the next movement is folded. Memory of a record is bounded (`BEHIND_CAPS`);
 * the same movements in the same order give equal records (docs/domain/scenarios.md#behind).
 */
export function advanceBehind(store: BehindStore, movement: ScenarioMovement, settings: WindowSettings): BehindFacts {
  const record = accountOf(store, movement.account.id);
  const at = Math.max(localTimeOf(movement), record.at);
  const viewed: ViewedMovement = { movement, at, kobo: saturated(movement.amountKobo), narration: 0 };
  viewed.narration = narrationHash(movement.narration);
  if (movement.outcome === 'declined') keepLatest(record.failures, at, BEHIND_CAPS.failures);
  if (movement.outcome !== 'posted') return new BehindView(store, record, viewed);
  record.at = at;
  countDay(record, viewed, settings);
  keepLatest(record.recents, recentOf(viewed), BEHIND_CAPS.recents);
  countParty(record, movement, at);
  countCash(store, record, viewed);
  countDevice(store, movement);
  countRepayment(store, record, viewed);
  return new BehindView(store, record, viewed, follow(store, record, viewed));
}

function recentOf({ movement: { direction, counterparty }, at, kobo, narration }: ViewedMovement): RecentMovement {
  const isInflow = direction === 'inflow';
  const isOfOthers = isInflow && counterparty?.key !== undefined && counterparty.isSameOwner !== true;
  return { at, kobo, isInflow, narration, ...(isOfOthers ? { othersKobo: kobo } : {}) };
}

function accountOf(store: BehindStore, id: number): BehindAccount {
  const known = store.get('account', String(id));
  if (known?.version === BEHIND_VERSION) return known;
  const record = emptyBehindAccount();
  store.set('account', String(id), record);
  return record;
}

function follow(store: BehindStore, record: BehindAccount, { movement, kobo, at }: ViewedMovement): Cycle | undefined {
  const payerId = movement.direction === 'inflow' ? movement.counterparty?.accountId : undefined;
  if (payerId === undefined || payerId === movement.account.id) return undefined;
  const payer = { id: payerId, record: accountOf(store, payerId) };
  return followMoney(payer, { id: movement.account.id, record }, kobo, at);
}

function countDay(record: BehindAccount, viewed: ViewedMovement, settings: WindowSettings): void {
  const { movement, kobo, at } = viewed;
  const day = Math.floor(at / DAY);
  let today = record.days.at(-1);
  if (today?.day !== day) {
    if (today) closeDay(record, today);
    today = emptyDay(day);
    record.days.push(today);
    while (record.days.length > BEHIND_CAPS.days || record.days[0]!.day <= day - BEHIND_CAPS.days) record.days.shift();
  }
  if (movement.direction === 'inflow') today.inflowKobo += kobo;
  else today.outflowKobo += kobo;
  today.movements += 1;
  if (isNearThreshold(movement, settings)) today.nearThreshold += 1;
  if (isNight(movement)) today.nights += 1;
  if (movement.purpose === 'sale') today.saleKobo += kobo;
  if (movement.purpose === 'refund') today.refundKobo += kobo;
  const before = movement.account.balanceBeforeKobo;
  if (before === undefined) return;
  today.closeKobo = Number(
    movement.direction === 'inflow' ? before + movement.amountKobo : before - movement.amountKobo,
  );
}

const emptyDay = (day: number): DayTotals => ({
  day,
  inflowKobo: 0,
  outflowKobo: 0,
  movements: 0,
  nearThreshold: 0,
  nights: 0,
  saleKobo: 0,
  refundKobo: 0,
  closeKobo: null,
});

/** Takes a day that is over into mean and deviation. */
function closeDay({ statistics }: BehindAccount, { movements, inflowKobo, outflowKobo }: DayTotals): void {
  const kobo = inflowKobo + outflowKobo;
  statistics.days += 1;
  const fromCount = movements - statistics.meanCount;
  statistics.meanCount += fromCount / statistics.days;
  statistics.squaresCount += fromCount * (movements - statistics.meanCount);
  const fromKobo = kobo - statistics.meanKobo;
  statistics.meanKobo += fromKobo / statistics.days;
  statistics.squaresKobo += fromKobo * (kobo - statistics.meanKobo);
  statistics.maximumKobo = Math.max(statistics.maximumKobo, kobo);
}

function countParty(record: BehindAccount, { direction, counterparty }: ScenarioMovement, at: number): void {
  if (counterparty?.key === undefined) return;
  const list = direction === 'inflow' ? record.senders : record.payees;
  const hash = partyHash(counterparty.key);
  const known = list.findIndex(([party]) => party === hash);
  if (known >= 0) list.splice(known, 1);
  keepLatest(list, [hash, at], BEHIND_CAPS.parties);
}

function countCash(store: BehindStore, record: BehindAccount, { movement, kobo, at }: ViewedMovement): void {
  const { purpose, agent, agentState, depositor, terminal } = movement;
  if (purpose === 'cash-out') keepLatest(record.cashOuts, { at, terminal: hashOf(terminal) }, BEHIND_CAPS.cashOuts);
  if (purpose !== 'cash-in') return;
  keepLatest(record.cashIns, { at, kobo, agent: hashOf(agent), state: hashOf(agentState) }, BEHIND_CAPS.cashIns);
  if (depositor === undefined) return;
  const found = store.get('depositor', depositor) ?? { cashIns: [] };
  keepLatest(found.cashIns, { at, kobo }, DEPOSITOR_CASH_INS);
  store.set('depositor', depositor, found);
}

function countDevice(store: BehindStore, { device, customer }: ScenarioMovement): void {
  if (device === undefined || !customer) return;
  const found = store.get('device', device) ?? { customers: [] };
  if (!found.customers.includes(customer.id) && found.customers.length < MOST_DEVICE_CUSTOMERS)
    found.customers.push(customer.id);
  store.set('device', device, found);
}

function countRepayment(
  store: BehindStore,
  record: BehindAccount,
  { movement: { loan }, kobo, at }: ViewedMovement,
): void {
  if (!loan) return;
  const repaid = store.get('loan', String(loan.id)) ?? { paidKobo: 0, paidByOthersKobo: 0 };
  repaid.paidKobo += kobo;
  repaid.paidByOthersKobo += loan.paidByOther ? kobo : takeOthersMoney(record, kobo, at);
  store.set('loan', String(loan.id), repaid);
}

/**
 * Takes a repayment out of what others sent to the account while money is followed, the oldest first, so that no
 * money of theirs repays twice. @returns what they paid of it
 */
function takeOthersMoney({ recents }: BehindAccount, kobo: number, at: number): number {
  let left = kobo;
  for (const recent of recents) {
    if (recent.othersKobo === undefined || recent.at <= at - CHAIN_MS) continue;
    const part = Math.min(recent.othersKobo, left);
    left -= part;
    recent.othersKobo -= part;
    if (left === 0) break;
  }
  return kobo - left;
}
