import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { Passkeys } from './passkeys';
import type { PasskeyView } from './passkeys.dto';
import type { StaffPasskey } from './staff-passkey.entity';

/** Lists the caller's passkeys, at most ten. */
export class ListPasskeys extends Query<{ data: PasskeyView[]; recordCount: number }> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

@QueryHandler(ListPasskeys)
export class ListPasskeysHandler implements IQueryHandler<ListPasskeys> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly passkeys: Passkeys,
  ) {}

  async execute({ staff }: ListPasskeys): Promise<{ data: PasskeyView[]; recordCount: number }> {
    const { institutionId, id } = staff;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const found = await this.passkeys.list(tx, await this.members.require(tx, institutionId, id));
      return { data: found.map(passkeyView), recordCount: found.length };
    });
  }
}

export function passkeyView({ id, label, createdAt, lastUsedAt }: StaffPasskey): PasskeyView {
  return { id, label, createdAt, lastUsedAt };
}
