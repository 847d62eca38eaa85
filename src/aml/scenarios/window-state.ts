import { isNight, localTimeOf, type ScenarioMovement } from './scenario-movement';
import { findParty, PARTY_BYTES, recordParty } from './window-parties';
import { countIn, MOST_KOBO, readSum, saturated, sumIn } from './window-rings';

/**
 * The windows of one account (or of one customer), packed: 512 bytes that a table keeps as they are. The layout is
 * below; its first byte is the version. Two states are equal when their bytes are.
 */
export type WindowState = Uint8Array;

export const WINDOW_STATE_BYTES = 512;
const VERSION = 1;

/** The figures of an institution on which windows depend. When one changes, the states are built anew. */
export interface WindowSettings {
  /** Reporting thresholds of the customer types: items just below count as in band. */
  thresholdIndividualKobo: bigint;
  thresholdCompanyKobo: bigint;
  /** Lower edge of the band, in percent of the threshold; the threshold itself is outside. */
  bandLowerPercent: number;
  /** A movement at night counts as one from this amount on. */
  nightMinimumKobo: bigint;
  /** An outflow counts in `largeOutflowCount1h` from this amount on. */
  largeItemKobo: bigint;
  /** A pause of so many days before a movement counts as a wake. */
  wakeDays: number;
}

export const DEFAULT_WINDOW_SETTINGS: WindowSettings = {
  thresholdIndividualKobo: 5_000_000_00n,
  thresholdCompanyKobo: 10_000_000_00n,
  bandLowerPercent: 80,
  nightMinimumKobo: 200_000_00n,
  largeItemKobo: 100_000_00n,
  wakeDays: 60,
};

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Rings of buckets: the current one and as many before it as the longest window needs. */
export const HOUR_RING = { at: 20, count: 9, bytes: 15, lengthMs: 3 * HOUR } as const;
export const DAY_RING = { at: 155, count: 8, bytes: 14, lengthMs: DAY } as const;
export const MONTH_RING = { at: 267, count: 7, bytes: 8, lengthMs: 5 * DAY } as const;

/** The latest outflows, newest first: seconds (4 bytes) and kobo (6 bytes). */
const RECENT = { at: 323, count: 6, bytes: 10 } as const;
export const SENDERS = { at: 383, count: 10 } as const;
export const PAYEES = { at: SENDERS.at + SENDERS.count * PARTY_BYTES, count: 8 } as const;

/** Offsets of the header: local times in seconds or minutes since 1970. */
const LAST_SECOND = 1;
const WAKE_MINUTE = 5;
const WAKE_QUIET_DAYS = 9;
const OUTFLOW_COUNT = 11;
const OUTFLOW_SUM = 14;
const MOST_OUTFLOWS = 0xffffff;

/** Fields inside a bucket. */
export const IN_HOURS = { inflowKobo: 0, outflowKobo: 6, inflows: 12, outflows: 13, inBand: 14 } as const;
export const IN_DAYS = { inflowKobo: 0, outflowKobo: 6, inBand: 12, nights: 13 } as const;
export const IN_MONTH = { inflowKobo: 0, inflows: 6 } as const;

const buffers = (state: WindowState): Buffer => Buffer.from(state.buffer, state.byteOffset, state.length);

/**
 * The state of an account that no movement was counted on.
 * @param lastActivityAt local milliseconds of the account's last activity, where known from elsewhere: a first movement
 * long after it is then a wake
 */
export function emptyWindowState(lastActivityAt?: number): WindowState {
  const state = Buffer.alloc(WINDOW_STATE_BYTES);
  state.writeUInt8(VERSION, 0);
  if (lastActivityAt !== undefined) state.writeUInt32LE(Math.floor(lastActivityAt / SECOND), LAST_SECOND);
  return state;
}

/** True for bytes that are a state of this version. */
export function isWindowState(state: WindowState): boolean {
  return state.length === WINDOW_STATE_BYTES && state[0] === VERSION;
}

/** @throws when the bytes are not a state of this version; the state must then be built anew from the stored facts */
export function assertWindowState(state: WindowState): void {
  if (!isWindowState(state))
    throw new Error(
      `The window state has ${state.length} bytes and version ${state[0]}, not ${WINDOW_STATE_BYTES} and ${VERSION}; ` +
        'build it anew from the stored movements.',
    );
}

/**
 * The state after one more movement; the given state stays as it was. A movement that was not posted changes nothing.
 *
 * Windows are rings of buckets in institution time. A window of n hours or days is the current bucket and the n before
 * it, so it covers at least its name and less than one bucket more: 24 hours cover 24 to 27, 72 hours and 7 days up to
 * one day more, 30 days up to 35. Nothing inside its name ever leaves a window early. A movement that is older than the
 * last one counts at the time of the last one, so that the order of the fold decides alone. Sums saturate at 2^48 - 1
 * kobo a bucket, counts at 255 (65,535 in 30 days). (docs/domain/scenarios.md#windows)
 */
