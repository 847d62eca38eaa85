import { Injectable } from '@nestjs/common';
import { randomToken } from '../../common/crypto/digest';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { type ChallengePurpose, PasskeyChallenge } from './passkey-challenge.entity';

const VALID_MS = 300_000;
const RANDOM_BYTES = 32;
/** Expired challenges that are deleted with each new one, so that they never pile up. */
const SWEPT = 20;

/** Whom a device is asked for: the member, and the session in which it is asked. */
export interface ChallengeTarget {
  institutionId: number | null;
  /** Of the member's row. */
  staffId: number | null;
  sessionId: number | null;
}

export const ANYBODY: ChallengeTarget = { institutionId: null, staffId: null, sessionId: null };

/** Challenges of passkeys: kept by the server, for five minutes, and taken once. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async issue(purpose: ChallengePurpose, target: ChallengeTarget): Promise<string> {
    const now = this.clock.now();
    const challenge = randomToken(RANDOM_BYTES);
    const expiresAt = new Date(now.getTime() + VALID_MS);
    await this.unitOfWork.routing(async (tx) => {
      await tx.query(
        `DELETE FROM passkey_challenge WHERE challenge IN
           (SELECT challenge FROM passkey_challenge WHERE expires_at < $1 LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
        [now],
      );
      await tx.insert(PasskeyChallenge, { challenge, purpose, ...target, expiresAt });
    });
    return challenge;
  }

  /**
   * Takes a challenge, whatever its answer is worth. Of parallel requests one gets it.
   * @returns undefined for one that is unknown, used, expired, or for something else
   */
  async take(
    challenge: string,
    purpose: ChallengePurpose,
    sessionId: number | null = null,
  ): Promise<ChallengeTarget | undefined> {
    const [rows] = await this.unitOfWork.routing((tx) =>
      tx.query<[{ institution_id: string | null; staff_id: string | null; session_id: string | null }[], number]>(
        `DELETE FROM passkey_challenge WHERE challenge = $1 AND purpose = $2 AND expires_at > $3
            AND session_id IS NOT DISTINCT FROM $4::bigint
         RETURNING institution_id, staff_id, session_id`,
        [challenge, purpose, this.clock.now(), sessionId],
      ),
    );
    const [row] = rows;
    if (!row) return undefined;
    const idOf = (text: string | null): number | null => (text === null ? null : Number(text));
    return { institutionId: idOf(row.institution_id), staffId: idOf(row.staff_id), sessionId: idOf(row.session_id) };
  }
}
