import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Housekeeping } from '../common/housekeeping';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { DocumentErasure } from '../documents/document-erasure';
import { ListExport } from './list-export.entity';

export const EXPIRE_EXPORT_JOB = 'expire-export';

/** An export without a file is shown for so long. */
const ROW_DAYS = 90;

/** Removes the files of exports when their days are over; the exports stay, as expired ones, for a while. */
@Injectable()
@MemberOf(JobHandlers)
export class ExportExpiry implements JobHandler, OnModuleInit {
  readonly kind = EXPIRE_EXPORT_JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly erasure: DocumentErasure,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.register({
      table: 'list_export',
      key: 'id',
      where: `status IN ('Failed', 'Cancelled', 'Expired') AND requested_at < now() - interval '${ROW_DAYS} days'`,
    });
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const key = { institutionId, id: Number(payload.exportId) };
    await this.unitOfWork.run(institutionId, async (tx) => {
      const row = await tx.findOne(ListExport, { where: key, lock: { mode: 'for_no_key_update' } });
      if (row?.status !== 'Done') return;
      await tx.update(ListExport, key, { status: 'Expired' });
      const { documentId, storage } = row;
      await this.erasure.removeContent(tx, { institutionId, documentId: documentId!, storage: storage! });
    });
  }
}
