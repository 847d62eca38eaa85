import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, InstantColumn, TextColumn } from '../../common/database/columns';

/** The purposes for which a device signs; `oidc` is the state of a sign-in through the provider, taken once. */
export const CHALLENGE_PURPOSES = ['register', 'sign-in', 'step-up', 'oidc'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/**
 * Routing table: a random text that a device is asked to sign, once and within five minutes. At a sign-in the
 * institution is known only where the member has named an address.
 */
@Entity()
@Index('ix_passkey_challenge_expires_at', ['expiresAt'])
export class PasskeyChallenge {
  @PrimaryColumn({ type: 'character varying', length: '60' })
  challenge!: string;

  @TextColumn(10)
  purpose!: ChallengePurpose;

  @IdColumn({ nullable: true })
  institutionId!: number | null;

  /** The row of the member who is meant; null where that is not known yet. */
  @IdColumn({ nullable: true })
  staffId!: number | null;

  /** The session in which the device is asked; null at a sign-in. */
  @IdColumn({ nullable: true })
  sessionId!: number | null;

  @InstantColumn()
  expiresAt!: Date;
}
