import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Metrics } from '../common/metrics/metrics';
import { SignInFailure } from '../institutions/staff/sessions/sign-in-failure.entity';
import { Staff } from '../institutions/staff/staff.entity';
import { type FailureCount, NO_FAILURES, type SignInDecision } from './sign-in-decision';

type Counts = Pick<SignInDecision, 'network' | 'newNetworks'>;

/** The counts of failed sign-ins of a member, whose row the caller has locked. */
@Injectable()
export class SignInFailures {
  constructor(private readonly metrics: Metrics) {}

  async read(tx: Tx, member: Staff, network: string): Promise<Counts> {
    const { institutionId, id: staffId } = member;
    const fromNetwork: FailureCount =
      (await tx.findOneBy(SignInFailure, { institutionId, staffId, network })) ?? NO_FAILURES;
    const { failedSignIns: failures, lastFailedSignInAt: lastFailedAt, lockedUntil } = member;
    return { network: fromNetwork, newNetworks: { failures, lastFailedAt, lockedUntil } };
  }

  async store(tx: Tx, { institutionId, id: staffId }: Staff, network: string, counts: SignInDecision): Promise<void> {
    // Failures during a lock are not counted, so a wrong secret that leaves one behind has caused it.
    const isWrong = counts.outcome === 'wrong-password' || counts.outcome === 'wrong-code';
    if (isWrong && (counts.network.lockedUntil ?? counts.newNetworks.lockedUntil))
      this.metrics.lockouts.inc({ who: 'staff' });
    const { failures, lastFailedAt, lockedUntil } = counts.newNetworks;
    await tx.update(
      Staff,
      { institutionId, id: staffId },
      { failedSignIns: failures, lastFailedSignInAt: lastFailedAt, lockedUntil },
    );
    const key = { institutionId, staffId, network };
    if (counts.network.lastFailedAt === null) {
      await tx.delete(SignInFailure, key);
      return;
    }
    const row = {
      ...key,
      failures: counts.network.failures,
      lastFailedAt: counts.network.lastFailedAt,
      lockedUntil: counts.network.lockedUntil,
    };
    await tx.upsert(SignInFailure, row, ['institutionId', 'staffId', 'network']);
  }
}
