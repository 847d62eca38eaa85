import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { commonErrors } from '../../common/errors/common.errors';

/**
 * Limits the uploads in progress in this process, and with them their memory. One institution gets at most three
 * quarters of the slots, so that it cannot block the others.
 */
@Injectable()
export class UploadSlots {
  private readonly takenBy = new Map<number, number>();
  private taken = 0;
  private readonly slots: number;
  private readonly slotsPerInstitution: number;

  constructor({ documentUploadsMax }: AppConfig) {
    this.slots = documentUploadsMax;
    this.slotsPerInstitution = Math.ceil(documentUploadsMax * 0.75);
  }

  /** Runs an upload in a free slot. @throws SERVICE_UNAVAILABLE (503) when there is none */
  async run<T>(institutionId: number, upload: () => Promise<T>): Promise<T> {
    const own = this.takenBy.get(institutionId) ?? 0;
    if (this.taken >= this.slots || own >= this.slotsPerInstitution)
      throw commonErrors.SERVICE_UNAVAILABLE('Too many documents are being uploaded; try again later.');
    this.taken += 1;
    this.takenBy.set(institutionId, own + 1);
    try {
      return await upload();
    } finally {
      this.taken -= 1;
      const left = this.takenBy.get(institutionId)! - 1;
      if (left === 0) this.takenBy.delete(institutionId);
      else this.takenBy.set(institutionId, left);
    }
  }
}