export function advance(state: WindowState, movement: ScenarioMovement, settings: WindowSettings): WindowState {
  if (movement.outcome !== 'posted') return state;
  const next = Buffer.from(state);
  advanceInPlace(next, movement, settings);
  return next;
}

/**
 * The state by which a movement is judged: with the movement counted, whatever became of it. Live screening judges
 * before it decides, so a held movement was counted when it was held; only `advance` decides what is kept.
 */
export function judgedState(state: WindowState, movement: ScenarioMovement, settings: WindowSettings): WindowState {
  return advance(state, movement.outcome === 'posted' ? movement : { ...movement, outcome: 'posted' }, settings);
}

/** `advance` without the copy, for folds over many movements: the state itself changes. */
export function advanceInPlace(state: WindowState, movement: ScenarioMovement, settings: WindowSettings): void {
  if (movement.outcome !== 'posted') return;
  const bytes = buffers(state);
  const lastSecond = bytes.readUInt32LE(LAST_SECOND);
  const time = Math.max(localTimeOf(movement), lastSecond * SECOND);
  clearPassed(bytes, HOUR_RING, lastSecond * SECOND, time);
  clearPassed(bytes, DAY_RING, lastSecond * SECOND, time);
  clearPassed(bytes, MONTH_RING, lastSecond * SECOND, time);
  wake(bytes, lastSecond, time, settings);
  bytes.writeUInt32LE(Math.floor(time / SECOND), LAST_SECOND);
  count(bytes, movement, time, settings);
  const { counterparty, direction } = movement;
  if (counterparty?.key !== undefined)
    recordParty(bytes, direction === 'inflow' ? SENDERS : PAYEES, counterparty.key, Math.floor(time / 60_000));
}

type Ring = typeof HOUR_RING | typeof DAY_RING | typeof MONTH_RING;

const bucketAt = (ring: Ring, time: number): number =>
  ring.at + (Math.floor(time / ring.lengthMs) % ring.count) * ring.bytes;

/** Empties the buckets between the last movement and this one. */
function clearPassed(bytes: Buffer, ring: Ring, from: number, to: number): void {
  const steps = Math.min(Math.floor(to / ring.lengthMs) - Math.floor(from / ring.lengthMs), ring.count);
  for (let step = 0; step < steps; step += 1) {
    const start = bucketAt(ring, to - step * ring.lengthMs);
    bytes.fill(0, start, start + ring.bytes);
  }
}

function wake(bytes: Buffer, lastSecond: number, time: number, { wakeDays }: WindowSettings): void {
  if (lastSecond === 0) return;
  const quietDays = Math.floor((time - lastSecond * SECOND) / DAY);
  if (quietDays < wakeDays) return;
  bytes.writeUInt32LE(Math.floor(time / 60_000), WAKE_MINUTE);
  bytes.writeUInt16LE(Math.min(quietDays, 65_535), WAKE_QUIET_DAYS);
}

function count(bytes: Buffer, movement: ScenarioMovement, time: number, settings: WindowSettings): void {
  const amountKobo = saturated(movement.amountKobo);
  const isInflow = movement.direction === 'inflow';
  const hours = bucketAt(HOUR_RING, time);
  const days = bucketAt(DAY_RING, time);
  sumIn(bytes, hours + (isInflow ? IN_HOURS.inflowKobo : IN_HOURS.outflowKobo), amountKobo);
  sumIn(bytes, days + (isInflow ? IN_DAYS.inflowKobo : IN_DAYS.outflowKobo), amountKobo);
  countIn(bytes, hours + (isInflow ? IN_HOURS.inflows : IN_HOURS.outflows));
  if (isNight(movement) && movement.amountKobo >= settings.nightMinimumKobo) countIn(bytes, days + IN_DAYS.nights);
  if (!isInflow) return countOutflow(bytes, amountKobo, time);
  const month = bucketAt(MONTH_RING, time);
  sumIn(bytes, month + IN_MONTH.inflowKobo, amountKobo);
  bytes.writeUInt16LE(Math.min(bytes.readUInt16LE(month + IN_MONTH.inflows) + 1, 65_535), month + IN_MONTH.inflows);
  if (!isInBand(movement, settings)) return;
  countIn(bytes, hours + IN_HOURS.inBand);
  countIn(bytes, days + IN_DAYS.inBand);
}

