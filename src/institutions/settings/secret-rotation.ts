import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Keyring } from '../../common/crypto/keyring';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InstitutionDirectory } from '../institution-directory.entity';
import { InstitutionSettings } from './institution-settings';

const EVERY_MS = 3_600_000;

/**
 * Moves stored secrets to the current master key, while previous ones are still at hand: when a process starts and every
 * hour. Several processes may do it at once (`docs/security.md`, Rotation).
 */
@Injectable()
export class SecretRotation implements OnApplicationBootstrap {
  private readonly logger = new Logger(SecretRotation.name);

  constructor(
    private readonly keyring: Keyring,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  onApplicationBootstrap(): void {
    // Nobody waits for it: secrets of previous keys can be read all the same.
    void this.rotate();
  }

  /** Seals anew what previous keys have sealed; says in the log how much it was and what could not be. */
  @Interval(EVERY_MS)
  async rotate(): Promise<void> {
    if (!this.keyring.isRotating) return;
    const totals = { resealed: 0, failedInstitutions: 0 };
    try {
      for (const { institutionId } of await this.unitOfWork.routing((tx) =>
        tx.find(InstitutionDirectory, { order: { institutionId: 'ASC' } }),
      )) {
        const resealed = await this.rotateInstitution(institutionId);
        if (resealed === undefined) totals.failedInstitutions += 1;
        else totals.resealed += resealed;
      }
      this.logger.log(
        totals,
        'Stored secrets are sealed with the current master key, but for those of failed institutions.',
      );
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Stored secrets could not be sealed anew; the next round tries again.');
    }
  }

  private async rotateInstitution(institutionId: number): Promise<number | undefined> {
    try {
      const resealed = await this.unitOfWork.run(institutionId, (tx) => this.settings.reseal(tx, institutionId));
      if (resealed > 0) this.settings.forget(institutionId);
      return resealed;
    } catch (error) {
      this.logger.error({ err: error as Error, institutionId }, 'Secrets of an institution could not be sealed anew.');
      return undefined;
    }
  }
}
