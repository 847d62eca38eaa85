import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AppConfig } from '../../common/config/app-config';
import { Keyring } from '../../common/crypto/keyring';
import { SealedPlaces } from '../../common/crypto/sealed-places';
import { InstitutionDirectory } from '../../common/database/institution-directory.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';

const EVERY_MS = 3_600_000;

/** The number of secrets that were sealed again, and of institutions where that failed. */
interface RotationTotals {
  resealed: number;
  failedInstitutions: number;
}

/**
 * Re-encrypts stored secrets with the current master key while previous keys are configured: at the start of a process
 * and every hour. Several processes may do it at the same time (docs/security.md#keeping-the-keys).
 */
@Injectable()
export class SecretRotation implements OnApplicationBootstrap {
  private readonly logger = new Logger(SecretRotation.name);

  constructor(
    private readonly keyring: Keyring,
    private readonly unitOfWork: UnitOfWork,
    private readonly places: SealedPlaces,
    private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    // Not awaited, because secrets of previous keys can still be read.
    if (this.config.backgroundWork) void this.rotate();
  }

  /**
   * Re-encrypts secrets of previous keys, and logs the totals and the failures.
   * @returns the totals; undefined when the database failed.
   */
  @Interval(EVERY_MS)
  async rotate(): Promise<RotationTotals | undefined> {
    const totals: RotationTotals = { resealed: 0, failedInstitutions: 0 };
    if (!this.keyring.isRotating) return totals;
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
        'Stored secrets were re-encrypted with the current master key, except those of failed institutions.',
      );
      return totals;
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Stored secrets could not be re-encrypted; the next run retries.');
      return undefined;
    }
  }

  private async rotateInstitution(institutionId: number): Promise<number | undefined> {
    try {
      let total = 0;
      for (const place of this.places.list()) {
        const resealed = await this.unitOfWork.run(institutionId, (tx) => place.reseal(tx, institutionId));
        if (resealed > 0) place.forget(institutionId);
        total += resealed;
      }
      return total;
    } catch (error) {
      this.logger.error({ err: error as Error, institutionId }, 'Secrets of an institution could not be re-encrypted.');
      return undefined;
    }
  }
}
