import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { permissionsOf } from '../../institutions/staff/staff-access';
import type { SignInBody, StaffTokenView } from '../session.dto';
import type { SignInOrigin } from '../sign-in-origin';
import { StaffSignIns } from '../staff-sign-ins';
import { TokenOutcome } from '../token-outcome';
import { Tokens } from '../tokens';

/** Signs a program of a member of staff in, which gets a token (docs/api/authentication.md#staff-sign-in). */
export class SignInStaff extends Command<TokenOutcome<StaffTokenView>> {
  constructor(
    readonly body: SignInBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(SignInStaff)
export class SignInStaffHandler implements ICommandHandler<SignInStaff> {
  constructor(
    private readonly signIns: StaffSignIns,
    private readonly unitOfWork: UnitOfWork,
    private readonly tokens: Tokens,
  ) {}

  async execute({ body, origin }: SignInStaff): Promise<TokenOutcome<StaffTokenView>> {
    const { member, session } = await this.signIns.signIn(body, origin, 'program');
    const { institutionId, staffID, name, passwordChangedAt } = member;
    const permissions = await this.unitOfWork.read(institutionId, (tx) => permissionsOf(tx, member));
    const token = await this.tokens.issue('staff', staffID, institutionId, passwordChangedAt, session);
    return new TokenOutcome({ ...token, staffID, name, permissions });
  }
}
