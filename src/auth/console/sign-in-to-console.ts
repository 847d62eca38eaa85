import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AppConfig } from '../../common/config/app-config';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { authErrors } from '../auth.errors';
import type { SignInBody } from '../session.dto';
import type { SignInOrigin } from '../sign-in-origin';
import { StaffSignIns } from '../staff-sign-ins';
import type { SessionView } from './console-session.dto';
import { ConsoleSessionViews } from './console-session-views';
import { ConsoleTokens } from './console-tokens';

/** A session that has begun in a browser: the value of `Set-Cookie`, and what the page shows. */
export interface BegunConsoleSession {
  cookie: string;
  view: SessionView;
}

/** Signs a member of staff in to the console with a password (docs/api/staff-sessions.md#console). */
export class SignInToConsole extends Command<BegunConsoleSession> {
  constructor(
    readonly body: SignInBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(SignInToConsole)
export class SignInToConsoleHandler implements ICommandHandler<SignInToConsole> {
  constructor(
    private readonly signIns: StaffSignIns,
    private readonly unitOfWork: UnitOfWork,
    private readonly tokens: ConsoleTokens,
    private readonly views: ConsoleSessionViews,
    private readonly config: AppConfig,
  ) {}

  async execute({ body, origin }: SignInToConsole): Promise<BegunConsoleSession> {
    if (this.config.consoleOrigin === undefined) throw authErrors.CONSOLE_NOT_CONFIGURED();
    const { member, session } = await this.signIns.signIn(body, origin, 'console');
    const cookie = await this.tokens.cookieOf(member, session);
    const view = await this.unitOfWork.read(member.institutionId, (tx) => this.views.of(tx, member, session));
    return { cookie, view };
  }
}
