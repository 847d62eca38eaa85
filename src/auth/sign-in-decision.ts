import type { Staff } from '../institutions/staff/staff.entity';
import { lockDurationMs, type LockRule } from './lock-duration';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** From a network that is new to the member: 15 minutes at the fifth failure, doubled by each further one. */
const NEW_NETWORK_RULE: LockRule = { allowed: 5, firstMs: 15 * MINUTE_MS, longestMs: DAY_MS };

/**
 * From a network from which the member signs in: only a minute each time, because others in the same office share its
 * address and could otherwise keep the member out.
 */
const KNOWN_NETWORK_RULE: LockRule = { allowed: 5, firstMs: MINUTE_MS, longestMs: MINUTE_MS };

/** Over all new networks together: up to a quarter of an hour from the twentieth failure on. */
const ALL_NEW_NETWORKS_RULE: LockRule = { allowed: 20, firstMs: MINUTE_MS, longestMs: 15 * MINUTE_MS };

/** The count over all new networks begins again after this time without a failure. */
const FORGOTTEN_AFTER_MS = DAY_MS;

/** Failures in a row. */
export interface FailureCount {
  failures: number;
  lastFailedAt: Date | null;
  lockedUntil: Date | null;
}

/** The result of the check of a second factor; `not-checked` while the password is wrong. */
export type CodeCheck = 'not-set-up' | 'not-checked' | 'missing' | 'wrong' | 'right';

/** One attempt to sign in. */
export interface SignInAttempt {
  status: Staff['status'];
  passwordMatches: boolean;
  code: CodeCheck;
  /** True when the member has signed in from this network lately. */
  isKnownNetwork: boolean;
  /** Failures of the member from this network. */
  network: FailureCount;
  /** Failures of the member from all new networks together. */
  newNetworks: FailureCount;
}

/** The outcome of one attempt, and the counts to store. */
export interface SignInDecision {
  outcome: 'accepted' | 'wrong-password' | 'wrong-code' | 'code-missing' | 'locked' | 'not-active';
  network: FailureCount;
  newNetworks: FailureCount;
}

export const NO_FAILURES: FailureCount = { failures: 0, lastFailedAt: null, lockedUntil: null };

function isLocked({ lockedUntil }: FailureCount, now: Date): boolean {
  return lockedUntil !== null && now < lockedUntil;
}

function withOneMore({ failures }: FailureCount, rule: LockRule, now: Date): FailureCount {
  const lockMs = lockDurationMs(failures + 1, rule);
  return {
    failures: failures + 1,
    lastFailedAt: now,
    lockedUntil: lockMs === 0 ? null : new Date(now.getTime() + lockMs),
  };
}

function currentCount(count: FailureCount, now: Date): FailureCount {
  const isOld = count.lastFailedAt !== null && now.getTime() - count.lastFailedAt.getTime() >= FORGOTTEN_AFTER_MS;
  return isOld && !isLocked(count, now) ? NO_FAILURES : count;
}

/**
 * Decides one attempt to sign in (docs/api/authentication.md#slow-down).
 *
 * - During a lock even the right password is refused, and failures are not counted, so that attempts cannot extend a
 *   lock. The right password with the right code of a second factor is accepted during every lock.
 * - Failures from new networks never lock a known one.
 */
export function decideSignIn(attempt: SignInAttempt, now: Date): SignInDecision {
  const { status, passwordMatches, code, isKnownNetwork, network } = attempt;
  const newNetworks = currentCount(attempt.newNetworks, now);
  const unchanged = { network, newNetworks };
  const isProvenTwice = passwordMatches && code === 'right';
  const isRefused = isLocked(network, now) || (!isKnownNetwork && isLocked(newNetworks, now));
  if (isRefused && !isProvenTwice) return { outcome: 'locked', ...unchanged };
  if (passwordMatches && status !== 'Active') return { outcome: 'not-active', ...unchanged };
  if (passwordMatches && code === 'missing') return { outcome: 'code-missing', ...unchanged };
  if (!passwordMatches || code === 'wrong') {
    return {
      outcome: passwordMatches ? 'wrong-code' : 'wrong-password',
      network: withOneMore(network, isKnownNetwork ? KNOWN_NETWORK_RULE : NEW_NETWORK_RULE, now),
      newNetworks: isKnownNetwork ? newNetworks : withOneMore(newNetworks, ALL_NEW_NETWORKS_RULE, now),
    };
  }
  // A sign-in from a known network leaves the count of the others, or it would give guesses back to whoever guesses.
  return { outcome: 'accepted', network: NO_FAILURES, newNetworks: isKnownNetwork ? newNetworks : NO_FAILURES };
}
