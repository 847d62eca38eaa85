import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { commonErrors } from '../../common/errors/common.errors';

/**
 * Bounds the uploads in progress in this process, and with them the memory they take. One institution gets at most three
 * quarters of the places, so that it cannot keep the others out.
 */
@Injectable()
export class UploadSlots {
  private readonly takenBy = new Map<number, number>();
  private taken = 0;
  private readonly most: number;
  private readonly mostOfOne: number;

  constructor({ documentUploadsMax }: AppConfig) {
    this.most = documentUploadsMax;
    this.mostOfOne = Math.ceil(documentUploadsMax * 0.75);
  }

  /** Runs an upload in a place of its own. @throws SERVICE_UNAVAILABLE (503) when there is none */
  async run<T>(institutionId: number, upload: () => Promise<T>): Promise<T> {
    const own = this.takenBy.get(institutionId) ?? 0;
    if (this.taken >= this.most || own >= this.mostOfOne)
      throw commonErrors.SERVICE_UNAVAILABLE('Too many documents are being uploaded; try again in a moment.');
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