function countOutflow(bytes: Buffer, amountKobo: number, time: number): void {
  let outflows = bytes.readUIntLE(OUTFLOW_COUNT, 3);
  let sumKobo = readSum(bytes, OUTFLOW_SUM);
  // Before either is full, both are halved: the mean stays, and weighs older outflows less.
  if (outflows === MOST_OUTFLOWS || sumKobo + amountKobo > MOST_KOBO) {
    const half = Math.floor(outflows / 2);
    sumKobo = outflows === 0 ? 0 : Number((BigInt(sumKobo) * BigInt(half)) / BigInt(outflows));
    outflows = half;
  }
  bytes.writeUIntLE(outflows + 1, OUTFLOW_COUNT, 3);
  bytes.writeUIntLE(Math.min(sumKobo + amountKobo, MOST_KOBO), OUTFLOW_SUM, 6);
  bytes.copyWithin(RECENT.at + RECENT.bytes, RECENT.at, RECENT.at + (RECENT.count - 1) * RECENT.bytes);
  bytes.writeUInt32LE(Math.floor(time / SECOND), RECENT.at);
  bytes.writeUIntLE(amountKobo, RECENT.at + 4, 6);
}

/** Reporting threshold of the movement's customer; that of a person where the type is not known. */
export function reportingThresholdKobo(movement: ScenarioMovement, settings: WindowSettings): bigint {
  const type = movement.customer?.type;
  return type === undefined || type === 'Individual' ? settings.thresholdIndividualKobo : settings.thresholdCompanyKobo;
}

/** True for an amount just below the reporting threshold of the customer. */
export function isInBand(movement: ScenarioMovement, settings: WindowSettings): boolean {
  const threshold = reportingThresholdKobo(movement, settings);
  const { amountKobo } = movement;
  return amountKobo < threshold && amountKobo * 100n >= threshold * BigInt(settings.bandLowerPercent);
}

/** Total of one field over the current bucket and `before` earlier ones, as of the state's last movement. */
export function windowTotal(state: WindowState, ring: Ring, field: number, width: 1 | 2 | 6, before: number): number {
  const bytes = buffers(state);
  const now = bytes.readUInt32LE(LAST_SECOND) * SECOND;
  if (now === 0) return 0;
  let total = 0;
  for (let step = 0; step <= before; step += 1) {
    const at = bucketAt(ring, now - step * ring.lengthMs) + field;
    total += width === 6 ? readSum(bytes, at) : bytes.readUIntLE(at, width);
  }
  return total;
}

/** How many of the latest outflows (at most six) are at most so old and at least so large. */
export function recentOutflows(state: WindowState, withinMs: number, minimumKobo = 0): number {
  const bytes = buffers(state);
  const from = bytes.readUInt32LE(LAST_SECOND) - withinMs / SECOND;
  let found = 0;
  for (let index = 0; index < RECENT.count; index += 1) {
    const at = RECENT.at + index * RECENT.bytes;
    const second = bytes.readUInt32LE(at);
    if (second !== 0 && second > from && readSum(bytes, at + 4) >= minimumKobo) found += 1;
  }
  return found;
}

/** Different counterparties of the last so many minutes, exact up to the places (ten senders, eight payees). */
export function distinctParties(state: WindowState, places: typeof SENDERS | typeof PAYEES, minutes: number): number {
  const bytes = buffers(state);
  return findParty(bytes, places, Math.floor(bytes.readUInt32LE(LAST_SECOND) / 60) - minutes);
}

/** Whole days without movement before the given time; undefined when no earlier activity is known. */
export function quietDays(state: WindowState, localTime: number): number | undefined {
  const last = buffers(state).readUInt32LE(LAST_SECOND);
  return last === 0 ? undefined : Math.max(0, Math.floor((localTime - last * SECOND) / DAY));
}

/** Quiet days before the latest wake, and whole hours since it; undefined when the account never woke. */
export function lastWake(state: WindowState): { quietDays: number; hoursSince: number } | undefined {
  const bytes = buffers(state);
  const minute = bytes.readUInt32LE(WAKE_MINUTE);
  if (minute === 0) return undefined;
  const hoursSince = Math.floor((Math.floor(bytes.readUInt32LE(LAST_SECOND) / 60) - minute) / 60);
  return { quietDays: bytes.readUInt16LE(WAKE_QUIET_DAYS), hoursSince };
}

/** Number of outflows so far, and their mean in whole kobo, rounded down; the mean of none is 0. */
export function outflowHistory(state: WindowState): { count: number; meanKobo: number } {
  const bytes = buffers(state);
  const outflows = bytes.readUIntLE(OUTFLOW_COUNT, 3);
  return { count: outflows, meanKobo: outflows === 0 ? 0 : Math.floor(readSum(bytes, OUTFLOW_SUM) / outflows) };
}

/** True for an amount at 90 to 100 % of the reporting threshold of the customer. */
export function isNearThreshold(movement: ScenarioMovement, settings: WindowSettings): boolean {
  const threshold = reportingThresholdKobo(movement, settings);
  return movement.amountKobo * 10n >= threshold * 9n && movement.amountKobo <= threshold;
}
