import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { UnitOfWork } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { Institution } from './institution.entity';

/** Tells the institutions in which integrators try things out from all others. */
@Injectable()
export class SandboxInstitutions {
  /** The mark of an institution never goes. */
  private readonly marked = new Set<number>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** Always false on a server without a sandbox, whatever its database says. */
  async has(institutionId: number): Promise<boolean> {
    if (!this.config.sandbox) return false;
    if (this.marked.has(institutionId)) return true;
    const isMarked = await this.unitOfWork.read(institutionId, (tx) =>
      tx.existsBy(Institution, { institutionId, sandbox: true }),
    );
    if (isMarked) this.marked.add(institutionId);
    return isMarked;
  }

  /** @throws NOT_FOUND (404) outside sandbox institutions: their routes do not exist for others */
  async assertHas(institutionId: number): Promise<void> {
    if (!(await this.has(institutionId))) throw commonErrors.NOT_FOUND();
  }
}
