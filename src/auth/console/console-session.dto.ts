import { ASSURANCE_LEVELS } from '../../institutions/staff/sessions/staff-session.entity';
import { MeView } from '../session.dto';

/** The second factor of the signed-in member. */
export class SecondFactorStateView {
  /** True with an authenticator app or a passkey. @example false */
  isSetUp!: boolean;
  /** The permissions of the member that work only with a second factor. @example ["approve-transactions"] */
  isRequiredFor!: string[];
}

/** The session of a request, its member and its institution. */
export class SessionView extends MeView {
  /** The date in the institution's zone. @example 2026-11-21 */
  today!: string;
  /** IANA name of the institution's zone. @example Africa/Lagos */
  timeZone!: string;
  /**
   * When the session ends unless a person uses it; null for a session without a cookie.
   * @example 2026-11-21T09:15:00.000Z
   */
  idleEndsAt!: Date | null;
  /** When the session ends in any case. @example 2026-11-21T19:00:00.000Z */
  endsAt!: Date;
  /** `password` or `second-factor`. @example password */
  assurance!: (typeof ASSURANCE_LEVELS)[number];
  /**
   * Until then the last proof counts; null when routes that need one answer `STEP_UP_REQUIRED`.
   * @example 2026-11-21T09:15:00.000Z
   */
  stepUpUntil!: Date | null;
  secondFactor!: SecondFactorStateView;
  /** True for an institution to try things out in. @example true */
  isSandbox!: boolean;
}

/** Single sign-on, as the sign-in page names it. */
export class OidcMethodView {
  /** @example "Bank account" */
  label!: string;
}

/** The ways to sign in to the console of this server beside a password. */
export class SignInMethodsView {
  /** True where passkeys can be used. @example true */
  passkey!: boolean;
  /** Null where single sign-on is not set up. */
  oidc!: OidcMethodView | null;
}
